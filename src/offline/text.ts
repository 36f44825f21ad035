import { catalogue } from '#core/language.ts'

export const text = catalogue('offline', {
  copy: (when: string) => `No signal. This is a copy kept on this device, from ${when}.`,
  copyAway: (when: string) => `The site cannot answer just now. This is a copy kept on this device, from ${when}.`,
  nothing: 'Nothing is kept on this device yet. A page that you have opened once is here the next time.',
  fromDevice: (when: string) => `No signal. These are the words kept on this device, from ${when}.`,
  noWords: (sought: string) => `No word found for “${sought}” on this device.`,
  found: (sought: string) => `Words for “${sought}”`,
  loadMore: 'Load More',
  confirmed: 'Confirmed by a keeper',
  published: 'From published research, not yet confirmed by a speaker',
  unconfirmed: 'Not yet confirmed by a keeper',
  approximate: 'approx.',
  somethingNew: 'Something new for you',
  several: (count: number) => `${count} new things for you`,
})
