import { placeZone } from '#text/day.ts'
import { locale as currentLocale } from '#text/language.ts'

const KB = 1024
const MB = KB * KB

/** Formats a number of bytes for readers: "1 KB" (the minimum), "23 KB", "1.3 MB", "12 MB", "4.2 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 999.5 * KB) return `${Math.max(1, Math.round(bytes / KB))} KB`
  return bytes < 999.5 * MB ? `${short(bytes / MB)} MB` : `${short(bytes / (KB * MB))} GB`
}

function short(amount: number): string {
  return amount < 9.95 ? amount.toFixed(1).replace('.0', '') : String(Math.round(amount))
}

/** Formats a number: "1,204". */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(currentLocale()).format(count)
}

/** Formats seconds as minutes and seconds: "0:42", "3:25". */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds))
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`
}

/** Time zone and locale of dates. Default: the site's zone and the reader's language. */
export type DateSetting = { timeZone?: string; locale?: string }

function format(
  iso: string | Date,
  { timeZone = placeZone, locale = currentLocale() }: DateSetting,
  parts: object,
): string {
  return new Intl.DateTimeFormat(locale, { timeZone, ...parts }).format(new Date(iso))
}

/** Returns "12 November 2026" in the given time zone. */
export function formatDate(iso: string | Date, setting: DateSetting = {}): string {
  return format(iso, setting, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** Returns "November 2026" in the time zone of the place. */
export function formatMonth(iso: string | Date): string {
  return format(iso, {}, { month: 'long', year: 'numeric' })
}

/** Returns "09:12" in the given time zone. */
export function formatTime(iso: string | Date, setting: DateSetting = {}): string {
  return format(iso, setting, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** Returns "17 November 2026, 09:12" in the given time zone. */
export function formatDateTime(iso: string | Date, setting: DateSetting = {}): string {
  return `${formatDate(iso, setting)}, ${formatTime(iso, setting)}`
}

/** Returns the name of the time zone at that time: "East Africa Time". */
export function zoneName(
  iso: string | Date,
  { timeZone = placeZone, locale = currentLocale() }: DateSetting = {},
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(new Date(iso))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Returns "Saturday" in the given time zone. */
export function formatWeekday(iso: string | Date, setting: DateSetting = {}): string {
  return format(iso, setting, { weekday: 'long' })
}

/** Returns "Today", "Yesterday" or "Saturday, 28 November 2026". */
export function dayOf(iso: string | Date, setting: DateSetting = {}): string {
  const numbered = (at: string | Date | number) =>
    Date.parse(
      format(new Date(at), { ...setting, locale: 'en-CA' }, { year: 'numeric', month: '2-digit', day: '2-digit' }),
    )
  const days = Math.round((numbered(iso) - numbered(Date.now())) / 86_400_000)
  if (days !== 0 && days !== -1) return `${formatWeekday(iso, setting)}, ${formatDate(iso, setting)}`
  const name = new Intl.RelativeTimeFormat(setting.locale ?? currentLocale(), { numeric: 'auto' }).format(days, 'day')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Splits a list that is ordered by time into days, each with its name (`dayOf`). */
export function byDay<Item>(items: readonly Item[], momentOf: (item: Item) => string, setting: DateSetting = {}) {
  const days: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = dayOf(momentOf(item), setting)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

/** Returns the two lines of a day block: "28" and "Nov". */
export function dayAndMonth(iso: string | Date): { day: string; month: string } {
  return {
    day: format(iso, {}, { day: '2-digit' }),
    month: format(iso, {}, { month: 'short' }).slice(0, 3),
  }
}

/** Returns the initials of the first and last word of a name: "SA". Returns "?" for an empty name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?'
}
