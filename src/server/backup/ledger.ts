import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { Failure } from './failure.ts'
import type { Manifest } from './manifest.ts'
import { openPart, type Repository } from './repository.ts'
import { copyIn } from './tables.ts'

/**
 * Source of the entries that were deleted or withdrawn since a backup: a newer backup, or lines of the ledger as JSON.
 */
export type Removals = { repository: Repository; manifest: Manifest } | { lines: unknown[] }

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
 * backup. Returns the number of entries deleted.
 */
export async function applyRemovals(client: Client, removals: readonly Removals[]): Promise<number> {
  await client.query('begin')
  await client.query('create temp table newer on commit drop as select * from ledger limit 0')
  await client.query('create temp table left_since (id uuid) on commit drop')
  for (const source of removals) {
    if ('lines' in source)
      await client.query('insert into newer select * from json_populate_recordset(null::ledger, $1)', [
        JSON.stringify(source.lines),
      ])
    else await readBackedUp(client, source)
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
  await client.query('delete from accounts where id in (select id from left_since)')
  await client.query('commit')
  return rowCount ?? 0
}

async function readBackedUp(client: Client, { repository, manifest }: { repository: Repository; manifest: Manifest }) {
  const table = (name: string) => manifest.tables.find((one) => one.name === name)
  const ledger = table('ledger')
  if (ledger)
    await copyIn(client, { name: 'newer', columns: ledger.columns }, await openPart(repository, manifest, 'ledger'))
  const log = table('audit_log')
  if (!log) return
  await client.query('create temp table log (like audit_log) on commit drop')
  await copyIn(client, { name: 'log', columns: log.columns }, await openPart(repository, manifest, 'audit_log'))
  await client.query(`insert into left_since select subject_id from log where action = 'account:remove'`)
  await client.query('drop table log')
}
