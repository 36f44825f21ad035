import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '#core/storage.ts'
import { convert, hasFfmpeg, Unplayable } from './ffmpeg.ts'
import { peakMeter, peakRate } from './peaks.ts'

/** A sound shorter than this many seconds is no word. */
const shortest = 0.3
/** Seconds at the beginning of a recording that are examined before it is accepted. */
const examined = 30
/** Milliseconds after which the examination is given up, so that a busy machine refuses nothing. */
const mostMs = 20_000

/** Returns whether something can be heard in a sound of this length whose peaks `peakMeter` measured. */
export function isAudible(seconds: number, peaks: readonly number[]): boolean {
  return seconds >= shortest && peaks.some((peak) => peak > 0)
}

/**
 * Decodes the beginning of a stored recording and returns whether something can be heard in it. Returns undefined if
 * that isn't known yet: ffmpeg is missing or too slow, or the recording begins with a long silence.
 */
export async function isHeard(
  storage: Pick<Storage, 'provide'>,
  { key, contentType }: { key: string; contentType: string },
): Promise<boolean | undefined> {
  if (!(await hasFfmpeg())) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'urithi-sound-'))
  const meter = peakMeter()
  // Both channels are measured, because they could cancel each other out in a mix.
  const output = ['-t', `${examined}`, '-ac', '2', '-ar', `${peakRate / 2}`, '-f', 's16le', 'pipe:1']
  try {
    const path = join(folder, 'original')
    await storage.provide(key, path)
    const source = { path, contentType, signal: AbortSignal.timeout(mostMs) }
    await convert(source, ['-v', 'error', '-vn'], output, { wallMs: 2 * mostMs, onOutput: meter.write })
  } catch (error) {
    return error instanceof Unplayable ? false : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return isAudible(meter.seconds(), meter.peaks()) || (meter.seconds() < examined - 1 ? false : undefined)
}
