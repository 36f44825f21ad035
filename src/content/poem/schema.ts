import { z } from 'zod'
import { EntrySettings, NewEntrySettings, unlessEmpty } from '#content/entry/schema.ts'
import { RecordedText, textFields } from '#content/recorded-text/schema.ts'
import { line } from '#core/input/text.ts'

export const Poem = RecordedText({ poet: z.string().nullable() })
export type Poem = z.infer<typeof Poem>

const fields = {
  title: line(200),
  ...textFields(20_000, { poet: unlessEmpty(line(200)) }),
}

export const NewPoem = z.object({ ...fields, ...NewEntrySettings })

export const PoemChange = z.object({ ...z.object(fields).partial().shape, ...EntrySettings })
