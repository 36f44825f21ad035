import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Storage } from '#core/storage.ts'
import { createBackup } from '#server/backup/create.ts'
import { formatSize } from '#server/backup/format-size.ts'
import { openRepository } from '#server/backup/repository.ts'
import { chooseBackup, migrateToNow, restoreBackup } from '#server/backup/restore.ts'
import { type OpenDatabase, startAlone } from '#server/backup/site.ts'
import { openLocalStorage } from '#server/storage/storage-local.ts'

const fileBytes = 10_000
const perSecond = 50

type Posted = { id: string; sha256: string; at: number }

/**
 * Backs up a site of `count` files while 50 entries with a file each are added every second, restores this backup
 * elsewhere, and then makes two more backups.
 */
export async function drillBackup(count: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'urithi-drill-'))
  // When root runs this drill, the databases run as the service user.
  chmodSync(root, 0o755)
  const opened: OpenDatabase[] = []
  const open = async (name: string) => {
    const database = await startAlone(join(root, name))
    opened.push(database)
    return { url: database.url, files: await openLocalStorage(join(root, name, 'media')) }
  }
  try {
    const site = await open('site')
    await migrateToNow(site.url)
    const pool = openPool(site.url)
    const post = () => postFile(pool, site.files)
    await logTime(`filled with ${count} files`, async () => {
      for (let at = 0; at < count; at += 8) await Promise.all(Array.from({ length: Math.min(8, count - at) }, post))
    })
    const repository = await openRepository(await openLocalStorage(join(root, 'place')), undefined)
    const take = () =>
      createBackup({ ...site, site: 'Drill', repository, keep: [7, 5, 12] }).then((outcome) => {
        console.log(
          `  ${outcome.files} files, ${formatSize(outcome.bytes)}; copied ${formatSize(outcome.moved)}, missing ${outcome.missing}`,
        )
        return outcome
      })
    const writing = write(post)
    await sleep(2000)
    const first = await logTime('first backup, under load', take)
    const posted = await writing.stop()
    const manifest = await chooseBackup(repository)
    const elsewhere = await open('elsewhere')
    await logTime('first backup restored elsewhere, verified and compared', () =>
      restoreBackup({ repository, manifest, removals: [], ...elsewhere }),
    )
    const before = posted.filter(({ at }) => at < Date.parse(first.point))
    await requireFiles(elsewhere, before)
    console.log(`  ${before.length} of ${posted.length} acknowledged posts precede the backup: all restored intact`)
    for (let at = 0; at < 100; at++) posted.push(await post())
    await logTime('second backup, with 100 more files and later posts', take)
    await logTime('third backup, nothing new', take)
    await pool.end()
  } finally {
    for (const database of opened) await database.end()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Opens a pool that ignores errors of connections, which are expected when the server stops. */
function openPool(url: string): Pool {
  return new Pool({ connectionString: url, max: 8 }).on('error', () => {})
}

async function logTime<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(
    `${what}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${Math.round(process.memoryUsage().rss / 1e6)} MB memory`,
  )
  return result
}

/** Posts files until `stop` is called, which returns the acknowledged posts. */
function write(post: () => Promise<Posted>) {
  const posted: Posted[] = []
  let isRunning = true
  const lane = async () => {
    while (isRunning) {
      const next = sleep(4000 / perSecond)
      posted.push(await post())
      await next
    }
  }
  const lanes = Array.from({ length: 4 }, lane)
  return {
    async stop() {
      isRunning = false
      await Promise.all(lanes)
      return posted
    },
  }
}

/** Posts a file as the site does: first its bytes, then the entry, the file and the media post in one transaction. */
async function postFile(pool: Pool, files: Storage): Promise<Posted> {
  const [id, fileId, bytes] = [crypto.randomUUID(), crypto.randomUUID(), randomBytes(fileBytes)]
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const key = `files/${fileId}/original`
  await files.put(key, Readable.from([bytes]), { size: bytes.length })
  await pool.query(
    `with entry as (
       insert into entries (id, type, title, visibility, search, published_at)
       values ($1, 'media', 'Drill', 'public', '', now()) returning id
     ), file as (
       insert into files (id, entry_id, name, content_type, kind, stored_at, storage_key, size, sha256)
       select $2, id, 'drill', 'image/jpeg', 'image', now(), $3, $4, $5 from entry returning id, entry_id
     ) insert into media (entry_id, file_id, tags) select entry_id, id, '{}' from file`,
    [id, fileId, key, bytes.length, sha256],
  )
  return { id, sha256, at: Date.now() }
}

async function requireFiles({ url, files }: { url: string; files: Storage }, posted: readonly Posted[]): Promise<void> {
  const pool = openPool(url)
  try {
    for (const { id, sha256 } of posted) {
      const { rows } = await pool.query('select storage_key from files where entry_id = $1', [id])
      const bytes = await buffer(await files.open(rows[0]?.storage_key ?? 'nothing'))
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`Entry ${id} is damaged.`)
    }
  } finally {
    await pool.end()
  }
}
