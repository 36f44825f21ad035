import { and, eq, inArray, isNull } from 'drizzle-orm'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import type { EntryKind } from '../address.ts'
import { closeReports, idsOf, inBatches, liftHidings } from '../report/close.ts'
import { decisions, tellAccount } from '../report/mail.ts'
import { hidings } from '../report/table.ts'
import { entries } from '../table.ts'
import { listed } from '../visibility/rules.ts'
import { comments } from './table.ts'
import { commentShown } from './visible.ts'

// All moderation decisions on comments are stored by the functions in this file.

type Titled = { id: string; type: EntryKind; title: string; authorId: string | null }
export type ModeratedComment = { id: string; authorId: string | null; entry: Titled }

/** Hides a locked, published comment: stores the reason, tells the comment's author and decides its reports. */
export async function hideComment(ctx: Context, comment: ModeratedComment, reason: string): Promise<void> {
  const { id, authorId, entry } = comment
  await ctx.db.update(comments).set({ state: 'hidden', hiddenReason: reason }).where(eq(comments.id, id))
  await ctx.db.insert(hidings).values({ commentId: id, authorId })
  await audit(ctx, 'comment:hide', entry.id, { commentId: id, reason })
  await tellAccount(ctx, authorId, decisions.commentHidden, { commentId: id })
  await closeReports(ctx, 'commentId', [id], 'hidden', reason)
  ctx.contentChanged()
}

/** Shows a hidden, locked comment again. */
export async function restoreComment(ctx: Context, comment: ModeratedComment): Promise<void> {
  await ctx.db.update(comments).set({ state: 'published', hiddenReason: null }).where(eq(comments.id, comment.id))
  await liftHidings(ctx, 'commentId', [comment.id])
  await audit(ctx, 'comment:restore', comment.entry.id, { commentId: comment.id })
  await tellAccount(ctx, comment.authorId, decisions.commentRestored, { commentId: comment.id })
  ctx.contentChanged()
}

/**
 * Returns a condition that matches an account's published comments, as far as the viewer can see them. "Hide all"
 * counts and hides these.
 */
export function hideableCommentsOf({ db, viewer }: Pick<Context, 'db' | 'viewer'>, accountId: string) {
  const visible = db.select({ id: entries.id }).from(entries).where(listed(viewer))
  return and(
    eq(comments.authorId, accountId),
    eq(comments.state, 'published'),
    commentShown(viewer),
    inArray(comments.entryId, visible),
  )
}

/**
 * Hides an account's published comments, as far as the viewer can see them, as part of an act. Returns how many it hid.
 */
export async function hideCommentsOf(ctx: Context, accountId: string, reason: string, actId: string): Promise<number> {
  const hidden = await ctx.db
    .update(comments)
    .set({ state: 'hidden', hiddenReason: reason })
    .where(hideableCommentsOf(ctx, accountId))
    .returning({ id: comments.id })
  for (const batch of inBatches(hidden)) {
    await ctx.db.insert(hidings).values(batch.map(({ id }) => ({ commentId: id, authorId: accountId, actId })))
    await closeReports(ctx, 'commentId', idsOf(batch), 'hidden', reason)
  }
  return hidden.length
}

/** Shows again the comments that an act hid and that are still hidden because of it. Returns their number. */
export async function liftComments(ctx: Context, actId: string): Promise<number> {
  const hiddenByAct = ctx.db
    .select({ id: hidings.commentId })
    .from(hidings)
    .where(and(eq(hidings.actId, actId), isNull(hidings.liftedAt)))
  const shown = await ctx.db
    .update(comments)
    .set({ state: 'published', hiddenReason: null })
    .where(and(inArray(comments.id, hiddenByAct), eq(comments.state, 'hidden')))
    .returning({ id: comments.id })
  for (const batch of inBatches(shown)) await liftHidings(ctx, 'commentId', idsOf(batch))
  return shown.length
}
