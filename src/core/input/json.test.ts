import { expect, test } from 'vitest'
import fc from '#test/property.ts'
import { parseJson } from './json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(3), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(parse(text)).toEqual(JSON.parse(text))
    }),
  )
})

test.each([
  ['an unfinished object', '{"a":'],
  ['an unfinished string', '{"a":"b'],
  ['words', 'hello'],
  ['empty input', ''],
])('refuses %s with 400', (_, text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ status: 400 }))
})

test.each([
  ['many small objects', `{"x":[${'{},'.repeat(700_000)}{}]}`],
  ['many numbers', `[${'1,'.repeat(1_000_000)}1]`],
  ['deep arrays', '['.repeat(40) + ']'.repeat(40)],
  ['deep arrays without an end', '['.repeat(1_000_000)],
  ['a string of quotes', `{"a":"${'\\"'.repeat(1_000_000)}"}`],
])('refuses %s without taking much memory or time', (_, text) => {
  const { bytes, work } = countReads(text)
  expect(() => parseJson(bytes)).toThrow(expect.objectContaining({ status: 400 }))
  // At most 100,000 parts are checked, with at most six reads each, however many follow, and nothing is parsed.
  expect(work.reads).toBeLessThanOrEqual(600_000)
  expect(work.copies).toBe(0)
})

test('reads what it parses, and copies it once', () => {
  const { bytes, work } = countReads('{"a":[1,"\\""]}')
  expect(parseJson(bytes)).toEqual({ a: [1, '"'] })
  expect(work.reads).toBeGreaterThan(10)
  expect(work.copies).toBe(1)
})

/** Returns the bytes of a text and counts reads of them. Unlike a time, a count is the same on a busy machine. */
function countReads(text: string) {
  const work = { reads: 0, copies: 0 }
  const own = Buffer.from(text)
  const indexOf = (byte: number, from: number) => {
    const index = own.indexOf(byte, from)
    work.reads += (index < 0 ? own.length : index) - from + 1
    return index
  }
  const bytes = new Proxy(own, {
    get(_, name) {
      if (name === 'indexOf') return indexOf
      if (name === 'toString') work.copies++
      else if (name !== 'length') work.reads++
      const value: unknown = Reflect.get(own, name, own)
      return typeof value === 'function' ? value.bind(own) : value
    },
  })
  return { bytes, work }
}

test('does not count the contents of strings', () => {
  const text = '{},[]'.repeat(100_000)
  expect(parse(JSON.stringify({ text }))).toEqual({ text })
})
