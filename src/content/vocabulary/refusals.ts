import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of a word. */
export const refusals = catalogue('vocabulary/refusals', {
  keepersAlone: 'Only keepers may keep a word to the keepers.',
  confirm: 'Only keepers may confirm a word.',
  narrowed: 'A keeper has narrowed who may see this word. Please write to the keepers.',
  hide: 'Only moderators may hide an entry.',
  hiddenWord: 'A moderator has hidden this word, so it can not be recorded now.',
  notYourRecording: 'This is not your recording.',
})
