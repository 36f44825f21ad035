import { and, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { fold, folding, foldings } from './fold.ts'
import { entries } from './table.ts'

/** Characters of a text's words, each counted once: a tsvector holds 1 MB. A longer text is found by its beginning. */
const indexedCharacters = 200_000
/** Of longer words and names the beginning is compared. */
const wordLetters = 60
const nameLetters = 200
/** More words than this a search need not have. */
const mostWords = 20
/** How long the beginning of a word has to be: fewer letters begin half of all words. */
const shortest = { title: 2, text: 3 }

/** What search finds an entry by. `names`: what it is called besides its title; `words`: its text, the main part first. */
export type Searched = { title: string; names: string[]; words: string }

/**
 * The columns of an entry that follow from its words. The vector holds each word as `word`, those of title and names as
 * `.word` too, both whole as `=the name`, and the type as `@type`: so one index tells where a word stands.
 */
export function searchColumns(type: string, searched: Searched) {
  const { names, words } = searched
  return { names, words, search: sql`array_to_tsvector(${sql.param(lexemesOf(type, searched))}::text[])`, folding }
}

/** The lexemes of an entry's vector. */
export function lexemesOf(type: string, { title, names, words }: Searched): string[] {
  const called = [title, ...names]
  const lexemes = new Set([`@${type}`])
  for (const name of called.flatMap(foldings)) lexemes.add(whole(name))
  for (const word of wordsIn(called.join(' '))) lexemes.add(word).add(`.${word}`)
  let room = indexedCharacters
  for (const word of wordsIn(words.slice(0, indexedCharacters))) {
    if (lexemes.has(word)) continue
    room -= word.length
    if (room < 0) break
    lexemes.add(word)
  }
  return [...lexemes]
}

function wordsIn(text: string): string[] {
  return foldings(text)
    .flatMap((folded) => folded.split(' '))
    .filter((word) => word !== '')
    .map((word) => word.slice(0, wordLetters))
}

function whole(folded: string): string {
  return `=${folded.slice(0, nameLetters)}`
}

/** The words that a search names, folded. */
export function soughtWords(q: string): string[] {
  const words = fold(q).split(' ')
  return [...new Set(words.filter((word) => word !== '').map((word) => word.slice(0, wordLetters)))].slice(0, mostWords)
}

/** Whether a folded word is what was sought, or begins so. @param where a title's beginnings may be shorter */
export function isMatch(word: string, sought: string, where: keyof typeof shortest): boolean {
  return word === sought || (sought.length >= shortest[where] && word.startsWith(sought))
}

/** A search as the tsqueries of its stages: called so, all words in the title, all words anywhere. They never overlap. */
export function stagesOf(q: string, words: string[], type: string) {
  const called = lexeme(whole(fold(q)))
  const titled = words.map((word) => lexeme(`.${word}`, word.length >= shortest.title)).join(' & ')
  const anywhere = words.map((word) => lexeme(word, word.length >= shortest.text)).join(' & ')
  const ofType = type ? ` & ${lexeme(`@${type}`)}` : ''
  return {
    called: called + ofType,
    titled: `${titled} & !${called}${ofType}`,
    anywhere: `${anywhere} & !(${titled}) & !${called}${ofType}`,
  }
}

/** Letters, digits and spaces alone stand in it, so that nothing has to be escaped; a type is of the caller's writing. */
function lexeme(word: string, prefix = false): string {
  return `'${word.replace(/['\\\0]/g, '')}'${prefix ? ':*' : ''}`
}

/** Entries that hold every word of `q`, or a word that begins so; undefined when `q` names no word. */
export function matching(q: string): SQL | undefined {
  const words = soughtWords(q)
  if (words.length === 0) return undefined
  return sql`${entries.search} @@ ${words.map((word) => lexeme(word, true)).join(' & ')}::tsquery`
}

/** Folds anew what an older folding has left, a batch after the other; a newer one may run beside this instance. */
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
