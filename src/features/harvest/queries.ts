import { and, asc, desc, eq, gt, inArray, isNull, max, min, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ledger } from '#content/entry/consent/table.ts'
import { authorOf, listed } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import { files } from '#content/media/table.ts'
import { accounts } from '#core/tables.ts'

// What leaves the site for others to keep: only ever what a guest sees.

/** The tables of the types that have one, by type. A type without a place here is told by its title and text alone. */
export const tables: Record<string, string> = {
  article: 'articles',
  artifact: 'artifacts',
  conservation: 'conservation',
  event: 'events',
  heritage: 'heritage',
  media: 'media',
  poem: 'poems',
  product: 'products',
  proverb: 'proverbs',
  vocabulary: 'vocabulary',
}
/** The types that others may ask for one by one. */
export const types = Object.keys(tables)
/** Characters of an entry's text that describe it. */
const described = 600
/** Pixels that the picture on a card is wide. */
const cardPicture = 460
/** Written as text, so that PostgreSQL sees that the index of what is public serves. */
const isPublic = () => sql`${listed(null)}`.inlineParams()

const own = sql<Record<string, unknown> | null>`(case ${entries.type} ${sql.join(
  Object.entries(tables).map(
    ([type, table]) => sql`when ${sql.raw(`'${type}'`)} then
      (select to_jsonb(t) - '{content,body}'::text[] from ${sql.raw(`"${table}"`)} t where t.entry_id = ${entries.id})`,
  ),
  sql` `,
)} end)`

export type FileFacts = { id: string; kind: 'image' | 'video' | 'audio'; contentType: string; size: number | null }

/** Its cover and what it lists; nothing of one that a reader has to be warned of first. */
const shownFiles = sql<FileFacts[]>`(select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind,
    'contentType', f.content_type, 'size', f.size) order by f.id), '[]')
  from files f where f.entry_id = ${entries.id} and f.stored_at is not null and f.withheld is null and not ${entries.deceased})`

function toTheSecond(moment: PgColumn) {
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}

const columns = {
  id: entries.id,
  type: entries.type,
  title: entries.title,
  names: entries.names,
  words: sql<string>`left(${entries.words}, ${sql.raw(String(described))})`,
  labels: entries.labels,
  deceased: entries.deceased,
  publishedAt: toTheSecond(entries.publishedAt),
  updatedAt: toTheSecond(entries.updatedAt),
  /** The same to the last digit that is kept. */
  changed: entries.updatedAt,
  author: accounts.name,
  own,
  files: shownFiles,
}

function selectRecords(db: NodePgDatabase) {
  return db.select(columns).from(entries).leftJoin(accounts, authorOf).$dynamic()
}
export type EntryRecord = Awaited<ReturnType<typeof selectRecords>>[number]

export function newestRecords(db: NodePgDatabase, type: string | undefined, limit: number): Promise<EntryRecord[]> {
  return selectRecords(db)
    .where(and(isPublic(), type ? eq(entries.type, type) : undefined))
    .orderBy(desc(entries.publishedAt), desc(entries.id))
    .limit(limit)
}

export async function publicRecord(db: NodePgDatabase, id: string): Promise<EntryRecord | undefined> {
  const [record] = await selectRecords(db).where(and(isPublic(), eq(entries.id, id)))
  return record
}

/** Where the copy of its cover lies that the site has made for screens; none of one that needs a warning. */
export async function coverKey(db: NodePgDatabase, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ variants: files.variants })
    .from(entries)
    .innerJoin(files, eq(files.id, entries.coverId))
    .where(and(isPublic(), eq(entries.id, id), eq(entries.deceased, false), isNull(files.withheld)))
  const pictures = row?.variants
    .filter(({ format }) => format === 'webp')
    .sort((a, b) => (a.width ?? 0) - (b.width ?? 0))
  return (pictures?.find(({ width }) => (width ?? 0) >= cardPicture) ?? pictures?.at(-1))?.key
}

