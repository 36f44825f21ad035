import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupLocks } from '#core/backup.ts'
import { openLocalStorage } from '../storage/storage-local.ts'
import { Busy } from './create.ts'
import type { Manifest } from './manifest.ts'
import type { Repository } from './repository.ts'
import { type Restored, restoreBackup } from './restore.ts'
import { startAlone } from './site.ts'
import { connect } from './tables.ts'

/**
 * Restores a backup into a temporary instance, compares every row and file with the manifest, and deletes the instance.
 */
export async function drill(repository: Repository, manifest: Manifest, folder: string): Promise<Restored> {
  await clear(folder)
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
