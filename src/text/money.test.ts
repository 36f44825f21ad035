import { expect, test } from 'vitest'
import { minorUnits, money } from './money.ts'

test('formats money with its currency, and cents if there are any', () => {
  expect([5000, 110_000, 1, 0, 100_000_000].map((minor) => money(minor, 'KES'))).toEqual([
    'KES 50',
    'KES 1,100',
    'KES 0.01',
    'KES 0',
    'KES 1,000,000',
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
