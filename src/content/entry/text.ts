import { catalogue } from '#core/language.ts'

/** What goes for entries of every type. */
export const text = catalogue('entry', {
  languagePages: [
    { href: '/language/vocabulary', label: 'Vocabulary' },
    { href: '/language/proverbs', label: 'Proverbs' },
    { href: '/language/poems', label: 'Poems' },
    { href: '/language/communication', label: 'Communication' },
  ],
  anonymous: 'Anonymous',
  hiddenTitle: 'A moderator has hidden this. Only you and moderators see it.',
  hiddenReason: (reason: string) => `Their reason: ${reason}`,
  hide: 'Hide',
  hideTitle: 'Hide this from everyone?',
  hideBody: 'Its author still sees it, and reads your reason.',
  reason: 'Your reason',
  restore: 'Show it again',
  hidden: 'Hidden.',
  restored: 'It is shown again.',
  remove: 'Delete',
  removeTitle: 'Delete this?',
  removeBody: 'This cannot be undone.',
  removed: 'Deleted.',
})
