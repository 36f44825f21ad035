import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { backupLocks } from '#core/backup.ts'
import type { Storage } from '#core/storage.ts'
import { migrateDatabase, openDatabase } from '../database/database.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { openDisk } from '../storage/disk.ts'
import { openLocalStorage } from '../storage/storage-local.ts'
import { Busy } from './create.ts'
import { Digest } from './digest.ts'
import { Damaged, Failure } from './failure.ts'
import { listBackups, type Manifest, readManifest, type StoredBackup } from './manifest.ts'
import { migrateAsThen, requireOwnMigrations } from './migrations.ts'
import { applyRemovals, type Removals } from './removals.ts'
import { drain, type FileLine, filesOf, openObject, openPart, type Repository, through } from './repository.ts'
import { startAlone } from './site.ts'
import { allTables, connect, copyIn, copyOut, quoted } from './tables.ts'
import { isHalfRestored, marker } from './unfinished-restore.ts'

export type Restoring = {
  repository: Repository
  manifest: Manifest
  /** An empty database and storage. */
  url: string
  files: Storage
  /** Sources of what was removed or restricted since the backup: newer backups, or a ledger file. */
  removals: readonly Removals[]
  /** Called once the instance was found empty, before the whole backup is read. */
  onReading?(): void
}

/** `tables` and `rows` match the hashes in the manifest; `removed` counts entries deleted since the backup. */
export type Restored = { tables: number; rows: number; files: number; bytes: number; removed: number; missing: number }

/**
 * Restores a backup into an instance, which must be empty: verifies the backup, loads and compares the rows in one
 * transaction, migrates to the current schema, applies removals and restores the files. After an interrupted restore,
 * the next one starts again from the beginning.
 */
export async function restoreBackup(restoring: Restoring): Promise<Restored> {
  const { repository, manifest, url, files, removals, onReading } = restoring
  requireOwnMigrations(manifest.migrations)
  const client = await connect(url)
  try {
    await requireEmpty(client)
    onReading?.()
    await verifyBackup(repository, manifest)
    await migrateAsThen(client, manifest.migrations.length)
    await load(client, repository, manifest)
    await migrateToNow(url)
    const removed = await applyRemovals(client, removals, manifest.point)
    const placed = await placeFiles(client, repository, manifest, files)
    await finish(client)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, placed.bytes)
    return {
      tables: manifest.tables.length,
      rows,
      files: placed.files,
      bytes,
      removed,
      missing: manifest.missing.length,
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Tables in which migrations insert rows. */
const filledByMigrations = ['site_state', 'languages']

/** Throws Failure if the database already has content, unless an interrupted restore left it. */
async function requireEmpty(client: Client): Promise<void> {
  const tables = (await allTables(client)).filter((name) => !filledByMigrations.includes(name))
  if (tables.length === 0 || (await isHalfRestored(client))) return
  for (const name of tables) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rowCount) throw new Failure('This site already has content. Restore into an empty DATA_DIR or database.')
  }
}

