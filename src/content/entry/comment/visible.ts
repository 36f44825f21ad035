import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Kind } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import type { Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'
import { entries } from '../table.ts'
import { addedVisible } from '../visibility/unlisted.ts'
import { comments } from './table.ts'

type Shown = Record<'authorId' | 'unlisted' | 'state', PgColumn>

/**
 * Returns a condition that matches comments that the viewer may see, provided that they may see the entry, which
 * `visibility/rules.ts` decides separately. Hidden comments are shown only to their author and to moderators.
 */
export function commentShown(viewer: Viewer | null, comment: Shown = comments): SQL {
  const own = viewer && eq(comment.authorId, viewer.id)
  const hidden = hasRole(viewer, 'moderator') ? sql`true` : own
  const published = eq(comment.state, 'published')
  return and(
    addedVisible(comment, viewer),
    hidden ? or(published, and(eq(comment.state, 'hidden'), hidden)) : published,
  ) as SQL
}

export const discussedTypes = Object.values<Kind>(kinds).flatMap(({ type, comments }) => (comments ? [type] : []))

export const isDiscussed = sql`${entries.type} in (${sql.join(
  discussedTypes.map((type) => sql`${type}`),
  sql`, `,
)})`
