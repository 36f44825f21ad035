import { catalogue } from '#text/language.ts'

export const refusals = catalogue('moderation/refusals', {
  ownEntry: 'You wrote this yourself. You can edit or delete it.',
  reportedAlready: 'You’ve already reported this. A moderator will look at it.',
  notSeen: 'You don’t have access to this post. A moderator with access has to decide.',
  decided: 'Another moderator has already decided this. Reload the page to see the decision.',
  gone: 'This has been deleted. You can only close the report.',
  notHidden: 'This isn’t hidden. Reload the page.',
  ownPosts: 'These are your own posts. Another moderator has to decide.',
})
