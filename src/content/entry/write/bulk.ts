import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Viewer } from '#core/context.ts'
import { folding } from '#text/fold.ts'
import type { EntryKind } from '../address.ts'
import { lexemesOf } from '../list/lexemes.ts'
import { publishedNow } from '../list/published-until.ts'
import type { Visibility } from '../schema.ts'
import { batches, entries, versions } from '../table.ts'
import { listed } from '../visibility/rules.ts'

export type ImportedEntry = {
  id: string
  title: string
  visibility: Visibility
  /** The same as in `NewEntry` (`write.ts`). */
  words: string
  names: string[]
  confirmed: boolean
  confirmedBy: string | null
}

/**
 * Inserts published entries without an author in one statement. Insert the rows of their type afterwards.
 * @param batch the import that they belong to, in any number of calls
 */
export async function insertEntries(
  db: NodePgDatabase,
  type: EntryKind,
  list: ImportedEntry[],
  batch?: typeof batches.$inferInsert,
): Promise<void> {
  if (list.length === 0) return
  if (batch) await db.insert(batches).values(batch).onConflictDoNothing()
  const rows = list.map((entry) => ({ ...entry, lexemes: lexemesOf(type, entry) }))
  await db.execute(sql`insert into ${entries}
      (id, type, title, visibility, names, words, folding, search, published_at, confirmed_at, confirmed_by,
        batch_id)
    select e.id, ${type}, e.title, e.visibility, e.names, e.words, ${folding}, array_to_tsvector(e.lexemes),
      ${publishedNow},
      case when e.confirmed then now() end, e."confirmedBy", ${batch?.id ?? null}::uuid
    from json_to_recordset(${JSON.stringify(rows)}::json)
      e (id uuid, title text, visibility text, names text[], words text, lexemes text[], confirmed boolean,
        "confirmedBy" uuid)`)
}

/**
 * Selects the entries that have been changed since they were inserted in bulk, or that something now refers to: a
 * recording, a file, a link. New tables are checked without being named here.
 * @param ids a select, or a list of ids
 * @param own the tables that the import filled
 */
export async function touchedSince(db: NodePgDatabase, ids: SQL, own: readonly string[]): Promise<SQL> {
  const names = sql.join(
    [...own, 'versions', 'entry_facets'].map((name) => sql`${name}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid::regclass::text in ('entries', ${names})
      and c.conrelid::regclass::text not in (${names})`)
  const { id, createdAt, updatedAt } = entries
  const changed = sql`select ${id} as id from ${entries} where ${id} in (${ids}) and ${updatedAt} <> ${createdAt}`
  const references = rows.map(({ table, column }) => {
    const of = sql.raw(`${table}.${column}`)
    return sql`select ${of} from ${sql.raw(table)} where ${of} in (${ids})`
  })
  const later = sql`select ${versions.entryId} from ${versions} where ${versions.entryId} in (${ids}) and ${versions.number} > 1`
  return sql.join([changed, later, ...references], sql` union `)
}

/** The shared columns (`Common`) of an exported row. */
export const importedColumns = {
  id: entries.id,
  /** A file can't name groups, so an entry that is limited to one is for keepers only wherever it is imported. */
  visibility: sql<Visibility>`case when ${entries.groups} = '{}' then ${entries.visibility} else 'keepers' end`,
  confirmed: sql<boolean>`${entries.confirmedAt} is not null`,
  limited: sql<boolean>`${entries.groups} <> '{}' or ${entries.state} = 'draft'`,
}

/**
 * Returns the ids of the entries that meet a condition. Leaves out drafts and entries that are limited to groups, as if
 * they did not exist.
 */
export async function entriesLike(db: NodePgDatabase, condition: SQL): Promise<string[]> {
  const { id, groups, state } = entries
  const rows = await db
    .select({ id })
    .from(entries)
    .where(and(condition, sql`${groups} = '{}'`, ne(state, 'draft')))
  return rows.map((row) => row.id)
}

/**
 * Returns a condition that matches the entries of a type that the viewer may see and that come after an id, for lists
 * in the order of ids.
 */
export function listedAfter(type: EntryKind, viewer: Viewer | null, after: string) {
  return and(eq(entries.type, type), listed(viewer), gt(entries.id, after))
}
