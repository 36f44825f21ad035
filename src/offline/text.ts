import { catalogue } from '#text/language.ts'

export const text = catalogue('offline', {
  copy: (when: string) => `No signal. This is a copy saved on this device on ${when}.`,
  copyAway: (when: string) => `The site isn’t responding. This is a copy saved on this device on ${when}.`,
  nothing: 'No pages saved on this device yet. Pages you open are saved for next time.',
  fromDevice: (when: string) => `No signal. These are the words saved on this device on ${when}.`,
  noWords: (sought: string) => `No words found for “${sought}” on this device.`,
  found: (sought: string) => `Words for “${sought}”`,
  loadMore: 'Load More',
  confirmed: 'Confirmed by a keeper',
  published: 'From published research, not yet confirmed by a speaker',
  unconfirmed: 'Not yet confirmed by a keeper',
  approximate: 'approx.',
  somethingNew: 'Something new for you',
  several: (count: number) => `You have ${count} new notifications`,
})
