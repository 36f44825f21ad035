/** The time zone of the place: events take place in it, and days, weeks and years begin by its clock. */
export const placeZone = 'Africa/Nairobi'

const nairobi = new Intl.DateTimeFormat('en-CA', {
  timeZone: placeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Returns the date in Nairobi at a given moment, in ISO format: "2026-11-28". */
export function isoDay(moment: string | Date): string {
  return nairobi.format(new Date(moment))
}