async function load(client: Client, repository: Repository, manifest: Manifest): Promise<void> {
  await client.query('begin')
  const { rows: links } = await client.query<{ at: string; name: string; definition: string }>(
    `select conrelid::regclass::text as at, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  // Tables are loaded in alphabetical order, so foreign keys are added once all rows are there.
  for (const { at, name } of links) await client.query(`alter table ${at} drop constraint ${name}`)
  await client.query(`truncate ${(await allTables(client)).map(quoted).join(', ')}`)
  for (const table of manifest.tables) {
    const rows = await copyIn(client, table, await openPart(repository, manifest, table.name))
    if (rows !== table.rows) throw new Damaged(`“${table.name}”`)
  }
  for (const { at, name, definition } of links)
    await client.query(`alter table ${at} add constraint ${name} ${definition}`)
  for (const { name, last } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last])
  for (const table of manifest.tables) await compare(client, table)
  await client.query('insert into site_state (name, value) values ($1, $2) on conflict do nothing', [marker, 'true'])
  await client.query('commit')
}

/** Reads the loaded rows again and compares their hash with the manifest's. */
async function compare(client: Client, table: Manifest['tables'][number]): Promise<void> {
  const digest = new Digest({ sha256: table.sha256, what: `“${table.name}”` })
  await drain(through(copyOut(client, table), digest), `“${table.name}”`)
}

/** Migrates a database, and its queue of jobs, to this version. */
export async function migrateToNow(url: string): Promise<void> {
  const database = openDatabase(url, 2)
  try {
    await migrateDatabase(database)
    await migrateJobs(database.pool)
  } finally {
    await database.close()
  }
}

/** Restores the originals that the database still refers to. */
async function placeFiles(client: Client, repository: Repository, manifest: Manifest, files: Storage) {
  const missing = new Set(manifest.missing)
  const placed = { files: 0, bytes: 0 }
  let batch: FileLine[] = []
  const place = async () => {
    const { rows } = await client.query<{ key: string }>(
      'select storage_key as key from files where storage_key = any($1)',
      [batch.map(({ key }) => key)],
    )
    const referencedKeys = new Set(rows.map(({ key }) => key))
    for (const { sha256, size, key } of batch) {
      if (!referencedKeys.has(key)) continue
      await files.put(key, await openObject(repository, sha256), { size })
      placed.files += 1
      placed.bytes += size
    }
    batch = []
  }
  for await (const file of filesOf(repository, manifest)) {
    if (!missing.has(file.key)) batch.push(file)
    if (batch.length === 500) await place()
  }
  await place()
  return placed
}

/**
 * Queues the jobs that make smaller copies of images, has every record stamped again, deletes the backup status that came
 * with the backup, and ends the restore.
 */
async function finish(client: Client): Promise<void> {
  await client.query('begin')
  await client.query(
    `update files set variants = '[]', clean = null, processing = null, percent = 0, attempts = 0 where stored_at is not null`,
  )
  await client.query(
    `select graphile_worker.add_job('media:variants', json_build_object('fileId', id)) from files
     where kind = 'image' and stored_at is not null and (uploader_id is not null or entry_id is not null)`,
  )
  // Harvesters may have newer records than the backup, so every record counts as changed now.
  await client.query(
    `update record_stamps set stamp = clock_timestamp(), digest = case when digest is not null then '' end`,
  )
  await client.query('insert into changed_entries select entry_id, type from record_stamps')
  await client.query(`delete from site_state where name in ($1, 'backup', 'drill', 'care.begun', 'care.reminded')`, [
    marker,
  ])
  await client.query('commit')
}

/**
 * Returns the manifest of the newest backup, or of the newest one not after a given time.
 * @throws {Failure} if there is none
 */
export async function chooseBackup({ storage, seal }: Repository, at?: Date): Promise<Manifest> {
  const chosen = (await listBackups(storage)).findLast(({ point }: StoredBackup) => !at || point <= at)
  if (!chosen)
    throw new Failure(
      at ? 'There is no finished backup from before that time.' : 'There is no finished backup in this place.',
    )
  return readManifest(storage, seal, chosen.key)
}

/** Reads every byte of a backup. @throws {Damaged} at the first mismatch */
export async function verifyBackup(repository: Repository, manifest: Manifest): Promise<void> {
  for (const { name } of manifest.tables) await drain(await openPart(repository, manifest, name), `“${name}”`)
  const missing = new Set(manifest.missing)
  for await (const { sha256, key } of filesOf(repository, manifest))
    if (!missing.has(key)) await drain(await openObject(repository, sha256), 'a file')
}

/**
 * Restores a backup into a temporary instance, compares every row and file with the manifest, and deletes the instance.
 */
export async function drill(repository: Repository, manifest: Manifest, folder: string): Promise<Restored> {
  await clear(folder)
  // The rows take more than their text in the database, for which the disk's reserve has room.
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, manifest.files.content)
  await openDisk({ folders: [dirname(folder)], reserve: undefined }).requireRoom(bytes)
  const database = await startAlone(folder)
  try {
    const files = await openLocalStorage(`${folder}/media`)
    return await restoreBackup({ repository, manifest, url: database.url, files, removals: [] })
  } finally {
    await database.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stops the database that a killed drill has left running, and deletes its folder. */
async function clear(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  if (existsSync(join(folder, 'postgres'))) await startAlone(folder).then((left) => left.end())
  rmSync(folder, { recursive: true, force: true })
}

/** Runs `work`, or throws Busy if a drill is already running on this site's database. */
export async function oneDrill<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [backupLocks.drill])
    if (!rows[0].free) throw new Busy('Another drill is running. Wait until it has finished.')
    return await work()
  } finally {
    await client.end()
  }
}
