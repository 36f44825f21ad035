// These functions make artificial texts, in no language, from random letters with realistic frequencies. The same seed
// gives the same texts on every machine.

const letters = 'a12 e11 i9 o8 t8 n7 r6 k6 s6 l5 m4 u4 d3 h3 p3 y2 b2 g2 w2 c2 f1 v1 j1'.replace(
  /([a-z])(\d+) ?/g,
  (_, letter: string, weight: string) => letter.repeat(Number(weight)),
)

export type Chance = () => number

/** Returns a pseudo-random generator of numbers from 0 to 1 (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(chance: Chance, from: ArrayLike<T>): T {
  return from[Math.floor(chance() * from.length)] as T
}

export function letter(chance: Chance): string {
  return pick(chance, letters)
}

/** Returns a string of `min` to `max` letters. */
export function string(chance: Chance, min: number, max: number): string {
  const length = min + Math.floor(chance() * (max - min + 1))
  return Array.from({ length }, () => letter(chance)).join('')
}

/** Returns a function that picks one of `size` words, with frequencies that follow Zipf's law. */
export function lexicon(seed: number, size: number): (chance: Chance) => string {
  const chance = chanceOf(seed)
  const strings = Array.from({ length: size }, () => string(chance, 3, 10))
  return (at) => strings[Math.floor(size ** at()) - 1] as string
}

export type Word = { form: string; english: string }

/** Returns vocabulary entries with random forms, and glosses of one to three words that many entries share. */
export function words(count: number): Word[] {
  const chance = chanceOf(1)
  const gloss = lexicon(2, 20_000)
  return Array.from({ length: count }, () => ({
    form: string(chance, 4, 11),
    english: Array.from({ length: 1 + Math.floor(chance() ** 2 * 3) }, () => gloss(chance)).join(' '),
  }))
}

export type Text = { title: string; html: string }

/** Returns articles of about 2 KB of HTML: paragraphs, a heading, a list. */
export function texts(count: number): Text[] {
  const chance = chanceOf(3)
  const one = lexicon(4, 5_000)
  const some = (length: number) => Array.from({ length }, () => one(chance)).join(' ')
  return Array.from({ length: count }, () => ({
    title: some(6),
    html: `<p>${some(70)}</p><h2>${some(4)}</h2><p>${some(80)} <strong>${some(3)}</strong> ${some(40)}</p><ul><li>${some(8)}</li><li>${some(8)}</li></ul><p>${some(60)}</p>`,
  }))
}
