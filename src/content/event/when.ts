import { locale as spoken } from '#core/language.ts'
import { type DateSetting, formatDate, formatTime, formatWeekday } from '#ui/formats.ts'

export const statuses = ['upcoming', 'ongoing', 'past'] as const
export type Status = (typeof statuses)[number]

/** Where an event stands at `now`, of its start and end alone (PRODUCT §3). */
export function statusOf({ startDate, endDate }: { startDate: string; endDate: string }, now = new Date()): Status {
  if (now < new Date(startDate)) return 'upcoming'
  return now <= new Date(endDate) ? 'ongoing' : 'past'
}

/** The two ends of a stretch of time as a reader meets them, and whose clocks they are on. */
export type When = {
  /** "Saturday 28 November 2026, 10:00" */
  from: string
  /** "16:00", or with its day when that is another. */
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

/** "East Africa Time": what the clocks of a zone are called, at a moment or now. */
export function zoneName(iso: string | undefined, timeZone = 'Africa/Nairobi', locale = spoken()): string {
  const moment = iso === undefined ? new Date() : new Date(iso)
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(moment)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
