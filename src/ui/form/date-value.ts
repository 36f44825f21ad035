import { formatDate, formatWeekday } from '../formats.ts'
import { text } from '../text.ts'

/**
 * A chosen moment as people's own clock tells it: `2026-11-28`, with a time `2026-11-28T14:30`; '' for none. What was
 * typed and can't be accepted stands as it was typed, so that nothing is lost and no schema takes it for a date.
 */
export type DateValue = string

export type DateLimits = {
  /** The first and last that may be chosen, as ISO; both themselves may be. */
  min?: string
  max?: string
  /** ISO dates. */
  disabledDates?: readonly string[]
  /** 0 is Sunday. */
  disabledWeekdays?: readonly number[]
  /** How many may be chosen, in mode multiple. */
  maxCount?: number
}

export type DateMode = 'single' | 'multiple' | 'range'
type Shape = { mode: DateMode; time?: boolean | undefined }

/** The time of a day chosen in the calendar, until another is. */
const noon = '12:00'
const isoShape = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/

export const isIso = (value: DateValue): boolean => isoShape.test(value)

/** What goes between several dates, in the order of modes. */
const separators = { single: null, multiple: /[,;]/, range: /\s+(?:-|to)\s+|\s*[–—]\s*/i }
const joints = { single: '', multiple: ', ', range: ' – ' }

/** One typed `mm/dd/yyyy` or `mm/dd/yy`, with `time` followed by `hh:mm`, as ISO; undefined when it is no date. */
export function readDate(typed: string, time = false): DateValue | undefined {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:[\s,]+(\d{1,2}):(\d{2}))?$/.exec(typed.trim())
  if (!found) return undefined
  const [month = 0, day = 0, given = 0, hour, minute] = found.slice(1).map((part) => part && Number(part)) as number[]
  // POSIX: 00 to 68 are 2000 to 2068, 69 to 99 are 1969 to 1999.
  const year = found[3]?.length === 2 ? given + (given < 69 ? 2000 : 1900) : given
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (year < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const iso = date.toISOString().slice(0, 10)
  if (hour === undefined || minute === undefined) return time ? `${iso}T${noon}` : iso
  return time && hour < 24 && minute < 60 ? `${iso}T${pad(hour)}:${pad(minute)}` : undefined
}

/** As `readDate`, for a whole field: each part as ISO where it is a date, and as it was typed where not. */
export function readDates(typed: string, { mode, time }: Shape): DateValue[] {
  const separator = separators[mode]
  const parts = separator ? typed.split(separator) : [typed]
  const read = parts.map((part) => readDate(part, time) ?? part.trim()).filter((part) => part !== '')
  if (mode === 'multiple') return [...new Set(read)].sort()
  // More than a start and an end is no range.
  return mode === 'range' && read.length > 2 ? [typed] : read
}

/** "11/28/2026", "11/28/2026 14:30"; what is no date as it stands. */
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

/** What the field has to say about what stands in it: one sentence, or undefined when all is well. */
export function complaintOf(values: readonly DateValue[], { mode, time }: Shape, limits: DateLimits = {}) {
  const given = readDates(showDates(values, mode), { mode, time })
  const words = text.date
  if (given.some((value) => !isIso(value))) return words.unreadable(words.example(time), mode)
  for (const value of given) {
    const complaint = outside(value, limits)
    if (complaint) return complaint
  }
  if (mode === 'multiple' && limits.maxCount !== undefined && given.length > limits.maxCount)
    return words.tooMany(limits.maxCount)
  const [from, to] = given
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

/** What a press on a day in the calendar makes of the values; each keeps its time. */
export function withDay(values: readonly DateValue[], day: string, { mode, time }: Shape): DateValue[] {
  const [first = '', second = ''] = values.filter(isIso)
  const at = (kept: DateValue) => (time ? `${day}T${kept.slice(11) || noon}` : day)
  if (mode === 'single') return [at(first)]
  if (mode === 'multiple') {
    const kept = values.filter(isIso)
    return kept.includes(day) ? kept.filter((one) => one !== day) : [...kept, day].sort()
  }
  const begins = first === '' || second !== '' || day < first.slice(0, 10)
  return begins ? [at(first), ''] : [first, at(second)]
}

/** The value with another time of day. */
export const withTime = (value: DateValue, time: string): DateValue => `${value.slice(0, 10)}T${time}`

/** An ISO date as the calendar's own, at noon of the device's clock: no change of clocks falls on that. */
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

/** "Saturday, 28 November 2026": no one can mistake the month for the day. */
export function spellDate(iso: string): string {
  const day = iso.slice(0, 10)
  return `${weekday(day)}, ${formatDate(`${day}T12:00:00Z`, { timeZone: 'UTC' })}`
}

export const pad = (number: number): string => String(number).padStart(2, '0')
