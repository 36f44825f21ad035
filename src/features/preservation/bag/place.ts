import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeZip } from 'client-zip'
import { BadBag } from './open.ts'
import { refusals } from './refusals.ts'
import type { BagFile } from './write.ts'

/** Returns the name of the top-level folder for a bag at this path. */
export function topOf(path: string): string {
  return basename(resolve(path)).replace(/\.zip$/i, '')
}

/**
 * Writes a bag as a zip, or as a folder if the name doesn't end in .zip. It is written completely or not at all. Throws
 * BadBag if the path exists.
 */
export async function placeBag(files: AsyncIterable<BagFile>, path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined)
  if (existing) throw new BadBag(refusals.occupied(path))
  const part = join(dirname(resolve(path)), `.${basename(path)}.part`)
  await rm(part, { recursive: true, force: true })
  try {
    if (/\.zip$/i.test(path))
      await pipeline(Readable.fromWeb(makeZip(files) as never), createWriteStream(part, { flags: 'wx' }))
    else
      for await (const { name, input } of files) {
        const file = join(part, ...name.split('/').slice(1))
        await mkdir(dirname(file), { recursive: true })
        await pipeline(input, createWriteStream(file, { flags: 'wx' }))
      }
    await rename(part, path)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}
