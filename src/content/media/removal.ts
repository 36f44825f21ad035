import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '#core/context.ts'
import { ledger } from '../entry/consent/table.ts'
import { listed } from '../entry/queries.ts'
import { entries } from '../entry/table.ts'
import { files } from './table.ts'

const batch = 1000

export type Releasing = Pick<Context, 'db' | 'addJob'>

type Removing = Releasing & Pick<Context, 'contentChanged'>

type Act = {
  act: 'removed' | 'withdrawn'
  actorId: string | null
  reason?: string | null | undefined
  /** Whether keepers are to read afterwards what it was called. */
  titled?: boolean
}

/**
 * Removes entries with all that hangs on them, the bytes of their files included, and leaves a line for each in the
 * ledger. Every entry that goes, alone or among many, goes this way. Answers how many went.
 */
export async function removeEntries(ctx: Removing, which: SQL, line: Act): Promise<number> {
  const { db } = ctx
  const { act, actorId, reason, titled } = line
  const locked = await db.select({ id: entries.id }).from(entries).where(which).orderBy(entries.id).for('update')
  if (locked.length === 0) return 0
  const ids = sql.param(locked.map(({ id }) => id))
  const among = (column: PgColumn) => sql`${column} = any(${ids}::uuid[])`
  const { id, type, title, groups } = entries
  // In full, or Drizzle leaves out the tables' names.
  const hashes = sql<string[]>`array(select distinct f.sha256 from ${files} f
    where f.entry_id = "entries"."id" and f.sha256 is not null)`
  const wasPublic = sql<boolean>`${listed(null)}`
  const going = await db.select({ id, type, title, groups, hashes, wasPublic }).from(entries).where(among(entries.id))
  for (let at = 0; at < going.length; at += batch)
    await db.insert(ledger).values(
      going.slice(at, at + batch).map((entry) => ({
        entryId: entry.id,
        type: entry.type,
        // What only some groups saw is not told to every keeper now.
        title: titled && entry.groups.length === 0 ? entry.title : null,
        act,
        hashes: entry.hashes,
        wasPublic: entry.wasPublic,
        actorId,
        reason: reason ?? null,
      })),
    )
  await discard(ctx, among(files.entryId))
  await db.delete(entries).where(among(entries.id))
  ctx.contentChanged()
  return going.length
}

/** Lets go of files for good, whatever a version names: they were someone's own to take away. */
export async function discardFiles(ctx: Releasing, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length) await discard(ctx, inArray(files.id, [...fileIds]))
}

/** Makes files nobody's: nobody sees them any more, and a job removes their bytes. */
export async function discard({ db, addJob }: Releasing, which: SQL | undefined): Promise<void> {
  const released = await db
    .update(files)
    .set({ entryId: null, uploaderId: null })
    .where(which)
    .returning({ id: files.id })
  if (released.length) await addJob('media:remove', { fileIds: released.map((file) => file.id) })
}
