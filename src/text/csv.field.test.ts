import { expect, test } from 'vitest'
import { csvLine, dataLine, plainCell, readCsv } from './csv.ts'

const numbers = [
  '+254712345678',
  '+254 (0)20 555-0100',
  '+1 (555) 010.9999',
  '+44/20/7946/0000',
  '-0.5123',
  '-12',
  '-3,5',
]
test.each(numbers)('a telephone or negative number isn’t changed in CSV: %s', (cell) => {
  expect(readCsv(csvLine([cell, 'x']))[0]?.cells).toEqual([cell, 'x'])
  expect(plainCell(cell)).toBe(cell)
})

const formulas = [
  ...[
    '+1+1',
    '-1-1',
    '-2+3',
    '=254712345678',
    '@254712345678',
    '+254712345678+A1',
    '+254712345678;=1',
    '--5',
    '+254,71',
  ],
  ...["+cmd|' /C calc'!A0", '-zik', '+', '-', '\t+254712345678', '+25471234567890123', '+254712345678\n=1'],
]
test.each(formulas)('anything else that a spreadsheet could run is still escaped in CSV: %j', (cell) => {
  const [row] = readCsv(csvLine([cell, 'x']))
  expect(row?.cells[0]).toBe(`'${cell}`)
  expect(plainCell(row?.cells[0] ?? '')).toBe(cell)
})

test.each([...numbers, ...formulas, "'-ik", "'=x", 'a,b', 'say "x"', 'two\nlines', ''])(
  'no cell is changed in a file for programs: %j',
  (cell) => {
    expect(readCsv(dataLine([cell, 'x']))[0]?.cells).toEqual([cell, 'x'])
  },
)
