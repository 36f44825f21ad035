import { catalogue } from '#text/language.ts'

export const text = catalogue('letters', {
  title: 'Alphabet',
  lead: 'The dictionary, its letter bar and the printed word list use this order.',
  failed: 'Couldn’t load the alphabet. Try again.',
  list: 'Letters in order',
  hint: 'Write one letter on each line. A letter can be more than one character, such as ch. Add other spellings of a letter on the same line, separated by spaces. Tone marks and other marks are ignored unless a letter in this list has them.',
  preview: 'Preview',
  previewNote: 'Visitors see only the letters that words begin with.',
  missing: (starts: string) =>
    `Some words begin with letters that aren’t in the list: ${starts}. They are sorted last.`,
  now: 'The alphabet is now:',
  save: 'Save alphabet',
  saved: 'Alphabet saved. The dictionary uses this order now.',
  notSaved: 'Couldn’t save the alphabet. What you wrote is still here.',
  page: 'View dictionary',
})
