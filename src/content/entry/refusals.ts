import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of an entry of any type. */
export const refusals = catalogue('entry/refusals', {
  foreignKey: 'This key is not from this list.',
  changed:
    'Someone has changed this since you opened it. What you typed is still here; save again to put it in its place.',
  notYours: 'This is not your entry.',
  hidden: 'A moderator has hidden this entry. Write to them to have it shown again.',
  hiddenAlready: 'Another moderator has hidden this already.',
  nothingToHide: 'There is no post of theirs that you could hide.',
  liftedAlready: 'These posts are shown again already.',
  sayWhy: 'Please say why.',
  hide: 'Only moderators may hide an entry.',
  keepersAlone: 'Only keepers may keep an entry to the keepers.',
  narrowed: 'A keeper has narrowed who may see this entry. Please write to the keepers.',
  noGroup: 'Please choose groups that exist and that you belong to.',
  labelsAlone: 'Only keepers may set labels.',
  yesOrNo: 'Please write yes or no.',
  notPublic: 'Somebody in it has not agreed that everybody may see it. Please choose fewer people.',
  notCommunity: 'Somebody in it has not agreed that the community may see it. Only keepers may.',
  notForSale: 'A label says that one of these is sacred or not for sale. Nothing in the shop can be linked to it.',
  saleNotAgreed: 'Somebody in it, or in what it is linked to, has not agreed to a sale. Please ask them first.',
})
