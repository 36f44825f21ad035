import { and, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { fold, folding } from '#text/fold.ts'
import { entries } from '../table.ts'
import { exactName, lexemesOf, type Searched, wordLetters } from './lexemes.ts'

/** Maximum number of words in a search; any more are ignored. */
const maxWords = 20
/** Minimum number of letters for a prefix match, because shorter prefixes would match far too many words. */
const minPrefixLength = { title: 2, text: 3 }

/**
 * Returns the search columns of an entry. The vector holds each word as `word`, those of title and names also as
 * `.word`, complete names as `=the name`, and the type as `@type`, so that one index answers all stages of a search.
 */
export function searchColumns(type: string, searched: Searched, lexemes = lexemesOf(type, searched)) {
  const { names, words } = searched
  return { names, words, search: sql`array_to_tsvector(${sql.param(lexemes)}::text[])`, folding }
}

/** Returns the folded words of a search. */
export function searchWords(q: string): string[] {
  const words = fold(q).split(' ')
  return [...new Set(words.filter((word) => word !== '').map((word) => word.slice(0, wordLetters)))].slice(0, maxWords)
}

/**
 * Returns true if a folded word equals the search word or begins with it.
 * @param where where the word occurs; titles match shorter prefixes than other text
 */
export function isMatch(word: string, searchWord: string, where: keyof typeof minPrefixLength): boolean {
  return word === searchWord || (searchWord.length >= minPrefixLength[where] && word.startsWith(searchWord))
}

/**
 * Returns the tsqueries of a search's stages: exact name, all words in the title, all words anywhere. They never
 * overlap.
 */
export function stagesOf(q: string, words: string[], type: string) {
  const name = lexeme(exactName(fold(q)))
  const inTitle = words.map((word) => lexeme(`.${word}`, word.length >= minPrefixLength.title)).join(' & ')
  const anywhere = words.map((word) => lexeme(word, word.length >= minPrefixLength.text)).join(' & ')
  const ofType = type ? ` & ${lexeme(`@${type}`)}` : ''
  return {
    exactName: name + ofType,
    inTitle: `${inTitle} & !${name}${ofType}`,
    anywhere: `${anywhere} & !(${inTitle}) & !${name}${ofType}`,
  }
}

/**
 * Quotes a lexeme after removing quotes, backslashes and NUL, which a type from the request could contain. Folded words
 * contain only letters, digits and spaces.
 */
function lexeme(word: string, prefix = false): string {
  return `'${word.replace(/['\\\0]/g, '')}'${prefix ? ':*' : ''}`
}

/**
 * Returns a condition that matches entries containing, for each word of `q`, a word that begins with it; undefined if
 * `q` has no words.
 */
export function matching(q: string): SQL | undefined {
  const words = searchWords(q)
  if (words.length === 0) return undefined
  return sql`${entries.search} @@ ${words.map((word) => lexeme(word, true)).join(' & ')}::tsquery`
}

/**
 * Returns a condition that matches entries of a type that contain all words of one of the lists; undefined if all lists
 * are empty.
 */
export function containingOne(type: string, lists: string[][]): SQL | undefined {
  const queries = new Set(lists.map((words) => words.map((word) => lexeme(word)).join(' & ')))
  queries.delete('')
  if (queries.size === 0) return undefined
  return sql`${entries.search} @@ ${`${lexeme(`@${type}`)} & ((${[...queries].join(') | (')}))`}::tsquery`
}

/**
 * Updates, in batches, search columns written by an older version of the folding. Leaves newer ones alone, because
 * another instance may already run a newer version.
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
