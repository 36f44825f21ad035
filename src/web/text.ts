import { catalogue } from '#core/language.ts'

/** What the browser says when the server could not. */
export const text = catalogue('web', {
  noAnswer: 'The server could not answer. Please try again.',
  offline: 'The server could not be reached. Please check your connection and try again.',
  notSent: 'The file could not be sent. Please try again.',
  outbox: {
    kept: 'Kept on this device. It goes out when there is signal.',
    notSecure: 'There is no signal, and this browser can’t keep it safely. Please leave this page open and try again.',
    full: 'There is no signal, and this device is full. Please make room, then press the button again.',
    refused: 'There is no signal, and this browser keeps nothing for us. Please leave this page open and try again.',
    fileGone: 'A file is no longer here. Please choose it again.',
    unknown: 'The site no longer takes this.',
    likeGone: 'It is no longer there to like.',
    needsYou: (title: string) => `“${title}” was not taken. Please look into your outbox.`,
  },
})
