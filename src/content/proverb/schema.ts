import { z } from 'zod'
import { PageQuery } from '#core/page.ts'
import { text } from '#core/text.ts'
import { Entry, NewStanding, Standing, unlessEmpty } from '../entry/schema.ts'
import { FilePresentation } from '../media/schema.ts'

export const Proverb = Entry.extend({
  /** As it is said, line by line. */
  original: z.string(),
  translation: z.string().nullable(),
  meaning: z.string().nullable(),
  recording: FilePresentation.nullable(),
})
export type Proverb = z.infer<typeof Proverb>

const fields = {
  original: text(2000).min(1),
  translation: unlessEmpty(text(2000)),
  meaning: unlessEmpty(text(5000)),
  /** The `fileUrl` of an uploaded recording, or a `data:` URL; null for none. */
  recording: z.string().nullish(),
}

export const NewProverb = z.object({
  ...fields,
  ...NewStanding,
})
export type NewProverb = z.output<typeof NewProverb>

export const ProverbChange = z.object({ ...z.object(fields).partial().shape, ...Standing })

export const ProverbQuery = PageQuery.extend({
  q: z.string().normalize('NFC').trim().max(200).default(''),
})
