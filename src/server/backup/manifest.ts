import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Storage } from '#core/storage.ts'
import type { Seal } from './encryption.ts'
import { Damaged, Failure } from './failure.ts'

/** Hash and size of a part before compression. */
const Part = z.object({ sha256: z.string(), bytes: z.number() })

/** Describes one backup. It is written last, so a backup without a manifest is unfinished. */
export const Manifest = z.object({
  format: z.literal(1),
  site: z.string(),
  /** The backup contains everything that was committed before this time. */
  point: z.iso.datetime(),
  /** Migrations applied to its tables, in order. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(Part.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** The list of files: SHA-256, bytes and storage key, separated by tabs, one per line. */
  files: Part.extend({ count: z.number(), content: z.number() }),
  /** Storage keys of files that were missing or damaged, and so are not in the backup. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export type StoredBackup = { id: string; point: Date; key: string }

const folder = 'manifests'
const manifestKey = /^manifests\/((\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z)\.([0-9a-f]{64})$/

/** Returns an id such as "20261121t023000123z", which sorts by time and is a valid storage key. */
export const idOf = (point: string): string => new Date(point).toISOString().toLowerCase().replace(/[-:.]/g, '')

/** Lists all finished backups, oldest first. */
export async function listBackups(storage: Storage): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = []
  for await (const { key } of storage.list(folder)) {
    const [, id, y, mo, d, h, mi, s, ms] = manifestKey.exec(key) ?? []
    if (id) backups.push({ id, key, point: new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`) })
  }
  return backups.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Finishes a backup by writing its manifest in one step, under a name that contains its hash. */
export async function writeManifest(storage: Storage, seal: Seal, manifest: Manifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  const bytes = await buffer(await seal.close(Readable.from([text])))
  const key = `${folder}/${idOf(manifest.point)}.${createHash('sha256').update(bytes).digest('hex')}`
  await storage.put(key, Readable.from([bytes]), { size: bytes.length })
  await readManifest(storage, seal, key)
}

/** Reads a manifest. Throws Failure if it is damaged or of a newer version. */
export async function readManifest(storage: Storage, seal: Seal, key: string): Promise<Manifest> {
  const bytes = await buffer(await storage.open(key))
  const [, id] = manifestKey.exec(key) ?? []
  if (!key.endsWith(`.${createHash('sha256').update(bytes).digest('hex')}`)) throw new Damaged(`the manifest of ${id}`)
  const text = await buffer(await seal.open(Readable.from([bytes]))).catch(() => {
    throw new Damaged(`the manifest of ${id}`)
  })
  const parsed = Manifest.safeParse(JSON.parse(text.toString()))
  if (!parsed.success)
    throw new Failure('This backup was made by a newer version of Urithi. Restore it with that version.')
  return parsed.data
}
