import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of a report. */
export const refusals = catalogue('moderation/refusals', {
  ownEntry: 'This is your own entry: you can change or delete it.',
  reportedAlready: 'You have reported this already. A moderator will look at it.',
  ownPost: 'This is about your own post. Another moderator has to decide.',
  notSeen: 'This entry is not meant for you. A moderator who may see it has to decide.',
  decided: 'Another moderator has decided this already.',
  notHidden: 'This entry is not hidden.',
  ownPosts: 'These are your own posts. Another moderator has to decide.',
})
