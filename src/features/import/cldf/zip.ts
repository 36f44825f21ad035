import { PassThrough, type Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { Storage } from '#core/storage.ts'
import { refusals } from '../refusals.ts'
import { Unusable } from '../source.ts'

const mostFiles = 20_000

export type Zip = {
  names: string[]
  /** Returns the unpacked size according to the zip. Reading stops if it is exceeded. */
  sizeOf(name: string): number
  /** Throws Unusable for a file that is missing, or larger than `most` bytes when unpacked. */
  open(name: string, most: number): Promise<Readable>
  close(): void
}

/** Opens a zip in storage, and reads and unpacks only the ranges that are needed. Throws Unusable for a bad zip. */
export async function openZip(storage: Storage, key: string, size: number): Promise<Zip> {
  const files = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await fromRandomAccessReaderPromise(new StoredReader(storage, key), size, { autoClose: false })
    for await (const entry of zip.eachEntry()) {
      files.set(entry.fileName, entry)
      if (files.size > mostFiles) break
    }
  } catch {
    throw new Unusable(refusals.notZip)
  }
  return {
    names: [...files.keys()],
    sizeOf: (name) => files.get(name)?.uncompressedSize ?? 0,
    async open(name, most) {
      const entry = files.get(name)
      const short = name.split('/').at(-1) ?? name
      if (!entry) throw new Unusable(refusals.noFile(short))
      if (entry.uncompressedSize > most) throw new Unusable(refusals.tooLargeInside(short))
      return zip.openReadStreamPromise(entry).catch(() => {
        throw new Unusable(refusals.notZip)
      })
    },
    close: () => zip.close(),
  }
}

class StoredReader extends RandomAccessReader {
  readonly #storage: Storage
  readonly #key: string

  constructor(storage: Storage, key: string) {
    super()
    this.#storage = storage
    this.#key = key
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough()
    this.#storage.open(this.#key, { start, end: end - 1 }).then(
      (body) => {
        through.on('close', () => body.destroy())
        body.on('error', (error) => through.destroy(error)).pipe(through)
      },
      (error) => through.destroy(error),
    )
    return through
  }
}

/** Returns the text of a small file. */
export async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch {
    throw new Unusable(refusals.notZip)
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}
