import { once } from 'node:events'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NotFound } from '#core/errors.ts'
import { refuseInTransaction } from '#core/slow.ts'
import type { Storage } from '#core/storage.ts'

/** Segments of a key start with a letter or digit, which excludes `..` and hidden files. */
const validKey = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
/** A temporary file not written to for this long was left by a crash. */
const staleAfterMs = 60 * 60 * 1000

/** Returns the key, or throws if it could name anything outside the storage. */
export function checkKey(key: string): string {
  if (key.length > 500 || !validKey.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** Returns a transform that throws unless exactly `size` bytes pass. */
export function exactly(size: number): Transform {
  let count = 0
  const wrong = () => new Error(`the stream has the wrong length: ${size} bytes were announced`)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      done(count > size ? wrong() : null, chunk)
    },
    flush: (done) => done(count === size ? null : wrong()),
  })
}

/** Opens storage in a folder. A file appears under its key only once it is complete and synced. */
export async function openLocalStorage(root: string): Promise<Storage> {
  const incoming = join(root, '.incoming')
  await mkdir(incoming, { recursive: true })
  await removeStale(incoming)

  const pathOf = (key: string) => join(root, checkKey(key))

  async function place(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    const path = pathOf(key)
    const temporary = join(incoming, crypto.randomUUID())
    try {
      await fill(temporary)
      await sync(temporary)
      await syncFolders(await moveTo(temporary, path), dirname(path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async function* list(prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    for (const entry of await readdir(pathOf(prefix), { withFileTypes: true }).catch(orEmpty)) {
      const key = `${prefix}/${entry.name}`
      if (entry.isDirectory()) yield* list(key)
      else {
        const info = await stat(pathOf(key)).catch(orNothing)
        if (info) yield { key, modifiedAt: info.mtime }
      }
    }
  }

  return {
    put(key, body, options = {}) {
      refuseInTransaction('storing a file')
      return place(key, (temporary) => {
        const file = createWriteStream(temporary, { flags: 'wx' })
        return options.size === undefined ? pipeline(body, file) : pipeline(body, exactly(options.size), file)
      })
    },
    async open(key, range) {
      refuseInTransaction('reading a file')
      const path = pathOf(key)
      const info = await stat(path).catch(orNothing)
      if (!info?.isFile()) throw new NotFound()
      if (range && range.end < range.start) return Readable.from([])
      // This isn't a FileHandle, because Node ends the process when an unclosed one is garbage-collected.
      const file = createReadStream(path, range && { start: range.start, end: range.end })
      await once(file, 'open').catch(notFound)
      return file
    },
    async provide(key, path) {
      // A link takes neither time nor space. Other disks and some file systems need a copy.
      await link(pathOf(key), path).catch(() => copyFile(pathOf(key), path).catch(notFound))
    },
    async size(key) {
      const info = await stat(pathOf(key)).catch(orNothing)
      return info?.isFile() ? info.size : undefined
    },
    copy: (from, to) =>
      place(to, (temporary) => copyFile(pathOf(from), temporary, constants.COPYFILE_EXCL).catch(notFound)),
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rmdir(dirname(pathOf(key))).catch(() => {}) // removes an emptied folder; fails for one in use
    },
    async check() {
      const probe = join(incoming, crypto.randomUUID())
      await (await open(probe, 'wx')).close()
      await rm(probe, { force: true })
    },
    list,
  }
}

/**
 * Renames a file to its place and returns the topmost folder that had to be created for it, if any. A concurrent
 * removal deletes folders that it emptied, even between the creation of the folder and the renaming.
 */
async function moveTo(temporary: string, path: string): Promise<string | undefined> {
  let created: string | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      created = (await mkdir(dirname(path), { recursive: true })) ?? created
      await rename(temporary, path)
      return created
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error
    }
  }
}

/**
 * Syncs the folder of a new file, and the parents of created folders, so that the file survives a power cut. A
 * missing folder is not an error: the file has been removed since, which emptied the folder.
 */
async function syncFolders(created: string | undefined, folder: string): Promise<void> {
  const last = created === undefined ? folder : dirname(created)
  for (let path = folder; ; path = dirname(path)) {
    await sync(path).catch(orNothing)
    if (path === last) return
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const info = await stat(join(folder, name)).catch(orNothing)
    if (info && Date.now() - info.mtimeMs > staleAfterMs) await rm(join(folder, name), { force: true })
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function orNothing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

function orEmpty(error: unknown): [] {
  if (!isMissing(error)) throw error
  return []
}

function notFound(error: unknown): never {
  throw isMissing(error) ? new NotFound() : error
}
