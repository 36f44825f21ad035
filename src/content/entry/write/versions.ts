import { eq, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { suggestion } from '#content/kinds.ts'
import type { Context } from '#core/context.ts'
import { type EntryKind, kindOf } from '../address.ts'
import { archiveTypes, isArchive } from '../archive.ts'
import type { Act } from '../schema.ts'
import { entries, versions } from '../table.ts'

/**
 * Columns that are left out of versions, because they are derived from others or are not content. The position is left
 * out too: restoring one from before it was blurred would reveal it.
 */
const omitted = {
  entry: [
    ...['id', 'type', 'author_id', 'created_at', 'updated_at', 'latitude', 'longitude', 'blurred'],
    ...['names', 'words', 'search', 'folding', 'bytes', 'unlisted', 'batch_id'],
  ],
  own: ['entry_id', 'sort_key', 'lot', 'marakwet'],
}

/**
 * SQL for the rows of an entry as one JSON object (`VersionRecord`); `e` is its row. Pronunciations of a word are not
 * part of it.
 */
const recordOfEntry: SQL = sql`jsonb_build_object(
  'entry', to_jsonb(e) - ${without(omitted.entry)},
  'own', ${ownRecord(sql`e`)},
  'files', (select coalesce(jsonb_agg(jsonb_build_object('id', f.file_id, 'label', f.label, 'role', f.role)
    order by f.position), '[]') from entry_files f where f.entry_id = e.id))`

/**
 * Returns the entry's row of its type's table as JSON by column name, without derived columns and those that only the
 * previous release reads (`marakwet`). @param e the entry's row in the statement
 */
export function ownRecord(e: SQL): SQL<Record<string, unknown>> {
  const rows = archiveTypes.map(
    (
      type,
    ) => sql`when ${sql.raw(`'${type}'`)} then (select (to_jsonb(t) - ${without(omitted.own)}) #- '{example,marakwet}'
      from ${sql.raw(`"${kindOf(type).table}"`)} t where t.entry_id = ${e}.id)`,
  )
  return sql`(case ${e}.type ${sql.join(rows, sql` `)} end)`
}

function without(names: readonly string[]): SQL {
  return sql.raw(`'{${names.join(',')}}'::text[]`)
}

/**
 * Stores a version of each of these entries in one statement, in the caller's transaction. Imports call it for each
 * batch. Skips entries outside the archive and those that equal their last version.
 */
export async function keepVersions(db: NodePgDatabase, ids: readonly string[], act: Act, actorId: string | null) {
  if (ids.length === 0) return
  await db.execute(sql`insert into ${versions} (entry_id, number, act, actor_id, record)
    select now_.id, coalesce(last_.number, 0) + 1, ${act}, ${actorId}::uuid, now_.record
    from (select e.id, ${recordOfEntry} as record from ${entries} e
      where e.id = any(${sql.param([...ids])}::uuid[]) and e.type in (${types})) now_
    left join lateral (select v.number, v.record from ${versions} v where v.entry_id = now_.id
      order by v.number desc limit 1) last_ on true
    where last_.record is distinct from now_.record`)
}

export const types: SQL = sql.raw(archiveTypes.map((type) => `'${type}'`).join(', '))

/**
 * Stores a version and the entry's size at the end of this transaction. If several acts change one entry, the last one
 * names the version.
 */
export function keepVersion(ctx: Context, { id, type }: { id: string; type: EntryKind }, act: Act): void {
  ctx.countText()
  ctx.beforeCommit(`version:${id}`, async ({ db }) => {
    if (isArchive(type)) await keepVersions(db, [id], act, ctx.viewer?.id ?? null)
    await keepSize(db, { id, type })
  })
}

/** The least room that an entry takes, with its rows in indexes, in bytes. */
const leastBytes = 1000

/** Stores about how much room the texts and versions of an entry take. */
async function keepSize(db: NodePgDatabase, { id, type }: { id: string; type: EntryKind }): Promise<void> {
  const { table } = type === suggestion.type ? suggestion : kindOf(type)
  await db.execute(sql`update ${entries} set bytes = ${leastBytes}::int + pg_column_size(words)
    + coalesce((select pg_column_size(t.*) from ${sql.identifier(table)} t where t.entry_id = ${entries.id}), 0)
    + (select coalesce(sum(pg_column_size(v.record)), 0)::int from ${versions} v where v.entry_id = ${entries.id})
    where ${eq(entries.id, id)}`)
}
