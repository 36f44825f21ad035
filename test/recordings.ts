import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Makes artificial recordings and videos (tones, test pictures) on demand, and stores them for the next run.

const { status, stdout: version } = spawnSync('ffmpeg', ['-version'])
export const ffmpegIsHere = status === 0
const stored = join(import.meta.dirname, '../node_modules/.cache/recordings')

/** Makes a file with ffmpeg; the extension of `name` determines its format. `args` can contain paths of files. */
export function record(name: string, args: string[]): Buffer {
  const hash = createHash('sha256').update(version)
  for (const arg of [name, ...args]) hash.update('\0').update(existsSync(arg) ? readFileSync(arg) : arg)
  const path = join(stored, `${hash.digest('hex')}-${name}`)
  if (!existsSync(path)) {
    mkdirSync(stored, { recursive: true })
    const draft = join(stored, `${process.pid}-${name}`)
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, draft])
    renameSync(draft, path)
  }
  return readFileSync(path)
}

/** Returns a quiet tone after a silence of the same length, in stereo, with a place in its tags. */
export function tone(seconds: number): Buffer {
  const source = `sine=f=440:d=${seconds / 2},volume=0.1,adelay=${seconds * 500}:all=1,aformat=channel_layouts=stereo`
  const tags = ['-metadata', 'title=Title of the test', '-metadata', 'comment=Place of the test']
  return record('tone.wav', ['-f', 'lavfi', '-i', source, ...tags])
}

/** `busy` adds noise, which makes the file large. */
type Clip = { size?: string; rate?: number; seconds?: number; turned?: boolean; busy?: boolean }

/** Returns a video like a phone's: a counting test picture with a tone, and a place in its tags. */
export function clip({ size = '1280x720', rate = 60, seconds = 2, turned = false, busy = false }: Clip = {}): Buffer {
  const noise = busy ? ',noise=alls=40:allf=t' : ''
  const sources = [`testsrc=s=${size}:r=${rate}:d=${seconds}${noise}`, `sine=d=${seconds}`]
  const upright = record('upright.mp4', [
    ...sources.flatMap((source) => ['-f', 'lavfi', '-i', source]),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest'],
    ...['-metadata', 'location=+00.5000+035.5000/', '-metadata:s:v', 'handler_name=Camera of the test'],
  ])
  if (!turned) return upright
  return inFolder((folder) => {
    const path = join(folder, 'upright.mp4')
    writeFileSync(path, upright)
    const options = ['-map_metadata', '0', '-c', 'copy', '-metadata:s:v:0', 'rotate=90']
    return record('turned.mp4', ['-i', path, ...options])
  })
}

export type Probe = {
  format: { duration: string; tags?: Record<string, string> }
  streams: Record<string, string | number | undefined>[]
}

/** Returns ffprobe's description of the file, with its frames counted. */
export function probe(bytes: Buffer): Probe {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'x'), bytes)
    const args = ['-v', 'error', '-count_frames', '-show_format', '-show_streams', '-of', 'json', join(folder, 'x')]
    return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }))
  })
}

/** Returns the integrated loudness in LUFS, according to EBU R128. */
export function loudnessOf(bytes: Buffer): number {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'x'), bytes)
    const args = ['-hide_banner', '-nostats', '-i', join(folder, 'x'), '-af', 'ebur128', '-f', 'null', '-']
    const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
    return Number([...stderr.matchAll(/I:\s+(-?[\d.]+) LUFS/g)].at(-1)?.[1])
  })
}

/** Returns the mean and the highest volume in dB between two moments in seconds. */
export function volumesOf(bytes: Buffer, [from, to]: readonly [number, number]): { mean: number; max: number } {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'x'), bytes)
    const filter = `atrim=${from}:${to},volumedetect`
    const args = ['-hide_banner', '-nostats', '-i', join(folder, 'x'), '-af', filter, '-f', 'null', '-']
    const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
    const of = (name: string) => Number(new RegExp(`${name}_volume: (-?[\\d.]+) dB`).exec(stderr)?.[1])
    return { mean: of('mean'), max: of('max') }
  })
}

/** Passes a temporary folder to `work`, deletes the folder afterwards, and returns what `work` returns. */
export function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-recording-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
