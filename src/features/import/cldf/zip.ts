import { PassThrough, type Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { Storage } from '#core/storage.ts'
import { refusals } from '../refusals.ts'
import { Unusable } from '../source.ts'

const maxFiles = 20_000

export type Zip = {
  names: string[]
  /** Returns the unpacked size that the ZIP file states. Reading stops if it is exceeded. */
  sizeOf(name: string): number
  /** Opens a file. Throws Unusable if it is missing, or larger than `maxBytes` when unpacked. */
  open(name: string, maxBytes: number): Promise<Readable>
  close(): void
}

/** Opens a stored ZIP file and reads only the ranges that are needed. Throws Unusable if it can't be opened. */
export async function openZip(storage: Storage, key: string, size: number): Promise<Zip> {
  const files = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await fromRandomAccessReaderPromise(new StoredReader(storage, key), size, { autoClose: false })
    for await (const entry of zip.eachEntry()) {
      files.set(entry.fileName, entry)
      if (files.size > maxFiles) break
    }
  } catch {
    throw new Unusable(refusals.notZip)
  }
  return {
    names: [...files.keys()],
    sizeOf: (name) => files.get(name)?.uncompressedSize ?? 0,
    async open(name, maxBytes) {
      const entry = files.get(name)
      const short = name.split('/').at(-1) ?? name
      if (!entry) throw new Unusable(refusals.noFile(short))
      if (entry.uncompressedSize > maxBytes) throw new Unusable(refusals.tooLargeInside(short))
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
