import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, min, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { pageKinds } from '#content/entry/address.ts'
import { dublinCoreXml } from '#content/entry/dublin-core.ts'
import { oneOfEachBatch, withBatches } from '#content/entry/list/batches.ts'
import { changedEntries, entries, recordStamps } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { Site } from '#core/context.ts'
import { siteState } from '#core/tables.ts'
import { type EntryRecord, publicRecords, toTheSecond } from '../queries.ts'

// A record gets its stamp after its change was committed, by one process at a time. A query after `stampRecords` thus
// sees all stamps up to the time that it returned, and every later change gets a later stamp.

type MadeWith = Pick<Site, 'name' | 'baseUrl'>

const batch = 1000
/** The most batches that a request waits for. Records after that get a later stamp, from the job or the next request. */
const maxBatches = 20
/** Increase this number when `dublinCoreXml` changes, so that every record is compared again. */
const format = 2
/** The name under which the site's name and address in the records are stored. */
const stateName = 'records'
/** Key of the advisory lock ("records" in ASCII) that lets only one process stamp at a time. */
const stampLock = 0x7265636f7264

/** Returns a function that stamps records as `stampRecords` does. Calls that come while it runs share the next run. */
export function openStamps(db: NodePgDatabase, site: MadeWith): () => Promise<string> {
  let running: Promise<unknown> = Promise.resolve()
  let waiting: Promise<string> | undefined
  return () => {
    waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = undefined
        return stampRecords(db, site, maxBatches)
      })
    running = waiting
    return waiting
  }
}

/** Stamps the records that have changed. Returns the time up to which all stamps are given, by the database's clock. */
export async function stampRecords(db: NodePgDatabase, site: MadeWith, batches = Number.POSITIVE_INFINITY) {
  for (let left = batches; ; left--) {
    const { at, isLast } = await db.transaction((tx) => stampBatch(tx, site))
    if (isLast || left <= 1) return at
  }
}

async function stampBatch(db: NodePgDatabase, site: MadeWith): Promise<{ at: string; isLast: boolean }> {
  await db.execute(sql`select pg_advisory_xact_lock(${stampLock})`)
  await noteAllOfChangedSite(db, site)
  const noted = await db
    .delete(changedEntries)
    .where(sql`ctid = any(array(select ctid from ${changedEntries} limit ${batch}))`)
    .returning()
  // A clock that was set back must not give a stamp that is earlier than another.
  const [clock] = await db
    .select({
      at: sql<string>`greatest(clock_timestamp(), max(${recordStamps.stamp}))::timestamptz(3)`.mapWith(
        recordStamps.stamp,
      ),
    })
    .from(recordStamps)
  const at = clock?.at ?? new Date().toISOString()
  const types = new Map(noted.map(({ entryId, type }) => [entryId, type]))
  const records = await publicRecords(db, [...types.keys()])
  const rows = [...types].map(([id, type]) => {
    const record = records.get(id)
    return { id, type, digest: record ? digestOf(record, site) : null }
  })
  if (rows.length > 0)
    await db.execute(sql`insert into ${recordStamps} as s (entry_id, type, stamp, listed_at, digest)
      select r.id, r.type, ${at}::timestamptz, case when r.digest is not null then ${at}::timestamptz end, r.digest
      from json_to_recordset(${JSON.stringify(rows)}::json) r (id uuid, type text, digest text)
      on conflict (entry_id) do update set stamp = excluded.stamp, digest = excluded.digest,
        listed_at = coalesce(s.listed_at, excluded.listed_at)
      where s.digest is distinct from excluded.digest`)
  return { at, isLast: noted.length < batch }
}

/** Returns a hash of everything that harvesters are told about an entry. */
function digestOf(record: EntryRecord, site: MadeWith): string {
  return hash('sha256', dublinCoreXml(record, site).xml, 'base64url')
}

/** Notes all public entries if their records were made with another name or address of the site, or another format. */
async function noteAllOfChangedSite(db: NodePgDatabase, { name, baseUrl }: MadeWith): Promise<void> {
  const value = [name, baseUrl, format]
  const [state] = await db.select().from(siteState).where(eq(siteState.name, stateName))
  if (isDeepStrictEqual(state?.value, value)) return
  await db
    .insert(siteState)
    .values({ name: stateName, value })
    .onConflictDoUpdate({ target: siteState.name, set: { value } })
  await db
    .insert(changedEntries)
    .select(db.select({ entryId: entries.id, type: entries.type }).from(entries).where(listed(null)))
}

/** A record with its stamp. `record` is undefined if the entry is not public any more. */
export type Stamped = {
  id: string
  type: string
  /** The stamp to the second, and in full precision for paging. */
  stamp: string
  changed: string
  record: EntryRecord | undefined
}

const { entryId, type: ofType, stamp: moment, listedAt, digest } = recordStamps
const columns = { id: entryId, type: ofType, stamp: toTheSecond(moment), changed: moment, digest }
type Row = { id: string; type: string; stamp: string; changed: string; digest: string | null }

async function withRecords(db: NodePgDatabase, rows: Row[]): Promise<Stamped[]> {
  const records = await publicRecords(
    db,
    rows.flatMap((row) => (row.digest === null ? [] : row.id)),
  )
  return rows.map(({ digest: _, ...row }) => ({ ...row, record: records.get(row.id) }))
}

type Selection = {
  type?: string | undefined
  /** Both are times: `from` is inclusive, `until` is exclusive. */
  from?: string | undefined
  until?: string | undefined
  after?: { changed: string; id: string } | undefined
}

/** Returns records in the order of their stamps, so that concurrent changes come later and nothing is skipped. */
export async function recordsByStamp(db: NodePgDatabase, { type, from, until, after }: Selection, limit: number) {
  const rows = await db
    .select(columns)
    .from(recordStamps)
    .where(
      and(
        inArray(ofType, type === undefined ? pageKinds : pageKinds.filter((kind) => kind === type)),
        from ? gte(moment, from) : undefined,
        until ? lt(moment, until) : undefined,
        after && sql`(${moment}, ${entryId}) > (${after.changed}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(moment), asc(entryId))
    .limit(limit)
  return withRecords(db, rows)
}

/** Returns the record of an entry that is or was public. */
export async function stampedRecord(db: NodePgDatabase, id: string): Promise<Stamped | undefined> {
  const rows = await db
    .select(columns)
    .from(recordStamps)
    .where(and(eq(entryId, id), inArray(ofType, pageKinds)))
  return (await withRecords(db, rows))[0]
}

/** Returns the public records that were listed last, newest first, and each import as one. */
export async function newestRecords(db: NodePgDatabase, type: string | undefined, limit: number) {
  const rows = await db
    .select(columns)
    .from(recordStamps)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(and(isNotNull(digest), oneOfEachBatch(null), type === undefined ? undefined : sql`${ofType} = ${type}`))
    .orderBy(desc(listedAt), desc(entryId))
    .limit(limit)
  const stamped = await withRecords(db, rows)
  const records = stamped.flatMap(({ record, stamp }) => (record ? [{ ...record, updatedAt: stamp }] : []))
  return withBatches({ db, viewer: null }, records)
}

export async function earliestStamp(db: NodePgDatabase): Promise<string | undefined> {
  const [row] = await db.select({ earliest: min(moment) }).from(recordStamps)
  return row?.earliest ?? undefined
}
