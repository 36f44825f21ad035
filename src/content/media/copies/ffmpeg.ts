import { spawn } from 'node:child_process'

// ffmpeg decodes files from strangers, so it gets one local file whose format we name, and limits on every resource.

/** Thrown if a file can't be decoded within the limits. Trying again would not help. The message is ffmpeg's own. */
export class Unplayable extends Error {
  override name = 'Unplayable'
}
/** Thrown if the process was ended from outside. The file is not to blame and should be tried again. */
export class Interrupted extends Error {
  override name = 'Interrupted'
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
}
/** Decoders for what phones, cameras and recorders write. All others are disabled. */
const decoders = [
  ...['h264', 'hevc', 'libdav1d', 'av1', 'vp8', 'vp9', 'mpeg4', 'h263', 'mjpeg', 'theora'],
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac', 'alac', 'amrnb', 'amrwb'],
  ...['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_alaw', 'pcm_mulaw'],
].join(',')
/** Maximum pixels of a frame, a little more than 8K. Larger frames are refused before memory is allocated. */
const maxPixels = 36_000_000
/** Memory in KB, and the size of one copy in blocks of 512 bytes. */
const memoryLimit = 1_200_000
const copyBlocks = 2_097_152
const tailLength = 8_000

export type Source = {
  /** Path of a local file. */
  path: string
  contentType: string
  signal: AbortSignal
}

type Options = { wallMs: number; onOutput?: (chunk: Buffer) => void }

/** Returns the arguments that read `source`, for ffmpeg and ffprobe. Throws Unplayable for an unknown format. */
function inputOf({ path, contentType }: Source): string[] {
  const demuxer = demuxers[contentType]
  if (!demuxer) throw new Unplayable(`no reader for ${contentType}`)
  const guards = ['-protocol_whitelist', 'file', '-codec_whitelist', decoders, '-max_pixels', String(maxPixels)]
  return ['-f', demuxer, ...guards, '-i', `file:${path}`]
}

/** Returns true if the optional ffmpeg is installed. */
export async function hasFfmpeg(): Promise<boolean> {
  const { code } = await start('ffmpeg', ['-version'], { wallMs: 10_000 })
  return code === 0
}

/** Returns ffprobe's JSON about the streams and fields named by `entries`. */
export async function probe(source: Source, entries: string): Promise<unknown> {
  let json = ''
  const args = ['-v', 'error', ...inputOf(source), '-show_entries', entries, '-of', 'json']
  const onOutput = (chunk: Buffer) => {
    if (json.length < 100_000) json += chunk.toString()
  }
  await finish(source, 'ffprobe', args, { wallMs: 60_000, onOutput })
  try {
    return JSON.parse(json)
  } catch {
    throw new Unplayable('its streams could not be read')
  }
}

/**
 * Runs ffmpeg on `source` with arguments `before` and `after` the input. Returns the end of its output.
 * Throws Unplayable, Interrupted or the signal's reason.
 */
export function convert(source: Source, before: string[], after: string[], options: Options): Promise<string> {
  const quiet = ['-hide_banner', '-nostdin', '-nostats', '-y', '-threads', '1']
  return finish(source, 'ffmpeg', [...quiet, ...before, ...inputOf(source), ...after], options)
}

async function finish({ signal }: Source, program: string, args: string[], options: Options): Promise<string> {
  signal.throwIfAborted()
  const { code, killedBy, tooLong, output } = await start(program, args, options, signal)
  signal.throwIfAborted()
  if (code === 0) return output
  if (tooLong) throw new Unplayable('it took too long')
  const last = output.trim().split('\n').slice(-3).join(' ') || `${program} ended with ${killedBy ?? code}`
  const ended = killedBy === 'SIGKILL' || killedBy === 'SIGTERM' || /received signal (2|15)\b/.test(last)
  throw ended ? new Interrupted(`${program} was ended from outside`) : new Unplayable(last)
}

type Ended = { code: number | null; killedBy: NodeJS.Signals | null; tooLong: boolean; output: string }

function start(program: string, args: string[], { wallMs, onOutput }: Options, signal?: AbortSignal): Promise<Ended> {
  // If the system's own limit is lower, raising it fails and the lower limit applies.
  const limits = ['-c 0', `-d ${memoryLimit}`, `-f ${copyBlocks}`, `-S -t ${Math.ceil(wallMs / 500)}`]
  const shell = `${limits.map((limit) => `ulimit ${limit} 2>/dev/null;`).join(' ')}
    echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec nice -n 15 "$0" "$@"`
  return new Promise((resolve, reject) => {
    // ffmpeg gets only PATH from the server's environment, which contains secrets.
    const env = { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' }
    const child = spawn('/bin/sh', ['-c', shell, program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    let tooLong = false
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(() => {
      tooLong = true
      kill()
    }, wallMs)
    signal?.addEventListener('abort', kill)
    child.stdout.on('data', (chunk: Buffer) => onOutput?.(chunk))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-tailLength)
    })
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
    }
    child.once('error', (error) => {
      done()
      reject(error)
    })
    child.once('close', (code, killedBy) => {
      done()
      resolve({ code, killedBy, tooLong, output })
    })
  })
}
