import { foldings } from '#text/fold.ts'

/**
 * Maximum number of characters in the distinct words that are indexed, because a tsvector holds at most 1 MB. The rest
 * of a text can't be found.
 */
const indexedCharacters = 200_000
/** The number of letters by which longer words are compared. */
export const wordLetters = 60
const nameLetters = 200

/** The searchable texts of an entry. `names`: other names besides the title; `words`: its text, the main part first. */
export type Searched = { title: string; names: string[]; words: string }

/** Returns the lexemes of an entry's vector. */
export function lexemesOf(type: string, { title, names, words }: Searched): string[] {
  const allNames = [title, ...names]
  const lexemes = new Set([`@${type}`])
  for (const name of allNames.flatMap(foldings)) lexemes.add(exactName(name))
  for (const word of wordsIn(allNames.join(' '))) lexemes.add(word).add(`.${word}`)
  let room = indexedCharacters
  for (const word of wordsIn(beginningOf(words))) {
    if (lexemes.has(word)) continue
    room -= word.length
    if (room < 0) break
    lexemes.add(word)
  }
  return [...lexemes]
}

/**
 * Returns the part of a text that is indexed. Some characters decompose into as many as eighteen, so the text is
 * measured in pieces, until the limit is reached: decomposing 200,000 such characters takes 40 ms.
 */
function beginningOf(text: string): string {
  let decomposed = 0
  for (let at = 0; at < Math.min(text.length, indexedCharacters); at += 5000) {
    decomposed += text.slice(at, at + 5000).normalize('NFKD').length
    if (decomposed > 2 * indexedCharacters) return text.slice(0, at)
  }
  return text.slice(0, indexedCharacters)
}

function wordsIn(text: string): string[] {
  return foldings(text)
    .flatMap((folded) => folded.split(' '))
    .filter((word) => word !== '')
    .map((word) => word.slice(0, wordLetters))
}

/** Returns the lexeme of a complete name. */
export function exactName(folded: string): string {
  return `=${folded.slice(0, nameLetters)}`
}
