import { z } from 'zod'
import { line } from '#core/input/text.ts'
import { apostrophes, decomposed } from '#text/fold.ts'
import { refusals } from '../refusals.ts'
import { mostLetters } from './alphabet.ts'

const Spelling = line(10).regex(new RegExp(`^(?=.*\\p{L})[\\p{L}\\p{M}${apostrophes}]+$`, 'u'), {
  error: ({ input }) => refusals.noLetter(`${input}`),
})

/** The letters in dictionary order, each followed by its other spellings. */
const Letters = z
  .array(z.array(Spelling).min(1).max(10))
  .min(1)
  .max(mostLetters)
  .check(({ value, issues }) => {
    const seen = new Set<string>()
    value.forEach((spellings, at) => {
      for (const spelling of spellings) {
        const compared = decomposed(spelling)
        if (seen.has(compared))
          issues.push({ code: 'custom', input: value, path: [at], message: refusals.letterTwice(spelling) })
        seen.add(compared)
      }
    })
  })

export const Alphabet = z.object({
  letters: z.array(z.array(z.string())),
  /** Begins at 1 and grows by 1 with each change to the list. */
  version: z.number(),
  /** First characters of forms that begin with no letter of the list; at most 20. */
  missing: z.array(z.string()),
})

export const NewAlphabet = z.object({
  letters: Letters,
  /** The version of the list that was opened. The answer is 409 if the list has changed since. */
  version: z.number(),
})
