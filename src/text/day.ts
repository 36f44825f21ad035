const nairobi = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Returns the date in Nairobi at a given moment, in ISO format: "2026-11-28". */
export function isoDay(moment: string): string {
  return nairobi.format(new Date(moment))
}
