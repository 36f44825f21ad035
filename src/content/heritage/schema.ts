import { z } from 'zod'
import { Entry, EntrySettings, NewEntrySettings, richText, unlessEmpty } from '#content/entry/schema.ts'
import { FilePresentation, ListedFile, ListedFiles } from '#content/media/schema.ts'
import { line, searchTerm, text, unlessBlank } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'
import { sections as pages } from './kind.ts'

/** The sections without a type of their own (spec 6), in the order in which the site shows them. */
export const sections = Object.keys(pages) as (keyof typeof pages)[]
const Section = z.enum(sections)
export type Section = z.infer<typeof Section>

export const Heritage = Entry.extend({
  section: Section,
  summary: z.string().nullable(),
  /** Address of the picture; `coverFile` also has its small copies. */
  cover: z.string().nullable(),
  coverFile: FilePresentation.nullable(),
  place: z.string().nullable(),
  narrator: z.string().nullable(),
})
export type Heritage = z.infer<typeof Heritage>

/** A complete entry: the list's fields, its cleaned HTML and its files. */
export const FullHeritage = Heritage.extend({ body: z.string().nullable(), media: z.array(ListedFile) })
export type FullHeritage = z.infer<typeof FullHeritage>

const fields = {
  section: Section,
  title: line(200),
  summary: unlessEmpty(text(1000)),
  body: unlessEmpty(richText()),
  /** The `fileUrl` of an uploaded picture, or a `data:` URL; null for none. */
  cover: z.string().nullish(),
  media: ListedFiles,
  place: unlessEmpty(line(200)),
  narrator: unlessEmpty(line(200)),
}

export const NewHeritage = z.object({
  ...fields,
  media: fields.media.default([]),
  ...NewEntrySettings,
})
export type NewHeritage = z.output<typeof NewHeritage>

export const HeritageChange = z.object({ ...z.object(fields).partial().shape, ...EntrySettings })

/** An empty `section` selects the entries of all sections. */
export const HeritageQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
  section: unlessBlank(Section),
})
