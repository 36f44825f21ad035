import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Interrupted, startChild } from './child.ts'

// ffmpeg decodes files from strangers, so it gets one local file whose format we name, and limits on every resource.

/** Thrown if a file can't be decoded within the limits. Trying again would not help. The message says why. */
export class Unplayable extends Error {
  override name = 'Unplayable'
  readonly why: 'damaged' | 'format' | 'silent' | 'long'

  constructor(message: string, why: Unplayable['why'] = 'damaged') {
    super(message)
    this.why = why
  }
}

/**
 * Maps the detected content type (sniff.ts) to an ffmpeg demuxer. ffmpeg never guesses, so it never reads a playlist.
 */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'audio/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'audio/3gpp': 'mov',
  'video/webm': 'matroska',
  'audio/webm': 'matroska',
  'video/matroska': 'matroska',
  'audio/matroska': 'matroska',
  'video/ogg': 'ogg',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/flac': 'flac',
  'audio/aiff': 'aiff',
}
/**
 * The codecs that are decoded, each with its decoders: what phones, messengers, cameras and field recorders write. All
 * other decoders are disabled, because each is code that a hostile file could reach: formats of a single maker (WMA,
 * RealAudio, Sonix), of games and of studios (DNxHD, ProRes RAW) are rare here and less tested.
 */
const decodersOf: Record<string, string[]> = {
  ...Object.fromEntries(
    [
      ...'h264 hevc vp8 vp9 mpeg4 h263 mjpeg theora mpeg1video mpeg2video dvvideo prores'.split(' '),
      ...'aac vorbis flac alac gsm gsm_ms'.split(' '),
      ...'pcm_u8 pcm_s8 pcm_alaw pcm_mulaw pcm_s16le pcm_s16be pcm_s24le pcm_s24be'.split(' '),
      ...'pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_f64le pcm_f64be'.split(' '),
      ...'adpcm_ms adpcm_ima_wav adpcm_ima_qt adpcm_yamaha'.split(' '),
    ].map((name) => [name, [name]]),
  ),
  av1: ['libdav1d', 'av1'],
  mp3: ['mp3float', 'mp3'],
  mp2: ['mp2float', 'mp2'],
  opus: ['opus', 'libopus'],
  adpcm_g722: ['g722'],
  adpcm_g726: ['g726'],
  adpcm_g726le: ['g726le'],
  amr_nb: ['amrnb'],
  amr_wb: ['amrwb'],
}
const decoders = Object.values(decodersOf).flat().join(',')

export function isDecoded(codec: string): boolean {
  return Object.hasOwn(decodersOf, codec)
}

/** Maximum number of pixels in a frame, a little more than 8K. Larger frames are refused before memory is allocated. */
const maxPixels = 36_000_000
/** A copy has at most 1 GB. */
const limits = { memoryKb: 1_200_000, fileBlocks: 2_097_152 }
const tailLength = 64_000

export type Source = {
  path: string
  contentType: string
  signal: AbortSignal
}

/** `cpuSeconds` is processor time: a file that needs more is Unplayable. */
export type Options = { cpuSeconds: number; onOutput?: (chunk: Buffer) => void }

/** Returns the arguments that read `source`. Throws Unplayable for an unknown format. */
function inputOf({ path, contentType }: Source): string[] {
  const demuxer = demuxers[contentType]
  if (!demuxer) throw new Unplayable(`no reader for ${contentType}`, 'format')
  const guards = ['-protocol_whitelist', 'file', '-codec_whitelist', decoders, '-max_pixels', String(maxPixels)]
  return ['-f', demuxer, ...guards, '-i', `file:${path}`]
}

/**
 * Holds what the installed ffmpeg can do, because its start takes longer than most of what it is asked to do. What it
 * can't do isn't held, so that it can be installed while the site runs.
 */
const able = new Set<string>()

async function isAble(question: string, ask: () => Promise<boolean>): Promise<boolean> {
  const program = await findProgram()
  if (!program) return false
  const key = `${program} ${question}`
  if (!able.has(key) && (await ask())) able.add(key)
  return able.has(key)
}

/** Returns the path of ffmpeg and when it was installed, so that its removal and a new version are noticed. */
async function findProgram(): Promise<string | undefined> {
  for (const folder of process.env.PATH?.split(':') ?? []) {
    const path = join(folder, 'ffmpeg')
    const file = await stat(path).catch(() => undefined)
    if (file?.isFile()) return `${path} ${file.mtimeMs}`
  }
  return undefined
}

export function hasFfmpeg(): Promise<boolean> {
  return isAble('version', () =>
    start(['-version'], { cpuSeconds: 20 }).then(
      ({ code }) => code === 0,
      () => false,
    ),
  )
}

/** Returns whether this ffmpeg has a filter that not every build contains. */
export function hasFilter(name: string): Promise<boolean> {
  return isAble(`filter ${name}`, async () => {
    let output = ''
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
    }
    await start(['-hide_banner', '-h', `filter=${name}`], { cpuSeconds: 20, onOutput })
    return output.startsWith(`Filter ${name}`)
  })
}

/**
 * Returns ffmpeg's description of the file and its streams. ffprobe can't be used: it refuses the whole file if the
 * decoder of a single stream is disabled. Throws like `convert`.
 */
export function probe(source: Source): Promise<string> {
  // Without an output file ffmpeg describes the input and ends with this sentence.
  const isDone = ({ output }: Ended) => output.includes('At least one output file must be specified')
  return finish(source, ['-hide_banner', '-nostdin', ...inputOf(source)], { cpuSeconds: 120 }, isDone)
}

/**
 * Runs ffmpeg on `source` with arguments `before` and `after` the input. Returns the end of its output.
 * Throws Unplayable, Interrupted or the signal's reason.
 */
export function convert(source: Source, before: string[], after: string[], options: Options): Promise<string> {
  const quiet = ['-hide_banner', '-nostdin', '-nostats', '-y', '-threads', '1']
  return finish(source, [...quiet, ...before, ...inputOf(source), ...after], options, ({ code }) => code === 0)
}

async function finish(
  { signal }: Source,
  args: string[],
  options: Options,
  isDone: (ended: Ended) => boolean,
): Promise<string> {
  signal.throwIfAborted()
  const ended = await start(args, options, signal).finally(() => signal.throwIfAborted())
  if (isDone(ended)) return ended.output
  const { code, killedBy, output } = ended
  const last = output.trim().split('\n').slice(-3).join(' ') || `ffmpeg ended with ${killedBy ?? code}`
  throw /received signal (2|15)\b/.test(last) ? new Interrupted('It was ended from outside.') : new Unplayable(last)
}

type Ended = { code: number | null; killedBy: NodeJS.Signals | null; output: string }

async function start(args: string[], { cpuSeconds, onOutput }: Options, signal?: AbortSignal): Promise<Ended> {
  const { PATH } = process.env
  const { child, ended } = startChild({ ...limits, cpuSeconds, command: ['ffmpeg', ...args], env: { PATH } })
  let output = ''
  child.stdin.end()
  child.stdout.on('data', (chunk: Buffer) => onOutput?.(chunk))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-tailLength)
  })
  const kill = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', kill)
  const end = await ended.finally(() => signal?.removeEventListener('abort', kill))
  return { ...end, output }
}
