import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { convert, probe, type Source, Unplayable } from './ffmpeg.ts'
import { peakMeter, peakRate } from './peaks.ts'

/** A copy at `path` in the work folder. `size` is in bytes. */
export type Copy = { format: 'mp4' | 'webm'; path: string; width: number | null; height: number | null; size: number }
export type Progress = (percent: number) => void

/** Length in seconds, 46 peaks from 0 to 100, and the copy. */
export type SoundCopies = { duration: number; peaks: number[]; copies: Copy[] }
/** Length in seconds and upright size of the original. `poster` is the path of a PNG. */
export type VideoCopies = { duration: number; width: number; height: number; poster: string; copies: Copy[] }

const soundMs = 30 * 60_000
const videoMs = 2 * 60 * 60_000
/** EBU R128 at the loudness that spoken-word publishers use: −16 LUFS, true peak −1.5 dB. */
const loudness = 'loudnorm=I=-16:TP=-1.5:LRA=11'
const mono = 'aformat=channel_layouts=mono'
/** Removes titles, positions, cameras, chapters, subtitles and data from copies. */
const bare = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-sn', '-dn']

const Duration = z.coerce.number().positive().max(1e7).optional().catch(undefined)
const Measured = z.object({
  input_i: z.coerce.number(),
  input_tp: z.coerce.number(),
  input_lra: z.coerce.number(),
  input_thresh: z.coerce.number(),
  target_offset: z.coerce.number(),
})

/**
 * Makes one copy of a recording for every browser: Opus, mono, 32 kbit/s. EBU R128 runs in two passes, because a single
 * pass would amplify the silence between sentences. The first pass also measures the peaks.
 */
