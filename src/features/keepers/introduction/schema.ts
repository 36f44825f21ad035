import { z } from 'zod'
import { Author, richText } from '#content/entry/schema.ts'
import { Section } from '#content/section/schema.ts'
import { Moment } from '#core/input/date-time.ts'

export const BySection = z.object({ section: Section })

/** The introduction of a page: cleaned HTML, or null. */
export const Introduction = BySection.extend({ body: z.string().nullable() })

/** An introduction as keepers see it, with its last author and time. */
export const Written = Introduction.extend({ updatedAt: z.iso.datetime(), updatedBy: Author.nullable() })
export type Written = z.infer<typeof Written>
export const Introductions = z.object({ items: z.array(Written) })

export const NewIntroduction = BySection.extend({
  body: richText(100_000),
  /** The `updatedAt` of the text that the keeper opened; null if there was none. */
  updatedAt: Moment.nullable(),
})
