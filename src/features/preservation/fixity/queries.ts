import { and, eq, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { isAvatar, isDiscarded } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Viewer } from '#core/context.ts'

/** Matches the originals that must be preserved: those of entries and profile photos. */
export const isKept = and(
  isNotNull(files.storedAt),
  not(isDiscarded),
  or(isNotNull(files.entryId), isAvatar),
) as SQL<boolean>

const dayMs = 24 * 60 * 60 * 1000

function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString()
}

/** Returns how many originals to read tonight so that each is read every `days` days and no overdue one is left out. */
export async function shareOf(db: NodePgDatabase, days: number): Promise<number> {
  const [count] = await db
    .select({
      all: sql<number>`count(*)::int`,
      due: sql<number>`count(*) filter (where ${files.checkedAt} < ${daysAgo(days)} or ${files.damage} is not null)::int`,
    })
    .from(files)
    .where(isKept)
  return Math.max(Math.ceil((count?.all ?? 0) / days), count?.due ?? 0)
}

/** Returns the files that were never read or read longest ago. @param before start of this check */
export function nextToRead(db: NodePgDatabase, before: string, limit: number) {
  return db
    .select()
    .from(files)
    .where(and(isKept, or(isNull(files.checkedAt), lt(files.checkedAt, before))))
    .orderBy(sql`${files.checkedAt} asc nulls first`, files.id)
    .limit(limit)
}

/** Returns the state of all originals. `bytes` is their total size; `oldest` is the time of the oldest check. */
export async function stateOfFiles(db: NodePgDatabase) {
  const [state] = await db
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${files.size}), 0)::float8`,
      read: sql<number>`count(*) filter (where ${files.checkedAt} >= ${daysAgo(30)} and ${files.damage} is null)::int`,
      unread: sql<number>`count(*) filter (where ${files.checkedAt} is null)::int`,
      oldest: sql<string | null>`to_char(min(${files.checkedAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      damaged: sql<number>`count(*) filter (where ${files.damage} is not null)::int`,
    })
    .from(files)
    .where(isKept)
  return state as NonNullable<typeof state>
}

/** Returns a query for originals and whether the viewer may see their names. The caller adds the conditions. */
export function selectDamaged(db: NodePgDatabase, viewer: Viewer | null) {
  return db
    .select({
      id: files.id,
      damage: files.damage,
      kind: files.kind,
      size: files.size,
      name: files.name,
      createdAt: files.createdAt,
      entry: { id: entries.id, type: entries.type, title: entries.title },
      seen: sql<boolean>`(${entries.id} is null or ${readable(viewer)})`,
    })
    .from(files)
    .leftJoin(entries, eq(entries.id, files.entryId))
    .$dynamic()
}
