import { catalogue } from '#core/language.ts'

/** What the browser says when the server could not. */
export const text = catalogue('web', {
  noAnswer: 'The server could not answer. Please try again.',
  offline: 'The server could not be reached. Please check your connection and try again.',
  notSent: 'The file could not be sent. Please try again.',
})
