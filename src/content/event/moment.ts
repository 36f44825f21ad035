/** East Africa keeps one offset all year. */
const homeOffset = '+03:00'
const shape = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d(?:\.\d{1,3})?)\d*)?)?(Z|[+-]\d\d:\d\d)?$/

/** ISO 8601 to ISO 8601 UTC; undefined for what names no moment. A day alone begins at `dayTime`. */
export function readMoment(raw: string, dayTime?: string): string | undefined {
  const [, day, time = dayTime, seconds = '00', offset = homeOffset] = shape.exec(raw) ?? []
  if (!day || !time) return undefined
  const local = `${day}T${time.length > 5 ? time : `${time}:${seconds}`}`
  const moment = new Date(local + offset)
  // 30 February would quietly become 2 March.
  const sameDay = !Number.isNaN(moment.getTime()) && new Date(`${local}Z`).toISOString().startsWith(day)
  const year = moment.getUTCFullYear()
  return sameDay && year >= 1900 && year <= 2200 ? moment.toISOString() : undefined
}

/** "2026-11-28T10:00" on the clocks of `timeZone`, as ISO 8601 UTC; an hour that a clock skips is the one after. */
export function fromLocal(local: string, timeZone: string): string {
  const asUtc = Date.parse(`${local}Z`)
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString()
}

/** What the clocks of `timeZone` show at `iso`: "2026-11-28T10:00". */
export function toLocal(iso: string, timeZone: string): string {
  const at = Date.parse(iso)
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16)
}

/** Whether `value` is an ISO day that is in the calendar. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && readMoment(value, '00:00') !== undefined
}

/** Whether `value` is a day and a time that are in the calendar: "2026-11-28T10:00". */
export function isLocal(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) && readMoment(value) !== undefined
}

/** The first and the last moment of a day on the clocks of `timeZone`. */
export function dayBegin(day: string, timeZone: string): string {
  return fromLocal(`${day}T00:00`, timeZone)
}
export function dayEnd(day: string, timeZone: string): string {
  return new Date(Date.parse(fromLocal(`${day}T23:59`, timeZone)) + 59_999).toISOString()
}

/** How far the clocks of `timeZone` are ahead of UTC at a moment; both in ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
}
