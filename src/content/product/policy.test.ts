import { expect, test } from 'vitest'
import { mayOrderFrom } from './policy.ts'

test.each([
  ['a guest', null, false],
  ['a member', { id: 'member', admitted: true }, true],
  ['a member whose device stored the account before there was `admitted`', { id: 'member' }, true],
  ['an account that waits to be admitted', { id: 'member', admitted: false }, false],
  ['the seller', { id: 'seller', admitted: true }, false],
])('%s may order a product: %o', (_who, viewer, expected) => {
  expect(mayOrderFrom(viewer, 'seller')).toBe(expected)
})
