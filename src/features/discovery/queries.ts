import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { mayHavePage } from '#accounts/person.ts'
import { pageKinds } from '#content/entry/address.ts'
import type { FileFacts } from '#content/entry/dublin-core.ts'
import { authorOf } from '#content/entry/present.ts'
import { entries, recordStamps } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { kinds } from '#content/kinds.ts'
import { isUnheard } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import { pronunciations } from '#content/vocabulary/table.ts'
import { accounts } from '#core/tables.ts'

// These queries return data that others may harvest, which is only what guests see.

/** The number of characters of an entry's text that are used as its description. */
const descriptionLength = 600
/** The width of the picture on a preview card, in pixels. */
const cardPicture = 460
/** Returns the condition with inlined parameters, so that PostgreSQL can use the partial index of public entries. */
const isPublic = () => sql`${listed(null)}`.inlineParams()

const own = sql<Record<string, unknown> | null>`(case ${entries.type} ${sql.join(
  pageKinds.map(
    (type) => sql`when ${sql.raw(`'${type}'`)} then
      (select to_jsonb(t) - '{content,body}'::text[] from ${sql.raw(`"${kinds[type].table}"`)} t where t.entry_id = ${entries.id})`,
  ),
  sql` `,
)} end)`

/** The files of an entry that guests see; none if the entry has a warning. */
const shownFiles = sql<FileFacts[]>`(select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind,
    'contentType', f.content_type, 'size', f.size) order by f.id), '[]')
  from files f where f.entry_id = ${entries.id} and f.stored_at is not null and f.withheld is null and not ${entries.deceased}
    and not exists (select from ${pronunciations} p where p.file_id = f.id and (p.unlisted or ${isUnheard(sql`f`)})))`

export function toTheSecond(moment: PgColumn) {
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}

/** The beginning of the text, which ends with a whole word and "…" if it was cut. */
const beginning = sql<string>`case when char_length(${entries.words}) > ${sql.raw(String(descriptionLength))}
  then regexp_replace(left(${entries.words}, ${sql.raw(String(descriptionLength))}), '\\s+\\S*$', '') || '…' else ${entries.words} end`

const columns = {
  id: entries.id,
  type: entries.type,
  title: entries.title,
  names: entries.names,
  words: beginning,
  labels: entries.labels,
  deceased: entries.deceased,
  publishedAt: toTheSecond(entries.publishedAt),
  author: accounts.name,
  own,
  files: shownFiles,
}

/**
 * Selects what harvesters and feeds are told about entries, and nothing else is. If it reads another table, the table
 * needs a trigger that notes its changes (migration 0043), so that their stamp moves.
 */
export function selectRecords(db: NodePgDatabase) {
  return db.select(columns).from(entries).leftJoin(accounts, authorOf).$dynamic()
}
export type EntryRecord = Awaited<ReturnType<typeof selectRecords>>[number]

export async function publicRecords(db: NodePgDatabase, ids: string[]): Promise<Map<string, EntryRecord>> {
  if (ids.length === 0) return new Map()
  const records = await selectRecords(db).where(and(isPublic(), inArray(entries.id, ids)))
  return new Map(records.map((record) => [record.id, record]))
}

export async function publicRecord(db: NodePgDatabase, id: string): Promise<EntryRecord | undefined> {
  const [record] = await selectRecords(db).where(and(isPublic(), eq(entries.id, id)))
  return record
}

/**
 * Returns the storage key of the cover's smallest copy that is wide enough for a card, or of the largest one. Returns
 * undefined if there is none, if guests can't see the entry or the cover, or if the entry has a warning.
 */
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

/** The last change of an entry or of what its page shows besides, such as a new recording. */
const lastChange = sql<string>`greatest(${entries.updatedAt}, ${recordStamps.stamp})`.mapWith(recordStamps.stamp)
const ownStamp = eq(recordStamps.entryId, entries.id)

/** Returns the next members whose page guests can find, ordered by id, each with the last change of an entry on it. */
export async function peopleAfter(db: NodePgDatabase, after: string, limit: number) {
  const shown = sql`select max(${lastChange}) as changed from ${entries} left join ${recordStamps} on ${ownStamp}
    where ${eq(entries.authorId, accounts.id)} and ${isPublic()}`
  const { rows } = await db.execute<{ id: string; changed: string }>(sql`
    select ${accounts.id}, shared.changed from ${accounts} cross join lateral (${shown}) shared
    where ${mayHavePage} and ${gt(accounts.id, after)} and shared.changed is not null
    order by ${accounts.id} limit ${limit}`)
  return rows.map(({ id, changed }) => ({ id, changed: new Date(changed).toISOString() }))
}

export type Part = { first: string; changed: string }

/** Returns the parts of the sitemap: the first id of each, and its last change. */
export async function partsOf(db: NodePgDatabase, size: number): Promise<Part[]> {
  const numbered = db
    .select({ id: entries.id, changed: lastChange.as('changed'), part: numberOf(size).as('part') })
    .from(entries)
    .leftJoin(recordStamps, ownStamp)
    .where(isPublic())
    .as('numbered')
  return db
    .select({
      first: sql<string>`(array_agg(${numbered.id} order by ${numbered.id}))[1]`,
      changed: sql<string>`max(${numbered.changed})`.mapWith(recordStamps.stamp),
    })
    .from(numbered)
    .groupBy(numbered.part)
    .orderBy(numbered.part) as Promise<Part[]>
}

function numberOf(size: number): SQL<number> {
  return sql<number>`(row_number() over (order by ${entries.id}) - 1) / ${sql.raw(String(size))}`
}

/** Returns the public entries from an id on, ordered by id. @param inclusive true for the first batch of a part */
export function addresses(db: NodePgDatabase, from: string, inclusive: boolean, limit: number) {
  return db
    .select({ id: entries.id, type: entries.type, changed: lastChange })
    .from(entries)
    .leftJoin(recordStamps, ownStamp)
    .where(and(isPublic(), inclusive ? sql`${entries.id} >= ${from}::uuid` : gt(entries.id, from)))
    .orderBy(asc(entries.id))
    .limit(limit)
}
