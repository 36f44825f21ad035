import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

// What has arrived of files that come in pieces: one file each, as long as what is there of it.

/** As a piece was announced: `Upload-Checksum` of the tus protocol. */
export type Checksum = { algorithm: string; digest: Buffer }

/** A piece whose bytes aren't the announced ones: 460 by the protocol. */
export const wrongChecksum = { status_code: 460, body: 'Checksum Mismatch\n' }

export function openPieces(folder: string) {
  const pathOf = (id: string) => join(folder, id)
  return {
    read: (id: string) => createReadStream(pathOf(id)),
    remove: (id: string) => rm(pathOf(id), { force: true }),
    /** Bytes that are there. */
    async size(id: string): Promise<number> {
      return (await stat(pathOf(id)).catch(orNothing))?.size ?? 0
    },
    /**
     * Writes what comes from `offset` on and answers where it ended; what arrived of a stream that breaks stays. With a
     * checksum the piece stays whole and right or not at all.
     */
    async write(id: string, offset: number, body: Readable, checksum?: Checksum): Promise<number> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(pathOf(id), offset === 0 ? 'w' : 'r+')
      const hash = checksum && createHash(checksum.algorithm)
      let end = offset
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
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

/** Removes what nobody has added to for so long. */
export async function removeOldPieces(folder: string, ageMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const info = await stat(join(folder, name)).catch(orNothing)
    if (info && Date.now() - info.mtimeMs > ageMs) await rm(join(folder, name), { force: true })
  }
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function orNothing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
