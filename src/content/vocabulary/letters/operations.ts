import { z } from 'zod'
import { audit } from '#core/audit.ts'
import { Conflict } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { refusals } from '../refusals.ts'
import type { Letters } from './alphabet.ts'
import { lockLetters, missingLetters, readLetters, writeLetters } from './queries.ts'
import { Alphabet, NewAlphabet } from './schema.ts'

/** Operations on the alphabet, which defines the order of the dictionary. */
export const ordering = {
  letters: operation('GET', '/vocabulary/letters', 'keeper', {
    summary: 'List the letters in the order of the dictionary, with their other spellings',
    input: z.object({}),
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
