import { z } from 'zod'

/** `silent`: words that nobody has recorded. `unsaid`: words that the caller hasn't recorded. */
export const WordListName = z.enum(['silent', 'unsaid'])
export type WordListName = z.infer<typeof WordListName>

/** The words of a list at most: more than one sitting has time for. */
export const mostWords = 100

export const WordToRecord = z.object({
  id: z.uuid(),
  form: z.string(),
  /** The tag of its language. */
  language: z.string(),
  english: z.string(),
  /** A keeper confirmed it. Other forms may be spelled as research writes them. */
  confirmed: z.boolean(),
})
export type WordToRecord = z.infer<typeof WordToRecord>

export const WordsQuery = z.object({ list: WordListName.default('silent') })
export const WordsToRecord = z.object({ items: z.array(WordToRecord) })
