import { z } from 'zod'
import { FilePresentation } from '#content/media/schema.ts'

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
  language: z.string(),
  english: z.string(),
  swahili: z.string().nullable(),
  /** True if a keeper confirmed it. Unconfirmed forms may be spelled as in published research. */
  confirmed: z.boolean(),
  /** Its picture; null for one of a person who has died. */
  cover: FilePresentation.nullable(),
})
export type WordToRecord = z.infer<typeof WordToRecord>

export const WordsQuery = z.object({
  list: WordListName.default('silent'),
  /** The words that were added after this one come first. */
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(mostWords).default(mostWords),
})
export const WordsToRecord = z.object({ items: z.array(WordToRecord) })
