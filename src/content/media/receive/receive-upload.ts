import type { Readable } from 'node:stream'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Site, Tokens } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { Conflict, Incomplete, Invalid, NotFound, TooLarge } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { isWithdrawn } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { files } from '../table.ts'
import { noteIngestion } from './events.ts'
import { endTry, metered, release, reserve } from './quota.ts'
import { type Received, receive, tooLargeText, uncut } from './store-limited.ts'
import { incomingKey, originalKey } from './upload-address.ts'

export type ArriveDeps = {
  db: NodePgDatabase
  storage: Storage
  disk: Disk
  tokens: Pick<Tokens, 'verifyAddress'>
  site: Pick<Site, 'maxUploadBytes' | 'quota'>
}

type Arriving = {
  body: () => Readable
  /** The announced size in bytes, if known. */
  announced: number | undefined
  /** True if the file may be one that was announced for direct upload to a bucket. */
  viaBucket?: boolean
}

/** The running attempt for each file in this process. */
const underWay = new Map<string, { stop(): void; ended: Promise<unknown> }>()

/**
 * Receives, checks and stores the bytes of an announced file, and reserves quota meanwhile. A later attempt for the
 * same file stops an earlier one. Throws NotFound, Conflict if the file was already sent or a later attempt takes over,
 * OverQuota, NoRoom, TooLarge, Invalid, Incomplete, UnsupportedMedia or TooMany, and then stores nothing.
 */
export async function arrive(deps: Omit<ArriveDeps, 'tokens'>, id: string, arriving: Arriving): Promise<Received> {
  const file = await findAwaited(deps, id, arriving)
  const earlier = underWay.get(id)
  const stopped = new AbortController()
  const ended = Promise.resolve(earlier?.ended).then(() => takeIn(deps, file, arriving, stopped.signal))
  const mine = { stop: () => stopped.abort(), ended: ended.catch(() => {}) }
  underWay.set(id, mine)
  earlier?.stop()
  try {
    return await ended
  } finally {
    if (underWay.get(id) === mine) underWay.delete(id)
  }
}

async function takeIn(
  deps: Omit<ArriveDeps, 'tokens'>,
  file: Awaited<ReturnType<typeof findAwaited>>,
  { body }: Arriving,
  stopped: AbortSignal,
): Promise<Received> {
  const { db, storage, site, disk } = deps
  const { id, contentType, uploaderId: owner, limit, size } = file
  const upload = { id, accountId: owner, bytes: size ?? 0 }
  try {
    if (stopped.aborted) throw new Conflict(refusals.sentAlready)
    await disk.requireRoom(upload.bytes)
    await reserve(db, site, upload)
    const storageKey = await startTry(deps, id)
    const chunks = metered(deps, upload, until(stopped, body()))
    const expected = { declared: contentType, owner, limit, size }
    const received = await receive(storage, storageKey, chunks, expected).catch((error) => {
      // A later attempt, perhaps in another instance, took over and deleted what this one had stored.
      throw stopped.aborted || error instanceof NotFound ? new Conflict(refusals.sentAlready) : error
    })
    await settle(deps, id, storageKey, received)
    return received
  } catch (error) {
    await endTry(db, id)
    throw error
  }
}

/** Records that the bytes of a file are stored. If they are refused or were sent twice, deletes them and throws. */
export async function settle(
  { db, storage }: Pick<ArriveDeps, 'db' | 'storage'>,
  id: string,
  storageKey: string,
  received: Received,
): Promise<void> {
  if (await isWithdrawn(db, received.sha256)) {
    await storage.remove(storageKey)
    throw new Invalid(refusals.withdrawn)
  }
  const isStored = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(files)
      .set({ ...received, storageKey, storedAt: new Date().toISOString() })
      .where(
        and(eq(files.id, id), eq(files.storageKey, storageKey), isNull(files.storedAt), isNotNull(files.uploaderId)),
      )
      .returning()
    if (!row) return false
    await noteIngestion(tx, row)
    await release(tx, id)
    return true
  })
  if (isStored) return
  await storage.remove(storageKey)
  throw new Conflict(refusals.sentAlready)
}

/** Returns the file that expects bytes, and its size limit. */
async function findAwaited(
  { db, site }: Pick<ArriveDeps, 'db' | 'site'>,
  id: string,
  { announced, viaBucket = false }: Arriving,
) {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isNotNull(files.uploaderId)))
  if (!file?.uploaderId || (!viaBucket && file.storageKey === incomingKey(id))) throw new NotFound()
  if (file.storedAt) throw new Conflict(refusals.sentAlready)
  const limit = Math.min(site.maxUploadBytes, file.size ?? site.maxUploadBytes)
  if (announced !== undefined && announced > limit) throw new TooLarge(tooLargeText(limit))
  if (announced !== undefined && file.size !== null && announced < file.size) throw new Incomplete(refusals.incomplete)
  return { ...file, uploaderId: file.uploaderId, limit, size: file.size ?? announced }
}

/** Starts an attempt with its own key, stored in the row before the first byte: the latest attempt wins. */
async function startTry({ db, storage }: Pick<ArriveDeps, 'db' | 'storage'>, id: string): Promise<string> {
  const storageKey = originalKey(id)
  const [before] = await db.select({ key: files.storageKey }).from(files).where(eq(files.id, id))
  const [begun] = await db
    .update(files)
    .set({ storageKey })
    .where(and(eq(files.id, id), isNull(files.storedAt)))
    .returning({ id: files.id })
  if (!begun || !before) throw new Conflict(refusals.sentAlready)
  await storage.remove(before.key)
  return storageKey
}

/** Yields the chunks of a body. Throws once `stopped` is aborted. */
async function* until(stopped: AbortSignal, body: Readable): AsyncGenerator<Buffer> {
  const stop = () => body.destroy(new Error('stopped'))
  stopped.addEventListener('abort', stop)
  try {
    yield* uncut(body)
  } finally {
    stopped.removeEventListener('abort', stop)
  }
}
