import { smallPicture } from './picture.ts'

/** What goes instead of a file that was chosen, or that file itself; `unable` where a large video stays large. */
export type Made = { file: File; unable?: true }

/** A video below this is sent sooner than it is made small. */
const smallVideoBytes = 3 * 1024 * 1024

const made = new WeakMap<File, Made>()

/** Says that a file goes as it is: it has been made small before. */
export function isSmallAlready(file: File): void {
  made.set(file, { file })
}

/**
 * Makes a picture or video small on this device; asked again it answers the same. Rejects with AbortError alone.
 * @param onDone hears how much of it is done, from 0 to 1
 */
export async function makeSmall(file: File, onDone: (part: number) => void, signal: AbortSignal): Promise<Made> {
  const before = made.get(file)
  if (before) return before
  const now = file.type.startsWith('video/') ? await fromVideo(file, onDone, signal) : await fromPicture(file)
  signal.throwIfAborted()
  made.set(file, now)
  return now
}

async function fromPicture(file: File): Promise<Made> {
  return { file: (await smallPicture(file).catch(() => undefined)) ?? file }
}

async function fromVideo(file: File, onDone: (part: number) => void, signal: AbortSignal): Promise<Made> {
  if (file.size < smallVideoBytes) return { file }
  if (!('VideoEncoder' in window)) return { file, unable: true }
  try {
    const { smallVideo } = await import('./video.ts')
    return { file: (await smallVideo(file, onDone, signal)) ?? file }
  } catch {
    return { file, unable: true }
  }
}
