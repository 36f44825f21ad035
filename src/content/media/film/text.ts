import { catalogue } from '#text/language.ts'

export const text = catalogue('film', {
  send: 'Send as a video',
  size: 'up to 250 KB',
  wait: 'Making the video…',
  ready: 'Ready. Press again to send',
})
