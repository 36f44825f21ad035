import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { kindOf } from '#content/entry/address.ts'
import { hasFfmpeg, Unplayable } from '#content/media/copies/ffmpeg.ts'
import { mostFilmBytes } from '#content/media/film/film.ts'
import { fairTurns } from '#content/media/receive/fair-queue.ts'
import type { Site } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { NotFound, TooMany } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import type { cardMaker } from '../preview/serve.ts'
import { makeFilm } from './make.ts'
import { findFilmed } from './queries.ts'

/** Increase this number when the design of films changes. */
const designVersion = 1
/** Seconds after which people are told to try again. */
const laterSeconds = 10
/** The folder of films in the storage. A film is made again if the sweep has removed it (`jobs.ts`). */
export const filmFolder = 'films'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  disk: Disk
  site: Site
  cardOf: ReturnType<typeof cardMaker>
}

/**
 * Returns a function that returns the film of a recording, by the id of its file. It is made once, one at a time. Throws
 * NotFound if guests can't hear the recording or if it must not travel, TooMany if too many are waiting, and NoRoom.
 */
export function filmMaker({ db, storage, disk, site, cardOf }: Deps) {
  const inTurn = fairTurns({ atOnce: 1, mostWaiting: 10 })
  return async (id: string): Promise<{ etag: string; size: number; open(): Promise<Readable> }> => {
    const filmed = await findFilmed(db, id)
    if (!filmed || !(await hasFfmpeg())) throw new NotFound()
    const { entryId, type, duration, sound, said } = filmed
    const card = await cardOf(entryId, said.join(' · ') || undefined)
    if (!card) throw new TooMany(laterSeconds)
    const name = hash('sha256', JSON.stringify([designVersion, card.etag, sound.key]), 'hex').slice(0, 32)
    const key = `${filmFolder}/${id}/${name}.mp4`
    const film = { etag: `"${name}"`, open: () => storage.open(key) }
    const size = (await storage.size(key)) ?? (await inTurn(filmFolder, () => make()))
    return { ...film, size }

    async function make(): Promise<number> {
      const meanwhile = await storage.size(key)
      if (meanwhile !== undefined) return meanwhile
      await disk.requireRoom(mostFilmBytes)
      const { coloursOf } = await import('../preview/draw.ts')
      const colours = coloursOf(kindOf(type)?.look.field ?? 'ochre', site.colours?.band)
      const bytes = await makeFilm({ storage, sound, duration, card: card?.png ?? Buffer.alloc(0), ...colours }).catch(
        (error: unknown) => {
          throw error instanceof Unplayable ? new NotFound() : error
        },
      )
      await storage.put(key, Readable.from([bytes], { objectMode: false }), {
        contentType: 'video/mp4',
        size: bytes.length,
      })
      return bytes.length
    }
  }
}
