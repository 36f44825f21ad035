import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of a word. */
export const refusals = catalogue('vocabulary/refusals', {
  confirm: 'Only keepers may confirm a word.',
  hiddenWord: 'A moderator has hidden this word, so it can not be recorded now.',
  notYourRecording: 'This is not your recording.',
  wholeExample: 'Please write the example in both languages.',
})
