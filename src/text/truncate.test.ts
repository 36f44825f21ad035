import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test.each([
  ['short enough', 20, 'short enough'],
  ['exactly', 7, 'exactly'],
  ['one two three', 12, 'one two…'],
  ['one two three', 13, 'one two three'],
  ['one two three four', 14, 'one two three…'],
  ['one, two', 7, 'one…'],
  ['  spaced  ', 6, 'spaced'],
])('%j cut to %i characters is %j', (text, length, expected) => {
  expect(truncate(text, length)).toBe(expected)
})

test('a long word is cut between characters', () => {
  expect(truncate('x'.repeat(300))).toBe(`${'x'.repeat(199)}…`)
  expect([...truncate('😀'.repeat(300))]).toHaveLength(200)
})

test('never returns more characters than allowed, nor parts of words', () => {
  const words = Array.from({ length: 80 }, (_, at) => `word${at}`)
  for (let length = 10; length < 300; length++) {
    const start = truncate(words.join(' '), length)
    expect([...start].length).toBeLessThanOrEqual(length)
    for (const word of start.slice(0, -1).split(' ')) expect(words).toContain(word)
  }
})
