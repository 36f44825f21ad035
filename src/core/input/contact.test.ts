import { expect, test } from 'vitest'
import { Email, normalizeEmail } from './contact.ts'

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
