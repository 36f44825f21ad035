import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { TooLarge, UnsupportedMedia } from '#core/errors.ts'
import { fairTurns } from '../receive/fair-queue.ts'
import { refusals } from '../refusals.ts'
import type { PictureVariant } from '../table.ts'
import { runChild } from './child.ts'
import { maxMegapixels } from './pixels.ts'

// Pictures are decoded in a child process with limits, so that a hostile picture can end only that process, and the
// decoder doesn't use the server's memory. All functions throw Interrupted if the process was ended from outside.

/** Enough memory for a picture of 200 megapixels, and files of 1 GB. */
const limits = { memoryKb: 1_300_000, cpuSeconds: 50, fileBlocks: 2_097_152 }
/** Only metadata is read, and a person waits for it. */
const measuringLimits = { ...limits, cpuSeconds: 10 }

/** Opens the stream of a picture's bytes when its turn comes. */
type Open = () => Promise<Readable>
export type Pixels = { width: number; height: number }
/** A small copy in the child's folder; `file` is its name there. */
export type Copy = Omit<PictureVariant, 'key'> & { file: string }
export type Decoded<T> = { ok: T } | { refused: 'unreadable' | 'too-many-pixels' }

/** These pictures are accepted even if they can't be decoded. Then only people who may get originals see them. */
export const unopened = /^image\/hei[cf]\b/i

/**
 * Returns the upright size of a picture, or null for HEIC that can't be opened, which is stored all the same. One
 * picture is measured at a time, and owners take turns. Throws TooLarge above 200 megapixels, TooMany if too many of
 * the owner's pictures are waiting, and UnsupportedMedia for any other picture that can't be read.
 */
export async function measurePicture(open: Open, contentType: string, owner: string): Promise<Pixels | null> {
  const answer = await measuring(owner, async () => decode<Pixels>(['measure'], await open(), measuringLimits))
  if ('ok' in answer) return answer.ok
  if (answer.refused === 'too-many-pixels') throw new TooLarge(refusals.tooManyPixels(maxMegapixels))
  if (unopened.test(contentType)) return null
  throw new UnsupportedMedia(refusals.damaged)
}

/**
 * Makes small copies in a temporary folder, passes them to `keep` and deletes the folder. Passes none if the picture
 * can't be decoded within the limits.
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

/** Returns a picture as the PNG of a site's logo, or undefined if it can't be decoded within the limits. */
export function pictureAsLogo(open: Open): Promise<Buffer | undefined> {
  return copying(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'urithi-picture-'))
    try {
      const answer = await decode<{ file: string }>(['logo', folder], await open())
      return 'ok' in answer ? await readFile(join(folder, answer.ok.file)) : undefined
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/**
 * Writes a picture to `target` in full size without metadata. Returns its content type, or undefined if it can't be
 * decoded within the limits.
 */
export function cleanPicture(open: Open, target: string): Promise<string | undefined> {
  return copying(async () => {
    const answer = await decode<{ contentType: string }>(['clean', target], await open())
    return 'ok' in answer ? answer.ok.contentType : undefined
  })
}

/** There are two queues, so that no upload waits for the slow copies. Together they decode two pictures at a time. */
const measuring = fairTurns({ atOnce: 1, mostWaiting: 300 })
const copying = lane()

function lane() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}

async function decode<T>(args: string[], picture: Readable, most = limits): Promise<Decoded<T>> {
  return ((await runChild('decoder', args, most, picture)) as Decoded<T> | undefined) ?? { refused: 'unreadable' }
}
