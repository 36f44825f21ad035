import { formatDate, formatWeekday } from '../data/formats.ts'
import { text } from '../text.ts'

/**
 * A chosen date in local time: `2026-11-28`, with a time `2026-11-28T14:30`; '' for none. Invalid text stays as typed,
 * so that it is not lost and no schema accepts it as a date.
 */
export type DateValue = string

export type DateLimits = {
  /** The first and last dates that may be chosen, in ISO format. */
  min?: string
  max?: string
  /** Dates in ISO format. */
  disabledDates?: readonly string[]
  /** 0 is Sunday. */
  disabledWeekdays?: readonly number[]
  /** Maximum number of dates in mode multiple. */
  maxCount?: number
}

export type DateMode = 'single' | 'multiple' | 'range'
type Shape = { mode: DateMode; time?: boolean | undefined }

/** The initial time of a day that is chosen in the calendar or typed without a time. */
const noon = '12:00'
const isoShape = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/

export const isIso = (value: DateValue): boolean => isoShape.test(value)

/** Separators between dates, by mode. */
const separators = { single: null, multiple: /[,;]/, range: /\s+(?:-|to)\s+|\s*[–—]\s*/i }
const joints = { single: '', multiple: ', ', range: ' – ' }

/**
 * Parses `mm/dd/yyyy` or `mm/dd/yy` to ISO. With `time`, `hh:mm` can follow; noon is the default. Returns undefined for
 * anything else.
 */
export function readDate(typed: string, time = false): DateValue | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:[\s,]+(\d{1,2}):(\d{2}))?$/.exec(typed.trim())
  if (!match) return undefined
  const [month = 0, day = 0, yearDigits = 0, hour, minute] = match
    .slice(1)
    .map((part) => part && Number(part)) as number[]
  // As in POSIX, 00 to 68 mean 2000 to 2068, and 69 to 99 mean 1969 to 1999.
  const year = match[3]?.length === 2 ? yearDigits + (yearDigits < 69 ? 2000 : 1900) : yearDigits
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (year < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const iso = date.toISOString().slice(0, 10)
  if (hour === undefined || minute === undefined) return time ? `${iso}T${noon}` : iso
  return time && hour < 24 && minute < 60 ? `${iso}T${pad(hour)}:${pad(minute)}` : undefined
}

/** Parses all dates in a field with `readDate`. Parts that aren't dates stay as typed. */
export function readDates(typed: string, { mode, time }: Shape): DateValue[] {
  const separator = separators[mode]
  const parts = separator ? typed.split(separator) : [typed]
  const dates = parts.map((part) => readDate(part, time) ?? part.trim()).filter((part) => part !== '')
  if (mode === 'multiple') return [...new Set(dates)].sort()
  // A range has a start and an end and nothing more.
  return mode === 'range' && dates.length > 2 ? [typed] : dates
}

/** Formats a value: "11/28/2026", "11/28/2026 14:30". Text that isn't a date stays as typed. */
export function showDate(value: DateValue): string {
  if (!isIso(value)) return value
  const [year, month, day] = value.slice(0, 10).split('-')
  return [`${month}/${day}/${year}`, value.slice(11)].filter(Boolean).join(' ')
}

export function showDates(values: readonly DateValue[], mode: DateMode): string {
  return values
    .filter((value) => value !== '')
    .map(showDate)
    .join(joints[mode])
}

/** Returns the error message for the values, or undefined if they are valid. */
export function complaintOf(values: readonly DateValue[], { mode, time }: Shape, limits: DateLimits = {}) {
  const parsedValues = readDates(showDates(values, mode), { mode, time })
  const words = text.date
  if (parsedValues.some((value) => !isIso(value))) return words.unreadable(words.example(time), mode)
  for (const value of parsedValues) {
    const complaint = outside(value, limits)
    if (complaint) return complaint
  }
  if (mode === 'multiple' && limits.maxCount !== undefined && parsedValues.length > limits.maxCount)
    return words.tooMany(limits.maxCount)
  const [from, to] = parsedValues
  if (mode === 'range' && from && to && (time ? to <= from : to < from)) return words.order
  return undefined
}

function outside(value: DateValue, { min, max, disabledDates = [], disabledWeekdays = [] }: DateLimits) {
  const day = value.slice(0, 10)
  if (min && value < min.slice(0, value.length)) return text.date.tooEarly(showDate(min))
  if (max && (max.length === 10 ? day : value) > max) return text.date.tooLate(showDate(max))
  if (disabledDates.includes(day)) return text.date.notThisDay(showDate(day))
  return disabledWeekdays.includes(weekdayOf(day)) ? text.date.notThisWeekday(weekday(day)) : undefined
}

/** Returns the values after a press on a day. A date that is replaced passes its time on to the new one. */
export function withDay(values: readonly DateValue[], day: string, { mode, time }: Shape): DateValue[] {
  const [first = '', second = ''] = values.filter(isIso)
  const at = (value: DateValue) => (time ? `${day}T${value.slice(11) || noon}` : day)
  if (mode === 'single') return [at(first)]
  if (mode === 'multiple') {
    const dates = values.filter(isIso)
    return dates.includes(day) ? dates.filter((one) => one !== day) : [...dates, day].sort()
  }
  const startsRange = first === '' || second !== '' || day < first.slice(0, 10)
  return startsRange ? [at(first), ''] : [first, at(second)]
}

/** Returns the value with another time of day. */
export const withTime = (value: DateValue, time: string): DateValue => `${value.slice(0, 10)}T${time}`

/** Converts an ISO date to noon of that day on the device's clock, because clocks don't change at noon. */
export function toDate(iso: string): Date {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split('-').map(Number)
  const date = new Date(0)
  date.setHours(12, 0, 0, 0)
  date.setFullYear(year, month - 1, day)
  return date
}

export function toIso(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

function weekdayOf(iso: string): number {
  return new Date(`${iso}T12:00:00Z`).getUTCDay()
}

function weekday(iso: string): string {
  return formatWeekday(`${iso}T12:00:00Z`, { timeZone: 'UTC' })
}

/** Returns "Saturday, 28 November 2026", so that nobody mistakes the month for the day. */
export function spellDate(iso: string): string {
  const day = iso.slice(0, 10)
  return `${weekday(day)}, ${formatDate(`${day}T12:00:00Z`, { timeZone: 'UTC' })}`
}

export const pad = (number: number): string => String(number).padStart(2, '0')
