import { and, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { fold, folding } from '#text/fold.ts'
import { entries } from '../table.ts'
import { exactName, lexemesOf, type Searched, wordLetters } from './lexemes.ts'

/** Maximum words of a search; further ones are ignored. */
const mostWords = 20
/** Minimum letters for a match by prefix: half of all words begin with the same single letters. */
const shortest = { title: 2, text: 3 }

/**
 * Returns the search columns of an entry. The vector holds each word as `word`, those of title and names also as
 * `.word`, complete names as `=the name`, and the type as `@type`, so that one index answers all stages of a search.
 */
export function searchColumns(type: string, searched: Searched, lexemes = lexemesOf(type, searched)) {
  const { names, words } = searched
  return { names, words, search: sql`array_to_tsvector(${sql.param(lexemes)}::text[])`, folding }
}

/** Returns the folded words of a search. */
export function soughtWords(q: string): string[] {
  const words = fold(q).split(' ')
  return [...new Set(words.filter((word) => word !== '').map((word) => word.slice(0, wordLetters)))].slice(0, mostWords)
}

/**
 * Returns true if a folded word equals the search word or begins with it. @param where titles match by shorter prefixes
 */
export function isMatch(word: string, sought: string, where: keyof typeof shortest): boolean {
  return word === sought || (sought.length >= shortest[where] && word.startsWith(sought))
}

/**
 * Returns the tsqueries of a search's stages: exact name, all words in the title, all words anywhere. They never
 * overlap.
 */
export function stagesOf(q: string, words: string[], type: string) {
  const called = lexeme(exactName(fold(q)))
  const titled = words.map((word) => lexeme(`.${word}`, word.length >= shortest.title)).join(' & ')
  const anywhere = words.map((word) => lexeme(word, word.length >= shortest.text)).join(' & ')
  const ofType = type ? ` & ${lexeme(`@${type}`)}` : ''
  return {
    called: called + ofType,
    titled: `${titled} & !${called}${ofType}`,
    anywhere: `${anywhere} & !(${titled}) & !${called}${ofType}`,
  }
}

/**
 * Quotes a folded word, which has only letters, digits and spaces, so nothing needs escaping. A type is trusted input.
 */
function lexeme(word: string, prefix = false): string {
  return `'${word.replace(/['\\\0]/g, '')}'${prefix ? ':*' : ''}`
}

/** Matches entries that contain every word of `q` or a word that begins with it. Undefined if `q` has no words. */
export function matching(q: string): SQL | undefined {
  const words = soughtWords(q)
  if (words.length === 0) return undefined
  return sql`${entries.search} @@ ${words.map((word) => lexeme(word, true)).join(' & ')}::tsquery`
}

/**
 * Updates the search columns that an older version of the folding wrote, in batches. Another instance may run a newer
 * one.
 */
export async function refold(db: NodePgDatabase): Promise<void> {
  const { id, type, title, names, words } = entries
  for (;;) {
    const stale = await db
      .select({ id, type, title, names, words })
      .from(entries)
      .where(sql`${entries.folding} < ${folding}`)
      .limit(500)
    if (stale.length === 0) return
    for (const { id, type, ...searched } of stale)
      await db
        .update(entries)
        .set(searchColumns(type, searched))
        .where(and(sql`${entries.id} = ${id}`, sql`${entries.folding} < ${folding}`))
  }
}
