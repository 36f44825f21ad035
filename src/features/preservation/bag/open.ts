import { createReadStream } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { refusals } from './refusals.ts'

/** Thrown for a bag that can't be imported or written. Its message is meant for the person who runs the command. */
export class BadBag extends Error {
  override name = 'BadBag'
}

/** An opened bag, whose files are named by their path in its folder. */
export type Opened = {
  names: string[]
  size(name: string): number
  open(name: string): Promise<Readable>
  close(): Promise<void>
}

/** Maximum ratio of unpacked to packed size for bags above a harmless size. Text compresses to about a tenth. */
const maxRatio = 100
const harmlessSize = 50 * 1024 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Opens a folder or a zip without reading its files. Throws BadBag if it can't be opened, or contains anything but
 * ordinary files whose paths stay in the bag.
 */
export async function openBag(path: string): Promise<Opened> {
  const info = await stat(path).catch(() => {
    throw new BadBag(refusals.unreadable(path))
  })
  return info.isDirectory() ? openFolder(path) : openZip(path, info.size)
}

async function openFolder(root: string): Promise<Opened> {
  const files = new Map<string, { path: string; size: number }>()
  await walk('')
  return {
    names: [...files.keys()],
    size: (name) => files.get(name)?.size ?? 0,
    open: async (name) => createReadStream(join(root, files.get(name)?.path ?? name)),
    close: async () => {},
  }

  async function walk(folder: string): Promise<void> {
    const names = await readdir(join(root, folder), { encoding: 'buffer' }).catch(() => {
      throw new BadBag(refusals.unreadable(join(root, folder)))
    })
    for (const raw of names) {
      const path = `${folder}${decoded(raw)}`
      const info = await lstat(join(root, path))
      if (info.isDirectory()) await walk(`${path}/`)
      else if (info.isFile()) addOnce(files, path, { path, size: info.size })
      else throw new BadBag(refusals.noFile(path))
    }
  }
}

async function openZip(path: string, weight: number): Promise<Opened> {
  const entries = new Map<string, Entry>()
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false, decodeStrings: false })
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      const name = decoded(entry.fileName as unknown as Buffer)
      if (name.endsWith('/')) continue
      unpacked += entry.uncompressedSize
      if (unpacked > harmlessSize + weight * maxRatio) throw new BadBag(refusals.bomb)
      // The top four bits are the file type of the Unix mode: 8 is a regular file, 0 is unknown.
      const kind = (entry.externalFileAttributes >>> 28) & 15
      if ((kind !== 8 && kind !== 0) || entry.isEncrypted()) throw new BadBag(refusals.noFile(name))
      addOnce(entries, name, entry)
    }
  } catch (error) {
    zip?.close()
    throw error instanceof BadBag ? error : new BadBag(refusals.notZip)
  }
  const opened = zip
  // The base directory of a bag (RFC 8493, 2) is usually the only top-level folder of its zip.
  const tops = new Set([...entries.keys()].map((name) => name.slice(0, name.indexOf('/') + 1)))
  const [top = ''] = tops
  const prefix = tops.size === 1 ? top : ''
  return {
    names: [...entries.keys()].map((name) => name.slice(prefix.length)),
    size: (name) => entries.get(prefix + name)?.uncompressedSize ?? 0,
    async open(name) {
      const entry = entries.get(prefix + name)
      if (!entry) throw new BadBag(refusals.missing(name))
      return opened.openReadStreamPromise(entry).catch(() => {
        throw new BadBag(refusals.notZip)
      })
    },
    async close() {
      opened.close()
    },
  }
}

/** Adds a file under its checked name. Throws BadBag if the bag has two files of that name. */
function addOnce<T>(files: Map<string, T>, path: string, file: T): void {
  const name = checked(path)
  if (files.has(name)) throw new BadBag(refusals.twice(name))
  files.set(name, file)
}

function decoded(raw: Buffer): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw new BadBag(refusals.badName(JSON.stringify(raw.toString('latin1'))))
  }
}

/**
 * Returns a path in NFC, because some systems store names in another form of Unicode than manifests have. Throws BadBag
 * for a path that is absolute or too long, contains `..`, or means something else on another system.
 */
export function checked(name: string): string {
  const parts = name.split('/')
  const climbs = parts.some((part) => part === '' || part === '.' || part === '..')
  if (climbs || /[\\\0]|^~|^[a-z]:/i.test(name) || name.length > 1000)
    throw new BadBag(refusals.badName(JSON.stringify(name)))
  return name.normalize('NFC')
}
