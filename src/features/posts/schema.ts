import { z } from 'zod'
import { pageKinds } from '#content/entry/address.ts'
import { State, Visibility } from '#content/entry/schema.ts'
import { PageQuery } from '#core/page.ts'

/** Filters of "My posts". `drafts` includes entries that were taken back and drafts that were never posted. */
export const postStates = ['published', 'drafts', 'hidden'] as const

export const PostQuery = PageQuery.extend({ state: z.enum(postStates).optional() })

/** An entry of the caller's own, or a draft that was never posted. */
export const Post = z.object({
  id: z.uuid(),
  /** Whether `id` names an entry or a draft of `/drafts`. */
  source: z.enum(['entry', 'draft']),
  kind: z.enum(pageKinds),
  /** Empty for a draft without a title. */
  title: z.string(),
  state: State,
  /** Null for a draft that was never posted. */
  visibility: Visibility.nullable(),
  /** True if only some groups see it. */
  limited: z.boolean(),
  /** Set while the author's email is unconfirmed: public, but missing from every list that guests see. */
  unlisted: z.boolean(),
  /** The moderator's reason. */
  hiddenReason: z.string().nullable(),
  /** True if keepers returned it. */
  returned: z.boolean(),
  returnedReason: z.string().nullable(),
  /** When it was published; for a draft, when it was last saved. */
  at: z.iso.datetime(),
})
export type Post = z.infer<typeof Post>
