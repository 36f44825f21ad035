import { type Chance, chanceOf, letter, pick, type Word } from './artificial.ts'

/** Of ten searches seven are the beginning of a word, as it is typed, two a whole word, one is misspelt. */
const pattern = [
  'prefix',
  'whole',
  'prefix',
  'prefix',
  'misspelt',
  'prefix',
  'prefix',
  'whole',
  'prefix',
  'prefix',
] as const

/** So many searches for what `words` hold, no two the same; fewer when the words do not give as many. */
export function searches(words: Word[], count: number): string[] {
  const chance = chanceOf(5)
  const seen = new Set<string>()
  const kinds = {
    prefix: () => prefixOf(chance, wordOf(chance, words)),
    whole: () => wordOf(chance, words),
    misspelt: () => misspelt(chance, wordOf(chance, words)),
  }
  for (let tries = 0; seen.size < count && tries < count * 20; tries++) {
    seen.add(kinds[pattern[seen.size % pattern.length] ?? 'prefix']())
  }
  return [...seen]
}

function wordOf(chance: Chance, words: Word[]): string {
  const { marakwet, english } = pick(chance, words)
  return chance() < 0.5 ? marakwet : (english.split(' ')[0] ?? marakwet)
}

function prefixOf(chance: Chance, word: string): string {
  return word.slice(0, 2 + Math.floor(chance() * Math.min(7, word.length - 2)))
}

function misspelt(chance: Chance, word: string): string {
  const at = Math.floor(chance() * word.length)
  const rest = word.slice(at + 1)
  return word.slice(0, at) + pick(chance, [letter(chance) + rest, rest, word[at] + letter(chance) + rest])
}
