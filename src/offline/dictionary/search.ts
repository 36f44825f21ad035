import type { Key } from '#core/page.ts'
import { homonymRank, joined, typedForms } from '#text/fold.ts'
import { cut, mostMisspelt, soughtIn } from '#text/terms.ts'
import { compareJoined, compareTexts, type Dictionary, type Texts } from './index.ts'
import type { OfflineWord } from './schema.ts'

/**
 * A matching word, its stage and its matching term, as in the server's search (`search/search-statement.ts`). `rank` is
 * its place among the homonyms of the search, if it is one of them.
 */
export type Match = { word: OfflineWord; stage: number; term: string; rank?: string }

/** The first number of each stage; odd ones are matches at a later word. */
const stages = { whole: -2, begun: 0, near: 2 } as const
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Position of the word after which a page begins. */
export type After = Omit<Match, 'word'> & { id: string }

/** Returns the key of a match, the same as the server's `lastKey`, so that either can continue the other's page. */
export function keyOf({ stage, term, rank, word: [id] }: Match): Key {
  return { value: `${stage}${term}${rank === undefined ? '' : `=${rank}`}`, id }
}

/** Parses a key from an address. Returns undefined for the first page and for invalid keys. */
export function behind(lastKey: string | null): After | undefined {
  try {
    const { value, id } = JSON.parse(lastKey ?? '') as Key
    const [, stage, term, rank] = /^(-[12]|[0-3])([^=]*)(?:=(.*))?$/s.exec(String(value)) ?? []
    return term === undefined ? undefined : { stage: Number(stage), term, id, ...(rank && { rank }) }
  } catch {
    return undefined
  }
}

/** Compares the places of two matches in the results. */
export function inOrder(one: Match, other: Match | After): number {
  const id = 'word' in other ? other.word[0] : other.id
  const isBegun = one.stage < stages.near
  return (
    one.stage - other.stage ||
    (isBegun ? compareStrings(joined(one.term), joined(other.term)) : 0) ||
    compareStrings(rankOf(one), rankOf(other)) ||
    (one.rank === undefined ? compareStrings(one.term, other.term) : 0) ||
    compareStrings(one.word[0], id)
  )
}

/** A match that is no homonym comes after them. */
function rankOf({ rank = '~' }: { rank?: string }): string {
  return rank
}

