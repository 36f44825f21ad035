import { catalogue } from '#text/language.ts'

export const text = catalogue('poem', {
  title: 'Poems',
  description: 'Marakwet poems as people say them, with translations beside them.',
  searchLabel: 'Search poems',
  none: 'No poems yet',
  noneHelp: 'Add one that you know, in its own language.',
  add: 'Add a poem',
  missing: 'Do you know a poem?',
  missingHelp: 'Write it as people say it. You can add a translation and a recording later.',
  noMatch: (q: string) => `No poem matches “${q}”`,
  all: 'See all poems',
  by: (poet: string) => `By ${poet}`,
  original: 'Original',
  noTranslation: 'No translation yet.',
  seeMore: 'See more',
  addedBy: 'Added by',
  audience: 'Who can see this',
  form: {
    title: 'Title',
    original: 'Poem',
    originalHint: 'In its own language, line by line.',
    poet: 'Poet',
    publish: 'Add poem',
    posted: 'Poem added.',
    failed: 'Couldn’t save the poem. What you typed is still here.',
  },
})
