import { z } from 'zod'
import { Entry, EntrySettings, NewEntrySettings, unlessEmpty } from '#content/entry/schema.ts'
import { InLanguage } from '#content/language/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { searchTerm, text } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'

export const Proverb = Entry.extend({
  /** The original, line by line. */
  original: z.string(),
  /** The tag (BCP 47) of the original's language. */
  language: z.string(),
  translation: z.string().nullable(),
  meaning: z.string().nullable(),
  recording: FilePresentation.nullable(),
})
export type Proverb = z.infer<typeof Proverb>

const fields = {
  original: text(2000).min(1),
  language: InLanguage,
  translation: unlessEmpty(text(2000)),
  meaning: unlessEmpty(text(5000)),
  /** The `fileUrl` of an uploaded recording, or a `data:` URL; null for none. */
  recording: z.string().nullish(),
}

export const NewProverb = z.object({
  ...fields,
  ...NewEntrySettings,
})
export type NewProverb = z.output<typeof NewProverb>

export const ProverbChange = z.object({ ...z.object(fields).partial().shape, ...EntrySettings })

export const ProverbQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
})
