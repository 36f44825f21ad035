import { type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context } from '#core/context.ts'
import { archive, archiveTypes, isArchive } from './archive.ts'
import type { Act } from './schema.ts'
import { entries, versions } from './table.ts'

/**
 * What decides nothing of an entry, or follows from the rest, and so is no part of what it was. Where it is stays out, too:
 * to bring back a place from before it was blurred would show it.
 */
const left = {
  entry: [
    ...['id', 'type', 'author_id', 'created_at', 'updated_at', 'latitude', 'longitude', 'blurred'],
    ...['names', 'words', 'search', 'folding'],
  ],
  own: ['entry_id', 'sort_key', 'lot'],
}

/** The rows of an entry as one JSON (`VersionRecord`); `e` is its row. People's voices are theirs and no part of it. */
const recordOfEntry: SQL = sql`jsonb_build_object(
  'entry', to_jsonb(e) - ${without(left.entry)},
  'own', ${ownRecord(sql`e`)},
  'files', (select coalesce(jsonb_agg(jsonb_build_object('id', f.file_id, 'label', f.label, 'role', f.role)
    order by f.position), '[]') from entry_files f where f.entry_id = e.id))`

/** The row of the entry in its type's own table, as JSON by column names. @param e the entry's row in the statement */
export function ownRecord(e: SQL): SQL<Record<string, unknown>> {
  const rows = archiveTypes.map(
    (type) => sql`when ${sql.raw(`'${type}'`)} then (select to_jsonb(t) - ${without(left.own)}
      from ${sql.raw(`"${archive[type]}"`)} t where t.entry_id = ${e}.id)`,
  )
  return sql`(case ${e}.type ${sql.join(rows, sql` `)} end)`
}

function without(names: readonly string[]): SQL {
  return sql.raw(`'{${names.join(',')}}'::text[]`)
}

/**
 * Leaves a version of each of these entries as it is now, in one statement and the caller's transaction: a whole batch of
 * an import at once. What is not of the archive, or is as its last version says, gets none.
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

/** The types of the archive, quoted for a statement's text. */
export const types: SQL = sql.raw(archiveTypes.map((type) => `'${type}'`).join(', '))

/** Leaves a version once all of this write is done; of several acts on one entry the last names it. */
export function keepVersion(ctx: Context, { id, type }: { id: string; type: string }, act: Act): void {
  if (!isArchive(type)) return
  ctx.beforeCommit(`version:${id}`, ({ db }) => keepVersions(db, [id], act, ctx.viewer?.id ?? null))
}
