/**
 * Phonetic and practical spellings that a search treats as equal, in order of replacement. `j` is y in phonetic writing
 * (ASJP `kuyer` beside `kujer`), so the practical j becomes y, too.
 */
const spellings: [RegExp, string][] = [
  [/tʃ|ʧ/g, 'ch'],
  [/dʒ|ʤ|j/g, 'y'],
  [/ŋ/g, 'ng'],
  [/ɲ/g, 'ny'],
  [/ʃ/g, 'sh'],
  [/ɡ/g, 'g'],
  [/ɔ/g, 'o'],
  [/[ɛə]/g, 'e'],
  [/ɪ/g, 'i'],
  [/ʊ/g, 'u'],
  [/[ɒɑ]/g, 'a'],
  [/ɾ/g, 'r'],
]
/**
 * Version of these rules. Increase it when the result of folding changes: the site then folds its entries again when it
 * starts (`entry/list/search.ts`).
 */
export const folding = 1

/** Regular expression class of marks, length and stress signs and apostrophes (`ng'` is one sound). */
export const silent = "[\\p{M}ːˑˈˌ']"
const allSilent = new RegExp(silent, 'gu')

/** Returns the text in lower case, with marks separated from their letters and one character for all apostrophes. */
export function decomposed(text: string): string {
  const lower = text.normalize('NFKD').toLowerCase().normalize('NFKD')
  return lower.replace(/['’‘ʼʻ`´]/g, "'")
}

/** Returns the text in lower case without marks, length signs, stress signs or apostrophes. */
export function plain(text: string): string {
  return decomposed(text).replace(allSilent, '')
}

/** Returns the form that searches compare: one spelling for equal sounds, single spaces. It is idempotent. */
export function fold(text: string): string {
  let folded = plain(text)
  for (const [from, to] of spellings) folded = folded.replace(from, to)
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** Returns the folded text and, if it contains ŋ or ng', also the spelling of people who write n instead. */
export function foldings(text: string): string[] {
  const withN = text.replace(/ŋ|ng['’‘ʼʻ`´]/gi, 'n')
  return withN === text ? [fold(text)] : [fold(text), fold(withN)]
}
