import { buffer } from 'node:stream/consumers'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Storage } from '#core/storage.ts'
import type { Request, Response, Tracks } from './tracks-thread.ts'

/** Maximum number of bytes read to find the tracks of a file: several times the size of a two-hour film's index. */
const maxBytes = 16 * 1024 * 1024
/** Milliseconds after which the search is given up, including the wait for a thread. */
const maxMs = 5_000

/** Threads that exist only while files arrive, and ten seconds longer. */
const threads = new Piscina({
  filename: new URL('./tracks-thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: 10_000,
  maxQueue: 100,
  recordTiming: false,
  resourceLimits: { maxOldGenerationSizeMb: 96 },
})

/** Returns the kinds of codecs that the beginning of a WebM or Matroska file names, even if it was cut off. */
export function codecsIn(head: Buffer): Tracks {
  const text = head.toString('latin1')
  return {
    hasPictures: /V_(?:VP8|VP9|AV1|MPEG|THEORA)/.test(text),
    hasSound: /A_(?:OPUS|VORBIS|AAC|FLAC|PCM|MPEG)/.test(text),
  }
}

/**
 * Returns whether a stored container has moving pictures and sound, by its tracks; undefined if they can't be read.
 * @param size bytes of the file
 */
export async function tracksOf(storage: Pick<Storage, 'open'>, key: string, size: number): Promise<Tracks | undefined> {
  const { port1, port2 } = new MessageChannel()
  let left = maxBytes
  port1.on('message', async ({ id, start, end }: Request) => {
    left -= end - start
    const bytes = left < 0 ? null : await buffer(await storage.open(key, { start, end: end - 1 })).catch(() => null)
    port1.postMessage({ id, bytes } satisfies Response)
  })
  const signal = AbortSignal.timeout(maxMs)
  const task = { size, port: port2 }
  // A container that can't be read yet may be decoded later; its declared type counts until then.
  const options = { name: 'readTracks', transferList: [port2] as never, signal }
  const tracks: Tracks | undefined = await threads.run(task, options).catch(() => undefined)
  port1.close()
  return tracks
}
