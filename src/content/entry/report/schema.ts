import { z } from 'zod'
import { sentences } from '#core/input/sentences.ts'
import { text } from '#core/input/text.ts'
import { unlessEmpty } from '../schema.ts'

/** The reasons for a report, in the order of the form. */
export const reasons = ['mistake', 'restricted', 'hurtful', 'rights', 'spam', 'other'] as const
export const Reason = z.enum(reasons)
export type Reason = z.infer<typeof Reason>

/** A report of an entry, or of a comment under it, that the reader can see. The reason `other` requires `words`. */
export const NewReport = z
  .object({ entryId: z.uuid(), commentId: z.uuid().nullish(), reason: Reason, words: unlessEmpty(text(1000)) })
  .refine(({ reason, words }) => reason !== 'other' || !!words, { path: ['words'], error: () => sentences.needed })
