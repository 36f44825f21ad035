import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PersonalData } from '#accounts/personal-data.ts'
import { comments } from '#content/entry/comment/table.ts'
import { titleFor } from '#content/entry/personal-data.ts'
import { entries } from '#content/entry/table.ts'
import type { Viewer } from '#core/context.ts'
import { removeCommentsOf } from './removal.ts'

/** Comments that stay when their author leaves have no name, because the deletion of the account's row removes it. */
export const personalData: PersonalData = {
  files: { 'comments.json': commentsOf },
  async leave(ctx, accountId, choice) {
    if (choice === 'delete') await removeCommentsOf(ctx, accountId)
  },
}

function commentsOf(db: NodePgDatabase, viewer: Viewer) {
  const { id, entryId, parentId, text, voiceId, state, hiddenReason, createdAt, editedAt } = comments
  return db
    .select({
      ...{ id, entryId, title: titleFor(viewer), replyTo: parentId, text, voiceId },
      ...{ state, hiddenReason, createdAt, editedAt },
    })
    .from(comments)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(eq(comments.authorId, viewer.id))
    .orderBy(createdAt, id)
}
