import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convert } from '#content/media/copies/ffmpeg.ts'
import { longestFilm, mostFilmBytes } from '#content/media/film/film.ts'
import type { Storage } from '#core/storage.ts'

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
  /** The copy of the recording. */
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
export async function makeFilm({ storage, sound, duration, card, ground, ink }: Film): Promise<Buffer> {
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
