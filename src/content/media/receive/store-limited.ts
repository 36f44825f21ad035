import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Incomplete, Invalid, TooLarge } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { measurePicture } from '../copies/decoding.ts'
import { refusals } from '../refusals.ts'
import { asSound, type FileType, hasNoTags, kindOf, sniff, sniffedBytes, tailBytes } from './sniff.ts'
import { codecsIn, tracksOf } from './tracks.ts'

/** The properties of a stored file. `width` and `height` are upright, in pixels; null unless a picture was opened. */
export type Received = FileType & {
  size: number
  sha256: string
  width: number | null
  height: number | null
  /** `same` if it certainly has no tags. */
  clean: 'same' | null
}
export type Expected = {
  /** The content type that the sender named. */
  declared: string
  /** The file's owner: owners take turns when pictures are decoded. */
  owner: string
  /** Maximum size in bytes. */
  limit: number
  /** The announced size in bytes. Any other number of bytes is refused. */
  size?: number | undefined
}

/** A sender that is silent for this long is disconnected. */
const silenceMs = 60_000

/**
 * Streams `body` to storage under `key` in constant memory and checks it. Wrap senders that may break off in `uncut`.
 * Throws TooLarge, UnsupportedMedia, Invalid, Incomplete or TooMany, and then stores nothing.
 */
export async function receive(
  storage: Storage,
  key: string,
  body: AsyncIterable<Buffer>,
  expected: Expected,
): Promise<Received> {
  const max = Math.min(expected.limit, expected.size ?? Number.POSITIVE_INFINITY)
  const hash = createHash('sha256')
  let size = 0
  const counted = countedChunks()
  const { head, rest } = await split(counted)
  if (size === 0) throw new Invalid(refusals.empty)
  const container = await sniff(head)
  const options = expected.size === undefined ? {} : { size: expected.size }
  await storage.put(key, Readable.from(rest(), { objectMode: false }), {
    contentType: container.contentType,
    ...options,
  })
  try {
    const type = await typeByTracks(container)
    const pixels =
      type.kind === 'image' ? await measurePicture(() => storage.open(key), type.contentType, expected.owner) : null
    const clean = hasNoTags(type.contentType, head, await tailOf(), size) ? 'same' : null
    const { width = null, height = null } = pixels ?? {}
    return { ...type, size, sha256: hash.digest('hex'), width, height, clean }
  } catch (error) {
    await storage.remove(key)
    throw error
  }

  function tailOf(): Promise<Buffer> {
    return storage.open(key, { start: Math.max(0, size - tailBytes), end: size - 1 }).then(buffer)
  }

  /** Sound in a container for films is a recording. The declared type counts only if the tracks can't be read. */
  async function typeByTracks(container: FileType): Promise<FileType> {
    const sound = container.kind === 'video' ? asSound(container.contentType) : undefined
    if (!sound) return container
    const codecs = codecsIn(head)
    if (codecs.hasPictures) return container
    const tracks = (await tracksOf(storage, key, size)) ?? codecs
    if (tracks.hasPictures || tracks.hasSound) return tracks.hasPictures ? container : sound
    return kindOf(expected.declared) === 'audio' ? sound : container
  }

  async function* countedChunks() {
    for await (const chunk of body) {
      size += chunk.length
      if (size > max) throw new TooLarge(tooLargeText(max))
      hash.update(chunk)
      yield chunk
    }
    if (expected.size !== undefined && size !== expected.size) throw new Incomplete(refusals.incomplete)
  }
}

/** Returns an error message such as "This file is too large. Choose one of at most 10 MB." */
export function tooLargeText(bytes: number): string {
  const mega = bytes / 1024 / 1024
  return refusals.tooLarge(mega >= 1 ? `${Math.floor(mega * 10) / 10} MB` : `${bytes} bytes`)
}

/** Yields the body's chunks. Throws Incomplete, not a server error, if the connection breaks or is silent. */
export async function* uncut(body: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  const silent = () => body.destroy(new Error('silent'))
  try {
    for (;;) {
      const timer = setTimeout(silent, silenceMs)
      const next = await chunks
        .next()
        .catch(() => {
          throw new Incomplete(refusals.broken)
        })
        .finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    await chunks.return?.().catch(() => {})
  }
}

/** Reads enough of the stream to detect its type; `rest` replays that and continues. */
async function split(chunks: AsyncGenerator<Buffer>) {
  const parts: Buffer[] = []
  let length = 0
  while (length < sniffedBytes) {
    const next = await chunks.next()
    if (next.done) break
    parts.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(parts)
  async function* rest() {
    yield head
    yield* chunks
  }
  return { head: head.subarray(0, sniffedBytes), rest }
}
