import { type SQL, sql } from 'drizzle-orm'
import { fold, folding, isWordless } from '#text/fold.ts'
import { soughtIn } from '#text/terms.ts'
import { entries } from '../table.ts'
import { exactName, lexemesOf, pairsIn, type Searched, wordLetters } from './lexemes.ts'

/** Maximum number of words in a search; any more are ignored. */
const maxWords = 20
/** Minimum number of letters for a prefix match, because shorter prefixes would match far too many words. */
const minPrefixLength = { title: 2, text: 3 }

/**
 * Returns the search columns of an entry. The vector holds each word as `word`, those of title and names also as
 * `.word`, complete names as `=thename`, and the type as `@type`, so that one index answers all stages of a search.
 */
export function searchColumns(type: string, searched: Searched, lexemes = lexemesOf(type, searched)) {
  const { names, words } = searched
  return { names, words, search: sql`array_to_tsvector(${sql.param(lexemes)}::text[])`, folding }
}

/** Returns the folded words of a search, without an English article, and each two neighbours as one. */
export function searchWords(q: string): string[] {
  const words = wordsOf(soughtIn(q).sought)
  return [...new Set([...words, ...pairsIn(words.join(' '))])]
}

function wordsOf(folded: string): string[] {
  const words = folded.split(' ').filter((word) => word !== '')
  return words.map((word) => word.slice(0, wordLetters)).slice(0, maxWords)
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
export function stagesOf(q: string, type: string) {
  const { whole, sought } = soughtIn(q)
  const searches = [...new Set([whole, sought])]
  const name = anyOf(searches.map((one) => lexeme(exactName(one))))
  const inTitle = matchesOf(searches, (word) => lexeme(`.${word}`, word.length >= minPrefixLength.title))
  const anywhere = matchesOf(searches, (word) => lexeme(word, word.length >= minPrefixLength.text))
  const ofType = type ? ` & ${lexeme(`@${type}`)}` : ''
  return {
    exactName: name + ofType,
    inTitle: `${inTitle} & !${name}${ofType}`,
    anywhere: `${anywhere} & !(${inTitle}) & !${name}${ofType}`,
  }
}

/** Returns a tsquery for texts with all words of one of these folded searches. */
function matchesOf(searches: string[], lexemeOf: (word: string) => string): string {
  return anyOf(searches.map((one) => allOf(wordsOf(one), lexemeOf)))
}

/** Returns a tsquery for texts with each of these words, alone or joined with a neighbour, or all as one word. */
function allOf(words: string[], lexemeOf: (word: string) => string): string {
  const all = [...new Set(waysOf(words).map(([, ways]) => anyOf(ways.map(lexemeOf))))].join(' & ')
  return words.length > 2 ? `((${all}) | ${lexemeOf(words.join('').slice(0, wordLetters))})` : all
}

/** Returns each word with the words by which it may be written: it alone, or joined with a neighbour. */
function waysOf(words: string[]): [word: string, ways: string[]][] {
  const pairs = pairsIn(words.join(' '))
  return words.map((word, at) => {
    const ways = [word, pairs[at - 1], pairs[at]].filter((way) => way !== undefined)
    return [word, ways.map((way) => way.slice(0, wordLetters))]
  })
}

function anyOf(operands: string[]): string {
  const distinct = [...new Set(operands)]
  return distinct.length > 1 ? `(${distinct.join(' | ')})` : distinct.join('')
}

/**
 * Quotes a lexeme after removing quotes, backslashes and NUL, which a type from the request could contain. Folded words
 * contain only letters, digits and spaces.
 */
function lexeme(word: string, prefix = false): string {
  return `'${word.replace(/['\\\0]/g, '')}'${prefix ? ':*' : ''}`
}

/**
 * Returns a condition that matches entries containing, for each word of `q`, a word that begins with it, anywhere or in
 * the title and names. Without any letter or digit, a search matches nothing; an empty one is undefined.
 */
export function matching(q: string, where: 'anywhere' | 'title' = 'anywhere'): SQL | undefined {
  if (q === '') return undefined
  if (isWordless(q)) return sql`false`
  const { whole, sought } = soughtIn(q)
  const lexemeOf = (word: string) => lexeme(where === 'title' ? `.${word}` : word, true)
  return sql`${entries.search} @@ ${matchesOf([whole, sought], lexemeOf)}::tsquery`
}

/** Returns a condition that matches entries of a type that contain the longest words of one of these texts. */
export function containing(type: string, texts: string[]): SQL {
  return oneOf(
    type,
    texts.flatMap((text) => {
      const words = fold(text).split(' ')
      const longest = [...waysOf(words)].sort(([a], [b]) => b.length - a.length).slice(0, 3)
      return words[0] === ''
        ? []
        : [`(${longest.map(([, ways]) => anyOf(ways.map((way) => lexeme(way)))).join(' & ')})`]
    }),
  )
}

export function withName(type: string, names: string[]): SQL {
  return oneOf(
    type,
    names.map((name) => lexeme(exactName(fold(name)))),
  )
}

function oneOf(type: string, queries: string[]): SQL {
  if (queries.length === 0) return sql`false`
  return sql`${entries.search} @@ ${`${lexeme(`@${type}`)} & (${anyOf(queries)})`}::tsquery`
}
