import { and, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, NotFound } from '#core/errors.ts'
import { accounts, auditLog } from '#core/tables.ts'
import type { EntryKind } from '../address.ts'
import { hideCommentsOf, liftComments } from '../comment/moderate.ts'
import { goods, isBarred } from '../link/sale.ts'
import { refusals } from '../refusals.ts'
import { closeReports, idsOf, inBatches, liftHidings } from '../report/close.ts'
import { decisions, tellAccount, tellAuthor } from '../report/mail.ts'
import { hidingActs, hidings } from '../report/table.ts'
import type { Visibility } from '../schema.ts'
import { entries } from '../table.ts'
import { listed } from '../visibility/rules.ts'
import { keepVersions } from '../write/versions.ts'

// All moderation decisions on entries are stored by the functions in this file, so that a decision has the same effects
// on every page and in every report.

type Moderated = { id: string; type: EntryKind; title: string; state: string; authorId: string | null }
const titled = { id: entries.id, type: entries.type, title: entries.title, authorId: entries.authorId }

/**
 * Does what hiding a locked entry involves besides setting its state, which `updateEntry` does: stores the reason,
 * tells the author, and decides the entry's reports.
 */
export async function hide(ctx: Context, entry: Moderated, reason: string): Promise<void> {
  await ctx.db.update(entries).set({ hiddenReason: reason }).where(eq(entries.id, entry.id))
  await ctx.db.insert(hidings).values({ entryId: entry.id, authorId: entry.authorId })
  await audit(ctx, `${entry.type}:hide`, entry.id, { reason })
  await tellAuthor(ctx, entry, decisions.hidden)
  await closeReports(ctx, 'entryId', [entry.id], 'hidden', reason)
}

/** Does what showing a hidden, locked entry again involves besides setting its state, which `updateEntry` does. */
export async function restore(ctx: Context, entry: Moderated): Promise<void> {
  await ctx.db.update(entries).set({ hiddenReason: null }).where(eq(entries.id, entry.id))
  await liftHidings(ctx, 'entryId', [entry.id])
  await audit(ctx, `${entry.type}:restore`, entry.id)
  await tellAuthor(ctx, entry, decisions.restored)
}

/**
 * Hides an account's posts and comments that the viewer can see. Returns the act's id and the hidden posts. Throws
 * NotFound if there is no such account, and Conflict if there is nothing to hide.
 */
export async function hideAllOf(ctx: Context, accountId: string, reason: string) {
  // The account is locked so that two such acts run one after another instead of waiting for each other's rows.
  const account = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update')
  if (account.length === 0) throw new NotFound()
  const hidden = await ctx.db
    .update(entries)
    .set({ state: 'hidden', hiddenReason: reason, updatedAt: sql`now()` })
    .where(and(eq(entries.authorId, accountId), listed(ctx.viewer)))
    .returning(titled)
  const moderatorId = ctx.viewer?.id ?? null
  const [act] = await ctx.db
    .insert(hidingActs)
    .values({ accountId, moderatorId, reason, count: hidden.length })
    .returning()
  if (!act) throw new Error('insert into hiding_acts returned no row')
  const count = hidden.length + (await hideCommentsOf(ctx, accountId, reason, act.id))
  // This rolls back the transaction, so the act is not stored.
  if (count === 0) throw new Conflict(refusals.nothingToHide, 'nothing')
  await ctx.db.update(hidingActs).set({ count }).where(eq(hidingActs.id, act.id))
  for (const batch of inBatches(hidden)) {
    await ctx.db.insert(hidings).values(batch.map(({ id, authorId }) => ({ entryId: id, authorId, actId: act.id })))
    await auditEach(ctx, batch, 'hide', { reason, act: act.id })
    await keepVersions(ctx.db, idsOf(batch), 'update', moderatorId)
    await closeReports(ctx, 'entryId', idsOf(batch), 'hidden', reason)
  }
  // Every admin can read this line, so it doesn't contain the reason: some of the posts may be limited to a group.
  await audit(ctx, 'member:hide-posts', accountId)
  await tellAccount(ctx, accountId, decisions.allHidden, { actId: act.id })
  ctx.contentChanged()
  return { id: act.id, hidden }
}

/**
 * Shows again the posts and comments that an act hid and that are still hidden because of it, except products that may
 * no longer be sold. Returns the act and the posts. Throws NotFound if there is no such act, and Conflict if it has
 * already been undone.
 */
export async function liftAct(ctx: Context, actId: string) {
  const [act] = await ctx.db.select().from(hidingActs).where(eq(hidingActs.id, actId)).for('update')
  if (!act) throw new NotFound()
  if (act.liftedAt) throw new Conflict(refusals.liftedAlready, 'lifted')
  const hiddenByAct = ctx.db
    .select({ id: hidings.entryId })
    .from(hidings)
    .innerJoin(entries, eq(entries.id, hidings.entryId))
    .where(and(eq(hidings.actId, actId), isNull(hidings.liftedAt), or(ne(entries.type, goods), not(isBarred))))
  const restored = await ctx.db
    .update(entries)
    .set({ state: 'published', hiddenReason: null, updatedAt: sql`now()` })
    .where(and(inArray(entries.id, hiddenByAct), eq(entries.state, 'hidden')))
    .returning(titled)
  await ctx.db.update(hidingActs).set({ liftedAt: sql`now()` }).where(eq(hidingActs.id, actId))
  for (const batch of inBatches(restored)) {
    await liftHidings(ctx, 'entryId', idsOf(batch))
    await auditEach(ctx, batch, 'restore', { act: actId })
    await keepVersions(ctx.db, idsOf(batch), 'update', ctx.viewer?.id ?? null)
  }
  const count = restored.length + (await liftComments(ctx, actId))
  await audit(ctx, 'member:restore-posts', act.accountId)
  if (count) await tellAccount(ctx, act.accountId, decisions.allRestored, { count })
  ctx.contentChanged()
  return { act, restored }
}

/** Logs that an admin showed a member's post to more people, and emails its author (spec 5.4). */
export async function widened(ctx: Context, entry: Moderated, from: Visibility, to: Visibility): Promise<void> {
  await audit(ctx, `${entry.type}:widen`, entry.id, { from, to })
  await tellAuthor(ctx, entry, decisions.widened)
}

async function auditEach(
  ctx: Context,
  batch: Omit<Moderated, 'state'>[],
  act: string,
  detail: Record<string, unknown>,
) {
  const actorId = ctx.viewer?.id ?? null
  const rows = batch.map(({ id, type }) => ({ actorId, action: `${type}:${act}`, subjectId: id, detail }))
  await ctx.db.insert(auditLog).values(rows)
}
