import { catalogue } from '#core/language.ts'

/** Every text of the outbox. */
export const text = catalogue('outbox', {
  title: 'Outbox',
  hint: 'What you wrote without signal waits here, locked on this device, and goes out by itself.',
  loading: 'Loading the outbox',
  failed: 'The outbox could not be read.',
  failedHint: 'This browser refused it. Please try again.',
  none: 'Nothing waits',
  noneHint: 'What you post without signal is kept here until it has gone.',
  inBar: (count: number) => (count === 1 ? '1 post waits in your outbox' : `${count} waiting in your outbox`),
  waiting: 'Waiting',
  sending: 'Sending',
  percent: (part: number) => `Sending ${Math.round(part * 100)} %`,
  needsYou: 'Needs you',
  sent: 'Sent',
  sentTitle: 'Sent since this page was opened',
  waitingTitle: 'Waiting',
  files: (count: number, size: string) => (count === 1 ? `1 file, ${size}` : `${count} files, ${size}`),
  sendNow: 'Send now',
  edit: 'Edit',
  again: 'Try again',
  remove: 'Remove',
  removeTitle: 'Remove it from this device?',
  removeBody: 'It was not sent. What you wrote and its files are deleted here.',
  of: (title: string) => `“${title}”`,
  kinds: {
    'article.create': 'Article',
    'media.create': 'Picture, video or recording',
    'event.create': 'Event',
    'vocabulary.create': 'Word',
    'vocabulary.addPronunciation': 'Voice',
    'event.register': 'Registration',
    'article.like': 'Like',
    'article.unlike': 'Like taken back',
  } as Record<string, string>,
  leaveTitle: 'Sign out?',
  leaveBody: (count: number) =>
    count === 1
      ? 'One thing you wrote has not been sent. Kept here, it stays locked until you sign in again on this device.'
      : `${count} things you wrote have not been sent. Kept here, they stay locked until you sign in again on this device.`,
  leaveKeep: 'Keep and sign out',
  leaveRemove: 'Remove and sign out',
  leaveStay: 'Stay',
})
