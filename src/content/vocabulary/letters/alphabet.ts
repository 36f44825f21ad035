import { decomposed, silent } from '#text/fold.ts'

/** The letters in dictionary order, each followed by its other spellings (phonetic or practical). */
export type Letters = string[][]

/** Maximum number of letters, so that their character codes stay below that of `other`. */
export const mostLetters = 75

const longestKey = 60
/**
 * The character code of the first letter in sort keys. Spaces sort before letters, characters outside the alphabet
 * after.
 */
const firstCode = 0x30
/** First character of the sort key of a form that begins with no letter of the list. */
export const other = '~'

export type Alphabet = {
  /** Every letter with its character in sort keys. */
  codes: { letter: string; code: string }[]
  /** Returns a key that sorts bytewise in dictionary order; case is ignored. */
  sortKey(form: string): string
  /** Returns the character in sort keys of a letter in any spelling; undefined for other characters. */
  codeOf(letter: string): string | undefined
}

/**
 * Returns the alphabet that a list of letters defines. Marks and apostrophes count only where a letter is written with
 * them.
 */
export function alphabetOf(letters: Letters): Alphabet {
  const codes = letters.map(([letter = ''], at) => ({ letter, code: String.fromCharCode(firstCode + at) }))
  const spellings = letters
    .flatMap((ways, at) => ways.map((way) => ({ way: decomposed(way), code: codes[at]?.code ?? '' })))
    .sort((a, b) => b.way.length - a.way.length)
    .map(({ way, code }) => ({ first: firstOf(way, 0), pattern: new RegExp([...way].join(`${silent}*`), 'uy'), code }))
  const byFirst = Map.groupBy(spellings, ({ first }) => first)

  function sortKey(form: string): string {
    const text = decomposed(form)
    let key = ''
    for (let at = 0; at < text.length && key.length < longestKey; ) {
      const char = firstOf(text, at)
      const match = byFirst.get(char)?.find(({ pattern }) => {
        pattern.lastIndex = at
        return pattern.test(text)
      })
      if (match) key += match.code
      else if (/[^\p{L}\p{N}\p{M}']/u.test(char)) key += key === '' || key.endsWith(' ') ? '' : ' '
      else if (!isSilent.test(char)) key += other + char
      at = match ? match.pattern.lastIndex : at + char.length
    }
    return key.trimEnd()
  }

  function codeOf(letter: string) {
    const key = sortKey(letter)
    return key.length === 1 ? key : undefined
  }
  return { codes, sortKey, codeOf }
}

const isSilent = new RegExp(silent, 'u')

function firstOf(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}
