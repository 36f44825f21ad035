import { expect, test } from 'vitest'
import { Email } from './contact.ts'

test.each([
  ['Reader@BÜCHER.test', 'reader@xn--bcher-kva.test'],
  ['reader@bücher。test.', 'reader@xn--bcher-kva.test'],
  ['reader@site.test..', 'reader@site.test'],
  [' ＲＥＡＤＥＲ@site.test', 'reader@site.test'],
])('an email has one spelling: %s is %s', (typed, stored) => expect(Email.parse(typed)).toBe(stored))

test.each(['reader@site..test', 'reader@.site.test', 'two..dots@site.test', '.reader@site.test', 'reader.@site.test'])(
  '%s has a dot too many',
  (email) => {
    expect(Email.safeParse(email).error?.issues[0]?.message).toBe(
      'Check the dots in this address: there is one too many.',
    )
  },
)
