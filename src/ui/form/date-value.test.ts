import { expect, test } from 'vitest'
import {
  complaintOf,
  readDate,
  readDates,
  showDate,
  showDates,
  toDate,
  toIso,
  withDay,
  withTime,
} from './date-value.ts'

const single = { mode: 'single' } as const
const multiple = { mode: 'multiple' } as const
const range = { mode: 'range' } as const
const timed = { mode: 'single', time: true } as const

test.each([
  ['11/28/2026', '2026-11-28'],
  [' 1/2/2026 ', '2026-01-02'],
  ['11/28/26', '2026-11-28'],
  ['11/28/69', '1969-11-28'],
  ['02/29/2028', '2028-02-29'],
])('%s is read as %s', (typed, iso) => expect(readDate(typed)).toBe(iso))

test.each([
  '28/11/2026',
  '02/29/2026',
  '11/31/2026',
  '0/1/2026',
  '2026-11-28',
  '11/28',
  '11/28/202',
  '11/28/2026 10:00',
  'soon',
])('%s is not a date', (typed) => expect(readDate(typed)).toBeUndefined())

test('a time is read after the date, and defaults to noon', () => {
  expect(readDate('11/28/2026 9:05', true)).toBe('2026-11-28T09:05')
  expect(readDate('11/28/26, 23:59', true)).toBe('2026-11-28T23:59')
  expect(readDate('11/28/2026', true)).toBe('2026-11-28T12:00')
  expect(readDate('11/28/2026 24:00', true)).toBeUndefined()
  expect(readDate('11/28/2026 10:60', true)).toBeUndefined()
})

test('a displayed value is read as the same value', () => {
  for (const iso of ['2026-11-28', '1963-12-12', '0999-01-01']) expect(readDate(showDate(iso))).toBe(iso)
  expect(readDate(showDate('2026-11-28T00:07'), true)).toBe('2026-11-28T00:07')
  const days = ['2026-11-28', '2026-12-01']
  for (const shape of [multiple, range]) expect(readDates(showDates(days, shape.mode), shape)).toEqual(days)
})

test('several dates are sorted without duplicates; a range has a start and an end', () => {
  expect(readDates('12/01/2026, 11/28/26;11/28/2026', multiple)).toEqual(['2026-11-28', '2026-12-01'])
  expect(readDates('11/28/2026 - 11/30/2026', range)).toEqual(['2026-11-28', '2026-11-30'])
  expect(readDates('11/28/2026 to 11/30/2026', range)).toEqual(['2026-11-28', '2026-11-30'])
  expect(readDates('11/28/2026', range)).toEqual(['2026-11-28'])
  expect(readDates('', multiple)).toEqual([])
})

test('invalid text stays as typed, with an error', () => {
  const typed = '28/11/2026'
  expect(readDates(typed, single)).toEqual([typed])
  expect(showDates([typed], 'single')).toBe(typed)
  expect(complaintOf([typed], single)).toBe('Enter month, day and year, such as 11/28/2026.')
  expect(complaintOf([typed], timed)).toContain('such as 11/28/2026 14:30')
})

test('the first and the last day can be chosen, and no days beyond', () => {
  const limits = { min: '2026-11-10', max: '2026-11-20' }
  expect(complaintOf(['2026-11-10'], single, limits)).toBeUndefined()
  expect(complaintOf(['2026-11-20'], single, limits)).toBeUndefined()
  expect(complaintOf(['2026-11-20T23:59'], timed, limits)).toBeUndefined()
  expect(complaintOf(['2026-11-09'], single, limits)).toBe('Choose 11/10/2026 or later.')
  expect(complaintOf(['2026-11-21'], single, limits)).toBe('Choose 11/20/2026 or earlier.')
  expect(complaintOf(['2026-11-10', '2026-11-21'], range, limits)).toBe('Choose 11/20/2026 or earlier.')
})

test('limits with a time are exact to the minute', () => {
  const limits = { min: '2026-11-10T09:00', max: '2026-11-10T17:00' }
  expect(complaintOf(['2026-11-10T09:00'], timed, limits)).toBeUndefined()
  expect(complaintOf(['2026-11-10T08:59'], timed, limits)).toBe('Choose 11/10/2026 09:00 or later.')
  expect(complaintOf(['2026-11-10T17:01'], timed, limits)).toBe('Choose 11/10/2026 17:00 or earlier.')
  expect(complaintOf(['2026-11-10'], single, limits)).toBeUndefined()
})

test('dates and weekdays can be disabled', () => {
  expect(complaintOf(['2026-11-28'], single, { disabledDates: ['2026-11-28'] })).toContain('11/28/2026 isn’t available')
  expect(complaintOf(['2026-11-28'], single, { disabledWeekdays: [6] })).toContain('Saturday isn’t available')
  expect(complaintOf(['2026-11-28'], single, { disabledWeekdays: [0, 5] })).toBeUndefined()
})

test('a range ends after it starts: the same day is one day, the same minute is refused', () => {
  const end = 'The end must be after the start. Change one of them.'
  expect(complaintOf(['2026-11-28', '2026-11-27'], range)).toBe(end)
  expect(complaintOf(['2026-11-28', '2026-11-28'], range)).toBeUndefined()
  expect(complaintOf(['2026-11-28', ''], range)).toBeUndefined()
  expect(complaintOf(['2026-11-28T10:00', '2026-11-28T10:00'], { ...range, time: true })).toBe(end)
})

test('refuses more dates than allowed', () => {
  const days = ['2026-11-27', '2026-11-28', '2026-11-29']
  expect(complaintOf(days, multiple, { maxCount: 3 })).toBeUndefined()
  expect(complaintOf(days, multiple, { maxCount: 2 })).toBe('Choose no more than 2 dates.')
})

test('a press on a day in the calendar changes the values', () => {
  expect(withDay([], '2026-11-28', single)).toEqual(['2026-11-28'])
  expect(withDay(['2026-11-27T09:30'], '2026-11-28', timed)).toEqual(['2026-11-28T09:30'])
  expect(withDay([], '2026-11-28', timed)).toEqual(['2026-11-28T12:00'])
  expect(withDay(['2026-11-28'], '2026-11-27', multiple)).toEqual(['2026-11-27', '2026-11-28'])
  expect(withDay(['2026-11-28'], '2026-11-28', multiple)).toEqual([])
  expect(withDay([], '2026-11-28', range)).toEqual(['2026-11-28', ''])
  expect(withDay(['2026-11-28', ''], '2026-11-30', range)).toEqual(['2026-11-28', '2026-11-30'])
  expect(withDay(['2026-11-28', ''], '2026-11-20', range)).toEqual(['2026-11-20', ''])
  expect(withDay(['2026-11-28', '2026-11-30'], '2026-11-29', range)).toEqual(['2026-11-29', ''])
  expect(withTime('2026-11-28T12:00', '08:15')).toBe('2026-11-28T08:15')
})

test('a day is the same after it is converted for the calendar and back', () => {
  for (const iso of ['2026-01-01', '2026-12-31', '0999-05-05']) expect(toIso(toDate(iso))).toBe(iso)
})
