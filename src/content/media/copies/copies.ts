import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { audit } from '#core/audit.ts'
import type { Context, JobContext } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { acceptedVoice } from '../comment/voice-length.ts'
import { mediaJobs } from '../job-types.ts'
import { isAvatar, isDiscarded } from '../queries.ts'
import { asSound } from '../receive/sniff.ts'
import { type Clean, files, type Variant } from '../table.ts'
import { Interrupted } from './child.ts'
import { cleanKey, storeClean } from './cleaning.ts'
import { copyPicture } from './decoding.ts'
import { markFailed } from './failure.ts'
import { hasFfmpeg, type Source, Unplayable } from './ffmpeg.ts'
import { storeCopy } from './store-copy.ts'
import { streamsOf } from './streams.ts'
import { type Copy, copySound, copyVideo } from './transcode.ts'

/** After this many interrupted attempts a file is marked as failed, because it may be what exhausts the machine. */
export const maxAttempts = 2
/** The part of a file that may be missing at its end before it counts as incomplete. */
const mostMissing = 0.05
/** Milliseconds between two updates of the progress. */
const progressMs = 2_000

type File = typeof files.$inferSelect
type Converted = 'isIncomplete' | 'duration' | 'width' | 'height' | 'peaks' | 'codec' | 'kind' | 'contentType'
type Conversion = Partial<Pick<File, Converted>> & { variants: Variant[] }

/** Queues the copies of a recording or video in the caller's transaction. */
export async function askForCopies(ctx: Pick<Context, 'db' | 'addJob'>, fileId: string): Promise<void> {
  const [file] = await ctx.db
    .update(files)
    .set({ processing: 'pending', percent: 0 })
    .where(eq(files.id, fileId))
    .returning({ kind: files.kind })
  if (file) await queueCopies(ctx, fileId, file.kind)
}

/** A film can take hours, so recordings have a queue of their own. */
function queueCopies(ctx: Pick<Context, 'addJob'>, fileId: string, kind: File['kind']): Promise<void> {
  return mediaJobs.copies.add(ctx, { fileId }, kind === 'video' ? { queue: 'media:films' } : {})
}

/** Matches files whose job is running, is waiting or will be tried again. */
const hasJob = sql`exists (select from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'media:copies' and j.payload->>'fileId' = ${files.id}::text
    and (j.attempts < j.max_attempts or j.locked_at is not null))`

/**
 * Queues copies of files that arrived while ffmpeg was missing, of recordings that readers can't get yet because they
 * may have tags, and of files whose job was lost or used up its attempts.
 */
export async function askForMissedCopies(ctx: JobContext): Promise<void> {
  const bare = and(eq(files.kind, 'image'), sql`${files.variants} = '[]'`, isNull(files.processing))
  const pictures = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(bare, isNotNull(files.storedAt), or(isNotNull(files.entryId), isAvatar)))
    .orderBy(files.id)
    .limit(500)
  for (const { id } of pictures) await mediaJobs.variants.add(ctx, { fileId: id })
  const played = and(inArray(files.kind, ['video', 'audio']), isNotNull(files.entryId), isNotNull(files.storedAt))
  const uncopied = and(isNull(files.processing), (await hasFfmpeg()) ? undefined : isNull(files.clean))
  const untagged = and(eq(files.processing, 'failed'), isNull(files.clean))
  const lost = and(eq(files.processing, 'pending'), not(hasJob))
  const rows = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(played, or(uncopied, untagged, lost)))
    .orderBy(files.id)
    .limit(500)
  for (const { id } of rows) await askForCopies(ctx, id)
}

/**
 * Makes the copies of a recording or video, and stores its length and peaks. Until they are done, and if it can't be
 * decoded or ffmpeg is missing, readers get it without its tags. A failure is logged, and the uploader is told.
 */
