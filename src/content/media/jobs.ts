import { and, eq, gte, inArray, isNull, lt, not, sql } from 'drizzle-orm'
import { backupLocks } from '#core/backup.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { askForMissedCopies, makeCopies } from './copies.ts'
import { copyPicture } from './decoding.ts'
import { keepCopy } from './keep.ts'
import { openPieces } from './pieces.ts'
import { isAvatar, isDiscarded } from './queries.ts'
import { files, type Variant } from './table.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 500

export const jobs: Jobs = {
  /** Makes the small copies of a picture. */
  'media:variants': {
    run: (ctx, { fileId }) => makeVariants(ctx, String(fileId)),
  },
  /** Makes the copies of a sound or video (copies.ts). */
  'media:copies': {
    run: (ctx, { fileId, attempt }) => makeCopies(ctx, String(fileId), Number(attempt ?? 1)),
  },
  /** Asks for copies of what came before ffmpeg did. */
  'media:missed-copies': {
    cron: '17 * * * *',
    run: askForMissedCopies,
  },
  /** Removes files that an entry let go. */
  'media:remove': {
    run: (ctx, { fileIds }) => betweenBackups(ctx, () => removeDiscarded(ctx, fileIds as string[])),
  },
  'media:remove-bytes': {
    run: (ctx, { keys }) =>
      betweenBackups(ctx, async () => {
        for (const key of keys as string[]) await ctx.storage.remove(key)
      }),
  },
  /** Removes what stayed unclaimed for a day, and what a lost job left. */
  'media:sweep': {
    cron: '7 * * * *',
    async run(ctx) {
      await ctx.db
        .update(files)
        .set({ uploaderId: null })
        .where(
          and(isNull(files.entryId), lt(files.createdAt, new Date(Date.now() - dayMs).toISOString()), not(isAvatar)),
        )
      await betweenBackups(ctx, () => removeDiscarded(ctx))
      await openPieces(ctx.piecesFolder, ctx.storage).removeOld(dayMs)
    },
  },
  /** Removes bytes that no row knows: a crash or an aborted transaction left them. */
  'media:orphans': {
    cron: '37 2 * * *',
    run: (ctx) => betweenBackups(ctx, () => removeOrphans(ctx)),
  },
}

async function makeVariants({ db, storage, contentChanged }: JobContext, fileId: string): Promise<void> {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.kind, 'image'), sql`${files.variants} = '[]'`, not(isDiscarded)))
  if (!file?.storedAt) return
  await copyPicture(
    () => storage.open(file.storageKey),
    async (copies) => {
      if (copies.length === 0) {
        await db.update(files).set({ processing: 'failed' }).where(eq(files.id, fileId))
        return
      }
      const variants: Variant[] = []
      for (const { file: path, ...copy } of copies) variants.push(await keepCopy(storage, fileId, path, copy))
      const kept = await db
        .update(files)
        .set({ variants })
        .where(and(eq(files.id, fileId), not(isDiscarded)))
        .returning({ id: files.id })
      if (kept.length) return contentChanged()
      // Let go while we worked: its removal did not know of these.
      for (const { key } of variants) await storage.remove(key)
    },
  ).catch((error) => {
    if (!(error instanceof NotFound)) throw error // its bytes went meanwhile
  })
}

/**
 * Removes bytes, unless a backup is reading the files that the database named as it began: then the next sweep does.
 */
async function betweenBackups({ db }: JobContext, remove: () => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock_shared(${backupLocks.files}) as free`,
    )
    if (rows[0]?.free) await remove()
  })
}

/** Bytes first, the row last: after a crash the row still names what is left to remove. */
async function removeDiscarded({ db, storage, signal }: JobContext, ids?: string[]): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  while (!signal.aborted) {
    const rows = await db
      .select({ id: files.id, storageKey: files.storageKey, variants: files.variants })
      .from(files)
      .where(and(isDiscarded, gte(files.id, last), ids && inArray(files.id, ids)))
      .orderBy(files.id)
      .limit(batch)
    for (const { id, storageKey, variants } of rows) {
      for (const key of [storageKey, ...variants.map((variant) => variant.key)]) await storage.remove(key)
      await db.delete(files).where(and(eq(files.id, id), isDiscarded))
    }
    const end = rows.at(-1)?.id
    if (rows.length < batch || !end) return
    last = end
  }
}

async function removeOrphans({ db, storage, signal }: JobContext): Promise<void> {
  let keys: string[] = []
  for (const prefix of ['files', 'incoming'])
    for await (const { key, modifiedAt } of storage.list(prefix)) {
      if (signal.aborted) return
      // What is younger may be a file just arriving.
      if (Date.now() - modifiedAt.getTime() < dayMs) continue
      keys.push(key)
      if (keys.length === batch) {
        await removeUnknown(keys)
        keys = []
      }
    }
  await removeUnknown(keys)

  async function removeUnknown(listed: string[]) {
    const ids = [...new Set(listed.map((key) => key.split('/')[1] ?? ''))].filter((id) => /^[0-9a-f-]{36}$/.test(id))
    const rows = ids.length
      ? await db
          .select({ storageKey: files.storageKey, variants: files.variants })
          .from(files)
          .where(inArray(files.id, ids))
      : []
    const known = new Set(rows.flatMap((row) => [row.storageKey, ...row.variants.map((variant) => variant.key)]))
    for (const key of listed) if (!known.has(key)) await storage.remove(key)
  }
}
