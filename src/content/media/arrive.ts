import type { Readable } from 'node:stream'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Site, Tokens } from '#core/context.ts'
import { Conflict, Forbidden, Invalid, NotFound, TooLarge } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { storedAs } from './claim.ts'
import { noteIngestion } from './events.ts'
import { isWithdrawn } from './queries.ts'
import { receive, tooLargeText } from './receive.ts'
import { refusals } from './refusals.ts'
import { files } from './table.ts'
import { incomingKey, originalKey } from './upload.ts'

export type ArriveDeps = {
  db: NodePgDatabase
  storage: Storage
  tokens: Pick<Tokens, 'verifyAddress'>
  site: Pick<Site, 'maxUploadBytes'>
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Throws Forbidden unless we signed this address of the file, and not too long ago. */
export function requireSigned(
  { tokens }: Pick<ArriveDeps, 'tokens'>,
  id: string,
  parts: string[],
  { expires = '', signature = '' }: Record<string, string>,
): void {
  if (!uuid.test(id) || !tokens.verifyAddress(parts, Number(expires), signature))
    throw new Forbidden(refusals.badAddress)
}

type Arriving = {
  body: () => Readable
  /** Bytes, when known. */
  announced: number | undefined
  /** Whether it may be one that a bucket was to take. */
  viaBucket?: boolean
}

/**
 * Takes the bytes of an announced file to where they stay, by all checks, and notes what they are.
 * Throws NotFound, Conflict once it has been sent, TooLarge, Invalid and UnsupportedMedia; then nothing is stored.
 */
export async function arrive(deps: ArriveDeps, id: string, { body, announced, viaBucket = false }: Arriving) {
  const { db, storage } = deps
  const { storageKey, ...expected } = await startTry(deps, id, announced, viaBucket)
  const received = await receive(storage, storageKey, body(), expected).catch((error) => {
    // A later try has taken over and removed what this one had stored.
    throw error instanceof NotFound ? new Conflict(refusals.sentAlready) : error
  })
  if (await isWithdrawn(db, received.sha256)) {
    await storage.remove(storageKey)
    throw new Invalid(refusals.withdrawn)
  }
  const [stored] = await db
    .update(files)
    .set(storedAs(received, storageKey))
    .where(and(eq(files.id, id), eq(files.storageKey, storageKey), isNull(files.storedAt), isNotNull(files.uploaderId)))
    .returning()
  if (!stored) {
    await storage.remove(storageKey)
    throw new Conflict(refusals.sentAlready)
  }
  await noteIngestion(db, stored)
  return received
}

/** Each try writes under a key of its own, named in the row before the first byte: the latest to begin wins. */
async function startTry({ db, storage, site }: ArriveDeps, id: string, announced: number | undefined, any: boolean) {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isNotNull(files.uploaderId)))
  if (!file || (!any && file.storageKey === incomingKey(id))) throw new NotFound()
  if (file.storedAt) throw new Conflict(refusals.sentAlready)
  const limit = Math.min(site.maxUploadBytes, file.size ?? site.maxUploadBytes)
  if (announced !== undefined && announced > limit) throw new TooLarge(tooLargeText(limit))
  if (announced !== undefined && file.size !== null && announced < file.size) throw new Invalid(refusals.incomplete)
  const storageKey = originalKey(id)
  const [begun] = await db
    .update(files)
    .set({ storageKey })
    .where(and(eq(files.id, id), isNull(files.storedAt)))
    .returning({ id: files.id })
  if (!begun) throw new Conflict(refusals.sentAlready)
  await storage.remove(file.storageKey)
  return { storageKey, limit, declared: file.contentType, size: file.size ?? announced }
}
