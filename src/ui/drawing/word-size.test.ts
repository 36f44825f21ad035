import { expect, it } from 'vitest'
import { giant } from './word-size.ts'

it('sets a form smaller if one of its words has more than six letters', () => {
  expect(giant('aaaaaa aaaaaa')).toBe('word giant')
  expect(giant('aa aaaaaaa')).toBe('word giant long')
})

it('doesn’t count the marks above a letter', () => {
  expect(giant('a\u0301a\u0301a\u0301a\u0301')).toBe('word giant')
})
