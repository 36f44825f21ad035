import { z } from 'zod'
import { Brief } from '#content/entry/link/schema.ts'
import { Author } from '#content/entry/schema.ts'
import { FilePresentation } from '../schema.ts'

/** An entry of any type with what a tile shows of it. For media posts, `kind` is `audio`, `video` or `image`. */
export const Summary = Brief.extend({
  cover: FilePresentation.nullable(),
  /** The person it names as its speaker, narrator, poet or maker, who needn't be its author. */
  credit: z.string().nullable(),
  /** The maker, if that is a member with a page. */
  madeBy: Author.nullable(),
  /** As its author wrote it: the venue of an event, the place of a recording or story. */
  place: z.string().nullable(),
  /** Only events have these two. */
  startDate: z.iso.datetime().nullable(),
  endDate: z.iso.datetime().nullable(),
  cancelled: z.boolean(),
  /** In minor units; only products have one. */
  price: z.number().int().nullable(),
})
export type Summary = z.infer<typeof Summary>

/** An author's entries are counted up to this number: counting thousands would take longer than the rest of a page. */
export const mostCounted = 100

/** The entries and the author that readers can go on to from an entry. */
export const Around = z.object({
  /** Entries with the same topics, places or people, the most similar first. */
  similar: z.array(Summary),
  /** The entries of the same type before and after it: events by their start, others by when they were published. */
  previous: Brief.nullable(),
  next: Brief.nullable(),
  /** The author, if they have a page that the caller may see. */
  author: Author.extend({
    bio: z.string().nullable(),
    /** Number of their entries that lists show the caller, at most `mostCounted`. */
    entries: z.number().int(),
  }).nullable(),
})
export type Around = z.infer<typeof Around>