export async function makeCopies(ctx: JobContext, fileId: string): Promise<void> {
  const waiting = and(eq(files.id, fileId), eq(files.processing, 'pending'), not(isDiscarded))
  const [file] = await ctx.db.select().from(files).where(waiting)
  if (!file?.storedAt) return
  // On a full disk the remaining space is for the database. The copies are queued again each hour.
  const later = () => ctx.db.update(files).set({ processing: null }).where(waiting)
  if ((await ctx.disk.state())?.level === 'full') return void (await later())
  const attempt = file.attempts + 1
  const folder = await mkdtemp(join(ctx.workFolder, 'copies-'))
  try {
    const path = join(folder, 'original')
    await ctx.storage.provide(file.storageKey, path)
    const made = file.clean ?? (await makeClean(ctx, file, path))
    if (!(await hasFfmpeg())) return void (await later())
    if (file.attempts >= maxAttempts) throw new Interrupted('It was interrupted before it was done.')
    // The attempt is counted before it begins, so that it counts even if it ends this process.
    await ctx.db.update(files).set({ attempts: attempt }).where(waiting)
    const converted = await convert(ctx, file, folder, path)
    // Readers get the copies from now on.
    const clean = typeof made === 'string' ? made : null
    const [done] = await ctx.db
      .update(files)
      .set({ ...converted, clean, processing: 'done', percent: 100 })
      .where(waiting)
      .returning({ id: files.id })
    if (done) {
      ctx.contentChanged()
      if (converted.isIncomplete)
        await audit({ db: ctx.db, viewer: null }, 'media:incomplete', file.entryId, { fileId })
    } else {
      // The file was deleted meanwhile, by a job that didn't know about these copies.
      for (const { key } of converted.variants) await ctx.storage.remove(key)
    }
    await ctx.storage.remove(cleanKey(fileId))
  } catch (error) {
    if (error instanceof NotFound) return // The file was deleted meanwhile.
    const isOfFile = error instanceof Unplayable || error instanceof Interrupted
    // A server that stops, a full bucket or a lost database is not the file's fault.
    const attempts = ctx.signal.aborted || !isOfFile ? file.attempts : attempt
    await ctx.db.update(files).set({ attempts }).where(waiting)
    if (error instanceof Interrupted && attempt < maxAttempts) return queueCopies(ctx, fileId, file.kind)
    if (!isOfFile) throw error
    const message = error instanceof Interrupted ? error.reason : error.message
    const reason = message.replaceAll(folder, '').slice(0, 500)
    await markFailed(ctx, file, { why: error.why, reason })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeClean(ctx: JobContext, file: File, path: string): Promise<Clean> {
  const clean = await storeClean(ctx.storage, file, path).catch((error): Clean => {
    if (error instanceof Interrupted && file.attempts + 1 >= maxAttempts) return 'impossible'
    throw error
  })
  const [done] = await ctx.db
    .update(files)
    .set({ clean })
    .where(and(eq(files.id, file.id), not(isDiscarded)))
    .returning({ id: files.id })
  if (done) ctx.contentChanged()
  else await ctx.storage.remove(cleanKey(file.id))
  return clean
}

async function convert(ctx: JobContext, file: File, folder: string, path: string): Promise<Conversion> {
  const source: Source = { path, contentType: file.contentType, signal: ctx.signal }
  const onProgress = reporter(ctx, file.id)
  const streams = await streamsOf(source)
  const { codec } = streams
  const endsEarly = (seconds: number) =>
    !streams.isEstimated && (streams.duration ?? 0) - seconds > Math.max(1, seconds * mostMissing)
  // A film without pictures is a recording, even if its tracks could not be read when it arrived.
  const type = streams.picture ? undefined : asSound(file.contentType)
  if (file.kind === 'audio' || type) {
    const { copies, ...sound } = await copySound(source, streams, folder, onProgress)
    // It was accepted without ffmpeg. From now on its comment is shown without it.
    if (file.withheld === 'comment' && sound.duration > acceptedVoice) {
      await ctx.db.update(files).set({ duration: sound.duration }).where(eq(files.id, file.id))
      throw new Unplayable(`It lasts ${sound.duration.toFixed(1)} seconds.`, 'long')
    }
    return {
      ...sound,
      ...type,
      codec,
      isIncomplete: endsEarly(sound.duration),
      variants: await keepAll(ctx, file.id, copies),
    }
  }
  const { copies, poster, ...video } = await copyVideo(source, streams, folder, onProgress)
  const pictures = await copyPicture(
    async () => createReadStream(poster),
    async (copies) => {
      const stored: Variant[] = []
      for (const { file: path, ...picture } of copies) stored.push(await storeCopy(ctx.storage, file.id, path, picture))
      return stored
    },
  )
  const variants = [...pictures, ...(await keepAll(ctx, file.id, copies))]
  return { ...video, codec, isIncomplete: endsEarly(video.duration), variants }
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
