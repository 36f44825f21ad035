import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context, Viewer } from '#core/context.ts'
import { Invalid, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { hasRole } from '#core/permission.ts'
import { answering, partStanding } from '../entry/audience.ts'
import { requireChangeable } from '../entry/change.ts'
import { after, insertEntry, listed, presentEntry, readable, updateEntry } from '../entry/queries.ts'
import { ById, Removed } from '../entry/schema.ts'
import { matching } from '../entry/search.ts'
import { entries } from '../entry/table.ts'
import { attachFiles, claimFile, releaseFiles, removeWithFiles } from './claim.ts'
import { type MediaRow, presentFile, selectMedia } from './queries.ts'
import { refusals } from './refusals.ts'
import { FileKind, Media, MediaChange, MediaQuery, NewMedia, NewUpload, UploadAddress } from './schema.ts'
import { files, media as mediaTable } from './table.ts'
import { transcripts } from './transcripts.ts'
import { startUpload } from './upload.ts'
import { wordsOf, writtenBy } from './words.ts'

export const upload = {
  create: operation({
    method: 'POST',
    path: '/uploads',
    permission: 'member',
    legacy: { name: 'getUploadUrl', method: 'GET' },
    summary: 'Ask where to send a file',
    input: NewUpload,
    output: UploadAddress,
    limit: 'upload',
    handler: startUpload,
  }),
}

const kind = { type: 'media' }

export const media = {
  list: operation({
    method: 'GET',
    path: '/media',
    permission: 'public',
    legacy: 'getMedia',
    summary: 'List pictures, videos and recordings',
    input: MediaQuery,
    output: Page(Media),
    async handler(ctx, { q, type, limit, lastKey }) {
      const ofKind = type && eq(files.kind, kindOfType(type))
      const rows = await selectMedia(ctx)
        .where(
          and(eq(entries.type, 'media'), listed(ctx.viewer), ofKind, matching(q), after(lastKey, entries.publishedAt)),
        )
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }),
        (row) => presentMedia(row, ctx.viewer),
      )
    },
  }),

  get: operation({
    method: 'GET',
    path: '/media/:id',
    permission: 'public',
    legacy: 'getMediaById',
    summary: 'Open a picture, video or recording',
    input: ById,
    output: Media,
    handler: (ctx, { id }) => readMedia(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/media',
    permission: 'member',
    legacy: 'uploadMedia',
    summary: 'Post a picture, video or recording',
    input: NewMedia,
    output: Media,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said } = partStanding(input)
      const { title, link, type, ...own } = said
      const fileId = await claimFile(ctx, link, { path: 'link' })
      await requireType(ctx, fileId, type)
      const words = wordsOf(own)
      const entryId = await insertEntry(ctx, 'media', { ...standing, title, coverId: fileId, words })
      await attachFiles(ctx, entryId, [fileId])
      await ctx.db.insert(mediaTable).values({ entryId, fileId, ...own })
      return readMedia(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/media/:id',
    permission: 'member',
    summary: 'Change a post of your own',
    input: MediaChange,
    output: Media,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said } = partStanding(input)
      const { title, link, type, ...change } = said
      const entry = await requireChangeable(ctx, kind, id, standing, said)
      const before = await readMedia(ctx, id)
      const fileId = await claimFile(ctx, link ?? before.link, { path: 'link', entryId: id })
      await requireType(ctx, fileId, type)
      await attachFiles(ctx, id, [fileId])
      await ctx.db
        .update(mediaTable)
        .set({ ...change, fileId })
        .where(eq(mediaTable.entryId, id))
      const words = wordsOf(await readMedia(ctx, id), await writtenBy(ctx.db, id))
      await updateEntry(ctx, entry, { ...standing, title, coverId: fileId, words })
      await releaseFiles(ctx, id, [fileId])
      return readMedia(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/media/:id',
    permission: 'member',
    summary: 'Delete a post of your own',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),

  ...transcripts,
}

async function readMedia(ctx: Context, id: string) {
  const [row] = await selectMedia(ctx).where(and(eq(entries.id, id), eq(entries.type, 'media'), readable(ctx.viewer)))
  if (!row) throw new NotFound()
  return presentMedia(row, ctx.viewer)
}

function presentMedia(row: MediaRow, viewer: Viewer | null): z.input<typeof Media> {
  const { url, kind, ...file } = presentFile(row.file)
  const entry = presentEntry(row)
  const { description, tags, transcript, translation, language, speakers, recordedAt, place, percent } = row
  const own = viewer !== null && (viewer.id === row.authorId || hasRole(viewer, 'keeper'))
  return {
    ...entry,
    ...file,
    type: kind.toUpperCase() as Media['type'],
    link: url,
    url,
    ...{ description, tags, transcript, translation, language, speakers, recordedAt, place },
    processing: own && row.processing ? { state: row.processing, percent } : null,
    uploadedAt: entry.createdAt,
    uploader: entry.author,
  }
}

function kindOfType(type: Media['type']) {
  return FileKind.parse(type.toLowerCase())
}

/** Throws Invalid when the sender called the file something else than it is. */
async function requireType(ctx: Context, fileId: string, type: Media['type'] | undefined): Promise<void> {
  if (!type) return
  const [file] = await ctx.db.select({ kind: files.kind }).from(files).where(eq(files.id, fileId))
  if (file?.kind === kindOfType(type)) return
  const message = refusals.otherKind(file?.kind ?? 'image', kindOfType(type))
  throw new Invalid(message, [{ path: 'type', message }])
}
