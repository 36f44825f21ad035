import { and, eq, gt, gte, inArray, isNull, lt, not, sql } from 'drizzle-orm'
import { reportJobs } from '#content/entry/report/job-types.ts'
import { backupLocks } from '#core/backup.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { isId, lowestId } from '#core/id.ts'
import { Interrupted } from './copies/child.ts'
import { askForMissedCopies, makeCopies, maxAttempts } from './copies/copies.ts'
import { copyPicture } from './copies/decoding.ts'
import { markFailed } from './copies/failure.ts'
import { storeCopy } from './copies/store-copy.ts'
import { mediaJobs } from './job-types.ts'
import { isAvatar, isDiscarded, isInDraft } from './queries.ts'
import { openPieces } from './receive/pieces.ts'
import { releaseEnded } from './receive/quota.ts'
import { incomingKey } from './receive/upload-address.ts'
import { releaseReported } from './reported-files.ts'
import { files, uploadReservations, type Variant } from './table.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 500

export const jobs: Jobs = {
  ...mediaJobs.variants.doneBy((ctx, { fileId }) => makeVariants(ctx, fileId)),
  ...mediaJobs.copies.doneBy((ctx, { fileId }) => makeCopies(ctx, fileId)),
  /** Queues missing copies, for example of files that arrived before ffmpeg was installed or whose job was lost. */
  'media:missed-copies': {
    cron: '17 * * * *',
    run: askForMissedCopies,
  },
  ...mediaJobs.remove.doneBy((ctx, { fileIds }) => betweenBackups(ctx, () => removeDiscarded(ctx, fileIds))),
  ...mediaJobs.removeBytes.doneBy((ctx, { keys }) =>
    betweenBackups(ctx, async () => {
      for (const key of keys) await ctx.storage.remove(key)
    }),
  ),
  ...reportJobs.releaseFiles.doneBy((ctx) => betweenBackups(ctx, () => removeReported(ctx))),
  ...mediaJobs.sweep.doneBy(sweep, { cron: '7 * * * *' }),
  /** Deletes stored objects that no row names, left by a crash or an aborted transaction. */
  'media:orphans': {
    cron: '37 2 * * *',
    run: (ctx) => betweenBackups(ctx, () => removeOrphans(ctx)),
  },
}

async function sweep(ctx: JobContext): Promise<void> {
  await ctx.db
    .update(files)
    .set({ uploaderId: null })
    .where(
      and(
        isNull(files.entryId),
        lt(files.createdAt, new Date(Date.now() - dayMs).toISOString()),
        not(isAvatar),
        not(isInDraft),
      ),
    )
  await betweenBackups(ctx, () => removeReported(ctx))
  await openPieces(ctx.piecesFolder, ctx.storage).removeOld(dayMs)
  await keepDirectUploads(ctx)
  await releaseEnded(ctx.db, new Date(Date.now() - dayMs))
}

async function makeVariants(ctx: JobContext, fileId: string): Promise<void> {
  const { db, storage, disk, contentChanged } = ctx
  // On a full disk the remaining space is for the database. The copies are queued again each hour (copies.ts).
  if ((await disk.state())?.level === 'full') return
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.kind, 'image'), sql`${files.variants} = '[]'`, not(isDiscarded)))
  if (!file?.storedAt) return
  await copyPicture(
    () => storage.open(file.storageKey),
    async (copies) => {
      if (copies.length === 0) {
        return markFailed(ctx, file, { why: 'picture', reason: 'The picture can’t be decoded.' })
      }
      const variants: Variant[] = []
      for (const { file: path, ...copy } of copies) variants.push(await storeCopy(storage, fileId, path, copy))
      const updated = await db
        .update(files)
        .set({ variants })
        .where(and(eq(files.id, fileId), not(isDiscarded)))
        .returning({ id: files.id })
      if (updated.length) return contentChanged()
      // The file was deleted meanwhile, by a job that didn't know about these copies.
      for (const { key } of variants) await storage.remove(key)
    },
  ).catch(async (error) => {
    if (error instanceof NotFound) return // The file was deleted meanwhile.
    if (!(error instanceof Interrupted)) throw error
    const attempts = file.attempts + 1
    await db.update(files).set({ attempts }).where(eq(files.id, fileId))
    if (attempts < maxAttempts) throw error
    await markFailed(ctx, file, error)
  })
}

