import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { kindOf } from '#content/entry/address.ts'
import { convert, hasFfmpeg, Unplayable } from '#content/media/copies/ffmpeg.ts'
import { longestFilm, mostFilmBytes } from '#content/media/film/film.ts'
import { fairTurns } from '#content/media/receive/fair-queue.ts'
import type { Site } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { NotFound, TooMany } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import type { cardMaker } from '../preview/serve.ts'
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

/** Frames a second, which is enough for a wave. */
const rate = 8
/** Kilobits a second of the sound. */
const soundKbps = 24
/** The card is this wide, with the wave in a strip below it, in pixels. */
const width = 480
const cardHeight = 252
const stripHeight = 72

type Film = {
  storage: Pick<Storage, 'provide'>
  sound: { key: string; contentType: string }
  /** In seconds. */
  duration: number
  /** The preview card as PNG. */
  card: Buffer
  /** Hexadecimal colours of the strip and of the wave: `#2b2766`. */
  ground: string
  ink: string
}

/**
 * Draws a recording as a film (MP4, H.264 and AAC) of at most `mostFilmBytes`: its preview card above its wave. Throws
 * Unplayable if this ffmpeg can't make it, and Interrupted if the machine is too busy.
 */
async function makeFilm({ storage, sound, duration, card, ground, ink }: Film): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'urithi-film-'))
  const [picture, recording, film] = ['card.png', 'recording', 'film.mp4'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const seconds = Math.min(Math.max(duration, 1), longestFilm)
  // A tenth is left for the container, and for an encoder that misses its mark.
  const pictureKbps = Math.min(160, Math.floor((mostFilmBytes * 0.9 * 8) / 1000 / seconds) - soundKbps)
  const wave = `[1:a]aformat=channel_layouts=mono,showwaves=s=${width - 40}x${stripHeight - 16}:mode=cline:scale=sqrt:rate=${rate}:colors=${hex(ink)}[wave]`
  const land = `[0:v]scale=${width}:${cardHeight},pad=${width}:${cardHeight + stripHeight}:0:0:color=${hex(ground)}[land]`
  try {
    await writeFile(picture, card)
    await storage.provide(sound.key, recording)
    const source = { path: recording, contentType: sound.contentType, signal: AbortSignal.timeout(120_000) }
    const before = ['-v', 'error', '-loop', '1', '-framerate', `${rate}`, '-i', `file:${picture}`]
    const after = [
      ...['-filter_complex', `${wave};${land};[land][wave]overlay=20:${cardHeight}:shortest=1,format=yuv420p[film]`],
      ...['-map', '[film]', '-map', '1:a', '-t', `${longestFilm}`, '-map_metadata', '-1'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '32'],
      ...['-maxrate', `${pictureKbps}k`, '-bufsize', `${pictureKbps}k`],
      ...['-c:a', 'aac', '-b:a', `${soundKbps}k`, '-ac', '1', '-ar', '24000'],
      ...['-movflags', '+faststart', '-f', 'mp4', `file:${film}`],
    ]
    await convert(source, before, after, { cpuSeconds: 60 })
    return await readFile(film)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const hex = (colour: string) => colour.replace('#', '0x')
