import { z } from 'zod'
import { Page, PageQuery } from '#core/page.ts'
import { Entry, EntryQuery } from '../schema.ts'

/** The stored relations (DCMI Metadata Terms), each with its inverse. */
export const inverses = {
  references: 'isReferencedBy',
  requires: 'isRequiredBy',
  isPartOf: 'hasPart',
  isVersionOf: 'hasVersion',
  relation: 'relation',
} as const

/** Every relation and its inverse, in the order in which pages show their groups. */
export const relations = [
  'requires',
  'isRequiredBy',
  'references',
  'isReferencedBy',
  'isPartOf',
  'hasPart',
  'isVersionOf',
  'hasVersion',
  'relation',
] as const
export const Relation = z.enum(relations)
export type Relation = z.infer<typeof Relation>

/** An import, with the number of its entries that the caller may see. */
const Batch = z.object({ id: z.uuid(), count: z.number().int() })
export type Batch = z.infer<typeof Batch>

/** An entry in a mixed list: the shared fields and what a one-line summary needs. */
export const Brief = Entry.extend({
  /** The type, or for heritage entries the section. */
  kind: z.string(),
  /** The English meaning of a word, or the translation of a proverb. */
  gloss: z.string().nullable(),
  /** True if the title is in phonetic transcription. */
  phonetic: z.boolean(),
  /** The tag (BCP 47) of the title's language; null for the languages of the interface. */
  language: z.string().nullable(),
  /** Present if the item is a whole import, which the title then names. */
  batch: Batch.optional(),
})
export type Brief = z.infer<typeof Brief>
export const BriefQuery = EntryQuery.pick({ q: true, limit: true, lastKey: true })

/** `relation` is read from the requested entry to `entry`: a proverb `references` a word. */
export const Link = z.object({ id: z.uuid(), relation: Relation, entry: Brief })
export type Link = z.infer<typeof Link>
export const Links = Page(Link)

/** The query for the links of one entry to entries that the caller may see, newest first. */
export const LinkQuery = PageQuery.extend({ id: z.uuid() })
export const NewLink = z.object({ id: z.uuid(), relation: Relation, to: z.uuid() })
export const OneLink = z.object({ id: z.uuid(), linkId: z.uuid() })
