import { z } from 'zod'
import { PageQuery } from '#core/page.ts'
import { line, text } from '#core/text.ts'
import { Entry, NewStanding, Standing, unlessEmpty } from '../entry/schema.ts'
import { FilePresentation, ListedFile, ListedFiles } from '../media/schema.ts'
import { text as words } from './text.ts'

/** The sections that have no type of their own (PRODUCT §3), in the order of the site. */
export const sections = [
  'communication',
  'practice',
  'story',
  'social-structure',
  'ceremony',
  'ritual',
  'custom',
] as const
const Section = z.enum(sections)
export type Section = z.infer<typeof Section>

export const Heritage = Entry.extend({
  section: Section,
  summary: z.string().nullable(),
  /** The address of the picture; `coverFile` is the same with its small copies. */
  cover: z.string().nullable(),
  coverFile: FilePresentation.nullable(),
  place: z.string().nullable(),
  /** Who tells it. */
  narrator: z.string().nullable(),
})
export type Heritage = z.infer<typeof Heritage>

/** An entry opened: its cleaned HTML and its files beside what the list shows. */
export const FullHeritage = Heritage.extend({ body: z.string().nullable(), media: z.array(ListedFile) })
export type FullHeritage = z.infer<typeof FullHeritage>

const fields = {
  section: Section,
  title: line(200),
  summary: unlessEmpty(text(1000)),
  body: unlessEmpty(
    z
      .string()
      .trim()
      .max(1_000_000, { error: () => words.form.tooLong }),
  ),
  /** The `fileUrl` of an uploaded picture, or a `data:` URL; null for none. */
  cover: z.string().nullish(),
  media: ListedFiles,
  place: unlessEmpty(line(200)),
  narrator: unlessEmpty(line(200)),
}

export const NewHeritage = z.object({
  ...fields,
  media: fields.media.default([]),
  ...NewStanding,
})
export type NewHeritage = z.output<typeof NewHeritage>

export const HeritageChange = z.object({ ...z.object(fields).partial().shape, ...Standing })

/** An empty section asks for all. */
export const HeritageQuery = PageQuery.extend({
  q: z.string().normalize('NFC').trim().max(200).default(''),
  section: z.preprocess((raw) => (raw === '' ? undefined : raw), Section.optional()),
})