function compareStrings(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * Searches like the server (`content/vocabulary/search/search.ts`): homonyms first, then terms with this prefix, whatever is between their parts, then terms whose first word is one edit away; whole forms and
 * glosses before later words, terms in byte order, equal terms by id.
 * @param q the query as it was typed
 */
export function searchDictionary(dictionary: Dictionary, q: string, limit: number, after?: After): Match[] {
  const { whole, sought } = soughtIn(q)
  if (whole === '') return []
  const { terms: texts, rowOf } = dictionary
  const matches: Match[] = []
  const rowsTaken = new Set<number>()
  const last = after && { ...after, term: encoder.encode(after.term) }
  const take = (place: number, stage: number) => {
    const row = rowOf[place] ?? 0
    if (rowsTaken.has(row)) return
    rowsTaken.add(row)
    const order = last ? orderOf(texts, place, stage, last) : 1
    if (order < 0) return
    const word = wordAt(dictionary, row)
    if (order > 0 || (last && word[0] > last.id)) matches.push({ word, stage, term: textAt(texts, place) })
  }
  const article = whole !== sought
  const starts = article
    ? ([
        ['whole', whole],
        ['begun', sought],
      ] as const)
    : ([['begun', sought]] as const)
  const ranges = rangesOf(dictionary)
  for (const { row, ...match } of homonymRows(dictionary, whole, typedForms(q))) {
    rowsTaken.add(row)
    const homonym = { ...match, stage: stages[starts[0][0]] }
    if (matches.length < limit && (!after || inOrder(homonym, after) > 0)) matches.push(homonym)
  }
  for (const [stage, start] of starts)
    for (const [at, range] of ranges.entries())
      for (const place of joinedPlaces(dictionary, encoder.encode(joined(cut(start))), range)) {
        if (matches.length >= limit) return matches
        take(place, stages[stage] + at)
      }
  const [longest = '', ...others] = cut(sought)
    .split(' ')
    .sort((a, b) => b.length - a.length)
    .slice(0, mostMisspelt)
  // If there are several words, the misspelt one need not be the longest.
  const alike = headsNear(dictionary, longest, others.length > 0)
  const near = others.map((other) => rowsNear(dictionary, other))
  for (const [at, range] of ranges.entries())
    for (const head of alike)
      for (const place of placesOf(dictionary, head, range)) {
        if (matches.length >= limit) return matches
        const row = rowOf[place] ?? 0
        if (isFirstWord(texts, place, head) && near.every((rows) => rows.has(row))) take(place, stages.near + at)
      }
  return matches
}

/** Compares the place of a term that is not exactly as typed with the key of a page, except for their ids. */
function orderOf(texts: Texts, place: number, stage: number, last: Omit<After, 'term'> & { term: Uint8Array }): number {
  const { term } = last
  return (
    stage - last.stage ||
    (stage < stages.near ? compareJoined(texts, place, term, 0, term.length) : 0) ||
    (last.rank === undefined ? compare(texts, place, term) : 1)
  )
}

/** Returns the rows of the homonyms of a folded search, in their ranks, then by id. */
function homonymRows(dictionary: Dictionary, whole: string, forms: string[]) {
  const target = encoder.encode(joined(cut(whole)))
  const rows = new Map<number, Omit<Match, 'stage'> & { row: number; rank: string }>()
  for (const place of joinedPlaces(dictionary, target, [0, dictionary.inside])) {
    if (compareJoined(dictionary.terms, place, target, 0, target.length) !== 0) break
    const row = dictionary.rowOf[place] ?? 0
    const word = wordAt(dictionary, row)
    const rank = homonymRank(word[1], forms, whole)
    if (rank !== undefined && !rows.has(row)) rows.set(row, { row, word, term: textAt(dictionary.terms, place), rank })
  }
  return [...rows.values()].sort((a, b) => compareStrings(a.rank, b.rank) || compareStrings(a.word[0], b.word[0]))
}

/** Yields the places in a range where a term begins with this prefix if its spaces are left out, in joined order. */
function* joinedPlaces({ terms, joined }: Dictionary, prefix: Uint8Array, [from, to]: Range): Generator<number> {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareJoined(terms, joined[middle] ?? 0, prefix, 0, prefix.length) < 0) low = middle + 1
    else high = middle
  }
  for (; low < to; low++) {
    const place = joined[low] ?? 0
    if (!beginsJoined(terms, place, prefix)) return
    yield place
  }
}

function beginsJoined({ bytes, at }: Texts, place: number, prefix: Uint8Array): boolean {
  const end = at[place + 1] ?? 0
  let matched = 0
  for (let i = at[place] ?? 0; i < end && matched < prefix.length; i++) {
    if (bytes[i] === 0x20) continue
    if (bytes[i] !== prefix[matched++]) return false
  }
  return matched === prefix.length
}

type Range = [from: number, to: number]

/** Returns the rows with a term whose first word equals this one or is one edit away. */
function rowsNear(dictionary: Dictionary, word: string): Set<number> {
  const rows = new Set<number>()
  for (const head of headsNear(dictionary, word, true))
    for (const range of rangesOf(dictionary))
      for (const place of placesOf(dictionary, head, range))
        if (isFirstWord(dictionary.terms, place, head)) rows.add(dictionary.rowOf[place] ?? 0)
  return rows
}

