import { catalogue } from '#text/language.ts'

const posts = (count: number) => (count === 1 ? '1 post or comment' : `${count} posts and comments`)

/** Text for the moderators' queue. */
export const text = catalogue('moderation', {
  title: 'Reports',
  lead: 'Posts and comments that members have reported, latest report first.',
  notModerator: 'This page is for moderators.',
  show: 'Which reports to show',
  views: { open: 'Open', closed: 'Closed', hidings: 'Hidden in bulk' },
  loading: 'Loading reports',
  failed: 'Couldn’t load the reports. Try again.',
  none: {
    open: 'All done. There are no open reports.',
    closed: 'No closed reports yet',
    hidings: 'No posts hidden in bulk yet',
  },
  reportedBy: (people: number) => `Reported by ${people === 1 ? '1 person' : `${people} people`}`,
  newest: (when: string) => `Latest report: ${when}`,
  voices: 'Comments on this report',
  nobody: 'A former member',
  by: (author: string) => `By ${author}`,
  before: (count: number) =>
    count === 1
      ? 'Another post or comment by this author has been hidden before.'
      : `Other posts and comments by this author have been hidden ${count} times before.`,
  reasons: 'Reasons',
  unseen: {
    draft: 'The author has unpublished this post. Nobody else can see it now.',
    limited: 'You don’t have access to this post. A moderator with access has to decide.',
  },
  own: 'You wrote this post. Another moderator has to decide, and you can’t see who reported it.',
  look: 'Preview post',
  lookFailed: 'Couldn’t load the post. Try again.',
  hide: 'Hide post',
  hideTitle: 'Hide this post from everyone?',
  comment: 'Comment on this post',
  ofComment: {
    hide: 'Hide comment',
    hideTitle: 'Hide this comment from everyone?',
    hideBody: 'The author can still see it, and gets an email with your reason.',
    keep: 'Keep comment',
    keepTitle: 'Close the report and keep the comment?',
    restore: 'Show comment again',
    done: {
      hidden: 'Comment hidden. The author gets an email with your reason.',
      kept: 'Report closed. The comment stays.',
      restored: 'Comment shown again.',
    },
  },
  hideBody:
    'The author can still see it, and gets an email with your reason. The people who reported it get a thank-you email.',
  reason: 'Reason (the author will read it)',
  keep: 'Keep post',
  keepTitle: 'Close the report and keep the post?',
  keepBody: 'The people who reported it get an email that says the post stays. Only moderators can read your note.',
  note: 'Note for moderators',
  restore: 'Show post again',
  hideAll: 'Hide all their posts',
  hideAllTitle: (name: string) => `Hide all posts by ${name}?`,
  hideAllBody: (count: number) =>
    `This hides ${posts(count)} at once. The author gets one email with your reason. To undo it, open “Hidden in bulk”.`,
  hideAllConfirm: (count: number) => `Hide ${posts(count)}`,
  hideAllCounting: 'Counting posts',
  hideAllFailed: 'Couldn’t count the posts. Try again.',
  hideAllNone: 'This member has no posts you can hide.',
  done: {
    hidden: 'Post hidden. The author gets an email with your reason.',
    kept: 'Report closed. The post stays.',
    restored: 'Post shown again.',
    all: (count: number) => `${posts(count)} hidden.`,
    lifted: 'Posts shown again.',
  },
  resolutions: { hidden: 'Hidden', kept: 'Kept', restored: 'Shown again' },
  closedBy: (name: string, when: string) => `${name}, ${when}`,
  itsNote: 'Note:',
  act: (count: number, name: string) => `${posts(count)} by ${name}`,
  lift: 'Show posts again',
  liftTitle: (name: string) => `Show the posts by ${name} again?`,
  liftBody: 'The author gets an email. Posts that a moderator has hidden again since then stay hidden.',
  lifted: (when: string) => `Shown again on ${when}`,
  notSaved: 'Couldn’t save your decision',
  of: (title: string) => `: ${title}`,
})
