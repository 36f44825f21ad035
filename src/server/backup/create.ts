import type { Client } from 'pg'
import { backupLocks } from '#core/backup.ts'
import { unlessGone } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { Digest } from './digest.ts'
import { Failure } from './failure.ts'
import { idOf, listBackups, type Manifest, readManifest, type StoredBackup, writeManifest } from './manifest.ts'
import { readMigrations } from './migrations.ts'
import {
  drain,
  type FileLine,
  filesOf,
  objectKey,
  openObject,
  openPart,
  partKey,
  type Repository,
  through,
  writePart,
} from './repository.ts'
import { connect, copyOut, readSequences, readTables } from './tables.ts'

export type Taking = {
  /** The site's database and storage. */
  url: string
  files: Storage
  site: string
  repository: Repository
  /** Number of daily, weekly and monthly backups to keep. */
  keep: [days: number, weeks: number, months: number]
}

/** Sizes are in bytes; `moved` is how much was copied this time. */
export type BackupOutcome = {
  point: string
  files: number
  bytes: number
  moved: number
  missing: number
  removed: number
}

/** Thrown if another backup or drill is running. It isn't recorded as a failure. */
export class Busy extends Failure {}

/** Number of files copied at once. */
const lanes = 4

/** Selects complete files that belong to an account or entry. Discarded files and incomplete uploads are left out. */
const fileQuery = `select sha256, size, storage_key from files
  where stored_at is not null and sha256 is not null and (uploader_id is not null or entry_id is not null) order by id`

/**
 * Backs up a consistent snapshot of the database and the files while the site is running. The manifest is written only
 * after all new copies have been read again and compared.
 * @throws {Error} if it fails; earlier backups stay intact, and the next one continues
 */
export async function createBackup({ url, files, site, repository, keep }: Taking): Promise<BackupOutcome> {
  const client = await connect(url)
  let connectionError: Error | undefined
  client.on('error', (error) => {
    connectionError = error
  })
  try {
    await begin(client)
    const { manifest, stored } = await copyTables(client, site, repository)
    const missing: string[] = []
    let moved = stored
    for await (const bytes of copyFiles(repository, manifest, files, missing)) {
      // Losing the connection releases the locks, so files may have been deleted.
      if (connectionError) throw connectionError
      moved += bytes
    }
    const complete = { ...manifest, missing }
    await writeManifest(repository.storage, repository.seal, complete)
    const removed = await prune(repository, keep, idOf(manifest.point))
    const { count, content } = manifest.files
    const bytes = content + manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
    return { point: manifest.point, files: count - missing.length, bytes, moved, missing: missing.length, removed }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Prevents concurrent backups, and keeps jobs from removing stored files. */
async function begin(client: Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [backupLocks.backup])
  if (!rows[0].free) throw new Busy('Another backup is running. Wait until it has finished.')
  await client.query('select pg_advisory_lock($1)', [backupLocks.files])
}

async function copyTables(client: Client, site: string, repository: Repository) {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ point: Date }>('select transaction_timestamp() as point')
  const point = (rows[0]?.point ?? new Date()).toISOString()
  const parts = { tables: [] as Manifest['tables'], stored: 0 }
  for (const table of await readTables(client)) {
    const source = copyOut(client, table)
    const { stored, ...part } = await writePart(repository, partKey(point, table.name), source)
    parts.tables.push({ ...table, ...part, rows: source.rowCount })
    parts.stored += stored
  }
  const list = copyOut(client, fileQuery)
  const { stored, ...part } = await writePart(repository, partKey(point, 'files-list'), list)
  const sum = await client.query<{ content: string }>(
    `select coalesce(sum(size), 0) as content from (${fileQuery}) named`,
  )
  const manifest: Manifest = {
    format: 1,
    site,
    point,
    migrations: await readMigrations(client),
    tables: parts.tables,
    sequences: await readSequences(client),
    files: { ...part, count: list.rowCount, content: Number(sum.rows[0]?.content ?? 0) },
    missing: [],
  }
  await client.query('commit')
  for (const { name } of manifest.tables) await drain(await openPart(repository, manifest, name), `“${name}”`)
  return { manifest, stored: parts.stored + stored }
}

