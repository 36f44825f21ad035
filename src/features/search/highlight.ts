import { foldings } from '#content/entry/fold.ts'
import { isMatch } from '#content/entry/search.ts'
import type { Part } from './schema.ts'

type Where = Parameters<typeof isMatch>[2]
type Span = { from: number; to: number }

/** A word with what folding drops of it: marks, length, stress, apostrophes. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}ːˑˈˌ'’‘ʼʻ`´]*/gu
const simple = /^[a-z]+$/i
/** Characters shown before the first hit, and from there on. */
const before = 60
const from = 160
const whole = Number.POSITIVE_INFINITY

/** The whole text, with what was sought told apart. */
export function highlighted(text: string, sought: string[], where: Where): Part[] {
  return parts(text, { from: 0, to: text.length }, hits(text, sought, where, whole))
}

/** A line of the text about the first place at which it was found; its beginning when it was found elsewhere. */
export function excerptAround(text: string, sought: string[]): Part[] {
  const line = text
    .trim()
    .replace(/\s*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ')
  const found = hits(line, sought, 'text', from)
  const first = found[0]?.from ?? 0
  const start = first <= before ? 0 : border(line, first - before, first)
  const end = start + before + from >= line.length ? line.length : border(line, start + before + from, line.length, -1)
  const shown = parts(line, { from: start, to: end }, found)
  if (start > 0) shown.unshift({ text: '… ', hit: false })
  if (end < line.length) shown.push({ text: ' …', hit: false })
  return shown
}

/** @param reach how far behind the first hit the last may begin */
function hits(text: string, sought: string[], where: Where, reach: number): Span[] {
  const found: Span[] = []
  for (const match of text.matchAll(word)) {
    if (found[0] && match.index > found[0].from + reach) break
    if (written(match[0]).some((one) => sought.some((other) => isMatch(one, other, where))))
      found.push({ from: match.index, to: match.index + match[0].length })
  }
  return found
}

/** Most words are plain letters, and a text has thousands of them. */
function written(token: string): string[] {
  return simple.test(token) ? [token.toLowerCase().replaceAll('j', 'y')] : foldings(token)
}

/** The nearest space, so that no word is cut; a text without any is cut between characters. */
function border(text: string, at: number, limit: number, step: 1 | -1 = 1): number {
  const space = step === 1 ? text.indexOf(' ', at) + 1 : text.lastIndexOf(' ', at)
  if (space > 0 && Math.abs(space - at) < 40 && space <= limit) return space
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at
}

function parts(text: string, shown: Span, found: Span[]): Part[] {
  const all: Part[] = []
  let at = shown.from
  for (const { from, to } of found) {
    if (from < at || to > shown.to) continue
    all.push({ text: text.slice(at, from), hit: false }, { text: text.slice(from, to), hit: true })
    at = to
  }
  all.push({ text: text.slice(at, shown.to), hit: false })
  return all.filter((part) => part.text !== '')
}
