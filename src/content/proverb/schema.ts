import { z } from 'zod'
import { EntrySettings, NewEntrySettings, unlessEmpty } from '#content/entry/schema.ts'
import { RecordedText, textFields } from '#content/recorded-text/schema.ts'
import { text } from '#core/input/text.ts'

export const Proverb = RecordedText({ meaning: z.string().nullable() })
export type Proverb = z.infer<typeof Proverb>

const fields = textFields(2000, { meaning: unlessEmpty(text(5000)) })

export const NewProverb = z.object({ ...fields, ...NewEntrySettings })

export const ProverbChange = z.object({ ...z.object(fields).partial().shape, ...EntrySettings })
