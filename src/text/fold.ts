/**
 * Phonetic and practical spellings that a search treats as equal, in order of replacement. `j` is y in phonetic writing
 * (ASJP `kuyer` beside `kujer`), so the practical j becomes y, too.
 */
export const spellings: readonly [RegExp, string][] = [
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
 * starts (`content/refold.ts`), and devices build their dictionaries again (`offline/dictionary/current.ts`).
 */
export const folding = 3

/**
 * Content of a regular expression class: the signs besides modifier letters that writers use as an apostrophe, which are
 * single quotes, primes and modifier symbols.
 */
export const apostrophes = "'‘-‛′‵Ꞌꞌ՚׳\\p{Sk}"
/** Length (`\p{Extender}`), stress and the modifier letters `꞉` and `꞊` are no apostrophes. */
const allApostrophes = new RegExp(`(?![\\p{Extender}ˈˌ꞉꞊])(?:[${apostrophes}]|(?=\\p{Lm})\\p{Script=Common})`, 'gu')
/** Characters that nobody sees, such as soft hyphens, joiners and direction marks. */
const ignorable = /\p{Default_Ignorable_Code_Point}+/gu
/** Raised dots and the modifier colon, which writers use for length. */
export const raisedDots = '·‧∙⋅ꞏ꞉'
const raised = new RegExp(`[${raisedDots}]`, 'g')
/** A colon or a dot between two letters is a sign of length, too. */
const between = /(?<=[\p{L}\p{M}'])(?:[:∶]{1,2}|\.)(?=\p{L})/gu
/** Texts that need no normalization: ASCII without the two modifier symbols in it. */
const simple = /^[\t\n\r -\]_a-~]*$/

/** Regular expression class of marks, length and stress signs and apostrophes (`ng'` is one sound). */
export const silent = "[\\p{M}ːˑˈˌ']"
const allSilent = new RegExp(silent, 'gu')

/**
 * Returns the text in lower case, with marks separated from their letters, one character for all apostrophes, one for
 * dots and colons of length, and without characters that nobody sees.
 */
export function decomposed(text: string): string {
  return (simple.test(text) ? text.toLowerCase() : separated(text)).replace(between, 'ː')
}

/** Replaces apostrophes twice, because the normalization splits some (´) and uncovers others (ŉ). */
function separated(text: string): string {
  const lower = text
    .replace(ignorable, '')
    .replace(allApostrophes, "'")
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
  return lower.replace(raised, 'ː').replace(allApostrophes, "'")
}

/** Returns the form that searches compare: one spelling for equal sounds, single spaces. It is idempotent. */
export function fold(text: string): string {
  return withoutSilent(decomposed(text))
}

function withoutSilent(decomposedText: string): string {
  let folded = decomposedText.replace(allSilent, '')
  for (const [from, to] of spellings) folded = folded.replace(from, to)
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** Returns whether a text has no letter or digit. As a search, it finds nothing. */
export function isWordless(text: string): boolean {
  return fold(text) === ''
}

/** Returns the folded text and, if it contains ŋ or ng', also the spelling of people who write n instead. */
export function foldings(text: string): string[] {
  const base = decomposed(text)
  const withN = base.replace(/ŋ|ng'/g, 'n')
  return withN === base ? [withoutSilent(base)] : [withoutSilent(base), withoutSilent(withN)]
}

const signs = /[^\p{L}\p{N}\p{M}']+/gu
const digit = /\p{Nd}/u

/** Returns the words of a text like `fold`, but with its tones, length, apostrophes and letters. */
export function foldKeepingTones(text: string): string {
  return decomposed(text).replace(signs, ' ').trim()
}

/**
 * Returns the key by which two texts are the same for imports, tags and references: their tones count, their spaces
 * and signs don't, except between digits, because 1.5 and 1-5 are not 15.
 */
export function sameKey(text: string): string {
  const base = decomposed(text)
  const isDigit = (at: number) => digit.test(base[at] ?? '')
  const key = base.replace(signs, (between, at: number) => {
    if (!isDigit(at - 1) || !isDigit(at + between.length)) return ''
    return between.trim().replace(/\p{Dash}/gu, '-') || ' '
  })
  return key || base.trim()
}

/** Joins the parts of a folded text, because they match with a hyphen, a space or nothing between them. */
export function joined(folded: string): string {
  return folded.replaceAll(' ', '')
}

/** Returns the spellings that count as exactly the typed form, best first: other apostrophes, then lower case. */
export function typedForms(typed: string): string[] {
  const clean = typed.replace(ignorable, '').normalize('NFC').replace(/\s+/g, ' ').trim()
  const cases = [clean, clean.toLowerCase()]
  return [
    ...new Set(cases.flatMap((one) => [one, ...["'", '’', 'ʼ'].map((sign) => one.replace(allApostrophes, sign))])),
  ]
}

/**
 * Returns the place of a form among the homonyms of a search, as a text to sort by: first the spellings that are exactly
 * as typed, then those that differ by a tone or a capital, in the order of the alphabetical list. Returns undefined for
 * other forms.
 * @param forms the search's `typedForms`
 * @param folded the search, folded
 */
export function homonymRank(form: string, forms: string[], folded: string): string | undefined {
  const typed = forms.indexOf(form)
  if (typed < 0 && fold(form) !== folded) return undefined
  return `${typed < 0 ? forms.length : typed}${form.replaceAll("'", '’')}`
}
