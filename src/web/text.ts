import { catalogue } from '#text/language.ts'

/** Messages about requests that failed, uploads, restored drafts and the outbox. */
export const text = catalogue('web', {
  noAnswer: 'The server didn’t respond. Try again.',
  offline: 'Couldn’t reach the server. Check your connection and try again.',
  notSent: 'Couldn’t upload the file. Try again.',
  tryingAgain: (why: string) => `${why} We’ll keep trying automatically.`,
  deviceFull: 'This device can’t store your text. Post it or copy it before you leave this page.',
  checkDraft: 'Your draft was restored after you pressed the button. Check it, then press the button again.',
  outbox: {
    kept: 'Saved on this device. It will be sent when you’re online.',
    notSecure: 'Your post hasn’t been sent, and this browser can’t store it safely. Keep this page open and try again.',
    full: 'Your post hasn’t been sent, and this device is full. Free some space and try again.',
    refused: 'Your post hasn’t been sent, and this browser can’t store it. Keep this page open and try again.',
    noStorage: 'This browser doesn’t let the site store posts. You can post only while you’re online.',
    fileGone: 'A file is no longer on this device. Choose it again.',
    unknown: 'The site has changed and no longer accepts this post. You can delete it.',
    goesOn: 'Your post is being sent. You can use other pages in the meantime.',
    likeGone: 'This post no longer exists.',
    needsYou: (title: string) => `“${title}” couldn’t be sent. Check your outbox.`,
  },
})
