import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { Invalid, TooLarge } from '#core/errors.ts'
import { unopened } from './decoding.ts'
import { addressOf } from './queries.ts'
import { tooLargeText } from './receive.ts'
import { refusals } from './refusals.ts'
import { requireKind } from './sniff.ts'
import { files } from './table.ts'

/** How long an upload may take to begin. */
const ttlSeconds = 60 * 60

/** How long one that is sent in pieces may take: what is unclaimed goes after a day. */
const resumableTtlSeconds = 24 * 60 * 60

/** What an upload address is signed over. */
export function uploadParts(id: string): string[] {
  return ['upload', id]
}

/** As `uploadParts`, of the address that takes a file in pieces. */
export function resumableParts(id: string): string[] {
  return ['resumable', id]
}

/** Where the bytes of a bucket's own upload wait until an entry claims them. */
export function incomingKey(id: string): string {
  return `incoming/${id}`
}

/** A new key for the original's bytes: each try has its own, so that none writes over another's. */
export function originalKey(id: string): string {
  return `files/${id}/original-${crypto.randomUUID().slice(0, 8)}`
}

/**
 * Notes the file that is to come and answers where to PUT it: here, or straight to the bucket when the size is known.
 * Throws UnsupportedMedia for what is no picture, video or sound, TooLarge for a size above the site's limit.
 */
export async function startUpload(
  ctx: Context,
  upload: { filename: string; contentType: string; size?: number | undefined },
) {
  const { storage, site, viewer, tokens, caller } = ctx
  if (!viewer) throw new Invalid()
  const { contentType, size } = upload
  const kind = requireKind(contentType)
  if (size !== undefined && size > site.maxUploadBytes) throw new TooLarge(tooLargeText(site.maxUploadBytes))
  const id = randomUUIDv7()
  const direct = size !== undefined && storage.presignPut !== undefined
  await ctx.db.insert(files).values({
    id,
    uploaderId: viewer.id,
    name: nameOf(upload.filename),
    contentType,
    kind,
    size: size ?? null,
    storageKey: direct ? incomingKey(id) : originalKey(id),
  })
  const signed = (path: string, parts: string[], seconds: number) => {
    const expires = Math.floor(Date.now() / 1000) + seconds
    return `${caller.origin}${path}?expires=${expires}&signature=${tokens.signAddress(parts, expires)}`
  }
  const answer = {
    fileUrl: addressOf(id),
    ...(size !== undefined && { resumeUrl: signed(`/uploads/tus/${id}`, resumableParts(id), resumableTtlSeconds) }),
    ...(unopened.test(contentType) && { note: refusals.unseen }),
  }
  if (direct && storage.presignPut)
    return { ...answer, uploadUrl: await storage.presignPut(incomingKey(id), { size, contentType, ttlSeconds }) }
  return { ...answer, uploadUrl: signed(`/uploads/${id}`, uploadParts(id), ttlSeconds) }
}

/** The last part of what may be a path, from whichever system. */
function nameOf(filename: string): string {
  return filename.split(/[\\/]/).at(-1)?.trim() || 'file'
}
