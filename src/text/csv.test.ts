import { expect, test } from 'vitest'
import fc from '#test/property.ts'
import { csvLine, csvReader, dataLine, plainCell, readCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

test('reads quotes, separators and line breaks in cells, and all three line endings', () => {
  expect(cellsOf('a,b\r\n1,"two, ""2""\nlines"\n,\n')).toEqual([
    ['a', 'b'],
    ['1', 'two, "2"\nlines'],
    ['', ''],
  ])
  expect(cellsOf('a,b\r1,2\r\r3,4')).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ])
  expect(cellsOf('\uFEFFa\n"b"\n')).toEqual([['a'], ['b']])
  expect(cellsOf('')).toEqual([])
})

test('reads common deviations from the standard', () => {
  expect(cellsOf('5" nail,say "x"\n"a"b,c')).toEqual([
    ['5" nail', 'say "x"'],
    ['ab', 'c'],
  ])
  expect(cellsOf('a,\n""\n"",""')).toEqual([['a', ''], [''], ['', '']])
})

test('counts rows like a spreadsheet', () => {
  expect(readCsv('a\n\n"b\nb"\n\n\nc').map(({ number }) => number)).toEqual([1, 3, 6])
})

test('skips a cell of 10 MB and a row of a million cells, and reads the rest', () => {
  const reader = csvReader()
  const piece = 'x'.repeat(64 * 1024)
  const rows = reader.push('a,b\n1,"')
  for (let sent = 0; sent < 160; sent++) rows.push(...reader.push(piece))
  rows.push(...reader.push(`"\n${','.repeat(1_000_000)}\n2,3\n`), ...reader.end())
  expect(rows.map(({ number, fault }) => [number, fault])).toEqual([
    [1, undefined],
    [2, 'too-long'],
    [3, 'too-long'],
    [4, undefined],
  ])
  expect(rows[1]?.cells[1]?.length).toBeLessThanOrEqual(2_000_000)
})

test('reports a quote that is never closed', () => {
  expect(readCsv('a\n"b\nc').map(({ number, fault }) => [number, fault])).toEqual([
    [1, undefined],
    [2, 'open-quote'],
  ])
})

test('reads back what was written, however it is split', () => {
  const part = fc.constantFrom('a', ',', '"', '\n', '\r', "'", '=', '+', '-', '@', '\t', 'ŋ', '😀')
  const cell = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 7 }), (written, step) => {
      const text = written.map(csvLine).join('')
      const reader = csvReader()
      const read = []
      for (let from = 0; from < text.length; from += step) read.push(...reader.push(text.slice(from, from + step)))
      read.push(...reader.end())
      expect(read.map(({ cells }) => cells.map(plainCell))).toEqual(written)
    }),
  )
})

test.each(['=1+1', '+1', '-ik', '@x', '\tx', '\rx', "'=x", "''-x"])('%j never begins a cell', (cell) => {
  const [row] = readCsv(csvLine([cell, 'x']))
  expect(row?.cells[0]).toBe(`'${cell}`)
  expect(plainCell(row?.cells[0] ?? '')).toBe(cell)
})
test.each(['word', "'ng", "ng'a", ''])('%j is written as it is', (cell) => {
  expect(csvLine([cell, 'x'])).toBe(`${cell},x\r\n`)
})

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
