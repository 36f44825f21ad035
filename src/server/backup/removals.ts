import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { Failure } from './failure.ts'
import type { Manifest } from './manifest.ts'
import { openPart, type Repository } from './repository.ts'
import { copyIn, quoted } from './tables.ts'

/**
 * Source of the entries that were deleted or withdrawn since a backup: a newer backup, or lines of the ledger as JSON.
 * A newer backup also says what has been hidden or restricted since, and which roles and groups people have lost.
 */
export type Removals = Newer | { lines: unknown[] }

/** Reads a ledger file: a JSON array, or one JSON object per line as from `select to_json(l) from ledger l`. */
export function readLedgerFile(path: string): Removals {
  try {
    const text = readFileSync(path, 'utf8').trim()
    const lines = text.startsWith('[') ? JSON.parse(text) : text.split('\n').map((line) => JSON.parse(line))
    return { lines }
  } catch {
    throw new Failure(
      `The ledger ${path} can’t be read. It must contain one JSON object per line, or a JSON array. Nothing was changed.`,
    )
  }
}

/**
 * Adds newer ledger lines. Deletes the entries that they name, with their files, and the accounts deleted since the
 * backup of the time `point`. Restricts the rest as the newer backups do. Returns the number of entries deleted.
 */
export async function applyRemovals(client: Client, removals: readonly Removals[], point: string): Promise<number> {
  await client.query('begin')
  await client.query('create temp table newer on commit drop as select * from ledger limit 0')
  for (const source of removals) {
    if ('lines' in source)
      await client.query('insert into newer select * from json_populate_recordset(null::ledger, $1)', [
        JSON.stringify(source.lines),
      ])
    else await readNewer(client, source, point)
  }
  // Only lines that the backup lacks count: an entry with the same id may have been imported again after an earlier
  // removal.
  const { rows: since } = await client.query<{ id: string }>(
    `insert into ledger select (jsonb_populate_record(newer, jsonb_build_object('actor_id',
       (select id from accounts where id = newer.actor_id), 'was_public', coalesce(newer.was_public, false)))).*
     from newer on conflict do nothing returning entry_id as id`,
  )
  const removedIds = [since.map(({ id }) => id)]
  const { rows: files } = await client.query<{ id: string }>(
    'select id from files where entry_id = any($1)',
    removedIds,
  )
  const { rowCount } = await client.query('delete from entries where id = any($1)', removedIds)
  await client.query('delete from files where id = any($1)', [files.map(({ id }) => id)])
  await client.query('commit')
  return rowCount ?? 0
}

/** Changes that a newer backup makes: by the name of a table, the columns read from its rows there, and their use. */
const changes: Record<string, { columns: string[]; sql: string }> = {
  audit_log: {
    columns: ['action', 'subject_id'],
    sql: `delete from accounts where id in (select subject_id::uuid from newer_rows where action = 'account:remove')`,
  },
  accounts: {
    columns: ['id', 'roles', 'password_hash', 'admitted_at', 'disabled_at', 'disabled_reason'],
    sql: `update accounts set
        roles = array(select unnest(accounts.roles) intersect select unnest(newer.roles::text[])),
        password_hash = newer.password_hash,
        admitted_at = case when newer.admitted_at is not null then accounts.admitted_at end,
        disabled_at = coalesce(newer.disabled_at::timestamptz, accounts.disabled_at),
        disabled_reason = coalesce(newer.disabled_reason, accounts.disabled_reason)
      from newer_rows newer where newer.id::uuid = accounts.id`,
  },
  group_members: {
    columns: ['group_id', 'account_id'],
    sql: `delete from group_members where (group_id::text, account_id::text) not in
        (select group_id, account_id from newer_rows)`,
  },
  comments: {
    columns: ['id', 'state', 'hidden_reason'],
    sql: `update comments set state = 'hidden', hidden_reason = newer.hidden_reason
      from newer_rows newer where newer.id::uuid = comments.id and newer.state = 'hidden'`,
  },
  // Entries are only restricted further, because those who may see more since then may see what this backup lacks.
  entries: {
    columns: ['id', 'state', 'hidden_reason', 'visibility', 'groups', 'narrowed', 'labels', 'deceased'],
    sql: `update entries set
        state = case when entries.state = 'published' then newer.state else entries.state end,
        hidden_reason = coalesce(newer.hidden_reason, entries.hidden_reason),
        visibility = case when array_position(scale, newer.visibility) > array_position(scale, entries.visibility)
          then newer.visibility else entries.visibility end,
        groups = case when newer.groups = '{}' then entries.groups else newer.groups::uuid[] end,
        narrowed = entries.narrowed or newer.narrowed::boolean,
        labels = array(select unnest(entries.labels) union select unnest(newer.labels::text[])),
        deceased = entries.deceased or newer.deceased::boolean
      from newer_rows newer, (values (array['public', 'members', 'keepers'])) scales (scale)
      where newer.id::uuid = entries.id
        and (newer.state, newer.visibility, newer.groups::uuid[], newer.narrowed::boolean, newer.labels::text[],
          newer.deceased::boolean) is distinct from (entries.state, entries.visibility, entries.groups,
          entries.narrowed, entries.labels, entries.deceased)`,
  },
}

type Newer = { repository: Repository; manifest: Manifest }

async function readNewer(client: Client, { repository, manifest }: Newer, point: string): Promise<void> {
  const columnsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.columns
  const load = async (name: string, into: string, columns: string[]) =>
    copyIn(client, { name: into, columns }, await openPart(repository, manifest, name))
  const ledger = columnsOf('ledger')
  if (ledger) await load('ledger', 'newer', ledger)
  if (manifest.point <= point) return
  for (const [name, { columns, sql }] of Object.entries(changes)) {
    const stored = columnsOf(name)
    // Older versions lack some tables and columns.
    if (!stored || columns.some((one) => !stored.includes(one))) continue
    await client.query(`create temp table newer_rows (${stored.map((one) => `${quoted(one)} text`).join(', ')})`)
    await load(name, 'newer_rows', stored)
    await client.query(sql)
    await client.query('drop table newer_rows')
  }
}
