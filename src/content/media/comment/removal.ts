import { and, eq, ne, sql } from 'drizzle-orm'
import { comments } from '#content/entry/comment/table.ts'
import { happenings } from '#content/entry/notification/table.ts'
import { reports } from '#content/entry/report/table.ts'
import { discardFiles, type Releasing } from '../removal.ts'

type Row = Pick<typeof comments.$inferSelect, 'id' | 'parentId' | 'voiceId'>

/**
 * Deletes a locked comment with its voice note. If it has replies, they stay under an empty row until the last of them
 * is deleted.
 */
export async function removeComment(ctx: Releasing, { id, parentId, voiceId }: Row): Promise<void> {
  const { db } = ctx
  // The parent is locked first: if its last two replies are deleted together, the second deletion also deletes it.
  if (parentId) await db.select({ id: comments.id }).from(comments).where(eq(comments.id, parentId)).for('update')
  if (voiceId) await discardFiles(ctx, [voiceId])
  if ((await db.$count(comments, eq(comments.parentId, id))) > 0) {
    await db.update(reports).set({ commentId: null }).where(eq(reports.commentId, id))
    await db.delete(happenings).where(eq(happenings.commentId, id))
    await db
      .update(comments)
      .set({ ...emptied, state: 'deleted' })
      .where(eq(comments.id, id))
    return
  }
  await db.delete(comments).where(eq(comments.id, id))
  const hasNoReplies = sql`not exists (select from ${comments} r where r.parent_id = ${parentId})`
  if (parentId)
    await db.delete(comments).where(and(eq(comments.id, parentId), eq(comments.state, 'deleted'), hasNoReplies))
}

const emptied = { text: '', mentions: [], voiceId: null, authorId: null, hiddenReason: null, unlisted: false }

/** Deletes all comments of an account, as `removeComment` does. */
export async function removeCommentsOf(ctx: Releasing, accountId: string): Promise<void> {
  const { id, parentId, voiceId, authorId, state } = comments
  const rows = await ctx.db
    .select({ id, parentId, voiceId })
    .from(comments)
    .where(and(eq(authorId, accountId), ne(state, 'deleted')))
    .orderBy(id)
    .for('update')
  for (const row of rows) await removeComment(ctx, row)
}
