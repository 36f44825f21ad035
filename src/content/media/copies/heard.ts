import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '#core/storage.ts'
import { shortestWord } from '#ui/voice/speech.ts'
import { convert, hasFfmpeg, Unplayable } from './ffmpeg.ts'
import { peakMeter, peakRate } from './peaks.ts'

/** Seconds at the beginning of a recording that are examined before it is accepted, unless its length is limited. */
const examinedAtLeast = 30
/** Milliseconds after which the examination is given up, so that a busy machine refuses nothing. */
const mostMs = 20_000

/** Returns whether something can be heard in a sound of this length whose peaks `peakMeter` measured. */
export function isAudible(seconds: number, peaks: readonly number[]): boolean {
  return seconds >= shortestWord && peaks.some((peak) => peak > 0)
}

/**
 * Decodes the beginning of a stored recording, which is a little more than `mostSeconds`. Returns whether something can
 * be heard in it, and how long it is. Both are undefined if ffmpeg is missing or too slow, and the first one also if the
 * recording begins with a long silence.
 */
export async function hear(
  storage: Pick<Storage, 'provide'>,
  { key, contentType }: { key: string; contentType: string },
  mostSeconds = 0,
): Promise<{ isHeard?: boolean | undefined; seconds?: number }> {
  if (!(await hasFfmpeg())) return {}
  const examined = Math.max(examinedAtLeast, mostSeconds + 1)
  const folder = await mkdtemp(join(tmpdir(), 'urithi-sound-'))
  const meter = peakMeter()
  // Both channels are measured, because they could cancel each other out in a mix.
  const output = ['-t', `${examined}`, '-ac', '2', '-ar', `${peakRate / 2}`, '-f', 's16le', 'pipe:1']
  try {
    const path = join(folder, 'original')
    await storage.provide(key, path)
    const source = { path, contentType, signal: AbortSignal.timeout(mostMs) }
    await convert(source, ['-v', 'error', '-vn'], output, { cpuSeconds: mostMs / 500, onOutput: meter.write })
  } catch (error) {
    return error instanceof Unplayable ? { isHeard: false } : {}
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const seconds = meter.seconds()
  return { isHeard: isAudible(seconds, meter.peaks()) || (seconds < examined - 1 ? false : undefined), seconds }
}
