import { PassThrough, type Readable } from 'node:stream'
import { type Entry, fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { Storage } from '#core/storage.ts'
import { Unusable } from '../file/source.ts'
import { refusals } from '../refusals.ts'

const maxFiles = 20_000
/** Maximum size of a zipped table in bytes, which is read into memory. */
const largestZippedTable = 20_000_000

export type Zip = {
  names: string[]
  /** Returns the unpacked size that the ZIP file states. Reading stops if it is exceeded. */
  sizeOf(name: string): number
  /**
   * Opens a file, or the only file in `<name>.zip`. Throws Unusable if it is missing, or larger than `maxBytes` when
   * unpacked.
   */
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
  const tables = new Map<string, number>()
  return {
    names: [...files.keys()],
    sizeOf: (name) => files.get(name)?.uncompressedSize ?? tables.get(name) ?? 0,
    async open(name, maxBytes) {
      const entry = files.get(name)
      if (entry) return openEntry(zip, entry, maxBytes)
      const zipped = files.get(`${name}.zip`)
      if (!zipped) throw new Unusable(refusals.noFile(shortName(name)))
      const table = await zippedTable(await openEntry(zip, zipped, largestZippedTable))
      tables.set(name, table.entry.uncompressedSize)
      return openEntry(table.zip, table.entry, maxBytes)
    },
    close: () => zip.close(),
  }
}

const shortName = (name: string) => name.split('/').at(-1) ?? name

async function openEntry(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Readable> {
  if (entry.uncompressedSize > maxBytes) throw new Unusable(refusals.tooLargeInside(shortName(entry.fileName)))
  return zip.openReadStreamPromise(entry).catch(() => {
    throw new Unusable(refusals.notZip)
  })
}

/** Opens the ZIP file of one table. Throws Unusable if it can't be opened. */
async function zippedTable(body: Readable): Promise<{ zip: ZipFile; entry: Entry }> {
  const bytes = await bytesOf(body)
  try {
    const zip = await fromBufferPromise(bytes, { autoClose: false })
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) return { zip, entry }
  } catch {
    // A damaged ZIP file is refused like an empty one.
  }
  throw new Unusable(refusals.notZip)
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

/** Returns whether a ZIP file is a spreadsheet of Excel (.xlsx), LibreOffice (.ods) or Numbers. */
export function isSpreadsheet({ names }: Zip): boolean {
  return (
    names.some((name) => /^(xl|Index)\//.test(name)) || (names.includes('mimetype') && names.includes('content.xml'))
  )
}

/** Returns the text of a small file. */
export async function textOf(body: Readable): Promise<string> {
  return (await bytesOf(body)).toString('utf8').replace(/^\uFEFF/, '')
}

async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch {
    throw new Unusable(refusals.notZip)
  }
  return Buffer.concat(chunks)
}
