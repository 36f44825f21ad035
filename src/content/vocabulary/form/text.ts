import { catalogue } from '#text/language.ts'

/** Text of the form for words. It loads with the form, because feeds and lists don’t need it. */
export const text = catalogue('word-form', {
  form: 'Word in Marakwet',
  english: 'Translation',
  swahili: 'In Kiswahili',
  meaning: 'Meaning, in your own words',
  example: 'Example sentence in Marakwet',
  exampleEnglish: 'The same sentence in English',
  partOfSpeech: 'Part of speech',
  notSure: 'Not sure',
  dialect: 'Dialect',
  dialectHint: 'Choose one or enter your own. All dialects are welcome.',
  voice: 'Pronunciation',
  voiceHint: 'Say just the word, once or twice. Ten seconds take about 30 KB.',
  picture: 'Picture',
  publish: 'Add word',
  save: 'Save changes',
  saved: 'Saved.',
  notSaved: 'Couldn’t save the word. What you typed is still here.',
  posted: 'Word added. Keepers review the words that members add.',
  failed: 'Couldn’t add the word. What you typed is still here.',
  check: 'Please check your input',
})
