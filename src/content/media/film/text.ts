import { catalogue } from '#text/language.ts'

/** Text about sending a recording as a film. */
export const text = catalogue('film', {
  send: 'Send as a film',
  size: 'at most 250 KB',
  wait: 'Making the film…',
  ready: 'Ready. Press again to send',
})
