import { catalogue } from '#text/language.ts'

/** Messages of the browser when the server could not answer. */
export const text = catalogue('web', {
  noAnswer: 'The server didn’t respond. Try again.',
  offline: 'Couldn’t reach the server. Check your connection and try again.',
  notSent: 'Couldn’t upload the file. Try again.',
  tryingAgain: (why: string) => `${why} We’ll try again automatically.`,
  deviceFull: 'This device is full. Free some space and try again.',
  checkDraft: 'Your draft was restored after you pressed the button. Check it, then press the button again.',
  outbox: {
    kept: 'Saved on this device. It will be sent when you’re online.',
    notSecure: 'No signal, and this browser can’t store your post safely. Keep this page open and try again.',
    full: 'No signal, and this device is full. Free some space and try again.',
    refused: 'No signal, and this browser can’t store your post. Keep this page open and try again.',
    noStorage: 'This browser doesn’t let the site store anything. You can post only while you’re online.',
    fileGone: 'A file is no longer on this device. Choose it again.',
    unknown: 'The site has changed and no longer accepts this post. You can delete it.',
    goesOn: 'Your post is being sent. You can use other pages in the meantime.',
    likeGone: 'This post no longer exists.',
    needsYou: (title: string) => `“${title}” couldn’t be sent. Check your outbox.`,
  },
})
