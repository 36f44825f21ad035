import { folding } from '#text/fold.ts'
import { terms } from '#text/terms.ts'
import type { OfflineWord } from './schema.ts'

/** Strings in one UTF-8 buffer; string `i` occupies `at[i]` to `at[i + 1]`. */
export type Texts = { bytes: Uint8Array; at: Uint32Array }

/**
 * A searchable dictionary in flat buffers, which a restarted worker reads quickly. `terms` are in byte order: whole
 * forms and glosses, then from `inside` on those starting at a later word; `rowOf` maps terms to rows. `joined` has their
 * places in the order of the terms without spaces, also in two parts. `heads` are the first words of all terms by length;
 * those of n bytes start at `headsOf[n]`. `folding` is the version of the rules that made the terms.
 */
export type Dictionary = {
  folding: number
  rows: Texts
  terms: Texts
  rowOf: Uint32Array
  inside: number
  joined: Uint32Array
  heads: Texts
  headsOf: Uint32Array
}

export const longestHead = 60
const encoder = new TextEncoder()

/**
 * Builds the index in flat buffers chunk by chunk: with 100,000 words as objects the page's process grew to 462 MB,
 * more than many phones can spare; with buffers it takes 239 MB.
 */
export async function buildDictionary(chunks: AsyncIterable<OfflineWord[]>): Promise<Dictionary> {
  const rows = new Growing()
  const termList = new Growing()
  const owners: number[] = []
  const places: [number[], number[]] = [[], []]
  const heads = new Set<string>()
  for await (const chunk of chunks)
    for (const word of chunk) {
      const [, form, english, ipa] = word
      for (const { term, inside } of terms({ form, english, ipa })) {
        places[inside ? 1 : 0].push(termList.count)
        owners.push(rows.count)
        termList.add(term)
        heads.add(term.split(' ', 1)[0] ?? '')
      }
      rows.add(JSON.stringify(word))
    }
  const unsorted = termList.texts()
  const inByteOrder = (a: number, b: number) =>
    compareTexts(unsorted, a, unsorted.bytes, unsorted.at[b] ?? 0, unsorted.at[b + 1] ?? 0) || a - b
  const order = places.flatMap((list) => [...Uint32Array.from(list).sort(inByteOrder)])
  const sorted = arranged(unsorted, order)
  const inside = places[0].length
  return {
    folding,
    rows: rows.texts(),
    terms: sorted,
    rowOf: Uint32Array.from(order, (place) => owners[place] ?? 0),
    inside,
    joined: joinedOrder(sorted, inside),
    ...headsBySize(heads),
  }
}

/** Returns the places of sorted terms in the order of their letters without spaces, in two parts. */
function joinedOrder(terms: Texts, inside: number): Uint32Array {
  const { bytes, at } = terms
  const order = Uint32Array.from({ length: at.length - 1 }, (_, place) => place)
  const inOrder = (a: number, b: number) => compareJoined(terms, a, bytes, at[b] ?? 0, at[b + 1] ?? 0) || a - b
  order.subarray(0, inside).sort(inOrder)
  order.subarray(inside).sort(inOrder)
  return order
}

function headsBySize(heads: Set<string>): Pick<Dictionary, 'heads' | 'headsOf'> {
  const all = new Growing()
  for (const head of heads) all.add(head)
  const unsorted = all.texts()
  const lengthOf = (place: number) => (unsorted.at[place + 1] ?? 0) - (unsorted.at[place] ?? 0)
  const order = Uint32Array.from({ length: all.count }, (_, place) => place).sort((a, b) => lengthOf(a) - lengthOf(b))
  const headsOf = new Uint32Array(longestHead * 4 + 2)
  for (let size = 0, at = 0; size < headsOf.length; size++) {
    while (at < order.length && lengthOf(order[at] ?? 0) < size) at++
    headsOf[size] = at
  }
  return { heads: arranged(unsorted, order), headsOf }
}

/** A growing list of strings. */
class Growing {
  count = 0
  #bytes = new Uint8Array(64 * 1024)
  #at = new Uint32Array(4096)

  add(text: string): void {
    const end = this.#at[this.count] ?? 0
    // A UTF-16 unit takes at most three bytes.
    if (end + text.length * 3 > this.#bytes.length) this.#bytes = larger(this.#bytes, end + text.length * 3)
    if (this.count + 2 > this.#at.length) this.#at = larger(this.#at, this.count + 2)
    this.#at[++this.count] = end + encoder.encodeInto(text, this.#bytes.subarray(end)).written
  }

  texts(): Texts {
    const at = this.#at.slice(0, this.count + 1)
    return { bytes: this.#bytes.slice(0, at[this.count]), at }
  }
}

function larger<Numbers extends Uint8Array | Uint32Array>(array: Numbers, minLength: number): Numbers {
  const copy = new (array.constructor as new (length: number) => Numbers)(Math.max(minLength, array.length * 2))
  copy.set(array)
  return copy
}

function arranged({ bytes, at }: Texts, order: ArrayLike<number>): Texts {
  const arranged = { bytes: new Uint8Array(bytes.length), at: new Uint32Array(at.length) }
  for (let place = 0, end = 0; place < order.length; place++) {
    const text = bytes.subarray(at[order[place] ?? 0], at[(order[place] ?? 0) + 1])
    arranged.bytes.set(text, end)
    end += text.length
    arranged.at[place + 1] = end
  }
  return arranged
}

const space = 0x20

/** Compares like `compareTexts`, but leaves out the spaces of both texts. */
export function compareJoined(
  { bytes, at }: Texts,
  place: number,
  other: Uint8Array,
  from: number,
  to: number,
): number {
  const end = at[place + 1] ?? 0
  for (let i = at[place] ?? 0, j = from; ; i++, j++) {
    while (i < end && bytes[i] === space) i++
    while (j < to && other[j] === space) j++
    if (i >= end || j >= to) return Number(i < end) - Number(j < to)
    const difference = (bytes[i] ?? 0) - (other[j] ?? 0)
    if (difference !== 0) return difference
  }
}

/** Compares the text at a place with the bytes from `from` to `to`, in byte order. */
export function compareTexts({ bytes, at }: Texts, place: number, other: Uint8Array, from: number, to: number): number {
  const start = at[place] ?? 0
  const [length, otherLength] = [(at[place + 1] ?? 0) - start, to - from]
  for (let i = 0; i < length && i < otherLength; i++) {
    const difference = (bytes[start + i] ?? 0) - (other[from + i] ?? 0)
    if (difference !== 0) return difference
  }
  return length - otherLength
}
