import { apostrophes, fold, foldings, joined, raisedDots } from '#text/fold.ts'

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

export function lexemesOf(type: string, { title, names, words }: Searched): string[] {
  const allNames = [title, ...names]
  const lexemes = new Set([`@${type}`])
  for (const name of allNames.flatMap(foldings)) {
    lexemes.add(exactName(name))
    for (const pair of pairsIn(name)) lexemes.add(pair).add(`.${pair}`)
  }
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

/** Matches a word with everything in it that folding removes. */
const word = `[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}\\p{Default_Ignorable_Code_Point}${apostrophes}${raisedDots}]*`
/** Matches a word, or several with a hyphen, an equals sign, a dot or a colon and no space between them. */
export const compound = new RegExp(`${word}(?:[\\p{Dash}=.:]${word})*`, 'gu')
/** Matches what may be between the words of a compound. */
export const joints = /[\p{Dash}=.:]/u
const allJoints = new RegExp(joints, 'gu')

/** Returns the folded words of a text, and those of compounds both joined and apart. */
function wordsIn(text: string): string[] {
  const compounds = joints.test(text) ? (text.match(compound)?.filter((one) => joints.test(one)) ?? []) : []
  return [...foldings(text), ...compounds.flatMap(joinedSpellings), ...compounds.map(apart)]
    .flatMap((folded) => folded.split(' '))
    .filter((one) => one !== '')
    .map((one) => one.slice(0, wordLetters))
}

/** Returns the folded words of a compound, also of those with a dot or colon, which folding takes for length. */
function apart(compoundText: string): string {
  return fold(compoundText.replace(allJoints, ' '))
}

/** Returns the folded spellings of a compound as one word. */
export function joinedSpellings(compoundText: string): string[] {
  return foldings(compoundText).map(joined)
}

/** Returns each two neighbouring words of a folded name as one, because a space matches nothing between them. */
export function pairsIn(folded: string): string[] {
  const words = folded.split(' ')
  return words.slice(1).map((next, at) => `${words[at]}${next}`.slice(0, wordLetters))
}

/** Returns the lexeme of a complete name. */
export function exactName(folded: string): string {
  return `=${joined(folded).slice(0, nameLetters)}`
}
