import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { and, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { Context, JobContext } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { audit } from '../entry/queries.ts'
import { copyPicture } from './decoding.ts'
import { hasFfmpeg, Interrupted, type Source, Unplayable } from './ffmpeg.ts'
import { keepCopy } from './keep.ts'
import { isAvatar, isDiscarded } from './queries.ts'
import { files, type Variant } from './table.ts'
import { codecOf, copySound, copyVideo, type Made } from './transcode.ts'

/** A file whose process was ended this often from outside is given up: it may be what exhausts the machine. */
const maxAttempts = 3
/** How often its uploader learns how far it is. */
const progressMs = 2_000

type File = typeof files.$inferSelect
type Kept = Partial<Pick<File, 'duration' | 'width' | 'height' | 'peaks' | 'codec'>> & { variants: Variant[] }

/** Queues the copies of a sound or video in the caller's transaction; one is made at a time, so that the site stays quick. */
export async function askForCopies(ctx: Pick<Context, 'db' | 'addJob'>, fileId: string): Promise<void> {
  await ctx.db.update(files).set({ processing: 'pending', percent: 0 }).where(eq(files.id, fileId))
  await ctx.addJob('media:copies', { fileId, attempt: 1 }, { queue: 'media:copies', maxAttempts: 5 })
}

/** Asks for the copies of what came while there was no ffmpeg, and of pictures whose job was lost: few see them till then. */
export async function askForMissedCopies(ctx: JobContext): Promise<void> {
  const bare = and(eq(files.kind, 'image'), sql`${files.variants} = '[]'`, isNull(files.processing))
  const pictures = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(bare, isNotNull(files.storedAt), or(isNotNull(files.entryId), isAvatar)))
    .orderBy(files.id)
    .limit(500)
  for (const { id } of pictures) await ctx.addJob('media:variants', { fileId: id })
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
 * Makes the copies of a sound or video, its length and its peaks. What can't be decoded is marked as failed, with the
 * reason in the audit log, and its original is served. Without ffmpeg it is left as nobody had asked.
 */
export async function makeCopies(ctx: JobContext, fileId: string, attempt: number): Promise<void> {
  const waiting = and(eq(files.id, fileId), eq(files.processing, 'pending'), not(isDiscarded))
  const [file] = await ctx.db.select().from(files).where(waiting)
  if (!file?.storedAt) return
  if (!(await hasFfmpeg())) {
    await ctx.db.update(files).set({ processing: null }).where(waiting)
    return
  }
  const folder = await mkdtemp(join(ctx.workFolder, 'copies-'))
  try {
    const kept = await convert(ctx, file, folder)
    const [done] = await ctx.db
      .update(files)
      .set({ ...kept, processing: 'done', percent: 100 })
      .where(waiting)
      .returning({ id: files.id })
    if (done) return ctx.contentChanged()
    // Let go while we worked: its removal did not know of these.
    for (const { key } of kept.variants) await ctx.storage.remove(key)
  } catch (error) {
    if (error instanceof NotFound) return // its bytes went meanwhile
    if (error instanceof Interrupted && attempt < maxAttempts) {
      const next = { fileId, attempt: attempt + 1 }
      return ctx.addJob('media:copies', next, { queue: 'media:copies', maxAttempts: 5 })
    }
    if (!(error instanceof Unplayable || error instanceof Interrupted)) throw error
    await ctx.db.update(files).set({ processing: 'failed' }).where(waiting)
    const reason = error.message.replaceAll(folder, '').slice(0, 500)
    await audit({ db: ctx.db, viewer: null }, 'media:copies-failed', file.entryId, { fileId, reason })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function convert(ctx: JobContext, file: File, folder: string): Promise<Kept> {
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
    async (made) => {
      const kept: Variant[] = []
      for (const { file: path, ...picture } of made) kept.push(await keepCopy(ctx.storage, file.id, path, picture))
      return kept
    },
  )
  return { ...video, codec, variants: [...pictures, ...(await keepAll(ctx, file.id, copies))] }
}

async function keepAll({ storage }: JobContext, fileId: string, copies: Made[]): Promise<Variant[]> {
  const kept: Variant[] = []
  for (const { path, ...copy } of copies) kept.push(await keepCopy(storage, fileId, path, copy))
  return kept
}

/** Writes the percentage down now and then; a write that fails costs a glance at the progress and no more. */
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
