import { decomposed, silent } from '../entry/fold.ts'

/** The letters in the order of the dictionary, each with its other spellings (phonetic or practical) after it. */
export type Letters = string[][]

/** There are no more codes between the first and `other`. */
export const mostLetters = 75

const longestKey = 60
/** Character codes of sort keys: a space first, then the letters from here on, then what is no letter of the language. */
const firstCode = 0x30
/** Begins the sort key of a form that begins with no letter of the list. */
export const other = '~'

export type Alphabet = {
  /** Every letter with the character that stands for it in sort keys. */
  codes: { letter: string; code: string }[]
  /** A text that sorts, byte by byte, as the form does in the dictionary; case never counts. */
  sortKey(form: string): string
  /** The sort key's first character for a letter in any of its spellings; undefined for what is no letter. */
  codeOf(letter: string): string | undefined
}

/** How a list of letters orders forms. Marks and apostrophes count where a letter of the list is written with them. */
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
      const found = byFirst.get(char)?.find(({ pattern }) => {
        pattern.lastIndex = at
        return pattern.test(text)
      })
      if (found) key += found.code
      else if (/[^\p{L}\p{N}\p{M}']/u.test(char)) key += key === '' || key.endsWith(' ') ? '' : ' '
      else if (!isSilent.test(char)) key += other + char
      at = found ? found.pattern.lastIndex : at + char.length
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
