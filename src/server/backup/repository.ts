import { pipeline, type Readable, type Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { NotFound } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { Digest } from './digest.ts'
import { Damaged, Failure } from './failure.ts'
import { idOf, listBackups, type Manifest } from './manifest.ts'
import { openSeal, type Seal } from './seal.ts'

/** A place with backups: `objects/` are files by their content, `parts/<backup>/` its tables, `manifests/` what is finished. */
export type Repository = { storage: Storage; seal: Seal }

/** A file that a backup names. */
export type FileLine = { sha256: string; size: number; key: string }

export async function openRepository(storage: Storage, passphrase: string | undefined): Promise<Repository> {
  const isNew = (await listBackups(storage)).length === 0
  return { storage, seal: await openSeal(storage, passphrase, isNew) }
}

/** Opens a place only to read from it: nothing is made there. @throws {Failure} where no backup was finished yet */
export async function openFinished(storage: Storage, passphrase: string | undefined): Promise<Repository> {
  if ((await listBackups(storage)).length === 0) throw new Failure('There is no finished backup there.')
  return openRepository(storage, passphrase)
}

export const objectKey = ({ seal }: Pick<Repository, 'seal'>, sha256: string): string => {
  const name = seal.nameOf(sha256)
  return `objects/${name.slice(0, 2)}/${name}`
}

export const partKey = (point: string, name: string): string => `parts/${idOf(point)}/${name}.zst`

/** Streams `source` through each in turn; what fails anywhere fails the last. */
export function through<T extends Transform>(source: Readable, ...steps: [...Transform[], T]): T {
  pipeline([source, ...steps], () => {})
  return steps.at(-1) as T
}

/** Stores a stream compressed (and sealed). Answers what it held, and how many bytes were stored. */
export async function writePart({ storage, seal }: Repository, key: string, source: Readable) {
  const [whole, stored] = [new Digest(), new Digest()]
  const closed = await seal.close(through(source, whole, createZstdCompress()))
  await storage.put(key, through(closed, stored))
  return { sha256: whole.sha256, bytes: whole.bytes, stored: stored.bytes }
}

/** Opens a part; the stream ends with Damaged when it is not what its manifest says. */
export async function openPart(repository: Repository, manifest: Manifest, name: string): Promise<Readable> {
  const part = manifest.tables.find((table) => table.name === name) ?? manifest.files
  const key = partKey(manifest.point, name)
  const what = `“${name}” of ${idOf(manifest.point)}`
  return through(await opened(repository, key, what), createZstdDecompress(), new Digest({ sha256: part.sha256, what }))
}

/** Opens a file by its content; the stream ends with Damaged when it is another. */
export async function openObject(repository: Repository, sha256: string): Promise<Readable> {
  const what = `the file ${repository.seal.nameOf(sha256)}`
  return through(await opened(repository, objectKey(repository, sha256), what), new Digest({ sha256, what }))
}

async function opened({ storage, seal }: Repository, key: string, what: string): Promise<Readable> {
  try {
    return await seal.open(await storage.open(key))
  } catch (error) {
    if (error instanceof NotFound || seal.sealed) throw new Damaged(what)
    throw error
  }
}

/** Reads a stream to its end. @throws Damaged also for what no longer decrypts or decompresses */
export async function drain(stream: Readable, what: string): Promise<void> {
  stream.resume()
  await finished(stream).catch((error) => {
    throw isOfTheSystem(error) ? error : new Damaged(what)
  })
}

function isOfTheSystem(error: Error & { code?: string; $metadata?: object }): boolean {
  return error instanceof Failure || error.$metadata !== undefined || /^E[A-Z]+$/.test(error.code ?? '')
}

/** The files of a backup, as its list has them. */
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
