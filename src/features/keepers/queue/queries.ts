import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { z } from 'zod'
import { rowsOf } from '#content/entry/list/reads.ts'
import { after } from '#content/entry/list/where.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { listed, readable, within } from '#content/entry/visibility/rules.ts'
import { ownRecord, types } from '#content/entry/write/versions.ts'
import { presentFile, shownFiles } from '#content/media/queries.ts'
import { suggestions } from '#content/suggestion/table.ts'
import { asks } from '#content/vocabulary/table.ts'
import type { Context, Viewer } from '#core/context.ts'
import { isSameVersion } from '#core/input/if-match.ts'
import { toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import type { QueueQuery } from './schema.ts'

const maxCounted = 1000

/** Returns a condition that matches unconfirmed entries that this keeper may see. */
export function unconfirmed(viewer: Viewer | null): SQL {
  return and(listed(viewer), sql`${entries.type} in (${types})`, isNull(entries.confirmedAt)) as SQL
}

/** Returns a page of the queue, ordered by time of publication so that an entry sent again keeps its place. */
export async function queueOf({ db, viewer }: Context, query: z.output<typeof QueueQuery>) {
  const { type, from, view, limit, lastKey } = query
  const { publishedAt, id, authorId, returnedAt } = entries
  const rows = await db
    .select({ ...entryColumns, own: ownRecord(sql`${entries}`), files: shownFiles })
    .from(entries)
    .leftJoin(accounts, authorOf)
    .where(
      and(
        unconfirmed(viewer),
        view === 'returned' ? isNotNull(returnedAt) : isNull(returnedAt),
        type && eq(entries.type, type),
        from && sql`(${authorId} is null) = ${from === 'research'}`,
        after(lastKey, publishedAt, 'asc'),
      ),
    )
    .orderBy(asc(publishedAt), asc(id))
    .limit(limit + 1)
  return toPage(
    rows,
    limit,
    (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }),
    (row) => ({ ...presentEntry(row), own: row.own, files: row.files.map(presentFile) }),
  )
}

function selectCounts({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  const counted = (rows: SQL) =>
    sql<number>`(select count(*)::int from (${rows} limit ${maxCounted}) counted)`.inlineParams()
  const inQueue = (state: SQL) => counted(sql`select from ${entries} where ${unconfirmed(viewer)} and ${state}`)
  const open = sql`select from ${suggestions} join ${entries} on ${entries.id} = ${suggestions.entryId}
    where ${readable(viewer)} and ${suggestions.status} = 'waiting'`
  const said = sql`select from ${asks} join ${entries} on ${entries.id} = ${asks.entryId}
    where ${readable(viewer)} and ${asks.answeredAt} is not null`
  return db
    .select({
      waiting: inQueue(isNull(entries.returnedAt)),
      returned: inQueue(isNotNull(entries.returnedAt)),
      suggestions: counted(open),
      voices: counted(said),
    })
    .from(sql`(select) one`)
    .$dynamic()
}
const counts = rowsOf('keepers_counts', selectCounts)

export async function countsOf(ctx: Context) {
  const [row] = await counts(ctx)
  return row ?? { waiting: 0, returned: 0, suggestions: 0, voices: 0 }
}

/**
 * Selects and locks entries that the viewer sees in lists, or that another keeper has just returned. The fixed order
 * prevents deadlocks between keepers.
 */
export function lockReadable(db: NodePgDatabase, viewer: Viewer | null, ids: readonly string[]) {
  const { id, type, title, state, authorId, updatedAt, confirmedAt, confirmedBy, returnedAt } = entries
  const justReturned = and(eq(state, 'draft'), isNotNull(returnedAt), within(viewer))
  return db
    .select({ id, type, title, state, authorId, updatedAt, confirmedAt, confirmedBy, returnedAt })
    .from(entries)
    .where(and(inArray(id, [...ids]), sql`${type} in (${types})`, or(listed(viewer), justReturned)))
    .orderBy(asc(id))
    .for('update')
}

/** Returns whether the entry is still waiting and unchanged since this keeper read it. */
export function stillWaits({ state, confirmedAt, updatedAt }: Locked, seenAt: string | undefined): boolean {
  const same = seenAt !== undefined && isSameVersion(updatedAt, seenAt)
  return state === 'published' && confirmedAt === null && same
}

type Locked = Awaited<ReturnType<typeof lockReadable>>[number]

/** Returns an entry that keepers have returned to this author; undefined if they haven't. */
export async function readReturned(db: NodePgDatabase, id: string, authorId: string) {
  const isReturned = and(eq(entries.id, id), eq(entries.authorId, authorId), isNotNull(entries.returnedAt))
  const [entry] = await db.select().from(entries).where(isReturned)
  return entry
}
