import { fold } from './fold.ts'

const maxTermLength = 60
const maxWords = 12
/** Longer words are compared by their first letters only. */
const comparedLetters = 16
/** Maximum number of words that are searched for misspellings, longest first. The other words are then ignored. */
export const mostMisspelt = 4

/** Returns the English gloss and, if there is one, the Kiswahili gloss after a dot. */
export function bothGlosses({ english, swahili }: { english: string; swahili?: string | null | undefined }): string {
  return swahili ? `${english} · ${swahili}` : english
}

/** Returns the folded meanings of a gloss: "mountain, hill" has two, and "to see" also gives "see". */
export function glosses(gloss: string): string[] {
  const glosses = gloss.split(/[,;/·]/).map(fold)
  const bare = glosses.map((gloss) => gloss.replace(/^(to|an?|the) (?=.)/, ''))
  return [...new Set([...glosses, ...bare])].filter((gloss) => gloss !== '')
}

export type Forms = Parameters<typeof bothGlosses>[0] & { form: string; ipa?: string | null | undefined }
export type Term = { term: string; inside: boolean }

/**
 * Returns a search folded: `whole`, and `sought`, which lacks an English article before another word. Both are equal if
 * it has none.
 */
export function soughtIn(q: string): { whole: string; sought: string } {
  const whole = fold(q)
  const [, rest = ''] = /^[^\p{L}\p{N}]*(?:to|an?|the)\s+(.*)$/isu.exec(q) ?? []
  return { whole, sought: fold(rest) || whole }
}

/** Returns the terms that a search can start with: each form and gloss, and (`inside`) the rest after each space. */
export function terms({ form, ipa, ...word }: Forms): Term[] {
  const starts = [fold(form), fold(ipa ?? ''), ...glosses(bothGlosses(word))].filter((start) => start !== '')
  const inside = starts.flatMap((start) => {
    const words = start.split(' ').slice(0, maxWords)
    return words.slice(1).map((_, at) => words.slice(at + 1).join(' '))
  })
  const terms = new Map<string, Term>()
  for (const term of inside) terms.set(cut(term), { term: cut(term), inside: true })
  for (const term of starts) terms.set(cut(term), { term: cut(term), inside: false })
  return [...terms.values()]
}

/** Cuts a folded search or term to the length that is compared. */
export function cut(folded: string): string {
  return [...folded].slice(0, maxTermLength).join('').trimEnd()
}

/**
 * Returns the keys that lead misspelt searches to a word (SymSpell deletions): `=w` is the word itself, `<d` the word
 * without one letter, `3:d` the word without letter 3, counted from 0. Words that share a deletion by chance, such as
 * "stone" and "tonge", don't find each other.
 * @param word folded, without spaces
 */
export function nearKeys(word: string): string[] {
  const { full, without, cutOff } = deletionsOf(word)
  return [...new Set([`=${full}`, ...without.flatMap((rest, at) => [`<${rest}`, `${at}:${rest}`]), ...cutOff])]
}

/**
 * Returns the keys of a search for `word`. Every word that is one insertion, deletion, substitution or swap away has
 * one of them, if either word has at least four letters.
 */
export function soughtKeys(word: string): string[] {
  const { full, without, cutOff } = deletionsOf(word)
  const edited = without.flatMap((rest, at) => [`=${rest}`, `${at}:${rest}`, `${at + 1}:${rest}`])
  return [...new Set([`=${full}`, `<${full}`, ...edited, ...cutOff])]
}

/**
 * Returns the compared part of a word, and from four letters on the part without each letter. In a cut word an edit
 * also moves the letter at the cut, so any shared deletion counts (`cutOff`).
 */
function deletionsOf(word: string): { full: string; without: string[]; cutOff: string[] } {
  const letters = [...word].slice(0, comparedLetters)
  const without = letters.length < 4 ? [] : letters.map((_, at) => letters.toSpliced(at, 1).join(''))
  const cutOff = letters.length === comparedLetters ? without.map((rest) => `~${rest}`) : []
  return { full: letters.join(''), without, cutOff }
}

/** Returns the distinct words of the terms. */
export function wordsIn(all: Term[]): string[] {
  return [...new Set(all.flatMap(({ term }) => term.split(' ')))]
}
