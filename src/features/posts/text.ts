import { catalogue } from '#text/language.ts'

/** Text for "My posts". */
export const text = catalogue('posts', {
  title: 'My posts',
  write: 'Write something',
  show: 'Which posts to show',
  states: { all: 'All', published: 'Published', drafts: 'Drafts', hidden: 'Hidden' },
  loading: 'Loading your posts',
  failed: 'Couldn’t load your posts. Try again.',
  none: 'You haven’t posted anything yet',
  noneHint: 'Your articles, recordings, events and words will appear here.',
  noDrafts: 'No drafts',
  noDraftsHint: 'What you start writing is saved here until you publish it.',
  noneHidden: 'None of your posts are hidden',
  noneHiddenHint: 'If a moderator hides one, it appears here with the reason.',
  untitled: 'Untitled',
  draft: 'Draft',
  hidden: 'Hidden',
  unlisted: 'Waiting for your email to be confirmed',
  publishedOn: 'Published',
  savedOn: 'Saved',
  edit: 'Edit',
  goOn: 'Continue writing',
  view: 'View',
  remove: 'Delete',
  of: (title: string) => `“${title}”`,
  removeDraftTitle: 'Delete this draft?',
})
