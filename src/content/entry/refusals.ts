import { catalogue } from '#text/language.ts'

export const refusals = catalogue('entry/refusals', {
  foreignKey: 'This page key isn’t from this list. Start again from the first page.',
  changed: 'Someone has changed this since you opened it. Read it again, then save your changes.',
  draftChanged: 'This draft was changed on another device. Choose which version to keep.',
  draftGone: 'This draft was published or deleted on another device. Save yours as a new draft to publish it, too.',
  tooManyDrafts: 'You have no room for more drafts. Publish or delete some under My posts, then save again.',
  notYours: 'You can’t change this entry. It belongs to someone else.',
  hidden: 'A moderator has hidden this entry. Contact the moderators to have it shown again.',
  hiddenAlready: 'A moderator has already hidden this.',
  hideDraft: 'This is a draft that only its author can see. There is nothing to hide.',
  nothingToHide: 'This member has no posts or comments you can hide.',
  liftedAlready: 'These posts and comments are already shown again.',
  sayWhy: 'Enter a reason.',
  hide: 'Only moderators can hide an entry.',
  keepersAlone: 'Only keepers can limit an entry to keepers.',
  narrowed: 'A keeper has limited who can see this entry. Contact the keepers to change it.',
  noGroup: 'Choose groups that exist and that you belong to.',
  noMaker: 'Choose a member who has a page, or enter a name.',
  labelsAlone: 'Only keepers can set labels.',
  yesOrNo: 'Enter yes or no.',
  picturesInText: 'The text of this entry has pictures. Edit it on its page.',
  notPublic: 'Someone in it hasn’t agreed to show it to everyone. Choose a smaller audience.',
  notCommunity: 'Someone in it hasn’t agreed to show it to the community. Only keepers can see it.',
  notForSale:
    'A label says that one of these is sacred or for non-commercial use only. It can’t be linked to a product.',
  saleNotAgreed: 'Someone in it, or in an entry linked to it, hasn’t agreed to a sale. Ask them first.',
})
