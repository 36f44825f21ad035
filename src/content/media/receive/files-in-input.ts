import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { and, eq, inArray, isNotNull, isNull, not } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Conflict, Incomplete, Invalid, refused, TooLarge } from '#core/errors.ts'
import type { NamedFile } from '#core/operation.ts'
import { fileIdOf } from '../claim.ts'
import { hear } from '../copies/heard.ts'
import { mediaJobs } from '../job-types.ts'
import { isAvatar } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { discard } from '../removal.ts'
import { files } from '../table.ts'
import { fairTurns } from './fair-queue.ts'
import { release, reserve } from './quota.ts'
import { type ArriveDeps, arrive, settle } from './receive-upload.ts'
import { announcedKind } from './sniff.ts'
import { receive, tooLargeText, uncut } from './store-limited.ts'
import { incomingKey, originalKey } from './upload-address.ts'

// The files of a write are received, stored and decoded before its transaction begins, so that no database connection
// is held meanwhile. Members take turns.

type Receiving = Pick<Context, 'viewer' | 'caller' | 'site' | 'transaction'>
type Deps = Omit<ArriveDeps, 'tokens'>

/** Limits how many files are received at the same time. Bodies are limited where they are read. */
const inTurn = fairTurns({ atOnce: 4, mostWaiting: 300 })

/**
 * Receives the files named in an operation's input, then runs `write` with the ids of those sent as `data:` URLs. Those
 * that it leaves unclaimed are deleted, and all of them if it fails. Throws Invalid at the file's `path`, TooLarge,
 * UnsupportedMedia, OverQuota, NoRoom, and TooMany if too much is waiting.
 */
export async function withReceived<T>(
  ctx: Receiving,
  deps: Deps,
  inputFiles: readonly NamedFile[],
  write: (received: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const accountId = ctx.viewer?.id
  if (!accountId || inputFiles.length === 0) return write(new Map())
  const isData = ({ url }: NamedFile) => /^data:/i.test(url)
  await settleUploads(
    ctx,
    deps,
    accountId,
    inputFiles.filter((file) => !isData(file)),
  )
  const brought = inputFiles.filter(isData)
  const received = new Map<string, string>()
  try {
    for (const file of brought)
      if (!received.has(file.url))
        received.set(file.url, await inTurn(accountId, () => storeDataUrl(deps, accountId, file)))
    for (const file of inputFiles)
      if (file.isVoice) {
        const id = received.get(file.url) ?? fileIdOf(ctx, file.url)
        if (id) await requireHeard(deps, accountId, id, file)
      }
    return await write(received)
  } finally {
    if (received.size) await discardUnclaimed(ctx, [...received.values()])
  }
}

/** Stores the bytes of a `data:` URL as an unclaimed upload of the account. Returns its id. */
async function storeDataUrl(deps: Deps, accountId: string, { url, path }: NamedFile): Promise<string> {
  const { db, site } = deps
  const { declared, bytes } = decodeDataUrl(url, path, site.maxUploadBytes)
  const id = randomUUIDv7()
  const kind = announcedKind(declared)
  const size = bytes.length
  await db.transaction(async (tx) => {
    await reserve(tx, site, { id, accountId, bytes: size })
    const row = {
      id,
      uploaderId: accountId,
      name: kind,
      contentType: declared,
      kind,
      size,
      storageKey: originalKey(id),
    }
    await tx.insert(files).values(row)
  })
  try {
    const body = () => Readable.from([bytes], { objectMode: false })
    await atPath(path, () => arrive(deps, id, { body, announced: size }))
    return id
  } catch (error) {
    await db.delete(files).where(and(eq(files.id, id), isNull(files.storedAt)))
    throw error
  }
}

function decodeDataUrl(url: string, path: string, limit: number): { declared: string; bytes: Buffer } {
  const head = /^data:([^,;]*)(?:;[^,;]*)*;base64,/i.exec(url.slice(0, 300))
  if (!head) throw refused(path, refusals.unreadable)
  if (url.length - head[0].length > (limit + 2) * (4 / 3) + 4) throw new TooLarge(tooLargeText(limit))
  const encoded = url.slice(head[0].length)
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw refused(path, refusals.unreadable)
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length === 0) throw refused(path, refusals.empty)
  return { declared: head[1] ?? '', bytes }
}

