import { catalogue } from '#text/language.ts'

export const text = catalogue('proverb', {
  title: 'Proverbs',
  description: 'Marakwet proverbs as people say them, with translations and meanings.',
  searchLabel: 'Search proverbs',
  none: 'No proverbs yet',
  noneHelp: 'Add one that you know, in its own language.',
  add: 'Add a proverb',
  missing: 'Do you know a proverb?',
  missingHelp: 'Write it as people say it. You can add a translation and a recording later.',
  noMatch: (q: string) => `No proverb matches “${q}”`,
  all: 'See all proverbs',
  original: 'Original',
  meaning: 'Meaning',
  noTranslation: 'No translation yet.',
  addedBy: 'Added by',
  audience: 'Who can see this',
  form: {
    original: 'Proverb',
    originalHint: 'In its own language.',
    meaning: 'What it means, and when people say it',
    publish: 'Add proverb',
    posted: 'Proverb added.',
    failed: 'Couldn’t save the proverb. What you typed is still here.',
  },
})
