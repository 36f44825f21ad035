import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Storage } from '#core/storage.ts'
import { Damaged, Failure } from './failure.ts'
import type { Seal } from './seal.ts'

/** Of what a part held before it was compressed. */
const Part = z.object({ sha256: z.string(), bytes: z.number() })

/** What one backup is. It is written last, so what has none was not finished. */
export const Manifest = z.object({
  format: z.literal(1),
  site: z.string(),
  /** All that was committed before this moment is in it, nothing that came after. */
  point: z.iso.datetime(),
  /** The migrations that its tables have gone through, in order. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(Part.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** The list of files: SHA-256, bytes and storage key, tab-separated, a line each. */
  files: Part.extend({ count: z.number(), content: z.number() }),
  /** Files that the database named and storage had no longer, or damaged: not in it. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** A finished backup at a place. */
export type Kept = { id: string; point: Date; key: string }

const folder = 'manifests'
const named = /^manifests\/((\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z)\.([0-9a-f]{64})$/

/** "20261121t023000123z": sorts by time and may be a storage key. */
export const idOf = (point: string): string => new Date(point).toISOString().toLowerCase().replace(/[-:.]/g, '')

/** Every finished backup of a place, oldest first. */
export async function listBackups(storage: Storage): Promise<Kept[]> {
  const found: Kept[] = []
  for await (const { key } of storage.list(folder)) {
    const [, id, y, mo, d, h, mi, s, ms] = named.exec(key) ?? []
    if (id) found.push({ id, key, point: new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`) })
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Finishes a backup: its manifest appears whole or not at all, under a name that tells a changed one. */
export async function writeManifest(storage: Storage, seal: Seal, manifest: Manifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  const bytes = await buffer(await seal.close(Readable.from([text])))
  const key = `${folder}/${idOf(manifest.point)}.${createHash('sha256').update(bytes).digest('hex')}`
  await storage.put(key, Readable.from([bytes]), { size: bytes.length })
  await readManifest(storage, seal, key)
}

/** @throws {Failure} when it is not what was written, or of a later version */
export async function readManifest(storage: Storage, seal: Seal, key: string): Promise<Manifest> {
  const bytes = await buffer(await storage.open(key))
  const [, id] = named.exec(key) ?? []
  if (!key.endsWith(`.${createHash('sha256').update(bytes).digest('hex')}`)) throw new Damaged(`the manifest of ${id}`)
  const text = await buffer(await seal.open(Readable.from([bytes]))).catch(() => {
    throw new Damaged(`the manifest of ${id}`)
  })
  const parsed = Manifest.safeParse(JSON.parse(text.toString()))
  if (!parsed.success) throw new Failure('The backup was made by a newer version of Urithi: restore it with that one.')
  return parsed.data
}
