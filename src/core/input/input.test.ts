import { expect, test } from 'vitest'
import fc from '#test/property.ts'
import { hasControlCharacter, normalizeInput } from './input.ts'

const refused = expect.objectContaining({ status: 400 })

test('composes characters and turns every line break into a newline', () => {
  expect(normalizeInput({ text: 'e\u0301 one\r\ntwo\rthree\n', list: ['\tn\u0303'] })).toEqual({
    text: 'é one\ntwo\nthree\n',
    list: ['\tñ'],
  })
})

test('leaves values other than text unchanged', () => {
  const date = new Date()
  const input = { number: 1, no: null, yes: true, nothing: undefined, date }
  expect(normalizeInput(input)).toEqual(input)
})

test.each(['\0', 'a\0b', '\u0001', '\u001f', '\u000e', '\ud800', 'a\udc00b'])('refuses %j at any depth', (text) => {
  for (const input of [text, { a: text }, { a: [{ b: text }] }, { [text]: 'a' }])
    expect(() => normalizeInput(input)).toThrow(refused)
})

test('names the field that is refused', () => {
  try {
    normalizeInput({ example: { english: 'a\0' } })
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ issues: [{ path: 'example.english' }] })
  }
})

test('is idempotent', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (input) => {
      let once: unknown
      try {
        once = normalizeInput(input)
      } catch {
        return
      }
      expect(normalizeInput(once)).toEqual(once)
    }),
  )
})

test.each([
  ['/search?q=%00', true],
  ['/files/%1F', true],
  ['/search?q=%0A%09%0d', false],
  ['/search?q=%e2%80%99', false],
])('%s holds a control character: %s', (address, holds) => {
  expect(hasControlCharacter(address)).toBe(holds)
})

test('cleans the name of a file instead of refusing it', () => {
  expect(normalizeInput({ filename: 'a\u0001\ud800e\u0301.jpg' })).toEqual({ filename: 'a \ufffdé.jpg' })
})

test('leaves a password as it was typed', () => {
  const typed = { password: 'e\u0301 one', change: { newPassword: 'n\u0303', currentPassword: 'a\r\nb' } }
  expect(normalizeInput(typed)).toEqual(typed)
})
