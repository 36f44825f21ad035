import { compound, joinedSpellings, joints } from '#content/entry/list/lexemes.ts'
import { isMatch } from '#content/entry/list/search.ts'
import { foldings } from '#text/fold.ts'
import type { Part } from './schema.ts'

type Where = Parameters<typeof isMatch>[2]
type Span = { from: number; to: number }

const plainLetters = /^[a-z]+$/i
/** Number of characters that an excerpt shows before the first match, and from the start of that match on. */
const charsBefore = 60
const charsAfter = 160
const unlimited = Number.POSITIVE_INFINITY

/** Returns the complete text with its matches marked. */
export function highlighted(text: string, searchWords: string[], where: Where): Part[] {
  return parts(text, { from: 0, to: text.length }, hits(text, searchWords, where, unlimited))
}

/** Returns an excerpt around the first match, or the beginning of the text if there is none. */
export function excerptAround(text: string, searchWords: string[]): Part[] {
  const line = text
    .trim()
    .replace(/\s*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ')
  const matches = hits(line, searchWords, 'text', charsAfter)
  const first = matches[0]?.from ?? 0
  const start = first <= charsBefore ? 0 : border(line, first - charsBefore, first)
  const limit = start + charsBefore + charsAfter
  const end = limit >= line.length ? line.length : border(line, limit, line.length, -1)
  const excerptParts = parts(line, { from: start, to: end }, matches)
  if (start > 0) excerptParts.unshift({ text: '… ', hit: false })
  if (end < line.length) excerptParts.push({ text: ' …', hit: false })
  return excerptParts
}

/** Returns the positions of the matches. @param reach maximum distance of the last match from the first */
function hits(text: string, searchWords: string[], where: Where, reach: number): Span[] {
  const matches: Span[] = []
  const areHit = (spellings: string[]) =>
    spellings.some((one) => searchWords.some((other) => isMatch(one, other, where)))
  for (const { 0: token, index: from } of text.matchAll(compound)) {
    if (matches[0] && from > matches[0].from + reach) break
    const whole = { from, to: from + token.length }
    if (joints.test(token)) {
      const parts = spans(token.split(joints), from).filter(({ text }) => areHit(spellingsOf(text)))
      matches.push(...(parts.length === 0 && areHit(joinedSpellings(token)) ? [whole] : parts))
    } else if (areHit(spellingsOf(token))) matches.push(whole)
  }
  return matches
}

/** Returns parts that are separated by one character, with their positions in a text. */
function spans(parts: string[], from: number): (Span & { text: string })[] {
  let at = from - 1
  return parts.map((text) => {
    const start = at + 1
    at = start + text.length
    return { from: start, to: at, text }
  })
}

/** Returns the folded spellings of a word. Plain letters take a fast path, because most words consist of them. */
function spellingsOf(token: string): string[] {
  return plainLetters.test(token) ? [token.toLowerCase().replaceAll('j', 'y')] : foldings(token)
}

/**
 * Returns where to cut the text: at the first space from `at` in the direction of `step`, or at `at` if none is near.
 * Never splits a surrogate pair.
 */
function border(text: string, at: number, limit: number, step: 1 | -1 = 1): number {
  const space = step === 1 ? text.indexOf(' ', at) + 1 : text.lastIndexOf(' ', at)
  if (space > 0 && Math.abs(space - at) < 40 && space <= limit) return space
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at
}

function parts(text: string, range: Span, matches: Span[]): Part[] {
  const all: Part[] = []
  let at = range.from
  for (const { from, to } of matches) {
    if (from < at || to > range.to) continue
    all.push({ text: text.slice(at, from), hit: false }, { text: text.slice(from, to), hit: true })
    at = to
  }
  all.push({ text: text.slice(at, range.to), hit: false })
  return all.filter((part) => part.text !== '')
}
