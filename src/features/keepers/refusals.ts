import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something at the keepers' desk. */
export const refusals = catalogue('keepers/refusals', {
  decided: 'Someone has changed this or decided it before you. Please look at it again.',
  decidedAll: 'Someone has changed these or decided them before you. Please look at them again.',
  notYours: 'Only the keeper who confirmed this can take it back here.',
  sayWhy: 'Please say why, in writing or aloud.',
  changed: 'Someone has changed this since you opened it. Please look at it again; nothing was lost.',
  picture: 'An introduction is text alone. Please take the picture out.',
})
