import { and, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { namePatterns } from '#text/name-patterns.ts'

/**
 * Returns a condition that matches names with, for each word of `q`, a word that begins with it, compared as searches
 * compare words. Without any letter or digit, a search matches nothing; an empty one is undefined.
 */
export function named(name: PgColumn, q: string): SQL | undefined {
  if (q === '') return undefined
  const lists = namePatterns(q).filter((list) => list.length > 0)
  const matches = lists.map((list) => and(...list.map((pattern) => sql`normalize(${name}, NFKD) ~* ${pattern}`)))
  return or(...matches) ?? sql`false`
}
