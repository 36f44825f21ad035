import { terms } from '#content/vocabulary/fold.ts'
import type { KeptWord } from '#content/vocabulary/offline/schema.ts'

/** Strings one after another as UTF-8; the one at `i` lies from `at[i]` to `at[i + 1]`. */
export type Texts = { bytes: Uint8Array; at: Uint32Array }

/**
 * A dictionary ready to be searched: flat buffers, which a worker that was just woken reads in a moment. `terms` are in
 * byte order, those of whole forms and glosses first, from `inside` on those that begin at a later word; `rowOf` says whose
 * each is. `heads` are the first words of all terms, shortest first: those of n letters begin at `headsOf[n]`.
 */
export type Dictionary = {
  rows: Texts
  terms: Texts
  rowOf: Uint32Array
  inside: number
  heads: Texts
  headsOf: Uint32Array
}

export const longestHead = 60
const encoder = new TextEncoder()

export function buildDictionary(chunks: Iterable<KeptWord[]>): Dictionary {
  const rows: Uint8Array[] = []
  const keys: [string[], string[]] = [[], []]
  for (const chunk of chunks)
    for (const word of chunk) {
      const [, marakwet, english, ipa] = word
      // A row's place sorts behind its term: both in one string, which sorts fast.
      for (const { term, inside } of terms({ marakwet, english, ipa }))
        keys[inside ? 1 : 0].push(`${term}\0${rows.length}`)
      rows.push(encoder.encode(JSON.stringify(word)))
    }
  const [whole, later] = keys
  const count = whole.length + later.length
  const rowOf = new Uint32Array(count)
  const heads = new Set<string>()
  const encoded: Uint8Array[] = new Array(count)
  let at = 0
  for (const list of keys)
    for (const key of list.sort()) {
      const end = key.indexOf('\0')
      const term = key.slice(0, end)
      rowOf[at] = Number(key.slice(end + 1))
      encoded[at++] = encoder.encode(term)
      heads.add(term.split(' ', 1)[0] ?? '')
    }
  return { rows: textsOf(rows), terms: textsOf(encoded), rowOf, inside: whole.length, ...headsBySize(heads) }
}

function headsBySize(heads: Set<string>): Pick<Dictionary, 'heads' | 'headsOf'> {
  const encoded = [...heads].map((head) => encoder.encode(head)).sort((a, b) => a.length - b.length)
  const headsOf = new Uint32Array(longestHead * 4 + 2)
  for (let size = 0, at = 0; size < headsOf.length; size++) {
    while (at < encoded.length && (encoded[at]?.length ?? 0) < size) at++
    headsOf[size] = at
  }
  return { heads: textsOf(encoded), headsOf }
}

function textsOf(list: Uint8Array[]): Texts {
  const at = new Uint32Array(list.length + 1)
  for (const [place, text] of list.entries()) at[place + 1] = (at[place] ?? 0) + text.length
  const bytes = new Uint8Array(at[list.length] ?? 0)
  for (const [place, text] of list.entries()) bytes.set(text, at[place])
  return { bytes, at }
}
