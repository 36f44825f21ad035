import { type AnyColumn, and, eq, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { waitInTurn } from '#accounts/turns.ts'
import { comments } from '#content/entry/comment/table.ts'
import { drafts } from '#content/entry/draft/table.ts'
import { rowsOf } from '#content/entry/list/reads.ts'
import { reportVoices } from '#content/entry/report/table.ts'
import { entries } from '#content/entry/table.ts'
import type { Site } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { NotFound, OverQuota } from '#core/errors.ts'
import { accounts, idempotencyKeys } from '#core/tables.ts'
import { formatBytes } from '#ui/data/formats.ts'
import { refusals } from '../refusals.ts'
import { files, transcripts, uploadReservations } from '../table.ts'

// A quota counts the originals that an account has stored, claimed or not, what its uploads in progress reserve, and its
// texts: entries with their versions, drafts, transcripts, comments, reports, and the answers that are stored in case a
// request is repeated. Small copies that the site makes are not counted.

type Db = NodePgDatabase
type Quota = Pick<Site, 'quota'>
type Deps = { db: Db; site: Quota; disk: Disk }

/** Seconds a reservation lasts without renewal: longer than a sender may be silent (store-limited.ts). */
export const heldSeconds = 120
const renewMs = 30_000
/** Bytes reserved at a time for an upload of unknown size, and received between two checks of the disk. */
const stepBytes = 4 * 1024 * 1024

export type Usage = {
  used: number
  allowed: number
  emailVerified: boolean
}

const account = sql.placeholder('account')

/** Selects how much an account has stored or is sending, without its reservation `except`. */
function selectUsage({ db }: { db: Db }) {
  const sum = (owner: AnyColumn, bytes: SQL) =>
    sql`(select coalesce(sum(${bytes}), 0) from ${owner.table} where ${owner} = ${account})`
  const size = (column: AnyColumn) => sql`pg_column_size(${column})`
  const texts = [
    sum(entries.authorId, sql`${entries.bytes}`),
    sum(drafts.ownerId, sql`${drafts.bytes}`),
    sum(transcripts.authorId, sql`${size(transcripts.text)} + ${size(transcripts.translation)}`),
    sum(comments.authorId, size(comments.text)),
    sum(reportVoices.reporterId, size(reportVoices.words)),
    sum(idempotencyKeys.accountId, size(idempotencyKeys.answer)),
  ]
  const stored = sql`(select coalesce(sum(${files.size}), 0) from ${files}
    where ${files.uploaderId} = ${account} and ${files.storedAt} is not null)`
  const reserved = sql`(select coalesce(sum(greatest(${uploadReservations.arrived},
      case when ${uploadReservations.heldUntil} > now() then ${uploadReservations.held} else 0 end)), 0)
    from ${uploadReservations}
    where ${uploadReservations.accountId} = ${account}
      and ${uploadReservations.id} is distinct from ${sql.placeholder('except')}::uuid)`
  const used = sql<number>`(${sql.join([stored, reserved, ...texts], sql` + `)})::float8`
  return db.select({ used, verifiedAt: accounts.emailVerifiedAt }).from(accounts).$dynamic()
}
const usageOf = rowsOf('usage', selectUsage, () => eq(accounts.id, account))

/** Returns how much an account has stored or is sending, and its quota. Throws NotFound if there is no such account. */
export async function readUsage(db: Db, { quota }: Quota, accountId: string, except?: string): Promise<Usage> {
  const [row] = await usageOf({ db, viewer: null }, { account: accountId, except: except ?? null })
  if (!row) throw new NotFound()
  const emailVerified = row.verifiedAt !== null
  return { used: row.used, allowed: emailVerified ? quota.confirmed : quota.unconfirmed, emailVerified }
}

export type Reserving = {
  /** The id of the file or import. */
  id: string
  accountId: string
  /** Total bytes, including those that have arrived. */
  bytes: number
  /** How long to reserve, in seconds. Default: enough for an upload in progress. */
  seconds?: number
}

/**
 * Creates or changes a reservation for an upload. Reservations of an account are made one after another, so that
 * parallel uploads can't exceed the quota together. Throws OverQuota.
 */
export async function reserve(db: Db, site: Quota, { id, accountId, bytes, seconds = heldSeconds }: Reserving) {
  await db.transaction(async (tx) => {
    await waitInTurn(tx, 'quota', accountId)
    const usage = await readUsage(tx, site, accountId, id)
    if (usage.used + bytes > usage.allowed) throw overQuota(site, usage, bytes)
    const row = { held: bytes, heldUntil: sql`now() + ${seconds} * interval '1 second'` }
    await tx
      .insert(uploadReservations)
      .values({ id, accountId, ...row })
      .onConflictDoUpdate({ target: uploadReservations.id, set: row })
  })
}

/**
 * Throws OverQuota if an account has stored more than its quota. Call it as the last step of a transaction that stores
 * texts, so that parallel ones can't exceed the quota together.
 */
export async function requireQuota(tx: Db, site: Quota, accountId: string): Promise<void> {
  await waitInTurn(tx, 'quota', accountId)
  const { used, allowed, emailVerified } = await readUsage(tx, site, accountId)
  if (used <= allowed) return
  const [now, confirmed] = [formatBytes(allowed), formatBytes(site.quota.confirmed)]
  throw new OverQuota(
    emailVerified || now === confirmed ? refusals.textQuota(now) : refusals.textQuotaUnconfirmed(now, confirmed),
  )
}

/** Ends the reservation for an upload that stopped. Its bytes on the disk still count. */
export async function endTry(db: Db, id: string): Promise<void> {
  const [row] = await db
    .update(uploadReservations)
    .set({ held: 0, heldUntil: sql`now()` })
    .where(eq(uploadReservations.id, id))
    .returning({ arrived: uploadReservations.arrived })
  if (row?.arrived === 0) await releaseEmpty(db, id)
}

/** Stores how many bytes of a paused upload are on the disk; 0 after they were deleted. */
export async function keepArrived(db: Db, id: string, arrived: number): Promise<void> {
  await db.update(uploadReservations).set({ arrived }).where(eq(uploadReservations.id, id))
  await endTry(db, id)
}

/** Ends the reservation of an upload that is stored, because the stored file counts from now on. */
export async function release(db: Db, id: string): Promise<void> {
  await db.delete(uploadReservations).where(eq(uploadReservations.id, id))
}

async function releaseEmpty(db: Db, id: string): Promise<void> {
  const { held, arrived } = uploadReservations
  await db.delete(uploadReservations).where(and(eq(uploadReservations.id, id), eq(held, 0), eq(arrived, 0)))
}

/**
 * Passes the chunks of an upload on and renews its reservation. Reserves more if more arrives than was reserved, and
 * checks the disk from time to time. Throws OverQuota or NoRoom. @param start bytes that had arrived before
 */
export async function* metered(
  { db, site, disk }: Deps,
  upload: Reserving,
  body: AsyncIterable<Buffer>,
  start = 0,
): AsyncGenerator<Buffer> {
  let { bytes } = upload
  let size = start
  let renewed = Date.now()
  let looked = start
  for await (const chunk of body) {
    size += chunk.length
    if (size - looked > stepBytes) {
      looked = size
      await disk.requireRoom(0)
    }
    if (size > bytes) bytes = await reserveFrom(size)
    else if (Date.now() - renewed > renewMs) await reserve(db, site, { ...upload, bytes })
    else {
      yield chunk
      continue
    }
    renewed = Date.now()
    yield chunk
  }

  /** Reserves a step, or only what has arrived if there is no room for a step. */
  async function reserveFrom(size: number): Promise<number> {
    const step = size + stepBytes
    const enough = await reserve(db, site, { ...upload, bytes: step }).then(
      () => true,
      () => false,
    )
    if (!enough) await reserve(db, site, { ...upload, bytes: size })
    return enough ? step : size
  }
}

/** Ends reservations of uploads that ended before `dayAgo`: stored, refused or abandoned. */
export async function releaseEnded(db: Db, dayAgo: Date): Promise<void> {
  const { id, heldUntil, arrived } = uploadReservations
  const unfinished = db
    .select({ id: files.id })
    .from(files)
    .where(and(isNull(files.storedAt), isNotNull(files.uploaderId)))
  await db
    .delete(uploadReservations)
    .where(and(lt(heldUntil, dayAgo.toISOString()), or(eq(arrived, 0), not(inArray(id, unfinished)))))
}

function overQuota({ quota }: Quota, { used, allowed, emailVerified }: Usage, bytes: number): OverQuota {
  const facts = {
    file: formatBytes(bytes),
    left: formatBytes(Math.max(0, allowed - used)),
    allowed: formatBytes(allowed),
  }
  if (emailVerified || quota.confirmed <= quota.unconfirmed) return new OverQuota(refusals.quota(facts))
  return new OverQuota(refusals.quotaUnconfirmed({ ...facts, confirmed: formatBytes(quota.confirmed) }))
}
