import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Conflict, NotFound } from '#core/errors.ts'
import { accounts, auditLog } from '#core/tables.ts'
import { audit, listed } from './queries.ts'
import { refusals } from './refusals.ts'
import { tellAccount, tellAuthor, tellReporters } from './report/mail.ts'
import { hidingActs, hidings, reports } from './report/table.ts'
import type { Visibility } from './schema.ts'
import { entries } from './table.ts'
import { keepVersions } from './versions.ts'

// What moderators do, in one place: whichever page or report it comes from, the same is written and the same are told.

type Moderated = { id: string; type: string; title: string; state: string; authorId: string | null }
const titled = { id: entries.id, type: entries.type, title: entries.title, authorId: entries.authorId }

/**
 * All that hiding a locked entry means but its state, which `updateEntry` sets: the reason, who is told, and that its
 * report is decided. Throws Conflict when another moderator was first.
 */
export async function hide(ctx: Context, entry: Moderated, reason: string): Promise<void> {
  if (entry.state === 'hidden') throw new Conflict(refusals.hiddenAlready, 'hidden')
  await ctx.db.update(entries).set({ hiddenReason: reason }).where(eq(entries.id, entry.id))
  await ctx.db.insert(hidings).values({ entryId: entry.id, authorId: entry.authorId })
  await audit(ctx, `${entry.type}:hide`, entry.id, { reason })
  await tellAuthor(ctx, entry, (texts, facts) => texts.hidden(facts, reason))
  await closeReports(ctx, [entry], 'hidden', reason)
}

/** The other way: all but the state of a locked entry that is hidden. */
export async function restore(ctx: Context, entry: Moderated): Promise<void> {
  await ctx.db.update(entries).set({ hiddenReason: null }).where(eq(entries.id, entry.id))
  await lift(ctx, [entry.id])
  await audit(ctx, `${entry.type}:restore`, entry.id)
  await tellAuthor(ctx, entry, (texts, facts) => texts.restored(facts))
}

/** Decides the open reports of these entries and tells who gave them. */
export async function closeReports(
  ctx: Context,
  about: readonly Omit<Moderated, 'state'>[],
  resolution: 'hidden' | 'kept',
  note: string,
): Promise<void> {
  const closed = await ctx.db
    .update(reports)
    .set({ resolution, note, closedBy: ctx.viewer?.id ?? null, closedAt: sql`now()` })
    .where(and(inArray(reports.entryId, idsOf(about)), isNull(reports.closedAt)))
    .returning({ id: reports.id })
  if (closed.length === 0) return
  await tellReporters(ctx, about, idsOf(closed), resolution === 'hidden' ? 'reportHidden' : 'reportKept')
}

/** Hides what the viewer sees of an account's posts; answers the act and what it hid. Throws NotFound, Conflict. */
export async function hideAllOf(ctx: Context, accountId: string, reason: string) {
  // One such act after another: two at once would wait for each other's rows.
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
  if (hidden.length === 0) throw new Conflict(refusals.nothingToHide, 'nothing')
  const moderatorId = ctx.viewer?.id ?? null
  const [act] = await ctx.db
    .insert(hidingActs)
    .values({ accountId, moderatorId, reason, count: hidden.length })
    .returning()
  if (!act) throw new Error('insert into hiding_acts returned no row')
  for (const some of inBatches(hidden)) {
    await ctx.db.insert(hidings).values(some.map(({ id, authorId }) => ({ entryId: id, authorId, actId: act.id })))
    await auditEach(ctx, some, 'hide', { reason, act: act.id })
    await keepVersions(ctx.db, idsOf(some), 'update', moderatorId)
    await closeReports(ctx, some, 'hidden', reason)
  }
  await audit(ctx, 'member:hide-posts', accountId, { count: hidden.length, reason })
  await tellAccount(ctx, accountId, (texts, names) =>
    texts.allHidden({ ...names, url: ctx.site.baseUrl }, hidden.length, reason),
  )
  ctx.contentChanged()
  return { id: act.id, hidden }
}

/** Shows again what an act hid and is hidden by it still; answers what that was. Throws NotFound, Conflict. */
export async function liftAct(ctx: Context, actId: string) {
  const [act] = await ctx.db.select().from(hidingActs).where(eq(hidingActs.id, actId)).for('update')
  if (!act) throw new NotFound()
  if (act.liftedAt) throw new Conflict(refusals.liftedAlready, 'lifted')
  const byIt = ctx.db
    .select({ id: hidings.entryId })
    .from(hidings)
    .where(and(eq(hidings.actId, actId), isNull(hidings.liftedAt)))
  const shown = await ctx.db
    .update(entries)
    .set({ state: 'published', hiddenReason: null, updatedAt: sql`now()` })
    .where(and(inArray(entries.id, byIt), eq(entries.state, 'hidden')))
    .returning(titled)
  await ctx.db.update(hidingActs).set({ liftedAt: sql`now()` }).where(eq(hidingActs.id, actId))
  for (const some of inBatches(shown)) {
    await lift(ctx, idsOf(some))
    await auditEach(ctx, some, 'restore', { act: actId })
    await keepVersions(ctx.db, idsOf(some), 'update', ctx.viewer?.id ?? null)
  }
  await audit(ctx, 'member:restore-posts', act.accountId, { count: shown.length })
  if (shown.length)
    await tellAccount(ctx, act.accountId, (texts, names) =>
      texts.allRestored({ ...names, url: ctx.site.baseUrl }, shown.length),
    )
  ctx.contentChanged()
  return { act, shown }
}

/** An admin shows a member's post to more people: written down, and its author is told (PRODUCT §2). */
export async function widened(ctx: Context, entry: Moderated, from: Visibility, to: Visibility): Promise<void> {
  await audit(ctx, `${entry.type}:widen`, entry.id, { from, to })
  await tellAuthor(ctx, entry, (texts, facts) => texts.widened(facts, to))
}

/** Of shown entries: their hidings are over, and what was decided of them is taken back. */
async function lift({ db }: Context, entryIds: string[]): Promise<void> {
  await db
    .update(hidings)
    .set({ liftedAt: sql`now()` })
    .where(and(inArray(hidings.entryId, entryIds), isNull(hidings.liftedAt)))
  await db
    .update(reports)
    .set({ resolution: 'restored' })
    .where(and(inArray(reports.entryId, entryIds), eq(reports.resolution, 'hidden')))
}

async function auditEach(ctx: Context, some: Omit<Moderated, 'state'>[], act: string, detail: Record<string, unknown>) {
  const actorId = ctx.viewer?.id ?? null
  const rows = some.map(({ id, type }) => ({ actorId, action: `${type}:${act}`, subjectId: id, detail }))
  await ctx.db.insert(auditLog).values(rows)
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

/** A statement takes 65,535 values at most. */
function* inBatches<T>(rows: readonly T[], size = 5000): Generator<T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
