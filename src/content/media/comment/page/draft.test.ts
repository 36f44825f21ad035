import { describe, expect, test } from 'vitest'
import { asSent, asTyped, blank, edited, mentionBefore, mentioned, type Typed } from './draft.ts'

const [one, two] = [
  { id: '00000000-0000-7000-8000-000000000001', name: 'Sample Name' },
  { id: '00000000-0000-7000-8000-000000000002', name: 'Sample Name' },
]
const [first, second] = [`<@${one.id}>`, `<@${two.id}>`]

/** Types a text at the end. */
const type = (typed: Typed, text: string) => edited(typed, typed.text + text, typed.text.length + text.length)
/** Types `@` and some letters, and chooses a person. */
function choose(typed: Typed, person: typeof one, letters = 'sam') {
  const next = type(typed, `@${letters}`)
  return mentioned(next, typed.text.length, next.text.length, person)
}
/** Replaces what is between two positions. */
const replace = (typed: Typed, from: number, to: number, text = '') =>
  edited(typed, typed.text.slice(0, from) + text + typed.text.slice(to), from + text.length)

describe('a mention in a typed text', () => {
  test('belongs to its place, so that people of one name can both be mentioned', () => {
    const both = type(choose(type(choose(blank, one), 'and '), two), 'sample')
    expect(both.text).toBe('@Sample Name and @Sample Name sample')
    expect(asSent(both)).toBe(`${first} and ${second} sample`)
    expect(asSent(replace(both, 0, '@Sample Name '.length))).toBe(`and ${second} sample`)
    expect(asSent(choose(type(replace(both, 0, both.text.length), 'Again '), two))).toBe(`Again ${second} `)
  })

  test('stays when the text around it changes', () => {
    const typed = choose(type(blank, 'Hello '), one)
    expect(asSent(replace(typed, 0, 5, 'Sample words for'))).toBe(`Sample words for ${first} `)
    expect(asSent(replace(typed, typed.text.length - 1, typed.text.length, '’s word'))).toBe(`Hello ${first}’s word`)
    expect(asSent(replace(typed, 0, 0, '@Sample Name '))).toBe(`@Sample Name Hello ${first} `)
  })

  test('ends when its name is changed or continued', () => {
    const typed = choose(type(blank, 'Hello '), { ...one, name: 'Sam' })
    const end = typed.text.length
    expect(asSent(replace(typed, end - 1, end, 'uel'))).toBe('Hello @Samuel')
    expect(asSent(replace(typed, 7, 8, 'P'))).toBe('Hello @Pam ')
    expect(asSent(type(typed, 'and @Samuel'))).toBe(`Hello ${first} and @Samuel`)
  })

  test('can be chosen again for another person of the same name', () => {
    const typed = choose(blank, one)
    expect(asSent(mentioned(typed, 0, '@Sample'.length, two))).toContain(second)
    expect(asSent(mentioned(typed, 0, typed.text.length - 1, two))).toBe(`${second}  `)
  })

  test('stays when a comment is edited, even if its account was deleted', () => {
    const text = `Hello ${first}, ${second} and <@00000000-0000-7000-8000-000000000003>`
    const typed = asTyped({ text, mentions: [two, one] })
    expect(typed.text).toBe('Hello @Sample Name, @Sample Name and @a former member')
    expect(asSent(type(typed, ' sample'))).toBe(`${text} sample`)
  })
})

describe('the name that is being typed', () => {
  const nameIn = (text: string) => mentionBefore(type(blank, text), text.length)

  test('may have up to three words', () => {
    expect(nameIn('Hello @')).toBe('')
    expect(nameIn('Hello @sam')).toBe('sam')
    expect(nameIn('Hello @Sample ')).toBe('Sample ')
    expect(nameIn('Hello @Sample Middle Na')).toBe('Sample Middle Na')
    expect(nameIn('Hello @Sample Middle Name and')).toBeNull()
  })

  test('does not begin in the middle of a word or end with a second space', () => {
    expect(nameIn('sample@example')).toBeNull()
    expect(nameIn('Hello @ sample')).toBeNull()
    expect(nameIn('Hello @Sample  n')).toBeNull()
  })

  test('is none after its person was chosen, until the name is changed', () => {
    const chosen = choose(blank, one)
    expect(mentionBefore(chosen, chosen.text.length)).toBeNull()
    const shorter = replace(chosen, '@Sample N'.length, chosen.text.length)
    expect(mentionBefore(shorter, shorter.text.length)).toBe('Sample N')
  })
})
