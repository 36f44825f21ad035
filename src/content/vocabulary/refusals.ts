import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of a word. */
export const refusals = catalogue('vocabulary/refusals', {
  confirm: 'Only keepers may confirm a word.',
  hiddenWord: 'A moderator has hidden this word, so it can not be recorded now.',
  letterTwice: (letter: string) =>
    `“${letter}” stands in the list twice. Capital letters and small ones are the same: please take one out.`,
  lettersChanged: 'Someone has changed the letters since you opened them. Please look at them again; nothing was lost.',
  noLetter: (letter: string) => `“${letter}” is no letter: please write it with letters, marks and apostrophes alone.`,
  notYourRecording: 'This is not your recording.',
  wholeExample: 'Please write the example in both languages.',
})
