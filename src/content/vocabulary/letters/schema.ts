import { z } from 'zod'
import { line } from '#core/text.ts'
import { decomposed } from '../../entry/fold.ts'
import { mostLetters } from '../alphabet.ts'
import { refusals } from '../refusals.ts'

const Spelling = line(10).regex(/^(?=.*\p{L})[\p{L}\p{M}'’‘ʼʻ]+$/u, {
  error: ({ input }) => refusals.noLetter(`${input}`),
})

/** The letters in the order of the dictionary, each followed by its other spellings. */
const Letters = z
  .array(z.array(Spelling).min(1).max(10))
  .min(1)
  .max(mostLetters)
  .check(({ value, issues }) => {
    const known = new Set<string>()
    value.forEach((spellings, at) => {
      for (const spelling of spellings) {
        const compared = decomposed(spelling)
        if (known.has(compared))
          issues.push({ code: 'custom', input: value, path: [at], message: refusals.letterTwice(spelling) })
        known.add(compared)
      }
    })
  })

export const Alphabet = z.object({
  letters: z.array(z.array(z.string())),
  /** How often the list was changed, from 1 on. */
  version: z.number(),
  /** What the forms begin with that begin with no letter of the list; the first 20. */
  missing: z.array(z.string()),
})

export const NewAlphabet = z.object({
  letters: Letters,
  /** Of the list that was opened: 409 if it has changed since. */
  version: z.number(),
})