/** Copies the files that the destination lacks; yields the bytes written for each batch. */
async function* copyFiles(
  repository: Repository,
  manifest: Manifest,
  files: Storage,
  missing: string[],
): AsyncGenerator<number> {
  const storedKeys = new Set<string>()
  for await (const { key } of repository.storage.list('objects')) storedKeys.add(key)
  let batch: FileLine[] = []
  const move = async () => {
    const bytes = await Promise.all(batch.map((file) => copyFile(repository, files, file)))
    for (const [at, { sha256, key }] of batch.entries())
      if (bytes[at] === undefined) missing.push(key)
      else storedKeys.add(objectKey(repository, sha256))
    batch = []
    return bytes.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  }
  for await (const file of filesOf(repository, manifest)) {
    if (storedKeys.has(objectKey(repository, file.sha256))) continue
    batch.push(file)
    if (batch.length === lanes) yield await move()
  }
  yield await move()
}

/** Returns the bytes written, or undefined if the storage doesn't have the file as recorded. */
async function copyFile(repository: Repository, files: Storage, { sha256, size, key }: FileLine) {
  const { storage, seal } = repository
  const stored = seal.sizeOf(size)
  if ((await files.size(key)) !== size) return undefined
  const source = await files.open(key).catch(unlessGone)
  if (!source) return undefined
  const digest = new Digest({ sha256, what: key })
  const hashed = through(source, digest)
  try {
    await storage.put(objectKey(repository, sha256), await seal.close(hashed), { size: stored })
  } catch (error) {
    if (digest.sha256 !== '' && digest.sha256 !== sha256) return undefined
    throw error
  }
  await drain(await openObject(repository, sha256), key)
  return stored
}

/**
 * Deletes expired backups, then the parts and objects that no remaining backup uses. Returns how many backups it
 * deleted.
 * @param newId id of the backup just made, which is never deleted, even if the clock was set back
 */
async function prune(repository: Repository, keep: readonly [number, number, number], newId: string): Promise<number> {
  const { storage, seal } = repository
  const backups = await listBackups(storage)
  const retained = toKeep(backups, keep).add(newId)
  // All kept backups are read before anything is deleted, so that nothing is deleted if one of them is unreadable.
  const usedObjects = new Set<string>()
  for (const { key } of backups.filter(({ id }) => retained.has(id)))
    for await (const { sha256 } of filesOf(repository, await readManifest(storage, seal, key)))
      usedObjects.add(objectKey(repository, sha256))
  const expired = backups.filter(({ id }) => !retained.has(id))
  for (const { key } of expired) await storage.remove(key)
  const removeUnused = async (prefix: string, isUsed: (key: string) => boolean) => {
    for await (const { key } of storage.list(prefix)) if (!isUsed(key)) await storage.remove(key)
  }
  await removeUnused('parts', (key) => retained.has(key.split('/')[1] ?? ''))
  await removeUnused('objects', (key) => usedObjects.has(key))
  return expired.length
}

/**
 * Returns the ids of the backups to keep: the newest of each of the last days, weeks and months that have any, and
 * always the newest one.
 */
export function toKeep(
  backups: readonly StoredBackup[],
  [days, weeks, months]: readonly [number, number, number],
): Set<string> {
  const newestFirst = [...backups].sort((a, b) => b.point.getTime() - a.point.getTime())
  const retained = new Set(newestFirst.slice(0, 1).map(({ id }) => id))
  const spans: [(point: Date) => string, number][] = [
    [(point) => point.toISOString().slice(0, 10), days],
    [(point) => mondayOf(point), weeks],
    [(point) => point.toISOString().slice(0, 7), months],
  ]
  for (const [spanOf, count] of spans) {
    const seen = new Set<string>()
    for (const { id, point } of newestFirst) {
      const span = spanOf(point)
      if (seen.has(span) || seen.size === count) continue
      seen.add(span)
      retained.add(id)
    }
  }
  return retained
}

function mondayOf(point: Date): string {
  const day = new Date(point)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
