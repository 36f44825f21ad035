import { z } from 'zod'
import type { PageKind } from '#content/entry/address.ts'
import { facets } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { looks } from '#content/media/kind.ts'
import { FileKind } from '#content/media/schema.ts'
import { Summary } from '#content/media/summary/schema.ts'
import { searchTerm, text, unlessBlank } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

/** The types of entry in Explore: all but products, because the shop has its own lists. */
export const exploredTypes = (Object.keys(kinds) as PageKind[]).filter((type) => type !== kinds.product.type)
/** The kinds of entry in Explore: the types, with media split into pictures, videos and recordings. */
export const exploredKinds: readonly (PageKind | keyof typeof looks)[] = [
  ...exploredTypes.filter((type) => type !== kinds.media.type),
  ...FileKind.options,
]

export function isFileKind(kind: string): kind is keyof typeof looks {
  return Object.hasOwn(looks, kind)
}

/** Entries are counted up to this number. If there are more, pages say "more than". */
export const countedTo = 10_000

const value = text(200).default('')
const sorts = ['newest', 'oldest', 'upcoming', 'past'] as const

/** The filters of Explore. Empty values don't filter anything. */
export const Narrowed = z.object({
  /** Words or prefixes in any order. */
  q: searchTerm(200).default(''),
  kind: unlessBlank(z.enum(exploredKinds)),
  topic: value,
  place: value,
  /** The id of an account that is the author, or the name of a person whom the entry names. */
  person: value,
  dialect: value,
  /** The year of the recording or event or, for entries without such a date, of the publication. */
  year: value,
  /** The id of an import, for the entries that it added. */
  batch: z.uuid().or(z.literal('')).default(''),
})
export type Narrowed = z.output<typeof Narrowed>

export const ExploreQuery = Narrowed.extend({
  ...PageQuery.shape,
  /** `upcoming` (soonest first) and `past` (latest first) are for events only. */
  sort: z.enum(sorts).default('newest'),
})
/** Also has what only the feed's lists need. */
export const ListQuery = ExploreQuery.extend({
  /** `media`: pictures, videos and recordings. */
  kind: unlessBlank(z.enum([...exploredKinds, kinds.media.type])),
  /** `start`: events only, the latest start first. */
  sort: z.enum([...sorts, 'start']).default('newest'),
  /** `members` includes entries with an author, and one entry for each import. */
  by: z.enum(['members']).optional(),
})
export const ExplorePage = Page(Summary)

const Value = z.object({
  /** The value as it is written in a query. */
  value: z.string(),
  label: z.string(),
  count: z.number().int(),
})
export type Value = z.infer<typeof Value>

/** The numbers of entries that match the query: in total, of each kind, and with each value. */
export const Facets = z.object({
  total: z.number().int(),
  /** True if there are more entries than are counted. */
  more: z.boolean(),
  /** The number of accounts that wrote these entries. */
  people: z.number().int(),
  /** The counts by kind, as if the query named none. `more`: there are more than are counted. */
  kinds: z.array(Value.omit({ label: true }).extend({ more: z.boolean() })),
  /** The most frequent values of each facet. */
  values: z.record(z.enum(facets), z.array(Value)),
})
export type Facets = z.infer<typeof Facets>