export async function copySound(source: Source, folder: string, onProgress: Progress): Promise<SoundCopies> {
  const duration = await durationOf(source)
  const meter = peakMeter()
  const percentOf = (seconds: number) => (duration ? Math.min(1, seconds / duration) * 50 : 0)
  const measure = `[0:a:0]${mono},asplit[a][b];[a]${loudness}:print_format=json[l]`
  const outputs = ['-map', '[l]', '-f', 'null', '-', '-map', '[b]', '-ar', `${peakRate}`, '-f', 's16le', 'pipe:1']
  const output = await convert(source, ['-vn'], ['-filter_complex', measure, ...outputs], {
    wallMs: soundMs,
    onOutput(chunk) {
      meter.write(chunk)
      onProgress(percentOf(meter.seconds()))
    },
  })
  if (meter.seconds() === 0) throw new Unplayable('it holds no sound')
  const path = join(folder, 'sound.webm')
  const filters = [mono, correction(output)].filter(Boolean).join(',')
  const opus = ['-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '32k']
  const encode = [...opus, '-f', 'webm', '-progress', 'pipe:1', path]
  await convert(source, ['-v', 'error', '-vn'], ['-map', '0:a:0', '-af', filters, ...bare, ...encode], {
    wallMs: soundMs,
    onOutput: progressLines((seconds) => onProgress(50 + percentOf(seconds))),
  })
  const copy: Copy = { format: 'webm', path, width: null, height: null, size: (await stat(path)).size }
  return { duration: meter.seconds(), peaks: meter.peaks(), copies: [copy] }
}

/** Returns the filter of the second pass; none for silence, which has no loudness. */
function correction(output: string): string {
  const measured = Measured.safeParse(parsed(output.slice(output.lastIndexOf('{'), output.lastIndexOf('}') + 1))).data
  if (!measured || measured.input_i < -70) return ''
  const { input_i, input_tp, input_lra, input_thresh, target_offset } = measured
  return `${loudness}:measured_I=${input_i}:measured_TP=${input_tp}:measured_LRA=${input_lra}:measured_thresh=${input_thresh}:offset=${target_offset}:linear=true`
}

const Side = z.object({ rotation: z.coerce.number().optional() })
const Video = z.object({
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  sample_aspect_ratio: z.string().default('1:1'),
  side_data_list: z.array(Side).default([]),
})

/**
 * Makes H.264 copies with a short side of 360 and 720 lines, never enlarged, and a poster. They can play while loading.
 */
export async function copyVideo(source: Source, folder: string, onProgress: Progress): Promise<VideoCopies> {
  const duration = await durationOf(source)
  const { width, height } = await pixelsOf(source)
  const poster = join(folder, 'poster.png')
  const seek = String(Math.min(3, (duration ?? 0) / 10))
  const still = ['-map', '0:v:0', '-frames:v', '1', '-vf', scale(sizeOf(width, height, 720)), poster]
  await convert(source, ['-v', 'error', '-ss', seek], still, { wallMs: 120_000 })
  const short = Math.min(width, height)
  const copies = [360, 720].filter((lines) => lines === 360 || short > 360).map((lines) => sizeOf(width, height, lines))
  // At most thirty frames a second, without extra frames where the file has a gap.
  const thin = `[0:v:0]select='isnan(prev_selected_t)+gte(t-prev_selected_t,1/31)',split=${copies.length}`
  const graph = [
    thin + copies.map((_, at) => `[s${at}]`).join(''),
    ...copies.map((size, at) => `[s${at}]${scale(size)},format=yuv420p[v${at}]`),
  ].join(';')
  const pathOf = (at: number) => join(folder, `${at}.mp4`)
  const outputs = copies.flatMap((_, at) => [
    ...['-map', `[v${at}]`, '-map', '0:a:0?', ...bare, '-vsync', 'vfr', '-threads', '2'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', ...quality(at), '-c:a', 'aac'],
    ...['-movflags', '+faststart', '-f', 'mp4', pathOf(at)],
  ])
  let reached = 0
  await convert(source, ['-v', 'error'], ['-filter_complex', graph, '-progress', 'pipe:1', ...outputs], {
    wallMs: videoMs,
    onOutput: progressLines((seconds) => {
      reached = seconds
      if (duration) onProgress(Math.min(1, seconds / duration) * 100)
    }),
  })
  const copying = copies.map(async (size, at): Promise<Copy> => {
    return { ...size, format: 'mp4', path: pathOf(at), size: (await stat(pathOf(at))).size }
  })
  // Trusts the length in the file, unless its frames end long before.
  const seconds = Math.min(duration ?? reached, reached + 1)
  return { duration: seconds, width, height, poster, copies: await Promise.all(copying) }
}

function quality(at: number): string[] {
  return at === 0
    ? ['-crf', '28', '-maxrate', '450k', '-bufsize', '900k', '-ac', '1', '-b:a', '48k']
    : ['-crf', '26', '-maxrate', '1500k', '-bufsize', '3000k', '-ac', '2', '-b:a', '96k']
}

/** Returns the size with a short side of at most `lines`, in even numbers as the codec requires. */
function sizeOf(width: number, height: number, lines: number) {
  const ratio = Math.min(1, lines / Math.min(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * ratio) / 2) * 2)
  return { width: even(width), height: even(height) }
}

function scale({ width, height }: { width: number; height: number }): string {
  return `scale=${width}:${height},setsar=1`
}

async function durationOf(source: Source): Promise<number | undefined> {
  const { format } = z.looseObject({ format: z.looseObject({ duration: Duration }) }).parse(
    // Files without a length are measured while they are read.
    await probe(source, 'format=duration'),
  )
  return format.duration
}

const Streams = z.looseObject({ streams: z.array(z.looseObject({ codec_name: z.string().max(40) })) })

/** Returns the codecs of its streams in order (`h264, aac`). Throws Unplayable if they can't be read. */
export async function codecOf(source: Source): Promise<string> {
  const { data } = Streams.safeParse(await probe(source, 'stream=codec_name'))
  if (!data?.streams.length) throw new Unplayable('its streams could not be read')
  return data.streams.map(({ codec_name }) => codec_name).join(', ')
}

/** Returns the visible size: rotated upright, with square pixels. */
async function pixelsOf(source: Source): Promise<{ width: number; height: number }> {
  const showEntries = 'stream=codec_type,width,height,sample_aspect_ratio:stream_side_data=rotation'
  const answer = z.looseObject({ streams: z.array(z.looseObject({ codec_type: z.string().optional() })) })
  const { streams } = answer.parse(await probe(source, showEntries))
  const { data } = Video.safeParse(streams.find((stream) => stream.codec_type === 'video'))
  if (!data) throw new Unplayable('it holds no moving picture')
  const [across = 1, up = 1] = data.sample_aspect_ratio.split(':').map(Number)
  const wide = across > 0 && up > 0 ? Math.max(1, Math.round((data.width * across) / up)) : data.width
  if (wide > 16_384 || data.height > 16_384) throw new Unplayable('its picture is too large')
  const turned = data.side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
  return turned ? { width: data.height, height: wide } : { width: wide, height: data.height }
}

/** Returns a stream that parses ffmpeg's `-progress` lines and reports seconds. */
function progressLines(onSeconds: (seconds: number) => void) {
  let rest = ''
  return (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const micro = Number(/^out_time_us=(\d+)/.exec(line)?.[1])
      if (micro > 0) onSeconds(micro / 1e6)
    }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
