import { expect, test } from 'vitest'
import { Email, KnownEmail, normalizeEmail } from './contact.ts'

test.each(['/', '?', '#', '%2e', '\\', ':80'])('an email with %j in its domain is refused and not changed', (end) => {
  for (const email of [`x@site.test${end}`, `x@site.test.${end}\u00e4`, `x@s\u00e4mple.test${end}`]) {
    expect(Email.safeParse(email).success, email).toBe(false)
    expect(normalizeEmail(email)).toBe(email)
  }
})

test.each(['x@set-aside.invalid', 'x@set-aside.INVALID.', 'x@set-aside\u3002invalid', 'x@set-aside.invalid/\u00e4'])(
  '%j is refused, because mail to its domain never arrives',
  (email) => expect(Email.safeParse(email).success).toBe(false),
)

test('an email with letters outside ASCII in its domain gets the ASCII form', () => {
  expect(Email.parse('X@S\u00e4mple.test\u3002')).toBe('x@xn--smple-gra.test')
  expect(Email.parse('a/b?c#d%e@site.test')).toBe('a/b?c#d%e@site.test')
})

test.each([
  'a@-site.test',
  'a@site-.test',
  'a@mail.site.123',
  'a@127.0.0.1',
  'a@localhost',
  'a@site_one.test',
  `a@${'x'.repeat(64)}.test`,
])('%j is refused, because it can’t be an address', (email) => {
  expect(Email.safeParse(email).success).toBe(false)
  // An account that has it can still log in.
  expect(KnownEmail.safeParse(email).success).toBe(true)
})

test.each(['a@site.test', 'a@1site.test', 'a@si-te.co.ke', 'a@s\u00e4mple.test', 'a@site.xn--p1ai'])(
  '%j is accepted',
  (email) => expect(Email.safeParse(email).success).toBe(true),
)

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
