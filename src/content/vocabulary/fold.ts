import { fold } from '../entry/fold.ts'

const longest = 60
const mostWords = 12
/** Of a longer word only its first letters are compared with one edit. */
const comparedLetters = 16
/** So many words of a search, the longest, may be misspelt; the others are not looked at then. */
export const mostMisspelt = 4

/** The English meanings of a gloss one by one, folded: "mountain, hill" are two, and "to see" is "see" as well. */
export function glosses(english: string): string[] {
  const whole = english.split(/[,;/]/).map(fold)
  const bare = whole.map((gloss) => gloss.replace(/^(to|an?|the) (?=.)/, ''))
  return [...new Set([...whole, ...bare])].filter((gloss) => gloss !== '')
}

export type Forms = { marakwet: string; english: string; ipa?: string | null | undefined }
export type Term = { term: string; inside: boolean }

/** Where a search may begin: each form and gloss, and (`inside`) what follows each space in them. */
export function terms({ marakwet, english, ipa }: Forms): Term[] {
  const starts = [fold(marakwet), fold(ipa ?? ''), ...glosses(english)].filter((start) => start !== '')
  const inside = starts.flatMap((start) => {
    const words = start.split(' ').slice(0, mostWords)
    return words.slice(1).map((_, at) => words.slice(at + 1).join(' '))
  })
  const found = new Map<string, Term>()
  for (const term of inside) found.set(cut(term), { term: cut(term), inside: true })
  for (const term of starts) found.set(cut(term), { term: cut(term), inside: false })
  return [...found.values()]
}

/** Cuts a folded search or term to what is compared. */
export function cut(folded: string): string {
  return [...folded].slice(0, longest).join('').trimEnd()
}

/**
 * The keys under which a word is found by those one edit away (the deletions of SymSpell, told apart by what they say):
 * `=w` the word itself, `<d` it lacks a letter, `3:d` it lacks its third. Words that only happen to share a deletion,
 * such as "stone" and "tonge", share no key.
 * @param word folded, without spaces
 */
export function nearKeys(word: string): string[] {
  const { whole, without, cutOff } = lacking(word)
  return [...new Set([`=${whole}`, ...without.flatMap((rest, at) => [`<${rest}`, `${at}:${rest}`]), ...cutOff])]
}

/**
 * The keys of a search for `word`: one of them is a key of every word that has a letter more, less or other, or two
 * neighbours swapped, when either has four letters.
 */
export function soughtKeys(word: string): string[] {
  const { whole, without, cutOff } = lacking(word)
  const edited = without.flatMap((rest, at) => [`=${rest}`, `${at}:${rest}`, `${at + 1}:${rest}`])
  return [...new Set([`=${whole}`, `<${whole}`, ...edited, ...cutOff])]
}

/**
 * What is compared of the word, and from four letters on that without each of its letters. In a word that is cut, an
 * edit also moves the letter at the cut: for those any shared deletion counts (`cutOff`).
 */
function lacking(word: string): { whole: string; without: string[]; cutOff: string[] } {
  const letters = [...word].slice(0, comparedLetters)
  const without = letters.length < 4 ? [] : letters.map((_, at) => letters.toSpliced(at, 1).join(''))
  const cutOff = letters.length === comparedLetters ? without.map((rest) => `~${rest}`) : []
  return { whole: letters.join(''), without, cutOff }
}

/** Every word of the terms, once. */
export function wordsIn(all: Term[]): string[] {
  return [...new Set(all.flatMap(({ term }) => term.split(' ')))]
}
