import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { and, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { audit } from '#core/audit.ts'
import type { Context, JobContext } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { mediaJobs } from '../job-types.ts'
import { isAvatar, isDiscarded } from '../queries.ts'
import { files, type Variant } from '../table.ts'
import { copyPicture } from './decoding.ts'
import { hasFfmpeg, Interrupted, type Source, Unplayable } from './ffmpeg.ts'
import { storeCopy } from './store-copy.ts'
import { type Copy, codecOf, copySound, copyVideo } from './transcode.ts'

/** After this many interrupted attempts a file is marked as failed, because it may be what exhausts the machine. */
const maxAttempts = 3
/** Milliseconds between two updates of the progress. */
const progressMs = 2_000

type File = typeof files.$inferSelect
type Conversion = Partial<Pick<File, 'duration' | 'width' | 'height' | 'peaks' | 'codec'>> & { variants: Variant[] }

/** Queues the copies of a recording or video in the caller's transaction. */
export async function askForCopies(ctx: Pick<Context, 'db' | 'addJob'>, fileId: string): Promise<void> {
  await ctx.db.update(files).set({ processing: 'pending', percent: 0 }).where(eq(files.id, fileId))
  await mediaJobs.copies.add(ctx, { fileId, attempt: 1 })
}

/** Queues copies of files that arrived while ffmpeg was missing, and of pictures whose job was lost. */
export async function askForMissedCopies(ctx: JobContext): Promise<void> {
  const bare = and(eq(files.kind, 'image'), sql`${files.variants} = '[]'`, isNull(files.processing))
  const pictures = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(bare, isNotNull(files.storedAt), or(isNotNull(files.entryId), isAvatar)))
    .orderBy(files.id)
    .limit(500)
  for (const { id } of pictures) await mediaJobs.variants.add(ctx, { fileId: id })
  const played = inArray(files.kind, ['video', 'audio'])
  const rows = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(played, isNull(files.processing), isNotNull(files.entryId), isNotNull(files.storedAt)))
    .orderBy(files.id)
    .limit(500)
  if (rows.length && (await hasFfmpeg())) for (const { id } of rows) await askForCopies(ctx, id)
}

/**
 * Makes the copies of a recording or video, and stores its length and peaks. A file that can't be decoded is marked as
 * failed, with the reason in the log, and its original is served. Without ffmpeg nothing is done.
 */
export async function makeCopies(ctx: JobContext, fileId: string, attempt: number): Promise<void> {
  const waiting = and(eq(files.id, fileId), eq(files.processing, 'pending'), not(isDiscarded))
  const [file] = await ctx.db.select().from(files).where(waiting)
  if (!file?.storedAt) return
  // On a full disk the remaining space is for the database. The copies are queued again each hour.
  if (!(await hasFfmpeg()) || (await ctx.disk.state())?.level === 'full') {
    await ctx.db.update(files).set({ processing: null }).where(waiting)
    return
  }
  const folder = await mkdtemp(join(ctx.workFolder, 'copies-'))
  try {
    const converted = await convert(ctx, file, folder)
    const [done] = await ctx.db
      .update(files)
      .set({ ...converted, processing: 'done', percent: 100 })
      .where(waiting)
      .returning({ id: files.id })
    if (done) return ctx.contentChanged()
    // The file was deleted meanwhile, by a job that didn't know about these copies.
    for (const { key } of converted.variants) await ctx.storage.remove(key)
  } catch (error) {
    if (error instanceof NotFound) return // The file was deleted meanwhile.
    if (error instanceof Interrupted && attempt < maxAttempts) {
      return mediaJobs.copies.add(ctx, { fileId, attempt: attempt + 1 })
    }
    if (!(error instanceof Unplayable || error instanceof Interrupted)) throw error
    await ctx.db.update(files).set({ processing: 'failed' }).where(waiting)
    const reason = error.message.replaceAll(folder, '').slice(0, 500)
    await audit({ db: ctx.db, viewer: null }, 'media:copies-failed', file.entryId, { fileId, reason })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function convert(ctx: JobContext, file: File, folder: string): Promise<Conversion> {
  const path = join(folder, 'original')
  await pipeline(await ctx.storage.open(file.storageKey), createWriteStream(path))
  const source: Source = { path, contentType: file.contentType, signal: ctx.signal }
  const onProgress = reporter(ctx, file.id)
  const codec = await codecOf(source)
  if (file.kind === 'audio') {
    const { copies, ...sound } = await copySound(source, folder, onProgress)
    return { ...sound, codec, variants: await keepAll(ctx, file.id, copies) }
  }
  const { copies, poster, ...video } = await copyVideo(source, folder, onProgress)
  const pictures = await copyPicture(
    async () => createReadStream(poster),
    async (copies) => {
      const stored: Variant[] = []
      for (const { file: path, ...picture } of copies) stored.push(await storeCopy(ctx.storage, file.id, path, picture))
      return stored
    },
  )
  return { ...video, codec, variants: [...pictures, ...(await keepAll(ctx, file.id, copies))] }
}

async function keepAll({ storage }: JobContext, fileId: string, copies: Copy[]): Promise<Variant[]> {
  const stored: Variant[] = []
  for (const { path, ...copy } of copies) stored.push(await storeCopy(storage, fileId, path, copy))
  return stored
}

/**
 * Returns a function that stores the percentage from time to time. Errors are ignored: only the progress bar needs it.
 */
function reporter({ db }: JobContext, fileId: string) {
  let last = Date.now()
  return (percent: number) => {
    if (Date.now() - last < progressMs) return
    last = Date.now()
    void db
      .update(files)
      .set({ percent: Math.min(99, Math.round(percent)) })
      .where(and(eq(files.id, fileId), eq(files.processing, 'pending')))
      .catch(() => {})
  }
}
