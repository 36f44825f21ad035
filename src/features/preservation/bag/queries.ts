import { and, asc, gt, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { EntryKind } from '#content/entry/address.ts'
import { ledger } from '#content/entry/consent/table.ts'
import { entryLinks } from '#content/entry/link/table.ts'
import { authorOf } from '#content/entry/present.ts'
import { entries, groups } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { files } from '#content/media/table.ts'
import { introductions } from '#content/section/table.ts'
import { readLetters } from '#content/vocabulary/letters/queries.ts'
import { asks } from '#content/vocabulary/table.ts'
import type { Viewer } from '#core/context.ts'
import { eachById } from '#core/id.ts'
import { accounts } from '#core/tables.ts'
import { carried, fileMadeAgain, madeAgain, ownTables } from './tables.ts'

const batch = 100

/** A row of a table, by column name. */
export type Row = Record<string, unknown>
/** An entry with all its data. */
export type CompleteEntry = {
  id: string
  type: EntryKind
  title: string
  author: string | null
  entry: Row
  own: Row | null
  /** Its originals; `storage_key` locates the bytes and is not exported. */
  files: (Row & { id: string; name: string; content_type: string; sha256: string; storage_key: string })[]
  tables: Record<string, Row[]>
}

/** The part of the archive to export: everything if there is no `viewer`. `section` is a heritage section or a type. */
export type Scope = { viewer?: Viewer | undefined; section?: string | undefined }

function inScope({ viewer, section }: Scope): SQL | undefined {
  const ofSection = sql`(${entries.type} = ${section ?? ''} or exists (select from heritage h
    where h.entry_id = ${entries.id} and h.section = ${section ?? ''}))`
  return and(viewer && listed(viewer), section === undefined ? undefined : ofSection)
}

const own = sql<Row | null>`(case ${entries.type} ${sql.join(
  Object.entries(ownTables).map(
    ([type, table]) => sql`when ${sql.raw(`'${type}'`)} then
      (select (to_jsonb(t) - 'marakwet') #- '{example,marakwet}' from ${sql.raw(`"${table}"`)} t
        where t.entry_id = ${entries.id})`,
  ),
  sql` `,
)} end)`

const relatedRows = sql<Record<string, Row[]>>`jsonb_build_object(${sql.join(
  Object.entries(carried).map(
    ([table, order]) => sql`${sql.raw(`'${table}'`)}, (select coalesce(jsonb_agg(to_jsonb(t)
      order by ${sql.raw(`t."${order}"`)}), '[]') from ${sql.raw(`"${table}"`)} t where t.entry_id = ${entries.id})`,
  ),
  sql`, `,
)})`

function without(names: readonly string[]): SQL {
  return sql.raw(`'{${names.join(',')}}'::text[]`)
}

/** Yields every entry of the scope, in batches ordered by id. */
export function completeEntries(db: NodePgDatabase, scope: Scope): AsyncGenerator<CompleteEntry> {
  const entryRow = sql<Row>`to_jsonb(${entries}) - ${without(madeAgain)}`
  const originals = sql<CompleteEntry['files']>`(select coalesce(jsonb_agg(to_jsonb(f)
      - ${without(fileMadeAgain.filter((name) => name !== 'storage_key'))} order by f.created_at, f.id), '[]')
    from ${files} f where f.entry_id = ${entries.id} and f.stored_at is not null
      and f.withheld is distinct from 'comment'
      and not exists (select from ${asks} a where a.entry_id = ${entries.id} and f.id = any(a.file_ids)))`
  const { id, type, title } = entries
  return eachById(batch, (after) =>
    db
      .select({ id, type, title, author: accounts.name, entry: entryRow, own, files: originals, tables: relatedRows })
      .from(entries)
      .leftJoin(accounts, authorOf)
      .where(and(inScope(scope), gt(entries.id, after)))
      .orderBy(asc(entries.id))
      .limit(batch),
  )
}

export async function linksOf(db: NodePgDatabase, scope: Scope): Promise<Row[]> {
  const both = (id: SQL) => sql`${id} in (select ${entries.id} from ${entries} where ${inScope(scope) ?? sql`true`})`
  const { rows } = await db.execute<{ row: Row }>(sql`select to_jsonb(l) as row from ${entryLinks} l
    where ${both(sql`l.from_id`)} and ${both(sql`l.to_id`)} order by l.id`)
  return rows.map(({ row }) => row)
}

/** Returns names and ids of people, the only account data in a bag. */
export async function peopleOf(db: NodePgDatabase, ids: Iterable<string>) {
  const { id, name } = accounts
  return db.select({ id, name }).from(accounts).where(among(id, ids)).orderBy(id)
}

export async function groupsOf(db: NodePgDatabase, ids: Iterable<string>): Promise<Row[]> {
  const { rows } = await db.execute<{ row: Row }>(sql`select to_jsonb(g) as row from ${groups} g
    where ${among(sql`g.id`, ids)} order by g.id`)
  return rows.map(({ row }) => row)
}

function among(column: SQL | typeof accounts.id, ids: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...ids])}::uuid[])`
}

/** Returns the introductions, the ledger and the letters, which only a complete archive contains. */
export async function besides(db: NodePgDatabase) {
  const rowsOf = async (select: SQL) => (await db.execute<{ row: Row }>(select)).rows.map(({ row }) => row)
  return {
    introductions: await rowsOf(sql`select to_jsonb(i) as row from ${introductions} i order by i.section`),
    ledger: await rowsOf(sql`select to_jsonb(l) as row from ${ledger} l order by l.id`),
    letters: (await readLetters(db)).letters,
  }
}

export async function isEmpty(db: NodePgDatabase, scope: Scope): Promise<boolean> {
  const [one] = await db.select({ id: entries.id }).from(entries).where(inScope(scope)).limit(1)
  return one === undefined
}
