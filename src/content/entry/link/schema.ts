import { z } from 'zod'
import { Page, PageQuery } from '#core/page.ts'
import { Entry, EntryQuery } from '../schema.ts'

/** The relations that are kept (DCMI Metadata Terms), each with its name seen from the other end. */
export const inverses = {
  references: 'isReferencedBy',
  requires: 'isRequiredBy',
  isPartOf: 'hasPart',
  isVersionOf: 'hasVersion',
  relation: 'relation',
} as const

/** Every relation by either name, in the order in which pages group by them. */
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

/** An entry among unlike ones: what every entry answers, and what says in a line what it is. */
export const Brief = Entry.extend({
  /** Its type, or of what stands in a section the section. */
  kind: z.string(),
  /** The English of a word, or the translation of a proverb. */
  gloss: z.string().nullable(),
  /** The title is written as linguists write it. */
  phonetic: z.boolean(),
})
export type Brief = z.infer<typeof Brief>
export const BriefQuery = EntryQuery.pick({ q: true, limit: true, lastKey: true })

/** `relation` says what the entry that was asked for is to `entry`: a proverb `references` a word. */
export const Link = z.object({ id: z.uuid(), relation: Relation, entry: Brief })
export type Link = z.infer<typeof Link>
export const Links = Page(Link)

/** The links of one entry that lead to what the caller may see, newest first. */
export const LinkQuery = PageQuery.extend({ id: z.uuid() })
export const NewLink = z.object({ id: z.uuid(), relation: Relation, to: z.uuid() })
export const OneLink = z.object({ id: z.uuid(), linkId: z.uuid() })
