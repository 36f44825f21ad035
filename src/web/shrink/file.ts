import { smallPicture } from './picture.ts'

/** The file to send instead of the chosen one, or that file itself; `unable` if a large video can't be converted. */
export type Shrunk = { file: File; unable?: true }

/** Size below which a video is sent faster than it is converted. */
const smallVideoBytes = 3 * 1024 * 1024

const results = new WeakMap<File, Shrunk>()

/** Marks a file as final, because it was made small before. */
export function isSmallAlready(file: File): void {
  results.set(file, { file })
}

/**
 * Makes a picture or video smaller on this device; caches the result for each file. Rejects only with AbortError.
 * @param onDone is called with the progress, from 0 to 1
 */
export async function makeSmall(file: File, onDone: (part: number) => void, signal: AbortSignal): Promise<Shrunk> {
  const cached = results.get(file)
  if (cached) return cached
  const result = file.type.startsWith('video/') ? await fromVideo(file, onDone, signal) : await fromPicture(file)
  signal.throwIfAborted()
  results.set(file, result)
  return result
}

async function fromPicture(file: File): Promise<Shrunk> {
  return { file: (await smallPicture(file).catch(() => undefined)) ?? file }
}

async function fromVideo(file: File, onDone: (part: number) => void, signal: AbortSignal): Promise<Shrunk> {
  if (file.size < smallVideoBytes) return { file }
  try {
    const { smallVideo } = await import('./video.ts')
    return { file: (await smallVideo(file, onDone, signal)) ?? file }
  } catch {
    return { file, unable: true }
  }
}
