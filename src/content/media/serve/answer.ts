import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Budget } from '#core/concurrency/budget.ts'
import type { Viewer } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { leaving } from '#core/download.ts'
import { NotFound } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { cleanFile } from '../copies/cleaning.ts'
import { cleanPicture } from '../copies/decoding.ts'
import type { Served } from '../queries.ts'
import { nameAs } from '../receive/sniff.ts'

/** The requested bytes: all, from start to end inclusive, or a range outside the file. */
export type Range = { start: number; end: number } | 'all' | 'outside'

/** Returns the requested range. Several ranges, or invalid ones, are answered with all bytes (RFC 9110, 14.2). */
export function rangeOf(header: string | null, size: number): Range {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all'
  if (first === '') return Number(last) === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= size ? 'outside' : { start, end }
}

/** Returns the headers for a file: nothing in it may run, and only the reader's own browser may cache it. */
export function fileHeaders(file: Served, download: boolean): Headers {
  return new Headers({
    'content-type': file.contentType,
    etag: quoted(file.tag),
    'accept-ranges': 'bytes',
    'cache-control': file.isPublic ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': file.isPublic ? 'cross-origin' : 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-disposition': disposition(download ? 'attachment' : 'inline', file.name),
  })
}

export function quoted(tag: string): string {
  return `"${tag}"`
}

/** Formats a file name in ASCII for all clients (RFC 6266), and in full Unicode (RFC 8187). */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/;]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

type Deps = { storage: Storage; disk: Disk; workFolder: string }

/** Limits simultaneous downloads, in total and for each member, because each needs room for two copies of the file. */
const atOnce = new Budget(2, { share: 1 })

/**
 * Answers with the original without its tags. The file is made for each answer, because few members download originals
 * and a stored copy would take as much room. It is removed when the reader has it, leaves, or stops reading.
 * Throws NotFound if the tags can't be removed, Busy if others are downloading, and NoRoom if the disk is nearly full.
 */
export async function sendWithoutTags(
  deps: Deps,
  file: Served,
  { request, viewer, download }: { request: Request; viewer: Viewer | null; download: boolean },
): Promise<Response> {
  await deps.disk.requireRoom(2 * file.size)
  const release = await atOnce.take(1, viewer?.id ?? '')
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
    const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    return new Response(leaving(stream, end), { headers })
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
