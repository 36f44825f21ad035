import { expect, test } from 'vitest'
import {
  dayAndMonth,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDuration,
  initials,
  minorUnits,
  money,
} from './formats.ts'

test('formats bytes as KB, MB or GB', () => {
  expect([0, 23_552, 421_888, 1_363_149, 10 * 1024 * 1024, 1_048_000, 4.2 * 1024 ** 3].map(formatBytes)).toEqual([
    '1 KB',
    '23 KB',
    '412 KB',
    '1.3 MB',
    '10 MB',
    '1 MB',
    '4.2 GB',
  ])
})

test('formats dates in the given zone', () => {
  const late = '2026-11-11T22:30:00Z'
  expect(formatDate(late)).toBe('12 November 2026')
  expect(formatDate(late, { timeZone: 'UTC' })).toBe('11 November 2026')
  expect(formatDateTime(late)).toBe('12 November 2026, 01:30')
  expect(dayAndMonth('2026-09-05T08:00:00Z')).toEqual({ day: '05', month: 'Sep' })
})

test('formats durations and initials', () => {
  expect([42, 205, 3600].map(formatDuration)).toEqual(['0:42', '3:25', '60:00'])
  expect(['Sample Author', 'Anonymous', ' a  b c ', ''].map(initials)).toEqual(['SA', 'A', 'AC', '?'])
})

test('formats money with currency and cents', () => {
  expect([5000, 110_000, 1, 0, 100_000_000].map((minor) => money(minor, 'KES'))).toEqual([
    'KES 50.00',
    'KES 1,100.00',
    'KES 0.01',
    'KES 0.00',
    'KES 1,000,000.00',
  ])
})

test.each([
  ['50', 5000],
  [' 50.00 ', 5000],
  ['50,00', 5000],
  ['50.5', 5050],
  ['0.05', 5],
  ['1,100', 110_000],
  ['1 100', 110_000],
  ['1,100.50', 110_050],
  ['1100.5', 110_050],
  ['KES 50', 5000],
  ['ksh. 50', 5000],
  ['50/=', 5000],
  ['50/-', 5000],
  ['0', 0],
  ['', null],
  ['-50', null],
  ['fifty', null],
  ['1.100', null],
  ['1.100,50', null],
  ['50.0005', null],
  ['1,10,000', null],
  ['.50', null],
  ['50.', null],
  ['5e3', null],
  ['٥٠', null],
  ['9'.repeat(30), null],
  ['Infinity', null],
])('an amount typed as %j is %j', (typed, minor) => {
  expect(minorUnits(typed)).toBe(minor)
})
