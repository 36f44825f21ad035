import { z } from 'zod'

/** `silent`: words that nobody has recorded. `unsaid`: words that the caller hasn't recorded. */
export const WordListName = z.enum(['silent', 'unsaid'])
export type WordListName = z.infer<typeof WordListName>

/** Largest number of words in a list, which is more than anyone records at a time. */
export const mostWords = 100

export const WordToRecord = z.object({
  id: z.uuid(),
  form: z.string(),
  /** The tag of the word's language. */
  language: z.string(),
  english: z.string(),
  /** True if a keeper confirmed it. Other forms may have the spelling of published research. */
  confirmed: z.boolean(),
})
export type WordToRecord = z.infer<typeof WordToRecord>

export const WordsQuery = z.object({ list: WordListName.default('silent') })
export const WordsToRecord = z.object({ items: z.array(WordToRecord) })