/** What is left of an entry that was public to the end: that it is gone, and when it went. */
export type Removed = { id: string; type: string; updatedAt: string; changed: string }

/** Of those types alone that could be asked for. */
const isGone = () => and(eq(ledger.wasPublic, true), inArray(ledger.type, types))

function selectRemoved(db: NodePgDatabase) {
  const { entryId: id, type, at } = ledger
  return db
    .select({ id, type, updatedAt: toTheSecond(at), changed: at })
    .from(ledger)
    .$dynamic()
}

export async function removedRecord(db: NodePgDatabase, id: string): Promise<Removed | undefined> {
  const [removed] = await selectRemoved(db).where(and(isGone(), eq(ledger.entryId, id)))
  return removed
}

export type Selection = {
  type?: string | undefined
  /** Moments, the first inclusive, the second not. */
  from?: string | undefined
  until?: string | undefined
  after?: { changed: string; id: string } | undefined
}

/** In the order in which they were last changed: whatever changes meanwhile comes after, and nothing is left out. */
export function changedRecords(db: NodePgDatabase, selection: Selection, limit: number): Promise<EntryRecord[]> {
  return selectRecords(db)
    .where(and(isPublic(), within(selection, entries.type, entries.updatedAt, entries.id)))
    .orderBy(asc(entries.updatedAt), asc(entries.id))
    .limit(limit)
}

/** As `changedRecords`, of those that are gone. */
export function removedRecords(db: NodePgDatabase, selection: Selection, limit: number): Promise<Removed[]> {
  return selectRemoved(db)
    .where(and(isGone(), within(selection, ledger.type, ledger.at, ledger.entryId)))
    .orderBy(asc(ledger.at), asc(ledger.entryId))
    .limit(limit)
}

function within({ type, from, until, after }: Selection, ofType: PgColumn, moment: PgColumn, id: PgColumn) {
  return and(
    type ? eq(ofType, type) : undefined,
    from ? sql`${moment} >= ${from}::timestamptz` : undefined,
    until ? sql`${moment} < ${until}::timestamptz` : undefined,
    after && sql`(${moment}, ${id}) > (${after.changed}::timestamptz, ${after.id}::uuid)`,
  )
}

/** When the first of them was last changed or removed, or undefined while there is none. */
export async function earliestChange(db: NodePgDatabase): Promise<string | undefined> {
  const [[changed], [removed]] = await Promise.all([
    db
      .select({ earliest: min(entries.updatedAt) })
      .from(entries)
      .where(isPublic()),
    db
      .select({ earliest: min(ledger.at) })
      .from(ledger)
      .where(isGone()),
  ])
  return [changed?.earliest, removed?.earliest].filter((moment) => moment != null).sort()[0]
}

export type Part = { first: string; changed: string }

/** The parts of a list of addresses: the first id of each, and when something in it was last changed. */
export async function partsOf(db: NodePgDatabase, size: number): Promise<Part[]> {
  const numbered = db
    .select({ id: entries.id, changed: entries.updatedAt, part: numberOf(size).as('part') })
    .from(entries)
    .where(isPublic())
    .as('numbered')
  return db
    .select({
      first: sql<string>`(array_agg(${numbered.id} order by ${numbered.id}))[1]`,
      changed: max(numbered.changed),
    })
    .from(numbered)
    .groupBy(numbered.part)
    .orderBy(numbered.part) as Promise<Part[]>
}

function numberOf(size: number): SQL<number> {
  return sql<number>`(row_number() over (order by ${entries.id}) - 1) / ${sql.raw(String(size))}`
}

/** Addresses from an id on, in order of their ids. @param from inclusive for the first batch of a part */
export function addresses(db: NodePgDatabase, from: string, inclusive: boolean, limit: number) {
  return db
    .select({ id: entries.id, type: entries.type, changed: entries.updatedAt })
    .from(entries)
    .where(and(isPublic(), inclusive ? sql`${entries.id} >= ${from}::uuid` : gt(entries.id, from)))
    .orderBy(asc(entries.id))
    .limit(limit)
}
