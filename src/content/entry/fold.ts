/**
 * Phonetic and practical spellings that meet in a search, in the order in which they are replaced. `j` is the y of
 * phonetic writing (ASJP `kuyer` beside `kujer`), and so the practical j joins it.
 */
const meeting: [RegExp, string][] = [
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
/** Raised by whoever changes what folding answers: entries are then folded anew when the site starts (`search.ts`). */
export const folding = 1

/** Marks, length, stress and apostrophes, as a class of a regular expression; `ng'` is one sound. */
export const silent = "[\\p{M}ːˑˈˌ']"
const allSilent = new RegExp(silent, 'gu')

/** Lower case, with marks taken apart from their letters and one sign for every apostrophe. */
export function decomposed(text: string): string {
  const lower = text.normalize('NFKD').toLowerCase().normalize('NFKD')
  return lower.replace(/['’‘ʼʻ`´]/g, "'")
}

/** Lower case without marks, length, stress and apostrophes; everything else stays. */
export function plain(text: string): string {
  return decomposed(text).replace(allSilent, '')
}

/** What a search compares: one spelling for all that sound the same, words parted by one space. Idempotent. */
export function fold(text: string): string {
  let folded = plain(text)
  for (const [from, to] of meeting) folded = folded.replace(from, to)
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** How it is folded, and where it holds ŋ how those fold it who write n for that. */
export function foldings(text: string): string[] {
  const withN = text.replace(/ŋ|ng['’‘ʼʻ`´]/gi, 'n')
  return withN === text ? [fold(text)] : [fold(text), fold(withN)]
}
