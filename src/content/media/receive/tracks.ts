import { buffer } from 'node:stream/consumers'
import { ALL_FORMATS, CustomSource, Input } from 'mediabunny'
import type { Storage } from '#core/storage.ts'

/** Most bytes that are read to find the tracks of a file: several times the index of a film of two hours. */
const mostBytes = 16 * 1024 * 1024
/** ms after which the search is given up. */
const mostMs = 10_000

/**
 * Returns whether a stored container has moving pictures and sound, by its tracks; undefined if they can't be read.
 * @param size bytes of the file
 */
export async function tracksOf(
  storage: Pick<Storage, 'open'>,
  key: string,
  size: number,
): Promise<{ hasPictures: boolean; hasSound: boolean } | undefined> {
  let left = mostBytes
  const source = new CustomSource({
    getSize: () => size,
    async read(start, end) {
      left -= end - start
      if (left < 0) throw new Error('The index is too long.')
      return new Uint8Array(await buffer(await storage.open(key, { start, end: end - 1 })))
    },
    handleUnhandledError: () => {},
  })
  const input = new Input({ source, formats: ALL_FORMATS })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('It took too long.')), mostMs)
  try {
    const tracks = await Promise.race([input.getTracks(), late.promise])
    return {
      hasPictures: tracks.some((track) => track.isVideoTrack()),
      hasSound: tracks.some((track) => track.isAudioTrack()),
    }
  } catch {
    // A container that can't be read yet may be decoded later; its declared type counts until then.
    return undefined
  } finally {
    clearTimeout(timer)
    input.dispose()
  }
}
