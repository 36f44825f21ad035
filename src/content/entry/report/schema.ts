import { z } from 'zod'
import { sentences } from '#core/sentences.ts'
import { text } from '#core/text.ts'
import { unlessEmpty } from '../schema.ts'

/** What can be wrong with an entry, in the order in which readers choose. */
export const reasons = ['mistake', 'restricted', 'hurtful', 'rights', 'spam', 'other'] as const
export const Reason = z.enum(reasons)
export type Reason = z.infer<typeof Reason>

/** What a reader says of an entry that they see; `words` are needed where the reason is `other`. */
export const NewReport = z
  .object({ entryId: z.uuid(), reason: Reason, words: unlessEmpty(text(1000)) })
  .refine(({ reason, words }) => reason !== 'other' || !!words, { path: ['words'], error: () => sentences.needed })
