import { catalogue } from '#text/language.ts'

export const text = catalogue('film', {
  send: 'Send as a film',
  size: 'at most 250 KB',
  wait: 'Making the film…',
  ready: 'Ready. Press again to send',
})
