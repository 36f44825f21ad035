import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { convert, hasFilter, type Options, type Source, Unplayable } from './ffmpeg.ts'
import { isAudible } from './heard.ts'
import { peakMeter, peakRate } from './peaks.ts'
import { type Picture, type Sound, type Streams, streamsIn, streamsOf } from './streams.ts'

/** A copy at `path` in the work folder. `size` is in bytes. */
export type Copy = { format: 'mp4' | 'webm'; path: string; width: number | null; height: number | null; size: number }
export type Progress = (percent: number) => void

/** Length in seconds, 46 peaks from 0 to 100, and the copy. */
export type SoundCopies = { duration: number; peaks: number[]; copies: Copy[] }
/** Length in seconds and upright size of the original. `poster` is the path of a PNG. */
export type VideoCopies = { duration: number; width: number; height: number; poster: string; copies: Copy[] }

/** Seconds of processor time, enough for several hours of sound and for two hours of film. */
const soundSeconds = 3_600
const videoSeconds = 14_400
/** A copy may be this many seconds longer or shorter than what it was made from. */
const mostOff = 0.2
/** Removes titles, positions, cameras, chapters, subtitles and data from copies. */
const bare = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-sn', '-dn']

/**
 * Makes one copy of a recording, which every browser can play: Opus, mono, 32 kbit/s, at one loudness. The loudness is
 * measured first, because a single pass would amplify the silence between sentences.
 */
export async function copySound(
  source: Source,
  { sound, duration }: Streams,
  folder: string,
  onProgress: Progress,
): Promise<SoundCopies> {
  if (!sound) throw new Unplayable('It has no sound that can be decoded.')
  const percentOf = (seconds: number) => (duration ? Math.min(1, seconds / duration) * 45 : 0)
  const { loudness: measured } = await measure(source, sound, {
    cpuSeconds: soundSeconds,
    onOutput: progressLines((seconds) => onProgress(percentOf(seconds))),
  })
  const meter = peakMeter()
  const path = join(folder, 'sound.webm')
  const graph = `[0:${sound.index}]${levelled(measured, { isMono: true })},asplit[o][p]`
  const opus = ['-map', '[o]', ...bare, ...'-ac 1 -ar 48000 -c:a libopus -b:a 32k -f webm'.split(' '), path]
  const peaks = ['-map', '[p]', '-ac', '1', '-ar', `${peakRate}`, '-f', 's16le', 'pipe:1']
  await convert(source, ['-v', 'error', '-vn'], ['-filter_complex', graph, ...opus, ...peaks], {
    cpuSeconds: soundSeconds,
    onOutput(chunk) {
      meter.write(chunk)
      onProgress(45 + percentOf(meter.seconds()))
    },
  })
  if (isSilent(measured) && !isAudible(meter.seconds(), meter.peaks()))
    throw new Unplayable('It has no sound.', 'silent')
  const seconds = meter.seconds()
  await examine({ path, contentType: 'audio/webm', signal: source.signal }, seconds, seconds, measured)
  const copy: Copy = { format: 'webm', path, width: null, height: null, size: (await stat(path)).size }
  return { duration: seconds, peaks: meter.peaks(), copies: [copy] }
}

/**
 * Reads a copy again and returns its length. Throws Unplayable if it is shorter than `least` or longer than `most`
 * seconds, if a video has no picture, or if the copy is silent although the original isn't.
 */
async function examine(copy: Source, least: number, most: number, original: Loudness | undefined): Promise<number> {
  const isFilm = copy.contentType === 'video/mp4'
  const heard = original && (await inspectCopy(copy, isFilm ? 1 : 0, { cpuSeconds: soundSeconds }))
  const { duration = 0, picture } = heard ?? (await streamsOf(copy))
  if (duration < least - mostOff || duration > most + mostOff)
    throw new Unplayable(`Its copy lasts ${duration.toFixed(1)} instead of ${least.toFixed(1)} seconds.`)
  if (isFilm && !picture) throw new Unplayable('Its copy has no picture.')
  if (heard && !isSilent(original) && isSilent(heard.loudness)) throw new Unplayable('Its copy is silent.')
  return duration
}

/**
 * Makes H.264 copies with a short side of at most 360 and 720 pixels, never enlarged, and a poster. They can play while
 * loading.
 */
