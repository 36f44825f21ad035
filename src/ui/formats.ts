import { locale as spoken } from '#core/language.ts'

const KB = 1024
const MB = KB * KB

/** A size in bytes as a reader meets it on a button: "1 KB" at least, "23 KB", "1.3 MB", "12 MB", "4.2 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 999.5 * KB) return `${Math.max(1, Math.round(bytes / KB))} KB`
  return bytes < 999.5 * MB ? `${short(bytes / MB)} MB` : `${short(bytes / (KB * MB))} GB`
}

function short(amount: number): string {
  return amount < 9.95 ? amount.toFixed(1).replace('.0', '') : String(Math.round(amount))
}

/** A number as people read it: "1,204". */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(spoken()).format(count)
}

/** Seconds as minutes and seconds: "0:42", "3:25". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Where and how dates are read; the defaults are the zone of the place and the language of the reader. */
export type DateSetting = { timeZone?: string; locale?: string }

function format(
  iso: string | Date,
  { timeZone = 'Africa/Nairobi', locale = spoken() }: DateSetting,
  parts: object,
): string {
  return new Intl.DateTimeFormat(locale, { timeZone, ...parts }).format(new Date(iso))
}

/** "12 November 2026", in the given time zone. */
export function formatDate(iso: string | Date, setting: DateSetting = {}): string {
  return format(iso, setting, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** "09:12", in the given time zone. */
export function formatTime(iso: string | Date, setting: DateSetting = {}): string {
  return format(iso, setting, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** "17 November 2026, 09:12", in the given time zone. */
export function formatDateTime(iso: string | Date, setting: DateSetting = {}): string {
  return `${formatDate(iso, setting)}, ${formatTime(iso, setting)}`
}

/** "Saturday", in the given time zone. */
export function formatWeekday(iso: string | Date, setting: DateSetting = {}): string {
  return format(iso, setting, { weekday: 'long' })
}

/** The two lines of a day block: "28" and "Nov". */
export function dayAndMonth(iso: string | Date, setting: DateSetting = {}): { day: string; month: string } {
  return {
    day: format(iso, setting, { day: '2-digit' }),
    month: format(iso, setting, { month: 'short' }).slice(0, 3),
  }
}

/** The day in Nairobi, as a DateField has it: "2026-11-28". */
export function isoDay(iso: string): string {
  return format(iso, { locale: 'en-CA' }, { year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** How a text begins, in whole characters, with a sign that it goes on; 200 as in an article's excerpt (spec §9). */
export function beginningOf(text: string, length = 200): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text
}

/** The first letters of the first and the last word of a name: "SA"; "?" without a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?'
}

/** An amount in minor units as people read it, the same in every language: "KES 50.00", "KES 1,100.00". */
export function money(minor: number, currency: string): string {
  const parts = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${currency} ${new Intl.NumberFormat('en-KE', parts).format(minor / 100)}`
}

/**
 * The other way: what a person types, as they type it ("50", "50.00", "50,5", "1,100", "KES 1,100.50", "50/="), in minor
 * units. A point or comma before the last one or two digits parts the cents, a comma or space before three the thousands.
 * Null for anything else.
 */
export function minorUnits(typed: string): number | null {
  const said = typed
    .trim()
    .replace(/^(kes|ksh)\.?\s*/i, '')
    .replace(/\s*\/[=-]?$/, '')
  const [, whole = '', cents = ''] = /^(\d+|\d{1,3}(?:[,\s]\d{3})+)(?:[,.](\d{1,2}))?$/.exec(said) ?? []
  if (whole === '') return null
  const minor = Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
