import { pageOf } from '#content/entry/address.ts'
import { compound, joinedSpellings, joints } from '#content/entry/list/lexemes.ts'
import { isMatch, searchWords, stagesOf } from '#content/entry/list/search.ts'
import { rowsFor } from '#content/entry/list/statements.ts'
import { presentEntry } from '#content/entry/present.ts'
import { refusals } from '#content/entry/refusals.ts'
import { viewerValues } from '#content/entry/visibility/any-viewer.ts'
import { presentFile } from '#content/media/queries.ts'
import { WordQuery } from '#content/vocabulary/schema.ts'
import { listWords } from '#content/vocabulary/search/search.ts'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { foldings, typedForms } from '#text/fold.ts'
import { type Part, SearchPage, SearchQuery } from './schema.ts'
import { lastStage, searchStatement } from './search-statement.ts'

const nearWords = 5
/**
 * Values of keys, in order: words with the form as it was typed, those with it in another case, the other rows by stage,
 * and those of the first stage if they are too many to put some of them first.
 */
const keys = { asTyped: 0, otherCase: 1, others: 2, unsorted: lastStage + 3 }

export const search = {
  everything: operation('GET', '/search', 'public', {
    summary: 'Search everything that the caller may see: words with the searched form first, then titles, then texts',
    input: SearchQuery,
    output: SearchPage,
    async handler(ctx, { q, type, limit, lastKey }) {
      const words = searchWords(q)
      if (words.length === 0) return { items: [], lastKey: null, near: [] }
      const value = lastKey?.value ?? 0
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > keys.unsorted)
        throw new Invalid(undefined, [{ path: 'lastKey', message: refusals.foreignKey }])
      const first = value === keys.unsorted ? 0 : Math.max(0, value - keys.others)
      const size = rowsFor(limit)
      const forms = value === keys.unsorted ? [] : typedForms(q)
      const typed = Math.max(0, keys.others - value)
      const values = { ...stagesOf(q, type), ...viewerValues(ctx.viewer), id: lastKey?.id, typed }
      const read = (forms: string[], many?: number) =>
        searchStatement(ctx.db, ctx.viewer, { size, first, continued: lastKey !== undefined, many }).execute({
          ...values,
          forms,
        })
      const few = await read(forms)
      const many = few.find(({ tooMany }) => tooMany)?.stage
      const rows = many === undefined ? few : await read(forms, many)
      const unsorted = many === 0 || forms.length === 0
      const keyOf = ({ stage, typed, id }: (typeof rows)[number]) => ({
        value: stage === 0 && unsorted ? keys.unsorted : stage + keys.others - typed,
        id,
      })
      const page = toPage(rows, limit, keyOf, (row) => ({
        ...presentEntry(row),
        cover: row.cover && presentFile(row.cover),
        url: pageOf(row),
        titleParts: highlighted(row.title, words, 'title'),
        excerpt: excerptAround(row.words, words),
      }))
      return { ...page, near: page.items.length || lastKey ? [] : await nearTo(ctx, q) }
    },
  }),
}

async function nearTo(ctx: Context, q: string) {
  return (await listWords(ctx, WordQuery.parse({ q, limit: nearWords }))).items
}

type Where = Parameters<typeof isMatch>[2]
type Span = { from: number; to: number }

const plainLetters = /^[a-z]+$/i
/** Number of characters that an excerpt shows before the first match, and from the start of that match on. */
const charsBefore = 60
const charsAfter = 160
const unlimited = Number.POSITIVE_INFINITY

/** Returns the complete text with its matches marked. */
function highlighted(text: string, searchWords: string[], where: Where): Part[] {
  return parts(text, { from: 0, to: text.length }, hits(text, searchWords, where, unlimited))
}

/** Returns an excerpt around the first match, or the beginning of the text if there is none. */
function excerptAround(text: string, searchWords: string[]): Part[] {
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
