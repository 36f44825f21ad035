import { z } from 'zod'
import { Author, unlessEmpty } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { Section } from '#content/section/schema.ts'
import { text, unlessBlank } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

const statuses = ['waiting', 'done', 'declined'] as const

/** A member's suggestion to the keepers: a text, a file, or both. */
export const Suggestion = z.object({
  id: z.uuid(),
  section: Section,
  text: z.string().nullable(),
  file: FilePresentation.nullable(),
  status: z.enum(statuses),
  /** The keepers' reply. */
  note: z.string().nullable(),
  handledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  author: Author.nullable(),
})
export type Suggestion = z.infer<typeof Suggestion>
export const Suggestions = Page(Suggestion)

export const NewSuggestion = z.object({
  section: Section,
  text: unlessEmpty(text(20_000)),
  /** The `fileUrl` of an upload (a recording, a picture or a video), or a `data:` URL. */
  fileUrl: z.string().nullish(),
})

/** The query for suggestions, newest first. `status` limits it to one status. */
export const SuggestionQuery = PageQuery.extend({
  status: unlessBlank(z.enum(statuses)),
})

export const SuggestionChange = z.object({
  id: z.uuid(),
  status: z.enum(statuses),
  note: unlessEmpty(text(1000)),
})