/**
 * Checks files that were PUT to the bucket, and moves them to a new key, because the old one can be overwritten until
 * its address expires.
 */
async function settleUploads(ctx: Receiving, deps: Deps, accountId: string, inputFiles: readonly NamedFile[]) {
  const pathOf = new Map(
    inputFiles.flatMap(({ url, path }) => (fileIdOf(ctx, url) ? [[fileIdOf(ctx, url), path]] : [])),
  )
  const ids = [...pathOf.keys()].filter((id) => id !== undefined)
  if (ids.length === 0 || !deps.storage.presignPut) return
  const awaited = and(inArray(files.id, ids), eq(files.uploaderId, accountId), isNull(files.storedAt))
  for (const file of await deps.db.select().from(files).where(awaited)) {
    const path = pathOf.get(file.id) ?? ''
    await atPath(path, () => inTurn(accountId, () => settleUpload(ctx, deps, accountId, file, path)))
  }
}

async function settleUpload(
  ctx: Receiving,
  deps: Deps,
  accountId: string,
  file: typeof files.$inferSelect,
  path: string,
): Promise<void> {
  const { storage, site, disk, db } = deps
  const from = incomingKey(file.id)
  const size = file.storageKey === from && file.size !== null ? await storage.size(from) : undefined
  if (size === undefined) throw refused(path, refusals.unfinished)
  if (size !== file.size) throw new Incomplete(refusals.incompleteAgain, [{ path, message: refusals.incompleteAgain }])
  await disk.requireRoom(0)
  await reserve(db, site, { id: file.id, accountId, bytes: size })
  const storageKey = originalKey(file.id)
  const expected = { declared: file.contentType, owner: accountId, limit: site.maxUploadBytes, size }
  const received = await receive(storage, storageKey, uncut(await storage.open(from)), expected)
  // Another request may be moving the same file. The key in the row is the one that counts.
  await db
    .update(files)
    .set({ storageKey })
    .where(and(eq(files.id, file.id), eq(files.storageKey, from), isNull(files.storedAt)))
  await settle(deps, file.id, storageKey, received).catch((error) => {
    if (!(error instanceof Conflict)) throw error
  })
  await release(db, file.id)
  await ctx.transaction((inside) => mediaJobs.removeBytes.add(inside, { keys: [from] }))
}

/**
 * Throws Invalid at `path` if nothing can be heard in a recording of the account that no entry has yet, or if it is
 * longer or larger than `most`. A length that can't be measured yet is checked by the job that makes copies.
 */
export function requireHeard(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  accountId: string,
  id: string,
  { path, most }: Pick<NamedFile, 'path' | 'most'>,
): Promise<void> {
  return inTurn(accountId, async () => {
    const unused = and(eq(files.uploaderId, accountId), isNull(files.entryId), isNotNull(files.storedAt))
    const [file] = await db
      .select({ key: files.storageKey, contentType: files.contentType, size: files.size })
      .from(files)
      .where(and(eq(files.id, id), unused, eq(files.kind, 'audio')))
    if (!file) return
    if (most && (file.size ?? 0) > most.bytes) throw refused(path, refusals.voiceTooLarge)
    const { isHeard, seconds } = await hear(storage, file, most?.seconds)
    if (isHeard === false) throw refused(path, refusals.unheard)
    if (!most || seconds === undefined) return
    if (seconds > most.seconds) throw refused(path, refusals.voiceTooLong(Math.floor(most.seconds)))
    // Players show this length until there are copies.
    await db.update(files).set({ duration: seconds }).where(eq(files.id, id))
  })
}

async function discardUnclaimed(ctx: Receiving, ids: string[]): Promise<void> {
  const unclaimed = and(inArray(files.id, ids), isNull(files.entryId), isNotNull(files.uploaderId), not(isAvatar))
  await ctx.transaction((inside) => discard(inside, unclaimed))
}

/** Adds the input field to Invalid errors about a file. */
async function atPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Invalid && !error.issues ? refused(path, error.message) : error
  }
}
