import { expect, test } from 'vitest'
import { dayAndMonth, formatBytes, formatDate, formatDateTime, formatDuration, initials } from './formats.ts'

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
