import { catalogue } from '#text/language.ts'

export const text = catalogue('search', {
  title: 'Search',
  lead: 'Search words, stories, recordings, artifacts and everything else that you can see here.',
  label: 'Search everything',
  placeholder: 'A word or a name',
  hint: 'Accents and capital letters don’t matter.',
  found: (q: string) => `Results for “${q}”`,
  filter: 'Show only',
  all: 'All',
  begin: 'What are you looking for?',
  beginHelp: 'Type a word, or the beginning of one, in Marakwet, English or Kiswahili.',
  noMatch: (q: string) => `No results for “${q}”`,
  noMatchHelp: 'Try fewer words, or type only the beginning of a word.',
  noMatchOfType: 'Search everything, use fewer words, or type only the beginning of a word.',
  allKinds: 'Search everything',
  dictionary: 'Open the dictionary',
  near: 'Did you mean one of these words?',
})