/** Yields the places in a range where a term has this prefix, in order. */
function* placesOf({ terms }: Dictionary, prefix: Uint8Array, [from, to]: Range): Generator<number> {
  for (let place = lowerBound(terms, prefix, from, to); place < to && begins(terms, place, prefix); place++) yield place
}

/** Returns whether `head` is the whole first word of the term. */
function isFirstWord({ bytes, at }: Texts, place: number, head: Uint8Array): boolean {
  const end = (at[place] ?? 0) + head.length
  return end === at[place + 1] || bytes[end] === 0x20
}

function rangesOf({ inside, rowOf }: Dictionary): Range[] {
  return [
    [0, inside],
    [inside, rowOf.length],
  ]
}

function wordAt({ rows }: Dictionary, row: number): OfflineWord {
  return JSON.parse(textAt(rows, row)) as OfflineWord
}

function textAt({ bytes, at }: Texts, place: number): string {
  return decoder.decode(bytes.subarray(at[place], at[place + 1]))
}

function lowerBound(texts: Texts, target: Uint8Array, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(texts, middle, target) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compare(texts: Texts, place: number, target: Uint8Array): number {
  return compareTexts(texts, place, target, 0, target.length)
}

function begins({ bytes, at }: Texts, place: number, prefix: Uint8Array): boolean {
  const from = at[place] ?? 0
  if ((at[place + 1] ?? 0) - from < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (bytes[from + i] !== prefix[i]) return false
  return true
}

/** Returns the terms' first words that are one edit away from `word`, sorted; with `itself`, also the word itself. */
function headsNear({ heads, headsOf }: Dictionary, word: string, itself: boolean): Uint8Array[] {
  const target = encoder.encode(word)
  const last = headsOf.length - 1
  const near: Uint8Array[] = []
  // A letter of the Basic Multilingual Plane takes up to three bytes.
  const from = headsOf[Math.max(0, Math.min(last, target.length - 3))] ?? 0
  const to = headsOf[Math.min(last, target.length + 4)] ?? 0
  const [first, end] = [target[0], target.at(-1)]
  const { at, bytes } = heads
  for (let place = from; place < to; place++) {
    // One edit leaves the first or the last letter unchanged.
    if (bytes[at[place] ?? 0] !== first && bytes[(at[place + 1] ?? 0) - 1] !== end) continue
    if (!mayBeNear(target, bytes, at[place] ?? 0, at[place + 1] ?? 0)) continue
    const head = textAt(heads, place)
    if (head === word ? itself : isOneEdit(word, head)) near.push(bytes.subarray(at[place], at[place + 1]))
  }
  return near.sort((a, b) => compare({ bytes: a, at: new Uint32Array([0, a.length]) }, 0, b))
}

/**
 * Returns false if a text and the bytes from `from` to `to` can't be one edit apart. It is a cheap filter that
 * allocates nothing and compares only what is left between the common start and end.
 */
function mayBeNear(text: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from
  const shorter = Math.min(text.length, length)
  let start = 0
  while (start < shorter && text[start] === bytes[from + start]) start++
  let end = 0
  while (end < shorter - start && text[text.length - 1 - end] === bytes[to - 1 - end]) end++
  const here = text.length - start - end
  const there = length - start - end
  if (here <= 1 && there <= 1) return true
  const first = from + start
  if (here === 2 && there === 2 && text[start] === bytes[first + 1] && text[start + 1] === bytes[first]) return true
  // Non-ASCII letters take up to four bytes, so these few are compared by letter later.
  return here <= 8 && there <= 8 && (isWide(text, start, here) || isWide(bytes, first, there))
}

function isWide(text: Uint8Array, from: number, length: number): boolean {
  for (let at = from; at < from + length; at++) if ((text[at] ?? 0) > 0x7f) return true
  return false
}

/**
 * Returns whether the words differ by one insertion, deletion, substitution or swap; false if both have fewer than four
 * letters (`fold.ts`).
 */
function isOneEdit(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]]
  if (Math.max(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 1 || one === other) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}
