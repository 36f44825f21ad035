import { z } from 'zod'
import { Entry, unlessEmpty } from '#content/entry/schema.ts'
import type { kinds } from '#content/kinds.ts'
import { InLanguage } from '#content/language/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { searchTerm, text } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'

export type TextKind = typeof kinds.poem | typeof kinds.proverb

/** Returns the schema of a text as the API answers it. @param own the fields that only its type has */
export function RecordedText<Own extends z.ZodRawShape>(own: Own) {
  return Entry.extend({
    /** The original, line by line. */
    original: z.string(),
    /** The tag (BCP 47) of the original's language. */
    language: z.string(),
    translation: z.string().nullable(),
    ...own,
    recording: FilePresentation.nullable(),
  })
}
export type RecordedText = Entry & {
  original: string
  language: string
  translation: string | null
  recording: FilePresentation | null
}

/** Returns the input fields of a text, besides its title. @param max the length of the original and its translation */
export function textFields<Own extends z.ZodRawShape>(max: number, own: Own) {
  return {
    original: text(max).min(1),
    language: InLanguage,
    translation: unlessEmpty(text(max)),
    ...own,
    /** The `fileUrl` of an uploaded recording, or a `data:` URL; null for none. */
    recording: z.string().nullish(),
  }
}

export const TextQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
})
