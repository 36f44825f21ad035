import { z } from 'zod'
import { audit } from '#core/audit.ts'
import { Conflict } from '#core/errors.ts'
import { line } from '#core/input/text.ts'
import { operation } from '#core/operation.ts'
import { apostrophes, decomposed } from '#text/fold.ts'
import { refusals } from '../refusals.ts'
import { type Letters, mostLetters } from './alphabet.ts'
import { lockLetters, missingLetters, readLetters, writeLetters } from './queries.ts'

const Spelling = line(10).regex(new RegExp(`^(?=.*\\p{L})[\\p{L}\\p{M}${apostrophes}]+$`, 'u'), {
  error: ({ input }) => refusals.noLetter(`${input}`),
})

/** The letters in dictionary order, each followed by its other spellings. */
const NewLetters = z
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

const Alphabet = z.object({
  letters: z.array(z.array(z.string())),
  /** Begins at 1 and grows by 1 with each change to the list. */
  version: z.number(),
  /** First characters of forms that begin with no letter of the list; at most 20. */
  missing: z.array(z.string()),
})

const NewAlphabet = z.object({
  letters: NewLetters,
  /** The version of the list that was opened. The answer is 409 if the list has changed since. */
  version: z.number(),
})

/** Operations on the alphabet, which defines the order of the dictionary. */
export const ordering = {
  letters: operation('GET', '/vocabulary/letters', 'keeper', {
    summary: 'List the letters in the order of the dictionary, with their other spellings',
    output: Alphabet,
    async handler({ db, viewer }) {
      const [list, missing] = await Promise.all([readLetters(db), missingLetters(db, viewer)])
      return { ...list, missing }
    },
  }),

  setLetters: operation('PUT', '/vocabulary/letters', 'keeper', {
    summary: 'Change the letters or their order; all words are sorted again immediately',
    input: NewAlphabet,
    output: Alphabet,
    async handler(ctx, { letters, version }) {
      const before = await lockLetters(ctx.db)
      if (before.version !== version) throw new Conflict(refusals.lettersChanged, 'changed')
      await writeLetters(ctx.db, letters)
      await audit(ctx, 'vocabulary:set-letters', null, { before: lines(before.letters), after: lines(letters) })
      ctx.contentChanged()
      return { letters, version: version + 1, missing: await missingLetters(ctx.db, ctx.viewer) }
    },
  }),
}

function lines(letters: Letters): string[] {
  return letters.map((spellings) => spellings.join(' '))
}
