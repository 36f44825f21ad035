import { z } from 'zod'
import { ById } from '#content/entry/schema.ts'
import { Summary } from '#content/media/summary/schema.ts'
import { searchTerm } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'
import { sections } from './sections.ts'

export const Section = z.enum(sections)

/** The page of a member, with the facts that they chose to give. A text is empty if they left it out. */
export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  place: z.string(),
  bio: z.string(),
  /** Links to their profiles elsewhere, each with its network. */
  links: z.array(z.object({ network: z.string(), url: z.url() })),
  /** Time when the member joined. */
  since: z.iso.datetime(),
  /** Their sections: recordings, then the largest first, each with its newest entries. Empty sections are left out. */
  sections: z.array(z.object({ name: Section, count: z.number().int(), entries: z.array(Summary) })),
})
export type Person = z.infer<typeof Person>

export const PersonEntries = Page(Summary).extend({ name: z.string() })
export const PersonEntriesQuery = PageQuery.extend({ ...ById.shape, section: Section })

/** `q`: a word of the name, or its beginning. */
export const PeopleQuery = PageQuery.extend({ q: searchTerm(200).default('') })

/** A member who shared something that the caller may see. */
export const Contributor = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  /** Where they live, in their own words; it tells people of the same name apart. */
  place: z.string(),
  /** Number of their entries that the caller may see. */
  count: z.number().int(),
  /** Time when the newest of these was published. */
  latest: z.iso.datetime(),
})
export type Contributor = z.infer<typeof Contributor>
export const Contributors = Page(Contributor)
