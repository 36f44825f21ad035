import { locale as spoken } from '#text/language.ts'
import { type DateSetting, formatDate, formatTime, formatWeekday } from '#ui/data/formats.ts'

export const statuses = ['upcoming', 'ongoing', 'past'] as const
export type Status = (typeof statuses)[number]

/** Returns the status at `now`, from the start and the end only (spec 10.1). */
export function statusOf({ startDate, endDate }: { startDate: string; endDate: string }, now = new Date()): Status {
  if (now < new Date(startDate)) return 'upcoming'
  return now <= new Date(endDate) ? 'ongoing' : 'past'
}

/** Start and end as shown to a reader, and their time zone. */
export type When = {
  /** "Saturday 28 November 2026, 10:00" */
  from: string
  /** "16:00", with its date if that differs. */
  to: string
  /** "East Africa Time" */
  zone: string
}

export function whenOf(
  { startDate, endDate }: { startDate: string; endDate: string },
  setting: DateSetting = {},
): When {
  const day = (iso: string) => `${formatWeekday(iso, setting)} ${formatDate(iso, setting)}`
  const from = `${day(startDate)}, ${formatTime(startDate, setting)}`
  const end = formatTime(endDate, setting)
  const to = day(startDate) === day(endDate) ? end : `${day(endDate)}, ${end}`
  return { from, to, zone: zoneName(startDate, setting.timeZone, setting.locale) }
}

/** Returns the name of a time zone at a time (by default now), such as "East Africa Time". */
export function zoneName(iso: string | undefined, timeZone = 'Africa/Nairobi', locale = spoken()): string {
  const moment = iso === undefined ? new Date() : new Date(iso)
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(moment)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
