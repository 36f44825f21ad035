import { catalogue } from '#text/language.ts'

export const refusals = catalogue('comment/refusals', {
  nothing: 'Write something, or record a voice note.',
  closed: 'The author has turned off comments here.',
  hiddenEntry: 'A moderator has hidden this entry. You can’t comment on it.',
  draft: 'This is a draft. Publish it first.',
  goneParent: 'You can’t reply to this comment. Reply to another one.',
  tooManyMentions: (most: number) => `Mention at most ${most} people.`,
  unknownMention: 'Someone you mention can’t be mentioned here. Remove the mention.',
  notYours: 'This isn’t your comment.',
  tooLate: (minutes: number) =>
    `A comment can be edited for ${minutes} minutes. You can delete it and write a new one.`,
  hidden: 'A moderator has hidden this comment.',
  notHidden: 'This comment isn’t hidden. Reload the page.',
  tooMany: 'You have written many comments in a short time. Wait a while, then try again.',
})
