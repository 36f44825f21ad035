// Shows the hours of an event on the reader's clock, below those of the place, if they differ. A member's clock is the
// one in their preferences, a guest's that of the device. `day-block.css` reserves the space, so that nothing moves.

import { local } from '#src/offline/storage.ts'

const line = document.querySelector<HTMLElement>('.reader-clock')
if (line) {
  const { from = '', to = '', locale, placeZone, words = '' } = line.dataset
  const timezone = local.readJson<{ timezone?: string }>('preferences')?.timezone
  const reader = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const hours = (timeZone?: string) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'full',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone,
    }).formatRange(new Date(from), new Date(to))
  const zone = new Intl.DateTimeFormat(locale, { timeZone: reader, timeZoneName: 'long' })
    .formatToParts(new Date(from))
    .find(({ type }) => type === 'timeZoneName')?.value
  if (hours(reader) !== hours(placeZone)) {
    line.textContent = words.replace('#', hours(reader)).replace('#', zone ?? reader)
    line.dataset.shown = ''
  }
}
