import { z } from 'zod'
import { Author } from '#content/entry/schema.ts'
import { Section } from '#features/suggestion/schema.ts'

export const BySection = z.object({ section: Section })

/** What keepers wrote to introduce a page of the archive: cleaned HTML, null where they wrote nothing. */
export const Introduction = BySection.extend({ body: z.string().nullable() })

/** For keepers: who wrote it last, and when. */
export const Written = Introduction.extend({ updatedAt: z.iso.datetime(), updatedBy: Author.nullable() })
export type Written = z.infer<typeof Written>
export const Introductions = z.object({ items: z.array(Written) })

export const NewIntroduction = BySection.extend({
  body: z.string().trim().max(100_000),
  /** When the text that was opened had been written; null where there was none. */
  updatedAt: z.iso.datetime().nullable(),
})
