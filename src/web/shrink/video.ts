import {
  BlobSource,
  BufferTarget,
  Conversion,
  getFirstEncodableVideoCodec,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  WEBM,
} from 'mediabunny'
import { withName } from './picture.ts'

/** In pixels and bits per second: enough for the largest copy that the site makes. */
const longestSide = 1280
const bitsPerSecond = 1_800_000
const soundBitsPerSecond = 96_000

/**
 * Returns a smaller copy of a video, made with the browser's encoder; undefined if it would not be much smaller, or if
 * the file contains only sound. Rejects if this browser can't convert it, and with AbortError once stopped.
 * @param onDone is called with the progress, from 0 to 1
 */
export async function smallVideo(
  file: File,
  onDone: (part: number) => void,
  signal: AbortSignal,
): Promise<File | undefined> {
  using input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] })
  const track = await input.getPrimaryVideoTrack()
  if (!track) return undefined
  if (!('VideoEncoder' in window)) throw new Error('no encoder')
  const size = await sizeOf(track)
  const expected = ((await input.computeDuration()) * (bitsPerSecond + soundBitsPerSecond)) / 8
  if (expected > file.size * 0.8) return undefined
  const quality = new Quality({ bitrate: bitsPerSecond })
  const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], { ...size, quality })
  if (!codec) throw new Error('no encoder')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    video: { ...size, fit: 'fill', codec, quality, forceTranscode: true },
    audio: { quality: new Quality({ bitrate: soundBitsPerSecond }) },
    // Removes metadata about place and camera.
    tags: {},
    showWarnings: false,
  })
  // A video must not lose its sound.
  if (!conversion.isValid || conversion.discardedTracks.some(({ reason }) => reason !== 'discarded_by_user'))
    throw new Error('a track would be lost')
  conversion.onProgress = onDone
  const stop = () => void conversion.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    await conversion.execute()
  } finally {
    signal.removeEventListener('abort', stop)
    signal.throwIfAborted()
  }
  if (!target.buffer || target.buffer.byteLength > file.size * 0.9) return undefined
  return withName(new Blob([target.buffer], { type: 'video/mp4' }), file)
}

type Track = NonNullable<Awaited<ReturnType<Input['getPrimaryVideoTrack']>>>

/** Returns the displayed size in even numbers, which most encoders require. */
async function sizeOf(track: Track): Promise<{ width: number; height: number }> {
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
