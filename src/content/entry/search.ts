import { type SQL, sql } from 'drizzle-orm'
import { entries } from './table.ts'

/** A tsvector holds at most 1 MB; a text longer than this is found by its beginning. */
const indexedCharacters = 200_000

/** Lower case without marks: `Ākú` and `aku` are the same to a reader who searches. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

export function searchVector(text: string): SQL {
  return sql`to_tsvector('simple', ${foldText(text).slice(0, indexedCharacters)})`
}

/** Entries that hold every word of `q`, or a word that begins so; undefined when `q` names no word. */
export function matching(q: string): SQL | undefined {
  const words = foldText(q).match(/[\p{L}\p{N}]+/gu)
  if (!words) return undefined
  return sql`${entries.search} @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
}
