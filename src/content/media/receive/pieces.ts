import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '#core/storage.ts'

// This file stores uploads that arrive in pieces: as files in a folder or, if several instances share a bucket, as
// objects in it, so that the next piece may go to another instance.

export type Pieces = {
  read(id: string): Readable
  remove(id: string): Promise<void>
  /** Deletes uploads that got no piece for this long; in a bucket, every piece that is this old. */
  removeOld(ageMs: number): Promise<void>
  /** Returns the number of bytes that have arrived. */
  size(id: string): Promise<number>
  /**
   * Writes from `offset` and returns where it ended. If the stream breaks, what arrived stays, except with a checksum:
   * then the piece is stored only if it is complete and correct.
   */
  write(id: string, offset: number, body: AsyncIterable<Buffer>, checksum?: Checksum): Promise<number>
}

/** The `Upload-Checksum` of the tus protocol. */
export type Checksum = { algorithm: string; digest: Buffer }

/** The protocol's answer to a wrong checksum. */
export const wrongChecksum = { status_code: 460, body: 'Checksum Mismatch\n' }

/** Opens the store of pieces. @param folder their folder; undefined if `storage` is a bucket, which then stores them */
export function openPieces(folder: string | undefined, storage: Storage): Pieces {
  return folder === undefined ? inBucket(storage) : inFolder(folder)
}

function inFolder(folder: string): Pieces {
  const pathOf = (id: string) => join(folder, id)
  return {
    read: (id) => createReadStream(pathOf(id)),
    remove: (id) => rm(pathOf(id), { force: true }),
    async removeOld(ageMs) {
      for (const name of await readdir(folder).catch(() => [])) {
        const info = await stat(pathOf(name)).catch(orNothing)
        if (info && Date.now() - info.mtimeMs > ageMs) await rm(pathOf(name), { force: true })
      }
    },
    size: async (id) => (await stat(pathOf(id)).catch(orNothing))?.size ?? 0,
    async write(id, offset, body, checksum) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(pathOf(id), offset === 0 ? 'w' : 'r+')
      const hash = checksum && createHash(checksum.algorithm)
      let end = offset
      try {
        for await (const chunk of body) {
          for (let at = 0; at < chunk.length; )
            at += (await file.write(chunk, at, chunk.length - at, end + at)).bytesWritten
          hash?.update(chunk)
          end += chunk.length
        }
        if (checksum && hash && !isSame(hash.digest(), checksum.digest)) throw wrongChecksum
      } catch (error) {
        if (checksum) await file.truncate(offset)
        throw error
      } finally {
        await file.close()
      }
      return end
    },
  }
}

/** The size in bytes at which an object is written: about this much of an upload is lost if its instance crashes. */
const objectBytes = 1024 * 1024
const prefix = 'pieces'

type Part = { key: string; start: number; end: number }

function inBucket(storage: Storage): Pieces {
  const pieceKey = (id: string, start: number, end: number) => `${prefix}/${id}/${start}-${end}`

  async function parts(id: string): Promise<Part[]> {
    const all: Part[] = []
    for await (const { key } of storage.list(`${prefix}/${id}`)) {
      const [, start, end] = /\/(\d+)-(\d+)$/.exec(key) ?? []
      if (end) all.push({ key, start: Number(start), end: Number(end) })
    }
    return all.sort((a, b) => a.start - b.start || b.end - a.end)
  }

  /** Returns the parts that follow each other from the beginning. Two writers may split the same bytes differently. */
  async function sequence(id: string): Promise<Part[]> {
    const following: Part[] = []
    let end = 0
    for (const part of await parts(id)) {
      if (part.start > end) break
      if (part.end <= end) continue
      following.push({ ...part, start: end })
      end = part.end
    }
    return following
  }

  async function* bytesOf(id: string): AsyncGenerator<Buffer> {
    for (const { key, start } of await sequence(id)) {
      const begins = Number(/(\d+)-\d+$/.exec(key)?.[1])
      yield (await buffer(await storage.open(key))).subarray(start - begins)
    }
  }

  return {
    read: (id) => Readable.from(bytesOf(id), { objectMode: false }),
    async remove(id) {
      for (const { key } of await parts(id)) await storage.remove(key)
    },
    async removeOld(ageMs) {
      for await (const { key, modifiedAt } of storage.list(prefix))
        if (Date.now() - modifiedAt.getTime() > ageMs) await storage.remove(key)
    },
    size: async (id) => (await sequence(id)).at(-1)?.end ?? 0,
    async write(id, offset, body, checksum) {
      const hash = checksum && createHash(checksum.algorithm)
      const written: string[] = []
      let waiting: Buffer[] = []
      let [start, end] = [offset, offset]
      const flush = async () => {
        if (end === start) return
        const key = pieceKey(id, start, end)
        await storage.put(key, Readable.from(waiting, { objectMode: false }), { size: end - start })
        written.push(key)
        waiting = []
        start = end
      }
      try {
        for await (const chunk of body) {
          waiting.push(chunk)
          hash?.update(chunk)
          end += chunk.length
          if (end - start >= objectBytes) await flush()
        }
        if (checksum && hash && !isSame(hash.digest(), checksum.digest)) throw wrongChecksum
        await flush()
      } catch (error) {
        if (checksum) for (const key of written) await storage.remove(key)
        else await flush()
        throw error
      }
      return end
    },
  }
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function orNothing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
