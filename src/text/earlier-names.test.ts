import { expect, test } from 'vitest'
import { withPresentNames } from './earlier-names.ts'

test('gives fields their current names at any depth', () => {
  const earlier = {
    marakwet: 'one',
    example: { marakwet: 'two', english: 'three' },
    list: [{ marakwet: null }, 'four'],
  }
  const present = { form: 'one', example: { form: 'two', english: 'three' }, list: [{ form: null }, 'four'] }
  expect(withPresentNames(earlier)).toEqual(present)
  expect(withPresentNames(present)).toEqual(present)
})

test('prefers the current name if there are both', () => {
  expect(withPresentNames({ form: 'present', marakwet: 'earlier' })).toEqual({ form: 'present' })
  expect(withPresentNames({ marakwet: 'earlier', form: 'present' })).toEqual({ form: 'present' })
})

test.each([undefined, null, 'marakwet', 1, new Date(0)])('leaves %s as it is', (data) => {
  expect(withPresentNames(data)).toBe(data)
})
