import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { ImportedType } from '#content/entry/address.ts'
import { numberIn } from '#content/entry/list/where.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { touchedSince } from '#content/entry/write/bulk.ts'
import type { Importable } from '#content/entry/write/importable.ts'
import { importables } from '#content/importables.ts'
import { removeEntries } from '#content/media/removal.ts'
import type { Context, JobContext } from '#core/context.ts'
import type { Key } from '#core/page.ts'
import { lockImport, setImport, setOutcomes } from '../queries.ts'
import { importRows, imports } from '../table.ts'

type Inside = Pick<JobContext, 'db' | 'addJob' | 'contentChanged'>
const batch = 500

/** Returns the entries that were changed since their import and that the viewer may open, in the order of the file. */
export async function changedEntries(
  { db, viewer }: Pick<Context, 'db' | 'viewer'>,
  row: { id: string; type: ImportedType },
  { limit, lastKey }: { limit: number; lastKey: Key | undefined },
) {
  const notRemoved = inArray(importRows.outcome, ['added', 'kept'])
  const ids = sql`select ${importRows.entryId} from ${importRows} where ${importRows.importId} = ${row.id} and ${notRemoved}`
  const { id, title } = entries
  return db
    .select({ id, title, number: importRows.number })
    .from(importRows)
    .innerJoin(entries, eq(entries.id, importRows.entryId))
    .where(
      and(
        eq(importRows.importId, row.id),
        notRemoved,
        readable(viewer),
        sql`${id} in (${await touchedSince(db, ids, importables[row.type].tables)})`,
        lastKey && gt(importRows.number, numberIn(lastKey) ?? 0),
      ),
    )
    .orderBy(asc(importRows.number))
    .limit(limit)
}

/** Returns those of the ids that belong to entries that the viewer may open. */
export async function seenBy({ db, viewer }: Pick<Context, 'db' | 'viewer'>, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(inArray(entries.id, ids), readable(viewer)))
  return rows.map(({ id }) => id)
}

/** Removes the entries of an import batch by batch, and continues after a crash. */
export async function undo(ctx: JobContext, id: string): Promise<void> {
  let hasMore = true
  while (hasMore) {
    ctx.signal.throwIfAborted()
    hasMore = await ctx.transaction((inside) => undoBatch(inside, id))
  }
}

async function undoBatch(ctx: Inside, id: string): Promise<boolean> {
  const { db } = ctx
  const row = await lockImport(db, id)
  if (row.stage !== 'undoing') return false
  const rows = await db
    .select({ number: importRows.number, entryId: importRows.entryId })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.outcome, 'added')))
    .orderBy(asc(importRows.number))
    .limit(batch)
  if (rows.length === 0) {
    await setImport(db, id, { stage: 'undone', finishedAt: sql`now()`, undoing: null })
    return false
  }
  const type = importables[row.type]
  const all = rows.flatMap(({ entryId }) => entryId ?? [])
  const existing = await lockEntries(db, all)
  const touched = await touchedAmong(db, existing, type.tables)
  const also = new Set(row.undoing?.also)
  const removable = existing.filter((entryId) => !touched.has(entryId) || also.has(entryId))
  const remaining = new Set(existing.filter((entryId) => !removable.includes(entryId)))
  await remove(ctx, type, removable, row.keeperId)
  await setOutcomes(
    db,
    id,
    rows.map(({ number, entryId }) => ({ number, outcome: remaining.has(entryId ?? '') ? 'kept' : 'removed' })),
  )
  await setImport(db, id, {
    done: sql`${imports.done} + ${rows.length}`,
    removed: sql`${imports.removed} + ${rows.length - remaining.size}`,
  })
  ctx.contentChanged()
  return true
}

async function remove(ctx: Inside, type: Importable, ids: string[], keeperId: string | null) {
  if (ids.length === 0) return
  await type.forget?.(ctx.db, ids)
  await removeEntries(ctx, inArray(entries.id, ids), { act: 'removed', actorId: keeperId })
}

/** Returns the entries that still exist and locks them against changes. */
async function lockEntries(db: NodePgDatabase, ids: string[]): Promise<string[]> {
  const { id } = entries
  const rows = await db.select({ id }).from(entries).where(inArray(id, ids)).orderBy(id).for('update')
  return rows.map((row) => row.id)
}

async function touchedAmong(db: NodePgDatabase, ids: string[], tables: readonly string[]): Promise<Set<string>> {
  const among: SQL = sql`select unnest(${sql.param(ids)}::uuid[])`
  const { rows } = await db.execute<{ id: string }>(await touchedSince(db, among, tables))
  return new Set(rows.map(({ id }) => id))
}
