import { z } from 'zod'
import { Author, unlessEmpty } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { Page, PageQuery } from '#core/page.ts'
import { text } from '#core/text.ts'

/** The pages of the site that a story can be given for; `features/home/sections.ts` has the same. */
export const sections = [
  'vocabulary',
  'proverbs',
  'poems',
  'communication',
  'practices',
  'artifacts',
  'stories',
  'conservation',
  'social-structure',
  'ceremonies',
  'rituals',
  'customs',
] as const
export const Section = z.enum(sections)
export type Section = z.infer<typeof Section>

const statuses = ['waiting', 'done', 'declined'] as const

/** What a member gave to the keepers: a text, a file, or both. `author` is its giver. */
export const Suggestion = z.object({
  id: z.uuid(),
  section: Section,
  text: z.string().nullable(),
  file: FilePresentation.nullable(),
  status: z.enum(statuses),
  /** What the keepers tell the giver. */
  note: z.string().nullable(),
  handledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
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

/** Newest first; `status` narrows. */
export const SuggestionQuery = PageQuery.extend({
  status: z.preprocess((raw) => (raw === '' ? undefined : raw), z.enum(statuses).optional()),
})

export const SuggestionChange = z.object({
  id: z.uuid(),
  status: z.enum(statuses),
  note: unlessEmpty(text(1000)),
})
