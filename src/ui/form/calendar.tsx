import { type ComponentProps, useState } from 'react'
import { DayPicker, type DropdownProps, type Matcher } from 'react-day-picker'
import { locale } from '#text/language.ts'
import { formatDate } from '../data/formats.ts'
import { Icon } from '../drawing/icon.tsx'
import { classes } from '../field.ts'
import { text } from '../text.ts'
import { type DateLimits, type DateMode, type DateValue, isIso, spellDate, toDate, toIso } from './date-value.ts'

export type CalendarProps = DateLimits & {
  mode: DateMode
  values: readonly DateValue[]
  onDay: (iso: string) => void
  /** Focuses the chosen day, or today. */
  autoFocus?: boolean
}

/** A month of days. Arrow keys, Home, End, Page Up and Page Down move through the grid. */
export function Calendar({ mode, values, onDay, autoFocus, ...limits }: CalendarProps) {
  const days = values.filter(isIso).map((value) => value.slice(0, 10))
  const [lastDays, setLastDays] = useState(days)
  const [month, setMonth] = useState(() => toDate(days[0] ?? nearest(toIso(new Date()), limits)))
  if (lastDays.join() !== days.join()) {
    setLastDays(days)
    const changed = days.find((day) => !lastDays.includes(day))
    if (changed) setMonth(toDate(changed))
  }
  const dates = days.map(toDate)
  const selection =
    mode === 'multiple'
      ? { mode, selected: dates }
      : mode === 'range'
        ? { mode, selected: { from: dates[0], to: dates[1] } }
        : { mode, selected: dates[0] }
  const full = mode === 'multiple' && limits.maxCount !== undefined && days.length >= limits.maxCount
  return (
    <DayPicker
      month={month}
      onMonthChange={setMonth}
      {...selection}
      // `withDay` alone decides how a press changes the values.
      onSelect={(_: unknown, day: Date) => onDay(toIso(day))}
      weekStartsOn={0}
      navLayout="around"
      captionLayout="dropdown"
      startMonth={limits.min ? toDate(limits.min) : yearsFromNow(-120)}
      endMonth={limits.max ? toDate(limits.max) : yearsFromNow(20)}
      autoFocus={autoFocus}
      disabled={[...disabledDays(limits), ...(full ? [(day: Date) => !days.includes(toIso(day))] : [])]}
      classNames={names}
      components={{ Chevron, Dropdown }}
      labels={{
        labelGrid: (month) => formatDate(month, device).replace(/^\d+ /, ''),
        labelDayButton: (day, { today, selected }) =>
          [spellDate(toIso(day)), today && text.date.today, selected && text.date.chosen].filter(Boolean).join(', '),
        labelPrevious: () => text.date.previous,
        labelNext: () => text.date.next,
        labelMonthDropdown: () => text.date.month,
        labelYearDropdown: () => text.date.year,
        labelWeekday: (day) => new Intl.DateTimeFormat(locale(), { weekday: 'long' }).format(day),
      }}
      formatters={{
        formatWeekdayName: (day) => text.date.weekdays[day.getDay()] ?? '',
        formatMonthDropdown: (day) => new Intl.DateTimeFormat(locale(), { month: 'short' }).format(day),
      }}
    />
  )
}

const names = {
  root: 'cal',
  month: 'cal-month',
  month_caption: 'cal-caption',
  dropdowns: 'row gap-1 cal-caption',
  button_previous: 'btn text sq cal-previous',
  button_next: 'btn text sq cal-next',
  month_grid: 'cal-grid',
  weekday: 'small dim',
  day: 'cal-day',
  day_button: 'cal-button',
  today: 'today',
  selected: 'selected',
  range_middle: 'between',
  outside: 'outside',
}

/** The calendar's days are in the device's time zone, even if the member has chosen another one for times. */
const device = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return <Icon name="down" className={orientation} />
}

function Dropdown({ options, className: _, ...select }: DropdownProps) {
  return (
    <select {...(select as ComponentProps<'select'>)} className={classes('cal-choice')}>
      {options?.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  )
}

function disabledDays({ min, max, disabledDates = [], disabledWeekdays = [] }: DateLimits): Matcher[] {
  return [
    ...(min ? [{ before: toDate(min) }] : []),
    ...(max ? [{ after: toDate(max) }] : []),
    ...disabledDates.map(toDate),
    { dayOfWeek: [...disabledWeekdays] },
  ]
}

/** Returns the day at which a calendar without a date opens: the given day, or the nearest one within the limits. */
function nearest(day: string, { min, max }: DateLimits): string {
  if (min && day < min) return min
  return max && day > max ? max : day
}

function yearsFromNow(years: number): Date {
  return new Date(new Date().getFullYear() + years, years < 0 ? 0 : 11, 1)
}
