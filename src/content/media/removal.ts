import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ledger } from '#content/entry/consent/table.ts'
import type { Kind } from '#content/entry/policy.ts'
import { entries, recordStamps } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { requireRemovable } from '#content/entry/write/change.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { mediaJobs } from './job-types.ts'
import { isReported } from './reported-files.ts'
import { files } from './table.ts'

const batch = 1000

export type Releasing = Pick<Context, 'db' | 'addJob'>

type Removing = Releasing & Pick<Context, 'contentChanged'>

type Act = {
  act: 'removed' | 'withdrawn'
  actorId: string | null
  reason?: string | null | undefined
  /** True if keepers may read the title afterwards. */
  titled?: boolean
}

export type BeforeRemoval = (ctx: Context, id: string) => Promise<unknown>

/** Deletes an entry and its files, for `remove` operations. Throws NotFound or Forbidden. */
export async function removeWithFiles(ctx: Context, kind: Kind, id: string, before?: BeforeRemoval) {
  const { type, authorId } = await requireRemovable(ctx, kind, id)
  await before?.(ctx, id)
  const actorId = ctx.viewer?.id ?? null
  await removeEntries(ctx, eq(entries.id, id), { act: 'removed', actorId, titled: authorId !== actorId })
  await audit(ctx, `${type}:remove`, id)
  return { id }
}

/**
 * Deletes entries with everything that belongs to them, including file bytes, and adds a line for each to the ledger.
 * Every deletion of entries goes through here. Returns the number of deleted entries.
 */
export async function removeEntries(ctx: Removing, which: SQL, line: Act): Promise<number> {
  const { db } = ctx
  const { act, actorId, reason, titled } = line
  const locked = await db.select({ id: entries.id }).from(entries).where(which).orderBy(entries.id).for('update')
  if (locked.length === 0) return 0
  const ids = sql.param(locked.map(({ id }) => id))
  const among = (column: PgColumn) => sql`${column} = any(${ids}::uuid[])`
  const { id, type, title, groups } = entries
  // The query is written with table names, which Drizzle would leave out.
  const hashes = sql<string[]>`array(select distinct f.sha256 from ${files} f
    where f.entry_id = "entries"."id" and f.sha256 is not null and f.withheld is distinct from 'comment')`
  const wasPublic = sql<boolean>`(${listed(null)} or exists (select from ${recordStamps} s where s.entry_id = "entries"."id"))`
  const going = await db.select({ id, type, title, groups, hashes, wasPublic }).from(entries).where(among(entries.id))
  for (let at = 0; at < going.length; at += batch)
    await db.insert(ledger).values(
      going.slice(at, at + batch).map((entry) => ({
        entryId: entry.id,
        type: entry.type,
        // A title that only groups could see must not become visible to all keepers.
        title: titled && entry.groups.length === 0 ? entry.title : null,
        act,
        groups: entry.groups,
        hashes: entry.hashes,
        wasPublic: entry.wasPublic,
        actorId,
        reason: reason ?? null,
      })),
    )
  await discard(ctx, among(files.entryId), { evenIfReported: act === 'withdrawn' })
  await db.delete(entries).where(among(entries.id))
  ctx.contentChanged()
  return going.length
}

/** Deletes files, even those that an old version names. */
export async function discardFiles(ctx: Releasing, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length) await discard(ctx, inArray(files.id, [...fileIds]))
}

/**
 * Detaches files from their uploader and entry, which hides them, and queues the deletion of their bytes. Files of open
 * reports stay for moderators, unless `evenIfReported` is true because consent was withdrawn.
 */
export async function discard(ctx: Releasing, which: SQL | undefined, { evenIfReported = false } = {}): Promise<void> {
  const withheld = evenIfReported ? null : sql`case when ${isReported} then 'reported' end`
  const released = await ctx.db
    .update(files)
    .set({ entryId: null, uploaderId: null, withheld })
    .where(which)
    .returning({ id: files.id })
  if (released.length) await mediaJobs.remove.add(ctx, { fileIds: released.map((file) => file.id) })
}
