import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { TooLarge, UnsupportedMedia } from '#core/errors.ts'
import { refusals } from './refusals.ts'
import type { PictureVariant } from './table.ts'

// Pictures are decoded in a child process with limits: a hostile one ends that process, never the server,
// and the decoder's memory is not the server's.

const decoder = fileURLToPath(new URL('./decoder.ts', import.meta.url))
/** Kilobytes of data: what a picture of 100 megapixels needs at worst, with some to spare. */
const memoryLimit = 1_300_000
const cpuSeconds = 50
const wallMs = 60_000

/** Opens the picture's bytes when their turn has come. */
type Open = () => Promise<Readable>
export type Pixels = { width: number; height: number }
/** A small copy in the child's folder, as `file`. */
export type Copy = Omit<PictureVariant, 'key'> & { file: string }
/** What the child says on its output. */
export type Decoded<T> = { ok: T } | { refused: 'unreadable' | 'too-many-pixels' }

/** Pictures of this kind may be stored though the decoder can't open them: they are served as they are. */
export const unopened = /^image\/hei[cf]\b/i

/**
 * Upright width and height of a picture; null for a HEIC picture, which is kept unopened.
 * Throws TooLarge above 100 megapixels and UnsupportedMedia when it can't be read.
 */
export async function measurePicture(open: Open, contentType: string): Promise<Pixels | null> {
  const answer = await measuring(async () => decode<Pixels>(['measure'], await open()))
  if ('ok' in answer) return answer.ok
  if (answer.refused === 'too-many-pixels') throw new TooLarge(refusals.tooManyPixels)
  if (unopened.test(contentType)) return null
  throw new UnsupportedMedia(refusals.damaged)
}

/**
 * Makes the small copies in a temporary folder, gives them to `keep` and removes the folder.
 * A picture that can't be decoded within the limits has none.
 */
export function copyPicture<T>(open: Open, keep: (copies: Copy[]) => Promise<T>): Promise<T> {
  return copying(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'urithi-picture-'))
    try {
      const answer = await decode<Copy[]>(['copy', folder], await open())
      const copies = 'ok' in answer ? answer.ok : []
      return await keep(copies.map((copy) => ({ ...copy, file: join(folder, copy.file) })))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/** Runs one at a time: an upload never waits for the slow copies, and memory is that of two pictures at most. */
const measuring = lane()
const copying = lane()

function lane() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}

async function decode<T>(args: string[], picture: Readable): Promise<Decoded<T>> {
  // A limit that the system already holds lower refuses to be raised: then that one stands.
  const limits = [`-c 0`, `-d ${memoryLimit}`, `-t ${cpuSeconds}`].map((limit) => `ulimit ${limit} 2>/dev/null;`)
  // Where memory runs out for all, the system ends this process before the server or its database.
  const last = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj;'
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      `${limits.join(' ')} ${last} exec nice -n 10 "$0" "$@"`,
      process.execPath,
      '--max-old-space-size=64',
      decoder,
      ...args,
    ],
    // Nothing of the server's environment: its secrets are there.
    { stdio: ['pipe', 'pipe', 'ignore'], env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' } },
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), wallMs)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  let answer = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text
    if (answer.length > 100_000) child.kill('SIGKILL')
  })
  let broken: unknown
  // The child may stop reading early; only a source that fails is an error.
  picture.once('error', (error) => {
    broken = error
  })
  const fed = pipeline(picture, child.stdin).catch(() => {})
  try {
    const code = await ended
    picture.destroy()
    await fed
    if (broken) throw broken
    // Killed, out of memory, out of time: the picture's doing, and it would do it again.
    return code === 0 ? (JSON.parse(answer) as Decoded<T>) : { refused: 'unreadable' }
  } finally {
    clearTimeout(timer)
  }
}
