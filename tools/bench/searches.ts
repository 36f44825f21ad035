import { type Chance, chanceOf, letter, pick, type Word } from './artificial.ts'

/** Seven of ten searches are prefixes as people type them, two are complete words, and one is misspelt. */
const pattern = [
  'prefix',
  'complete',
  'prefix',
  'prefix',
  'misspelt',
  'prefix',
  'prefix',
  'complete',
  'prefix',
  'prefix',
] as const

/** Returns `count` distinct searches for `words`, or fewer if the words don't allow more. */
export function searches(words: Word[], count: number): string[] {
  const chance = chanceOf(5)
  const queries = new Set<string>()
  const kinds = {
    prefix: () => prefixOf(chance, wordOf(chance, words)),
    complete: () => wordOf(chance, words),
    misspelt: () => misspelt(chance, wordOf(chance, words)),
  }
  for (let tries = 0; queries.size < count && tries < count * 20; tries++) {
    queries.add(kinds[pattern[queries.size % pattern.length] ?? 'prefix']())
  }
  return [...queries]
}

function wordOf(chance: Chance, words: Word[]): string {
  const { form, english } = pick(chance, words)
  return chance() < 0.5 ? form : (english.split(' ')[0] ?? form)
}

function prefixOf(chance: Chance, word: string): string {
  return word.slice(0, 2 + Math.floor(chance() * Math.min(7, word.length - 2)))
}

function misspelt(chance: Chance, word: string): string {
  const at = Math.floor(chance() * word.length)
  const rest = word.slice(at + 1)
  return word.slice(0, at) + pick(chance, [letter(chance) + rest, rest, word[at] + letter(chance) + rest])
}
