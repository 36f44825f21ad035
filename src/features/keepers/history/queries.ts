import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import type { VersionRecord } from '#content/entry/schema.ts'
import { entries, versions } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { types } from '#content/entry/write/versions.ts'
import { coverColumns, presentFile } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context, Viewer } from '#core/context.ts'
import { existing, NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'

/** Returns the archive entry. Throws NotFound if the viewer may not see it now. */
export async function requireArchived({ db, viewer }: Context, id: string) {
  const [row] = await db.select(entryColumns).from(entries).leftJoin(accounts, authorOf).where(ofArchive(viewer, id))
  return presentEntry(existing(row))
}

/** Locks an archive entry and returns its id, type and last change. Throws NotFound if the viewer may not see it. */
export async function lockArchived({ db, viewer }: Context, id: string) {
  const { type, updatedAt } = entries
  const [row] = await db
    .select({ id: entries.id, type, updatedAt })
    .from(entries)
    .where(ofArchive(viewer, id))
    .for('update')
  return existing(row)
}

function ofArchive(viewer: Viewer | null, id: string): SQL | undefined {
  return and(eq(entries.id, id), sql`${entries.type} in (${types})`, readable(viewer))
}

/** Merges all columns of a record into one object, without what a moderator wrote to the author alone (spec 13.2). */
const flat = (record: SQL) => sql`((${record} -> 'entry') - 'hidden_reason' || (${record} -> 'own')
  || jsonb_build_object('files', ${record} -> 'files'))`

const before = sql`(select p.record from ${versions} p
  where p.entry_id = ${versions.entryId} and p.number = ${versions.number} - 1)`

/** Treats an empty string as null. */
const orNull = (value: SQL) => sql`coalesce(nullif(${value}, '""'), 'null')`

/**
 * The names of columns that differ from the previous version, or in the first version those with a value.
 * `confirmed_by` is left out because it is the actor.
 */
const changed = sql<string[]>`array(
  select key from jsonb_each(${flat(sql`${versions.record}`)}) now_
  full join jsonb_each(coalesce(${flat(before)}, '{}')) then_ using (key)
  where ${orNull(sql`now_.value`)} is distinct from ${orNull(sql`then_.value`)}
    and key <> 'confirmed_by'
    and not (${versions.number} = 1 and now_.value in ('null', '[]', '{}', 'false', '""'))
  order by key)`

const columns = {
  number: versions.number,
  at: versions.at,
  act: versions.act,
  actor: { id: accounts.id, name: accounts.name, avatar: accounts.avatar },
  changed,
}

/** Returns versions, newest first. @param below only versions before this number */
export function versionsOf(db: NodePgDatabase, id: string, limit: number, below: number | undefined) {
  return db
    .select(columns)
    .from(versions)
    .leftJoin(accounts, eq(accounts.id, versions.actorId))
    .where(and(eq(versions.entryId, id), below === undefined ? undefined : lt(versions.number, below)))
    .orderBy(desc(versions.number))
    .limit(limit)
}

/**
 * Returns a version and the previous one, with those files of both that still exist. Throws NotFound if the version
 * doesn't exist.
 */
export async function versionOf(db: NodePgDatabase, id: string, number: number) {
  const [row] = await db
    .select({
      ...columns,
      record: sql<Record<string, unknown>>`${flat(sql`${versions.record}`)}`,
      before: sql<Record<string, unknown> | null>`${flat(before)}`,
    })
    .from(versions)
    .leftJoin(accounts, eq(accounts.id, versions.actorId))
    .where(and(eq(versions.entryId, id), eq(versions.number, number)))
  if (!row) throw new NotFound()
  const fileIds = [row.record, row.before].flatMap((record) => filesIn(record))
  const presentFiles = fileIds.length
    ? await db
        .select(coverColumns)
        .from(files)
        .where(and(eq(files.entryId, id), inArray(files.id, fileIds)))
    : []
  return { ...row, files: presentFiles.map((file) => ({ id: file.id, ...presentFile(file) })) }
}

function filesIn(record: Record<string, unknown> | null): string[] {
  const list = (record?.files ?? []) as VersionRecord['files']
  const single = [record?.cover_id, record?.returned_voice].filter((id) => typeof id === 'string')
  return [...single, ...list.map(({ id }) => id)]
}

/** Returns the record of a version. Throws NotFound if the version doesn't exist. */
export async function recordOf(db: NodePgDatabase, id: string, number: number): Promise<VersionRecord> {
  const [row] = await db
    .select({ record: versions.record })
    .from(versions)
    .where(and(eq(versions.entryId, id), eq(versions.number, number)))
  return existing(row).record
}
