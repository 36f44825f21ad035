import { z } from 'zod'
import { Entry, EntrySettings, NewEntrySettings, unlessEmpty } from '#content/entry/schema.ts'
import { InLanguage } from '#content/language/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { line, searchTerm, text } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'

export const Poem = Entry.extend({
  /** The original, line by line. */
  original: z.string(),
  /** The tag (BCP 47) of the original's language. */
  language: z.string(),
  translation: z.string().nullable(),
  poet: z.string().nullable(),
  recording: FilePresentation.nullable(),
})
export type Poem = z.infer<typeof Poem>

const fields = {
  title: line(200),
  original: text(20_000).min(1),
  language: InLanguage,
  translation: unlessEmpty(text(20_000)),
  poet: unlessEmpty(line(200)),
  /** The `fileUrl` of an uploaded recording, or a `data:` URL; null for none. */
  recording: z.string().nullish(),
}

export const NewPoem = z.object({
  ...fields,
  ...NewEntrySettings,
})
export type NewPoem = z.output<typeof NewPoem>

export const PoemChange = z.object({ ...z.object(fields).partial().shape, ...EntrySettings })

export const PoemQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
})
