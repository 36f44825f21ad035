import { expect, test } from 'vitest'
import { standTogether } from './together.ts'

const word = (marakwet: string, english: string) => ({ marakwet, english })

test('words of one English or one form stand together, where the first of them stood', () => {
  const [a, b, c, d, e] = [
    word('wordone', 'glossone'),
    word('wordtwo', 'glosstwo'),
    word('wordthree', 'Glossone'),
    word('Wordtwo', 'glossfour'),
    word('wordfive', 'glossfive'),
  ] as const
  expect(standTogether([a, b, c, d, e])).toEqual([[a, c], [b, d], [e]])
  expect(standTogether([])).toEqual([])
})
