import { z } from 'zod'
import { pageKinds } from '#content/entry/address.ts'
import { State, Visibility } from '#content/entry/schema.ts'
import { PageQuery } from '#core/page.ts'

/** Filters of "My posts". `drafts` includes entries in the state `draft` and drafts that were never posted. */
export const postStates = ['published', 'drafts', 'hidden'] as const

export const PostQuery = PageQuery.extend({ state: z.enum(postStates).optional() })

/** One of the caller's own entries, or a draft that was never posted. */
export const Post = z.object({
  id: z.uuid(),
  /** Whether `id` identifies an entry or a draft (`/drafts`). */
  source: z.enum(['entry', 'draft']),
  kind: z.enum(pageKinds),
  /** It is empty for a draft without a title. */
  title: z.string(),
  state: State,
  /** It is null for a draft that was never posted. */
  visibility: Visibility.nullable(),
  /** True if only certain groups can see it. */
  limited: z.boolean(),
  /** True while the author's email is unconfirmed. The post is public, but not in any list that guests see. */
  unlisted: z.boolean(),
  /** The moderator's reason for hiding it. */
  hiddenReason: z.string().nullable(),
  /** True if a keeper returned it to its author. */
  returned: z.boolean(),
  returnedReason: z.string().nullable(),
  /** Time when the entry was published (or created, if it never was) or the draft was last saved. */
  at: z.iso.datetime(),
})
export type Post = z.infer<typeof Post>
