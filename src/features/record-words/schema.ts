import { z } from 'zod'

/**
 * `silent`: words without a recording by the caller and without one that others can hear. `unsaid`: words without a
 * recording by the caller.
 */
export const WordListName = z.enum(['silent', 'unsaid'])
export type WordListName = z.infer<typeof WordListName>

/** Maximum number of words in a list, more than anyone records in one session. */
export const mostWords = 100

export const WordToRecord = z.object({
  id: z.uuid(),
  form: z.string(),
  /** The tag of the word's language. */
  language: z.string(),
  english: z.string(),
  /** True if a keeper confirmed it. Unconfirmed forms may be spelled as in published research. */
  confirmed: z.boolean(),
})
export type WordToRecord = z.infer<typeof WordToRecord>

export const WordsQuery = z.object({ list: WordListName.default('silent') })
export const WordsToRecord = z.object({ items: z.array(WordToRecord) })
