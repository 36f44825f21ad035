import { expect, test } from 'vitest'
import { fromLocal, toLocal } from './moment.ts'
import { Moment } from './schema.ts'
import { whenOf } from './when.ts'

test.each([
  ['2026-11-28T10:00', 'Africa/Nairobi', '2026-11-28T07:00:00.000Z'],
  ['2028-02-29T23:30', 'Africa/Nairobi', '2028-02-29T20:30:00.000Z'],
  ['2026-07-01T10:00', 'Europe/London', '2026-07-01T09:00:00.000Z'],
  ['2026-12-01T10:00', 'Europe/London', '2026-12-01T10:00:00.000Z'],
  ['2026-11-28T10:00', 'America/New_York', '2026-11-28T15:00:00.000Z'],
  ['2026-11-28T10:00', 'Asia/Kolkata', '2026-11-28T04:30:00.000Z'],
  ['2026-11-28T10:00', 'Pacific/Auckland', '2026-11-27T21:00:00.000Z'],
])('%s on the clocks of %s is %s, in both directions', (local, zone, iso) => {
  expect(fromLocal(local, zone)).toBe(iso)
  expect(toLocal(iso, zone)).toBe(local)
})

test('a time that the clocks skip becomes one an hour earlier or later', () => {
  // In London the clocks go from 01:00 to 02:00.
  expect(fromLocal('2026-03-29T01:30', 'Europe/London')).toMatch(/^2026-03-29T0[01]:30/)
})

test.each([
  '2028-02-29T10:00',
  '2028-02-29T10:00:00',
  '2028-02-29T10:00:00.000',
  '2028-02-29T07:00Z',
  '2028-02-29T02:00-05:00',
])('%s is read as the same moment', (raw) => expect(Moment.parse(raw)).toBe('2028-02-29T07:00:00.000Z'))

test('start and end are shown in each reader’s time zone', () => {
  const night = { startDate: '2026-11-28T19:00:00.000Z', endDate: '2026-11-28T23:00:00.000Z' }
  expect(whenOf(night)).toEqual({
    from: 'Saturday 28 November 2026, 22:00',
    to: 'Sunday 29 November 2026, 02:00',
    zone: 'East Africa Time',
  })
  expect(whenOf(night, { timeZone: 'Europe/London' })).toEqual({
    from: 'Saturday 28 November 2026, 19:00',
    to: '23:00',
    zone: 'Greenwich Mean Time',
  })
})
