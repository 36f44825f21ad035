/** East Africa has the same offset all year. */
const homeOffset = '+03:00'
const shape = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d(?:\.\d{1,3})?)\d*)?)?(Z|[+-]\d\d:\d\d)?$/

/**
 * Converts an ISO 8601 time to UTC; returns undefined for an invalid time or one outside the years 1900 to 2200.
 * Times without an offset are in East Africa Time. A date without a time gets `dayTime` or, without that, is invalid.
 */
export function readMoment(raw: string, dayTime?: string): string | undefined {
  const [, day, time = dayTime, seconds = '00', offset = homeOffset] = shape.exec(raw) ?? []
  if (!day || !time) return undefined
  const local = `${day}T${time.length > 5 ? time : `${time}:${seconds}`}`
  const moment = new Date(local + offset)
  // Date would turn 30 February into 2 March.
  const sameDay = !Number.isNaN(moment.getTime()) && new Date(`${local}Z`).toISOString().startsWith(day)
  const year = moment.getUTCFullYear()
  return sameDay && year >= 1900 && year <= 2200 ? moment.toISOString() : undefined
}

/**
 * Converts "2026-11-28T10:00" in `timeZone` to ISO 8601 UTC. A time that a clock change skips becomes one that is an
 * hour earlier or later.
 */
export function fromLocal(local: string, timeZone: string): string {
  const asUtc = Date.parse(`${local}Z`)
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString()
}

/** Returns the local time of `iso` in `timeZone`, such as "2026-11-28T10:00". */
export function toLocal(iso: string, timeZone: string): string {
  const at = Date.parse(iso)
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16)
}

export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && readMoment(value, '00:00') !== undefined
}

/** Returns whether `value` is a valid date and time, such as "2026-11-28T10:00". */
export function isLocal(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) && readMoment(value) !== undefined
}

/** Returns the offset of `timeZone` from UTC at a time; both in ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
}
