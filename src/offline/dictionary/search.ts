import { fold } from '#content/entry/fold.ts'
import { cut, terms } from '#content/vocabulary/fold.ts'
import type { KeptWord } from '#content/vocabulary/offline/schema.ts'
import { compareTexts, type Dictionary, type Texts } from './index.ts'

/** A word that was found: by how good a stage (0 to 3, as the server's search has them), and at which term. */
export type Found = { word: KeptWord; stage: number; term: string }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * The search of the server (`content/vocabulary/search.ts`) on the device: what begins with the search, then what does with
 * one letter wrong; each kind with whole forms and glosses first. @param q as it was typed
 */
export function searchDictionary(dictionary: Dictionary, q: string, limit: number): Found[] {
  const sought = cut(fold(q))
  if (sought === '') return []
  const found = new Map<number, Found>()
  const take = (place: number, stage: number) => {
    const row = dictionary.rowOf[place] ?? 0
    if (!found.has(row)) found.set(row, { word: wordAt(dictionary, row), stage, term: textAt(dictionary.terms, place) })
  }
  const prefix = encoder.encode(sought)
  const ranges = rangesOf(dictionary)
  for (const [stage, [from, to]] of ranges.entries())
    for (let at = lowerBound(dictionary.terms, prefix, from, to); at < to && found.size < limit; at++) {
      if (!begins(dictionary.terms, at, prefix)) break
      take(at, stage)
    }
  if (found.size >= limit) return [...found.values()]
  const [longest = '', ...others] = sought.split(' ').sort((a, b) => b.length - a.length)
  const alike = headsNear(dictionary, longest)
  for (const [stage, [from, to]] of ranges.entries())
    for (const head of alike)
      for (let at = lowerBound(dictionary.terms, head, from, to); at < to && found.size < limit; at++) {
        if (!begins(dictionary.terms, at, head)) break
        // The head is the term's first word, and not the beginning of a longer one.
        const next = dictionary.terms.bytes[(dictionary.terms.at[at] ?? 0) + head.length]
        const whole = (dictionary.terms.at[at + 1] ?? 0) - (dictionary.terms.at[at] ?? 0) === head.length
        if ((whole || next === 0x20) && holds(wordAt(dictionary, dictionary.rowOf[at] ?? 0), others))
          take(at, stage + 2)
      }
  return [...found.values()]
}

function rangesOf({ inside, rowOf }: Dictionary): [number, number][] {
  return [
    [0, inside],
    [inside, rowOf.length],
  ]
}

export function wordAt({ rows }: Dictionary, row: number): KeptWord {
  return JSON.parse(textAt(rows, row)) as KeptWord
}

function textAt({ bytes, at }: Texts, place: number): string {
  return decoder.decode(bytes.subarray(at[place], at[place + 1]))
}

function lowerBound(texts: Texts, sought: Uint8Array, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(texts, middle, sought) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compare(texts: Texts, place: number, sought: Uint8Array): number {
  return compareTexts(texts, place, sought, 0, sought.length)
}

function begins({ bytes, at }: Texts, place: number, prefix: Uint8Array): boolean {
  const from = at[place] ?? 0
  if ((at[place + 1] ?? 0) - from < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (bytes[from + i] !== prefix[i]) return false
  return true
}

/** The first words of terms that are one edit away, in order. */
function headsNear({ heads, headsOf }: Dictionary, word: string): Uint8Array[] {
  const sought = encoder.encode(word)
  const last = headsOf.length - 1
  const near: Uint8Array[] = []
  // A letter other than ASCII has up to three bytes.
  const from = headsOf[Math.max(0, Math.min(last, sought.length - 3))] ?? 0
  const to = headsOf[Math.min(last, sought.length + 4)] ?? 0
  for (let place = from; place < to; place++) {
    const head = heads.bytes.subarray(heads.at[place], heads.at[place + 1])
    if (mayBeNear(sought, head) && isOneEdit(word, textAt(heads, place))) near.push(head)
  }
  return near.sort((a, b) => compare({ bytes: a, at: new Uint32Array([0, a.length]) }, 0, b))
}

/** Cheap and sure to miss none: what lies between the common beginning and end is one letter of either, or two swapped. */
function mayBeNear(a: Uint8Array, b: Uint8Array): boolean {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [inA, inB] = [a.length - start - end, b.length - start - end]
  if (inA <= 1 && inB <= 1) return true
  if (inA === 2 && inB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]) return true
  // A letter other than ASCII has up to four bytes: those few are looked at by letters.
  return inA <= 8 && inB <= 8 && (isWide(a, start, inA) || isWide(b, start, inB))
}

function isWide(text: Uint8Array, from: number, length: number): boolean {
  for (let at = from; at < from + length; at++) if ((text[at] ?? 0) > 0x7f) return true
  return false
}

/** A letter more, less or other, or two neighbours swapped; only when either has four letters (`fold.ts`). */
export function isOneEdit(one: string, other: string): boolean {
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

/** Whether each of these is a word of the entry, or one edit away from one. */
function holds([, marakwet, english, ipa]: KeptWord, others: string[]): boolean {
  if (others.length === 0) return true
  const words = terms({ marakwet, english, ipa }).map(({ term }) => term.split(' ', 1)[0] ?? '')
  return others.every((other) => words.some((word) => word === other || isOneEdit(other, word)))
}
