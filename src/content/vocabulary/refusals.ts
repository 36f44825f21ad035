import { catalogue } from '#text/language.ts'

export const refusals = catalogue('vocabulary/refusals', {
  answered: 'This link was already used.',
  askAgain: 'Too many recordings were sent with this link. Ask for a new one.',
  confirm: 'Only keepers can confirm a word.',
  halfExample: 'Left out the example, because one of its two languages is missing.',
  hiddenWord: 'A moderator has hidden this word, so it can’t be recorded now.',
  longGloss: 'Shortened the translation. The complete text is in the meaning.',
  letterTwice: (letter: string) =>
    `“${letter}” is in the list twice. Capital and small letters are the same. Remove one.`,
  lettersChanged: 'Someone changed the letters after you opened them. Check them again; nothing was lost.',
  noLetter: (letter: string) => `“${letter}” isn’t a letter. Use only letters, marks and apostrophes.`,
  notForEveryone: 'Only words that everyone can see can be sent to someone without an account.',
  notYourRecording: 'This isn’t your recording.',
  wholeExample: 'Enter the example in both languages.',
})
