import { fold, joined, spellings } from './fold.ts'

/** Signs that PostgreSQL may count as letters: apostrophes, length, stress and marks. */
const signs = "'‘-‛′‵Ꞌꞌ՚׳`ʰ-˿\u0300-\u036f"
/** Matches what may be between two letters of a word, or of its parts: anything but letters and digits. */
const gap = `(?:[^[:alnum:]]|[${signs}])*`
const start = `(?:^|[^[:alnum:]${signs}])`
const severalLetters = spellings.filter(([, sound]) => sound.length > 1).map(([, sound]) => sound)
const sounds = new RegExp([...severalLetters, '.'].join('|'), 'gu')
/** The longest word that is compared, in sounds. */
const mostSounds = 40

/**
 * Returns the conditions of a search for names, as regular expressions of PostgreSQL for a text in NFKD: a name matches
 * if for each expression of one of the lists it has a word that begins so, by the rules of `fold`.
 */
export function namePatterns(q: string): string[][] {
  const folded = fold(q)
  const words = folded === '' ? [] : [...new Set(folded.split(' '))]
  return [words, ...(words.length > 1 ? [[joined(folded)]] : [])].map((list) => list.map(patternOf))
}

function patternOf(word: string): string {
  return start + (word.match(sounds) ?? []).slice(0, mostSounds).map(writtenAs).join(gap)
}

/** Returns an expression for every way to write a folded sound. People also write n for ŋ and ng' (`foldings`). */
function writtenAs(sound: string): string {
  const letters = [...sound]
  const plain = letters.length > 1 ? letters.map(writtenAs).join(gap) : sound
  const others = spellings.flatMap(([written, folded]) => (folded === sound ? [written.source] : []))
  const nasal = sound === 'n' ? ['ŋ', `ng[${signs}]`] : []
  return `(?:${[plain, ...others, ...nasal].join('|')})`
}
