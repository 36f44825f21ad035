import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Budget } from '#core/concurrency/budget.ts'
import type { Disk } from '#core/disk.ts'
import { NotFound } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { cleanFile } from '../copies/cleaning.ts'
import { cleanPicture } from '../copies/decoding.ts'
import type { Served } from '../queries.ts'
import { nameAs } from '../receive/sniff.ts'
import { fileHeaders } from './answer.ts'

type Deps = { storage: Storage; disk: Disk; workFolder: string }

/** Limits simultaneous downloads, because each needs room for two copies of the file on the disk. */
const atOnce = new Budget(2)

/**
 * Answers with the original without its tags. The file is made for each answer, because few members download originals
 * and a stored copy would take as much room. Throws NotFound if the tags can't be removed, Busy if others are
 * downloading, and NoRoom if the disk is nearly full.
 */
export async function sendWithoutTags(
  deps: Deps,
  file: Served,
  { request, download }: { request: Request; download: boolean },
): Promise<Response> {
  await deps.disk.requireRoom(2 * file.size)
  const release = await atOnce.take(1, file.key)
  const folder = await mkdtemp(join(deps.workFolder, 'download-'))
  const end = async () => {
    release()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { path, contentType } = await withoutTags(deps.storage, file, folder)
    const { size } = await stat(path)
    const headers = headersOf({ ...file, contentType, name: nameAs(file.name, contentType) }, download)
    headers.set('content-length', String(size))
    // The type and length of the file are known only once it is made, so HEAD makes it, too.
    if (request.method === 'HEAD') {
      await end()
      return new Response(null, { headers })
    }
    const stream = createReadStream(path)
    stream.once('close', () => void end())
    return new Response(Readable.toWeb(stream) as BodyInit, { headers })
  } catch (error) {
    await end()
    throw error
  }
}

async function withoutTags(storage: Storage, { key, contentType }: Served, folder: string) {
  const path = join(folder, 'clean')
  if (contentType.startsWith('image/')) {
    const type = await cleanPicture(() => storage.open(key), path)
    if (type) return { path, contentType: type }
  } else {
    const original = join(folder, 'original')
    await storage.provide(key, original)
    if (await cleanFile(original, path)) return { path, contentType }
  }
  throw new NotFound()
}

/** The file is made for each answer, so there are neither ranges nor an ETag. */
function headersOf(file: Served, download: boolean): Headers {
  const headers = fileHeaders(file, download)
  headers.delete('etag')
  headers.set('accept-ranges', 'none')
  headers.set('cache-control', 'private, no-store')
  return headers
}