export async function copyVideo(
  source: Source,
  { picture, sound, duration }: Streams,
  folder: string,
  onProgress: Progress,
): Promise<VideoCopies> {
  if (!picture) throw new Unplayable('It has no moving picture that can be decoded.')
  const { width, height } = picture
  const tone = await toneMapping(picture)
  const poster = await stillOf(source, { picture, duration, tone }, folder)
  const measured = sound && (await measure(source, sound, { cpuSeconds: soundSeconds })).loudness
  const short = Math.min(width, height)
  const copies = [360, 720].filter((lines) => lines === 360 || short > 360).map((lines) => sizeOf(width, height, lines))
  // This takes at most thirty frames a second, and adds none where the file has a gap.
  const thin = `[0:${picture.index}]select='isnan(prev_selected_t)+gte(t-prev_selected_t,1/31)',split=${copies.length}`
  const graph = [
    thin + copies.map((_, at) => `[s${at}]`).join(''),
    ...copies.map((size, at) => `[s${at}]${scale(size)}${tone},format=yuv420p[v${at}]`),
    ...(sound && measured ? soundGraph(sound, measured, copies.length) : []),
  ].join(';')
  const pathOf = (at: number) => join(folder, `${at}.mp4`)
  const outputs = copies.flatMap((_, at) => [
    ...['-map', `[v${at}]`, ...(sound ? ['-map', `[a${at}]`] : []), ...bare, '-vsync', 'vfr', '-threads', '2'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', ...quality(at), '-c:a', 'aac'],
    ...(tone ? ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'] : []),
    ...['-movflags', '+faststart', '-f', 'mp4', pathOf(at)],
  ])
  let reached = 0
  await convert(source, ['-v', 'error'], ['-filter_complex', graph, '-progress', 'pipe:1', ...outputs], {
    cpuSeconds: videoSeconds,
    onOutput: progressLines((seconds) => {
      reached = seconds
      if (duration) onProgress(Math.min(1, seconds / duration) * 95)
    }),
  })
  // ffmpeg reports when the last frame in the order of decoding begins, which is some frames before the end. Without
  // sound these can be seconds, so the length in the original is as good.
  const most = Math.max(reached, duration ?? Number.POSITIVE_INFINITY)
  let seconds = reached
  const finished: Copy[] = []
  for (const [at, size] of copies.entries()) {
    const path = pathOf(at)
    seconds = await examine({ path, contentType: 'video/mp4', signal: source.signal }, reached, most, measured)
    finished.push({ ...size, format: 'mp4', path, size: (await stat(path)).size })
  }
  // The length in the original is more exact, unless its frames end earlier.
  if (duration !== undefined && Math.abs(duration - seconds) <= mostOff) seconds = duration
  return { duration: seconds, width, height, poster, copies: finished }
}

/** Returns the filters for the sound of each copy: mono for the smallest, the original channels for the other. */
function soundGraph(sound: Sound, measured: Loudness, count: number): string[] {
  const parts = Array.from({ length: count }, (_, at) => at)
  return [
    `[0:${sound.index}]asplit=${count}${parts.map((at) => `[b${at}]`).join('')}`,
    ...parts.map((at) => `[b${at}]${levelled(measured, { isMono: at === 0 })}[a${at}]`),
  ]
}

type Still = { picture: Picture; duration: number | undefined; tone: string }

/**
 * Writes a frame from the first seconds, or the first one if the pictures end before that: a song often comes with one
 * still picture.
 */
async function stillOf(source: Source, { picture, duration, tone }: Still, folder: string): Promise<string> {
  const poster = join(folder, 'poster.png')
  const filters = `${scale(sizeOf(picture.width, picture.height, 720))}${tone},format=rgb24`
  const still = ['-map', `0:${picture.index}`, '-frames:v', '1', '-vf', filters, poster]
  for (const seek of [Math.min(3, (duration ?? 0) / 10), 0]) {
    await convert(source, ['-v', 'error', ...(seek > 0 ? ['-ss', String(seek)] : [])], still, { cpuSeconds: 240 })
    if (existsSync(poster)) return poster
  }
  throw new Unplayable('It has no frame that can be decoded.')
}

/**
 * Returns the filters that bring HLG and PQ to the light and colours of ordinary screens; none for other pictures, or
 * if this ffmpeg lacks them.
 */
async function toneMapping({ isHdr }: Picture): Promise<string> {
  if (!isHdr || !(await hasFilter('zscale'))) return ''
  const linear = 'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709'
  return `,${linear},tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv`
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

/** Returns a function that parses ffmpeg's `-progress` lines and reports seconds. */
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

/** The loudness that spoken-word publishers use, in LUFS (EBU R128), and the highest peak in dBFS. */
const target = -16
const ceiling = -1.5
/** Below this there is only the microphone's own noise: the absolute gate of EBU R128, in LUFS. */
const silence = -70
/** Very quiet recordings are amplified by at most this many dB. */
const mostGain = 40
/**
 * If mixing both channels loses more than this many dB, they cancel each other out. Sound in one channel alone loses 6.
 */
const mostLost = 9

/** `loudness` is in LUFS, `peak` in dBTP. `channel` is the one to use if a mix of all would be nearly silent. */
type Loudness = { loudness: number; peak: number; channel?: number }

type Measured = Pick<Sound, 'index' | 'channels'>

/** Measures the only sound of a copy in mono, and reads its streams in the same pass. */
async function inspectCopy(source: Source, index: number, options: Options) {
  const { loudness, output } = await measure(source, { index, channels: 1 }, options)
  return { loudness, ...streamsIn(output.split('\nStream mapping:')[0] ?? '') }
}

/** Measures a stream, mixed to mono. Returns what ffmpeg prints, too. */
async function measure(source: Source, { index, channels }: Measured, options: Options) {
  // The channels of a stereo recording are measured alone, too, to notice that they cancel each other out.
  const names = channels === 2 ? ['mix', 'c0', 'c1'] : ['mix']
  const graph = [
    `[0:${index}]asplit=${names.length}${names.map((name) => `[${name}]`).join('')}`,
    ...names.map((name) => {
      const mono = name === 'mix' ? mix : `pan=mono|c0=${name}`
      return `[${name}]${mono},ebur128@${name}=peak=true:framelog=verbose[${name}o]`
    }),
  ].join(';')
  const outputs = names.flatMap((name) => ['-map', `[${name}o]`, '-f', 'null', '-'])
  const arguments_ = ['-filter_complex', graph, '-progress', 'pipe:1', ...outputs]
  const output = await convert(source, ['-vn'], arguments_, options)
  const [mixed = nothing, ...alone] = names.map((name) => summaryOf(output, name))
  const best = alone.reduce((one, other) => (other.loudness > one.loudness ? other : one), mixed)
  const isOpposed = best.loudness - mixed.loudness > mostLost
  const loudness: Loudness = isOpposed ? { ...best, channel: alone.indexOf(best) } : mixed
  return { loudness, output }
}

const mix = 'aformat=channel_layouts=mono'
const nothing: Loudness = { loudness: silence, peak: silence }

/** Reads the summary that `ebur128@name` prints at the end; digital silence has no numbers there. */
function summaryOf(output: string, name: string): Loudness {
  const start = `[ebur128@${name} `
  const [summary = ''] = output.slice(output.lastIndexOf(start) + start.length).split('[ebur128@')
  const loudness = Number(/\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? silence)
  const peak = Number(/\bPeak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? silence)
  return { loudness, peak }
}

/** Returns whether there is nothing to hear. */
function isSilent({ loudness }: Loudness): boolean {
  return loudness <= silence
}

/**
 * Returns the filter that brings a recording to the target: one gain for its whole length, so that a knock on the
 * microphone doesn't make the voice quieter, and a limiter for the peaks that would then be too high.
 */
function levelled({ loudness, peak, channel }: Loudness, { isMono }: { isMono: boolean }): string {
  const gain = loudness <= silence ? 0 : Math.min(mostGain, target - loudness)
  return [
    channel === undefined ? isMono && mix : `pan=mono|c0=c${channel}`,
    `volume=${gain.toFixed(2)}dB`,
    peak + gain > ceiling && `alimiter=limit=${(10 ** (ceiling / 20)).toFixed(4)}:attack=5:release=50:level=false`,
  ]
    .filter(Boolean)
    .join(',')
}
