import { pipeline, type Readable, type Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { NotFound } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { Digest } from './digest.ts'
import { openSeal, type Seal } from './encryption.ts'
import { Damaged, Failure } from './failure.ts'
import { idOf, listBackups, type Manifest } from './manifest.ts'

/**
 * A backup destination: `objects/` holds files by their hash, `parts/<backup>/` holds tables, and `manifests/` lists
 * the finished backups.
 */
export type Repository = { storage: Storage; seal: Seal }

export type FileLine = { sha256: string; size: number; key: string }

/** @param work that trying a passphrase takes, if this creates the key */
export async function openRepository(
  storage: Storage,
  passphrase: string | undefined,
  work?: number,
): Promise<Repository> {
  const isNew = (await listBackups(storage)).length === 0
  return { storage, seal: await openSeal(storage, passphrase, isNew, work) }
}

/** Opens a destination for reading, without creating anything. @throws {Failure} if it has no finished backup */
export async function openFinished(storage: Storage, passphrase: string | undefined): Promise<Repository> {
  if ((await listBackups(storage)).length === 0)
    throw new Failure('There is no finished backup in this place. Check that its disk is connected.')
  return openRepository(storage, passphrase)
}

export const objectKey = ({ seal }: Pick<Repository, 'seal'>, sha256: string): string => {
  const name = seal.nameOf(sha256)
  return `objects/${name.slice(0, 2)}/${name}`
}

export const partKey = (point: string, name: string): string => `parts/${idOf(point)}/${name}.zst`

/** Pipes `source` through the steps; an error in any of them fails the last. */
export function through<T extends Transform>(source: Readable, ...steps: [...Transform[], T]): T {
  pipeline([source, ...steps], () => {})
  return steps.at(-1) as T
}

/** Stores a stream compressed and, if configured, encrypted. Returns its hash, original size and stored size. */
export async function writePart({ storage, seal }: Repository, key: string, source: Readable) {
  const [plain, stored] = [new Digest(), new Digest()]
  const closed = await seal.close(through(source, plain, createZstdCompress()))
  await storage.put(key, through(closed, stored))
  return { sha256: plain.sha256, bytes: plain.bytes, stored: stored.bytes }
}

/** Opens a part. Its stream fails with Damaged if it doesn't match the manifest. */
export async function openPart(repository: Repository, manifest: Manifest, name: string): Promise<Readable> {
  const part = manifest.tables.find((table) => table.name === name) ?? manifest.files
  const key = partKey(manifest.point, name)
  const what = `“${name}” of ${idOf(manifest.point)}`
  return through(await unseal(repository, key, what), createZstdDecompress(), new Digest({ sha256: part.sha256, what }))
}

/** Opens a file by its hash. Its stream fails with Damaged if it doesn't match. */
export async function openObject(repository: Repository, sha256: string): Promise<Readable> {
  const what = `the file ${repository.seal.nameOf(sha256)}`
  return through(await unseal(repository, objectKey(repository, sha256), what), new Digest({ sha256, what }))
}

async function unseal({ storage, seal }: Repository, key: string, what: string): Promise<Readable> {
  try {
    return await seal.open(await storage.open(key))
  } catch (error) {
    if (error instanceof NotFound || seal.sealed) throw new Damaged(what)
    throw error
  }
}

/** Reads a stream to its end. @throws Damaged also if decryption or decompression fails */
export async function drain(stream: Readable, what: string): Promise<void> {
  stream.resume()
  await finished(stream).catch((error) => {
    throw isOfTheSystem(error) ? error : new Damaged(what)
  })
}

function isOfTheSystem(error: Error & { code?: string; $metadata?: object }): boolean {
  return error instanceof Failure || error.$metadata !== undefined || /^E[A-Z]+$/.test(error.code ?? '')
}

export async function* filesOf(repository: Repository, manifest: Manifest): AsyncGenerator<FileLine> {
  let rest = ''
  for await (const chunk of await openPart(repository, manifest, 'files-list')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [sha256 = '', size, key = ''] = line.split('\t')
      yield { sha256, size: Number(size), key }
    }
  }
}
