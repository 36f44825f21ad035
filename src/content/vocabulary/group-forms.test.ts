import { expect, test } from 'vitest'
import { groupForms } from './group-forms.ts'

const word = (form: string, english: string) => ({ form, english })

test('words with the same English or form are grouped at the position of the first', () => {
  const [a, b, c, d, e] = [
    word('wordone', 'glossone'),
    word('wordtwo', 'glosstwo'),
    word('wordthree', 'Glossone'),
    word('Wordtwo', 'glossfour'),
    word('wordfive', 'glossfive'),
  ] as const
  expect(groupForms([a, b, c, d, e])).toEqual([[a, c], [b, d], [e]])
  expect(groupForms([])).toEqual([])
})
