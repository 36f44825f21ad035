import type { MessagePort } from 'node:worker_threads'
import { ALL_FORMATS, CustomSource, Input } from 'mediabunny'

// This is the thread of tracks.ts: a hostile file can keep the parser in a loop, which only ending its thread stops.

export type Tracks = { hasPictures: boolean; hasSound: boolean }
export type Request = { id: number; start: number; end: number }
/** The bytes are null if the file has used up its share (tracks.ts), or if the storage fails. */
export type Response = { id: number; bytes: Uint8Array | null }

/** Returns the tracks of a file of `size` bytes, which it reads through the port. Throws if they can't be read. */
export async function readTracks({ size, port }: { size: number; port: MessagePort }): Promise<Tracks> {
  const waiting = new Map<number, (bytes: Uint8Array | null) => void>()
  let lastId = 0
  port.on('message', ({ id, bytes }: Response) => {
    waiting.get(id)?.(bytes)
    waiting.delete(id)
  })
  const source = new CustomSource({
    getSize: () => size,
    async read(start, end) {
      const id = ++lastId
      const answer = new Promise<Uint8Array | null>((resolve) => waiting.set(id, resolve))
      port.postMessage({ id, start, end } satisfies Request)
      const bytes = await answer
      if (!bytes) throw new Error('There are no more bytes.')
      return bytes
    },
    handleUnhandledError: () => {},
  })
  try {
    using input = new Input({ source, formats: ALL_FORMATS })
    const tracks = await input.getTracks()
    return {
      hasPictures: tracks.some((track) => track.isVideoTrack()),
      hasSound: tracks.some((track) => track.isAudioTrack()),
    }
  } finally {
    port.close()
  }
}
