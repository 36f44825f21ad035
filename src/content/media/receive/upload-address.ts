import { randomUUIDv7 } from 'node:crypto'
import type { Context, Tokens } from '#core/context.ts'
import { Forbidden, Invalid, TooLarge } from '#core/errors.ts'
import { isId } from '#core/id.ts'
import { unopened } from '../copies/decoding.ts'
import { hasTooManyPixels, maxMegapixels } from '../copies/pixels.ts'
import { addressOf } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { files } from '../table.ts'
import { heldSeconds, reserve } from './quota.ts'
import { announcedKind, asSound, sniff } from './sniff.ts'
import { tooLargeText } from './store-limited.ts'

/** Seconds until an upload must begin. */
const ttlSeconds = 60 * 60

/** Seconds within which the hourly sweep (jobs.ts) runs. */
const sweepSeconds = 65 * 60

/** Seconds for an upload in pieces: unclaimed files are deleted after a day. */
const resumableTtlSeconds = 24 * 60 * 60

/** Maximum number of characters of a name that are stored. */
const longestName = 255

/** Returns the parts of an upload address that are signed. */
export function uploadParts(id: string): string[] {
  return ['upload', id]
}

/** Returns the signed parts of the address that takes a file in pieces. */
export function resumableParts(id: string): string[] {
  return ['resumable', id]
}

/** Throws Forbidden unless this address of the file has a valid signature of this site and hasn't expired. */
export function requireSigned(
  { tokens }: { tokens: Pick<Tokens, 'verifyAddress'> },
  id: string,
  parts: string[],
  { expires = '', signature = '' }: Record<string, string>,
): void {
  if (!isId(id) || !tokens.verifyAddress(parts, Number(expires), signature)) throw new Forbidden(refusals.badAddress)
}

/** Returns the key of a direct upload to the bucket until an entry claims it. */
export function incomingKey(id: string): string {
  return `incoming/${id}`
}

/** Returns a new key for an original. Every attempt has its own, so that none overwrites another's. */
export function originalKey(id: string): string {
  return `files/${id}/original-${crypto.randomUUID().slice(0, 8)}`
}

/**
 * Registers a file and returns the address to PUT it to: here or, if its size is known, directly to the bucket.
 * Throws UnsupportedMedia for types that aren't accepted, TooLarge above the site's limits, OverQuota if the account
 * has no room left, and NoRoom if the disk has none.
 * @param by the account that the file counts for, if it isn't the viewer's: such a file passes through the site
 */
export async function startUpload(
  ctx: Context,
  upload: { filename: string; contentType: string; size?: number | undefined; head?: string | undefined },
  by?: string,
) {
  const { storage, site, viewer, tokens, caller } = ctx
  const accountId = by ?? viewer?.id
  if (!accountId) throw new Invalid()
  const { contentType, size, head } = upload
  // This is the same check as when the bytes arrive, so that a file that can't be accepted isn't sent in vain.
  const start = head === undefined ? undefined : Buffer.from(head, 'base64')
  const type = start ? await sniff(start) : { kind: announcedKind(contentType), contentType }
  if (start && hasTooManyPixels(type.contentType, start)) throw new TooLarge(refusals.tooManyPixels(maxMegapixels))
  if (size !== undefined && size > site.maxUploadBytes) throw new TooLarge(tooLargeText(site.maxUploadBytes))
  const id = randomUUIDv7()
  const direct = size !== undefined && storage.presignPut !== undefined && by === undefined
  await ctx.disk.requireRoom(direct ? 0 : (size ?? 0))
  // The site sees bytes in the bucket only when an entry claims them, so their room is reserved until the sweep after
  // the address has expired.
  const seconds = direct ? ttlSeconds + sweepSeconds : heldSeconds
  await reserve(ctx.db, site, { id, accountId, bytes: size ?? 0, seconds })
  await ctx.db.insert(files).values({
    id,
    uploaderId: accountId,
    name: [...upload.filename].slice(0, longestName).join('') || 'file',
    contentType,
    kind: type.kind,
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
    ...(start && !asSound(type.contentType) && { kind: type.kind }),
    ...(unopened.test(type.contentType) && { note: refusals.unseen }),
  }
  if (direct && storage.presignPut)
    return { ...answer, uploadUrl: await storage.presignPut(incomingKey(id), { size, contentType, ttlSeconds }) }
  return { ...answer, uploadUrl: signed(`/uploads/${id}`, uploadParts(id), ttlSeconds) }
}
