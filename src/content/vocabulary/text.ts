import { catalogue } from '#text/language.ts'
import type { Overview } from './schema.ts'

const number = (count: number) => count.toLocaleString('en')
const list = (items: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(items)
const upTo = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Returns the number of words and their sources as a sentence. */
function count({ total, more, sources }: Overview): string {
  if (total === 0) return 'No words yet.'
  const words = `${more ? 'More than ' : ''}${number(total)} ${total === 1 ? 'word' : 'words'}`
  const published = sources.reduce((sum, { words }) => sum + words, 0)
  if (published === 0) return `${words} so far.`
  const studies = `${upTo[sources.length] ?? number(sources.length)} published ${sources.length === 1 ? 'study' : 'studies'}`
  const dialects = [...new Set(sources.flatMap(({ dialects }) => dialects))]
  const of = dialects.length ? ` of ${list(dialects)}` : ''
  if (published === total && !more) return `${words} so far, from ${studies}${of}.`
  return `${words} so far, ${number(published)} of them from ${studies}${of}.`
}

export const text = catalogue('vocabulary', {
  title: 'Vocabulary',
  description: 'Words of the Marakwet language with their English meaning, pronunciation and source.',
  count,
  voices: ({ voiced, total, more }: Overview) =>
    `${number(voiced)} of ${more ? 'more than ' : ''}${number(total)} ${total === 1 ? 'word' : 'words'} ${voiced === 1 ? 'has' : 'have'} a recording`,
  lendVoice: 'Add yours',
  searchLabel: 'Look up a word',
  placeholder: 'Marakwet, English or Kiswahili',
  hint: 'Tone marks and small misspellings don’t matter.',
  letters: 'First letter',
  all: 'All',
  allWords: 'All words',
  withLetter: 'Words that begin with',
  found: (q: string) => `Words like “${q}”`,
  take: 'Download the dictionary:',
  takeAll: 'Download all public entries:',
  print: 'Print list',
  printed: (count: number) => (count === 1 ? '1 word' : `${number(count)} words`),
  printedInParts: 'This list is long. Print this part, then the next one.',
  printNext: 'Next part',
  sources: 'Sources',
  phonetic: 'Phonetic transcription by linguists, not the community’s spelling.',
  noMatch: (q: string) => `No word matches “${q}”`,
  noMatchHelp: 'Try the beginning of the word, or its English meaning. If it’s missing, you can add it.',
  noLetter: 'No words under this letter yet',
  noLetterHelp: 'Choose another letter, or add the first word.',
  nothing: 'No words yet',
  nothingHelp: 'Add the first one: a word and its meaning are enough.',
  addWord: 'Add a word',
  allWordsLink: 'See all words',
  takePart: 'Contribute',
  missingTitle: 'Is a word missing?',
  missingBody: (dialects: readonly string[]) =>
    `Add it in your dialect: ${dialects.join(', ')} and others are welcome.`,

  recordThis: 'Record this word',
  formColumn: 'Word',

  view: {
    title: 'Linguistics',
    loading: 'Loading words',
    failed: 'Couldn’t load the words. Check your connection and try again.',
    about: (word: string) => `about ${word}`,
  },
  saidBy: (name: string) => `Said by ${name}`,
  saidByFormer: 'Said by a former member',

  sounds: 'Pronunciation',
  noVoice: 'No recordings of this word yet.',
  meaning: 'Meaning',
  forms: 'Words with the same meaning',
  formsNote: 'None of these is more correct than the others.',
  where: 'Dialect',
  writtenBy: 'Source of this spelling',
  phonetically: (source: string) => `${source}, phonetic`,
  approximately: (source: string) => `${source}, approximate, without tone`,
  numbersBuilt: 'Numbers formed from this word',
  wordsBuilt: 'Words formed from this word',
  example: 'In a sentence',
  about: 'About this entry',
  source: 'Source',
  asWritten: 'As written in the source',
  licence: 'Licence',
  contributor: 'Contributor',
  concept: 'Concept',
  addedBy: 'Added by',
  borrowed: 'Origin of the word',
  loan: 'Borrowed from another language',
  audience: 'Who can see this',
  audiences: { public: 'Everyone', members: 'Members', keepers: 'Keepers' },
  nextTo: 'Nearby words',
  seeMore: 'See more',
  aboutThisWord: 'about this word',
  withoutTone: 'Approximate, without tone.',
  /** Shown with a capital letter; the stored value is in lower case. */
  partOfSpeech: (part: string) => part.charAt(0).toUpperCase() + part.slice(1),
})