/**
 * Runs `remove`, unless a backup is reading the files that the database named when the backup began. In that case, a
 * later `media:sweep` or `media:orphans` deletes what `remove` would have deleted.
 */
async function betweenBackups({ db }: JobContext, remove: () => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock_shared(${backupLocks.files}) as free`,
    )
    if (rows[0]?.free) await remove()
  })
}

/**
 * Records the sizes of uploads that went directly to the bucket and whose addresses have expired, so that they still
 * count when their reservations end.
 */
async function keepDirectUploads({ db, storage, signal }: JobContext): Promise<void> {
  if (!storage.presignPut) return
  const { id } = uploadReservations
  const expired = and(gt(uploadReservations.held, 0), lt(uploadReservations.heldUntil, sql`now() + interval '1 hour'`))
  const rows = await db
    .select({ id })
    .from(uploadReservations)
    .innerJoin(files, and(eq(files.id, id), eq(files.storageKey, sql`'incoming/' || ${files.id}`)))
    .where(expired)
  for (const row of rows) {
    if (signal.aborted) return
    const size = await storage.size(incomingKey(row.id))
    if (size !== undefined) await db.update(uploadReservations).set({ arrived: size }).where(eq(id, row.id))
  }
}

const storedObjects = { id: files.id, storageKey: files.storageKey, variants: files.variants, clean: files.clean }

/** Returns the keys of all objects that a row names. */
function keysOf({
  storageKey,
  variants,
  clean,
}: Pick<typeof files.$inferSelect, keyof typeof storedObjects>): string[] {
  const more = clean && typeof clean === 'object' ? [clean.key] : []
  return [storageKey, ...variants.map((variant) => variant.key), ...more]
}

/** Deletes the bytes before the row, so that after a crash the row still names what is left. */
async function removeDiscarded({ db, storage, signal }: JobContext, ids?: string[]): Promise<void> {
  let last: string = lowestId
  while (!signal.aborted) {
    const rows = await db
      .select(storedObjects)
      .from(files)
      .where(and(isDiscarded, gte(files.id, last), ids && inArray(files.id, ids)))
      .orderBy(files.id)
      .limit(batch)
    for (const row of rows) {
      for (const key of keysOf(row)) await storage.remove(key)
      await db.delete(files).where(and(eq(files.id, row.id), isDiscarded))
    }
    const end = rows.at(-1)?.id
    if (rows.length < batch || !end) return
    last = end
  }
}

/** Deletes the files of reports that were closed, and all other discarded files. */
async function removeReported(ctx: JobContext): Promise<void> {
  await releaseReported(ctx.db)
  await removeDiscarded(ctx)
}

async function removeOrphans({ db, storage, signal }: JobContext): Promise<void> {
  let keys: string[] = []
  for (const prefix of ['files', 'incoming'])
    for await (const { key, modifiedAt } of storage.list(prefix)) {
      if (signal.aborted) return
      // Newer objects may belong to an upload in progress.
      if (Date.now() - modifiedAt.getTime() < dayMs) continue
      keys.push(key)
      if (keys.length === batch) {
        await removeUnknown(keys)
        keys = []
      }
    }
  await removeUnknown(keys)

  async function removeUnknown(listed: string[]) {
    const ids = [...new Set(listed.map((key) => key.split('/')[1] ?? ''))].filter(isId)
    const rows = ids.length ? await db.select(storedObjects).from(files).where(inArray(files.id, ids)) : []
    const referenced = new Set(rows.flatMap(keysOf))
    for (const key of listed) if (!referenced.has(key)) await storage.remove(key)
  }
}
