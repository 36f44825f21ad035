import { plain } from '../entry/fold.ts'

/**
 * The letters in the order of the dictionary, each with its other spellings (phonetic or practical) after it.
 * Changing it asks for the `sort_key` of every word to be written again, in a migration.
 */
const alphabet = `
  a, ə, b, c, d, dʒ ʤ, e, ɛ, f, g ɡ, h, i, ɪ, k, l, m, n, ɲ ny, ŋ ng, o, ɒ ɑ, ɔ, p, q, r ɾ, s, ʃ sh, t, tʃ ʧ ch, u, ʊ, v, w, x,
  y j, z`
  .split(',')
  .map((letter) => letter.trim().split(' ') as [string, ...string[]])

const longestKey = 60
/** Character codes of sort keys: a space first, then the letters from here on, then what is no letter of the language. */
const firstCode = 0x30
const other = '~'

const codes = new Map(
  alphabet.flatMap((spellings, at) => spellings.map((spelling) => [spelling, String.fromCharCode(firstCode + at)])),
)
const spelling = new RegExp([...codes.keys()].sort((a, b) => b.length - a.length).join('|'), 'y')

/** Every letter with the character that stands for it in sort keys. */
export const letterCodes: { letter: string; code: string }[] = alphabet.map(([letter], at) => ({
  letter,
  code: String.fromCharCode(firstCode + at),
}))

/** A text that sorts, byte by byte, as the form does in the dictionary; marks and case don't count. */
export function sortKey(form: string): string {
  const text = plain(form)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  let key = ''
  for (let at = 0; at < text.length && key.length < longestKey; ) {
    spelling.lastIndex = at
    const [found] = spelling.exec(text) ?? []
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
    key += found ? codes.get(found) : char === ' ' ? ' ' : other + char
    at += (found ?? char).length
  }
  return key
}

/** The sort key's first character for a letter in any of its spellings; undefined for what is no letter. */
export function letterCode(letter: string): string | undefined {
  return codes.get(plain(letter))
}
