import { type DateSetting, formatDate, formatTime, formatWeekday, zoneName } from '#ui/data/formats.ts'

export const statuses = ['upcoming', 'ongoing', 'past'] as const
export type Status = (typeof statuses)[number]

type Times = { startDate: string; endDate: string }

/** Returns the status at `now`, from the start and the end only (spec 10.1). */
export function statusOf({ startDate, endDate }: Times, now = new Date()): Status {
  if (now < new Date(startDate)) return 'upcoming'
  return now <= new Date(endDate) ? 'ongoing' : 'past'
}

/** Start and end on one clock, and its time zone. */
export type When = {
  /** "Saturday 28 November 2026, 10:00" */
  from: string
  /** "16:00", with its date if that differs. */
  to: string
  /** "East Africa Time" */
  zone: string
}

/** Returns when an event takes place on the clock of `setting`, by default the place's. */
export function whenOf({ startDate, endDate }: Times, setting: DateSetting = {}): When {
  const day = (iso: string) => `${formatWeekday(iso, setting)} ${formatDate(iso, setting)}`
  const from = `${day(startDate)}, ${formatTime(startDate, setting)}`
  const end = formatTime(endDate, setting)
  const to = day(startDate) === day(endDate) ? end : `${day(endDate)}, ${end}`
  return { from, to, zone: zoneName(startDate, setting) }
}

/**
 * Returns when an event takes place on the place's clock, which all its times are in, and on the reader's clock if that
 * shows another time.
 */
export function whenFor(event: Times, { timeZone, ...language }: DateSetting = {}): { place: When; reader?: When } {
  const place = whenOf(event, language)
  const reader = timeZone ? whenOf(event, { ...language, timeZone }) : place
  return { place, ...((reader.from !== place.from || reader.to !== place.to) && { reader }) }
}
