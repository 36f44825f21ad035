import { catalogue } from '#core/language.ts'
import type { Overview } from './schema.ts'

const number = (count: number) => count.toLocaleString('en')
const list = (items: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(items)
const upTo = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** How many words there are and where they come from, in a sentence. */
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

/** Every text of the vocabulary. */
export const text = catalogue('vocabulary', {
  title: 'Vocabulary',
  description: 'Words of the Marakwet language with their English, their sound and where they were written down.',
  count,
  subnav: [
    { href: '/language/vocabulary', label: 'Vocabulary' },
    { href: '/language/proverbs', label: 'Proverbs' },
    { href: '/language/poems', label: 'Poems' },
    { href: '/language/communication', label: 'Communication' },
  ],
  searchLabel: 'Look up a word',
  placeholder: 'Marakwet or English',
  search: 'Search',
  hint: "Tone marks and small misspellings don't matter.",
  letters: 'First letter',
  all: 'All',
  allWords: 'All words',
  withLetter: 'Words that begin with',
  found: (q: string) => `Words like “${q}”`,
  take: 'Take the dictionary with you:',
  takeAll: 'All that is public here:',
  print: 'Print the list',
  published: 'From published research, not yet confirmed by a speaker',
  unconfirmed: 'Not yet confirmed by a keeper',
  confirmed: 'Confirmed by a keeper',
  phonetic: "Linguists' phonetic writing, not the community's spelling.",
  approximate: 'approx.',
  noMatch: (q: string) => `No word matches “${q}”`,
  noMatchHelp: 'Try the beginning of the word, or its English. If it is not here yet, you can be the one who adds it.',
  noLetter: 'No word begins with this letter yet',
  noLetterHelp: 'Look under another letter, or add the first word of this one.',
  nothing: 'No word has been written down yet',
  nothingHelp: 'Write the first: one word and what it means is enough.',
  addWord: 'Add a word',
  allWordsLink: 'See all words',
  takePart: 'Take part',
  keep: {
    title: 'On this device',
    offer: (words: string, size: string) =>
      `Keep all ${words} words on this device and search them without signal: about ${size} to download.`,
    saved: (words: string, when: string) =>
      `${words} words are on this device, as of ${when}. You can search them without signal.`,
    busy: (done: string, of: string) => `Downloading: ${done} of ${of}.`,
    failed: 'The dictionary did not come whole. What came is kept: try again when there is signal.',
    full: 'There is no room on this device. Make some, and try again.',
    none: 'The dictionary is not on this device, and the site can’t be reached now.',
    save: 'Save the dictionary',
    update: 'Bring it up to date',
    remove: 'Remove it',
    pages: (count: number) =>
      `${count} ${count === 1 ? 'page is' : 'pages are'} kept on this device for reading without signal.`,
    removeAll: 'Remove all that is kept',
    removed: 'Nothing is kept on this device any more.',
  },
  missingTitle: 'A word is missing?',
  missingBody: (dialects: readonly string[]) => `${dialects.join(', ')}: every form is welcome beside the others.`,

  form: {
    marakwet: 'Word in Marakwet',
    english: 'Translation',
    meaning: 'What it means, in your own words',
    exampleMarakwet: 'In a sentence, in Marakwet',
    exampleEnglish: 'The same sentence in English',
    partOfSpeech: 'Part of speech',
    notSure: 'Not sure',
    dialect: 'Where it is said so',
    dialectHint: 'Choose one or write your own. Every form is welcome beside the others.',
    members: 'Members (anyone who signs up)',
    voice: 'How you say it',
    voiceHint: 'Say the word alone, once or twice. Ten seconds are about 30 KB.',
    picture: 'A picture',
    stillSending: 'A file is still being sent. Please wait a moment, or take it away.',
    fileFailed: 'A file could not be sent. Please send it again, or take it away.',
    publish: 'Add the word',
    save: 'Save changes',
    saved: 'Saved.',
    notSaved: 'The word was not saved. What you typed is still here.',
    change: 'Change it',
    posted: 'Word added. A keeper will look at it.',
    failed: 'The word was not added. What you typed is still here.',
    check: 'Please check your input',
  },
  formColumn: 'Form',

  view: {
    title: 'Linguistics',
    loading: 'Loading words',
    failed: 'The words could not be loaded.',
    about: (word: string) => `about ${word}`,
  },
  say: {
    title: 'Say it for us',
    too: 'Say it too',
    link: (word: string) => `Say it for us: ${word}`,
    first: 'Yours can be the first voice.',
    record: 'Record how you say it',
    cost: 'about 30 KB',
    yours: 'Your voice',
    hint: 'Say the word alone, once or twice, as it is said where you live. Your name stands beside it.',
    give: 'Give your voice',
    given: 'Thank you. Your voice is in the dictionary.',
    nothing: 'Please record the word first, or choose a file.',
    stillSending: 'The recording is still being sent. Please wait a moment.',
    failed: 'The recording was not given. It is still here.',
    voices: 'Voices so far',
    remove: 'Take it away',
    loading: 'Loading the word',
    loadFailed: 'The voices could not be loaded.',
    wordFailed: 'The word could not be loaded.',
    silentTitle: 'Nobody has recorded these words yet',
    silentBody: 'Do you speak Marakwet? Say one word. It takes ten seconds and about 30 KB.',
    one: 'Record a word',
  },
  saidBy: (name: string) => `Said by ${name}`,
  saidByFormer: 'Said by a former member',

  sounds: 'How it sounds',
  noVoice: 'No one has recorded this word yet.',
  meaning: 'What it means',
  forms: 'Forms, side by side',
  formsNote: 'No form is “the correct one”.',
  where: 'Where',
  writtenBy: 'Written by',
  phonetically: (source: string) => `${source}, phonetic`,
  approximately: (source: string) => `${source}, approximate, without tone`,
  numbersBuilt: 'Numbers built with it',
  wordsBuilt: 'Words built with it',
  example: 'In a sentence',
  about: 'About this entry',
  source: 'Source',
  asWritten: 'As the source writes it',
  licence: 'Licence',
  addedBy: 'Added by',
  borrowed: 'Where the word comes from',
  loan: 'Borrowed from another language',
  audience: 'Who may see it',
  audiences: { public: 'Everyone', members: 'Members', keepers: 'Keepers' },
  nextTo: 'Next to it',
  seeMore: 'See more',
  aboutThisWord: 'about this word',
  withoutTone: 'Approximate, without tone.',
  /** Shown with a capital; the stored value is lower case. */
  partOfSpeech: (part: string) => part.charAt(0).toUpperCase() + part.slice(1),
})
