import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { newestOf, oneOf, readOne } from '#content/entry/list/reads.ts'
import { matching } from '#content/entry/list/search.ts'
import { presentEntry } from '#content/entry/present.ts'
import { changeRow, insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import type { Context, Viewer } from '#core/context.ts'
import { refused } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page } from '#core/page.ts'
import { hasRole } from '#core/permission.ts'
import { attachFiles, claimFile, releaseFiles } from './claim.ts'
import { changing, reading, removing } from './common-operations.ts'
import { kind } from './kind.ts'
import { namedFile } from './named-files.ts'
import { mayDownload } from './policy.ts'
import { type MediaRow, presentFile, selectMedia } from './queries.ts'
import { readUsage } from './receive/quota.ts'
import { startUpload } from './receive/upload-address.ts'
import { refusals } from './refusals.ts'
import { FileKind, Media, MediaChange, MediaQuery, NewMedia, NewUpload, StorageUsage, UploadAddress } from './schema.ts'
import { wordsOf, writtenBy } from './search-text.ts'
import { files, media as mediaTable } from './table.ts'
import { transcripts } from './transcripts.ts'

export const upload = {
  create: operation('POST', '/uploads', 'member', {
    legacy: { name: 'getUploadUrl', method: 'GET' },
    summary: 'Get the address to upload a file to',
    input: NewUpload,
    output: UploadAddress,
    limit: 'upload',
    handler: startUpload,
  }),

  usage: operation('GET', '/uploads/usage', 'account', {
    summary: 'Read how much of your storage your texts and files use',
    output: StorageUsage,
    async handler({ db, site, viewer }) {
      const { used, allowed } = await readUsage(db, site, viewer?.id ?? '')
      return { used, allowed, allowedConfirmed: site.quota.confirmed }
    },
  }),
}

export const media = {
  list: operation('GET', '/media', 'public', {
    legacy: 'getMedia',
    summary: 'List pictures, videos and recordings, or search them by title',
    input: MediaQuery,
    output: Page(Media),
    handler(ctx, { type, q, ...page }) {
      const condition = and(type && eq(files.kind, kindOfType(type)), matching(q, 'title'))
      const present = (row: Parameters<typeof presentMedia>[0]) => presentMedia(row, ctx.viewer)
      return listMedia(ctx, page, present, condition)
    },
  }),

  get: reading('/media', 'getMediaById', 'Open a picture, video or recording', Media, readMedia),

  create: operation('POST', '/media', 'member', {
    legacy: 'uploadMedia',
    summary: 'Post a picture, video or recording',
    input: NewMedia,
    output: Media,
    status: 201,
    files: ({ link }) => namedFile('link', link),
    async handler(ctx, input) {
      const { settings, fields } = await splitNew(ctx, input)
      const { title, link, type, ...own } = fields
      const fileId = await claimFile(ctx, link, { path: 'link' })
      await requireType(ctx, fileId, type)
      const words = wordsOf(own)
      const entryId = await insertEntry(ctx, kind.type, { ...settings, title, coverId: fileId, words })
      await attachFiles(ctx, entryId, [fileId])
      await ctx.db.insert(mediaTable).values({ entryId, fileId, ...own })
      return readMedia(ctx, entryId)
    },
  }),

  update: changing('/media', kind, 'Change a post of your own', {
    input: MediaChange,
    output: Media,
    files: ({ link }) => namedFile('link', link),
    read: readMedia,
    async change(ctx, entry, settings, { title, link, type, ...change }) {
      const { id } = entry
      const before = await readMedia(ctx, id)
      const fileId = await claimFile(ctx, link ?? before.link, { path: 'link', entryId: id })
      await requireType(ctx, fileId, type)
      await attachFiles(ctx, id, [fileId])
      await changeRow(ctx, mediaTable, id, { ...change, fileId })
      const words = wordsOf(await readMedia(ctx, id), await writtenBy(ctx.db, id))
      await updateEntry(ctx, entry, { ...settings, title, coverId: fileId, words })
      await releaseFiles(ctx, id, [fileId])
    },
  }),

  remove: removing('/media', 'member', 'Delete a post of your own', kind),

  ...transcripts,
}

const listMedia = newestOf(kind.type, selectMedia)
const oneMedia = oneOf(kind.type, selectMedia)

async function readMedia(ctx: Context, id: string) {
  const present = (row: MediaRow) => ({ ...presentMedia(row, ctx.viewer), row })
  const { row, may, ...answer } = await readOne(ctx, oneMedia, id, present)
  const download = mayDownload(ctx.viewer, { ...row, ...row.file }) ? (['download'] as const) : []
  return { ...answer, ...(may && { may: [...may, ...download] }) }
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
    processing:
      own && row.processing
        ? { state: row.processing, percent, ...(row.isIncomplete && { incomplete: true as const }) }
        : null,
    uploadedAt: entry.createdAt,
    uploader: entry.author,
  }
}

function kindOfType(type: Media['type']) {
  return FileKind.parse(type.toLowerCase())
}

/** Throws Invalid if the sender named a type other than the file's. */
async function requireType(ctx: Context, fileId: string, type: Media['type'] | undefined): Promise<void> {
  if (!type) return
  const [file] = await ctx.db.select({ kind: files.kind }).from(files).where(eq(files.id, fileId))
  if (file?.kind === kindOfType(type)) return
  throw refused('type', refusals.otherKind(file?.kind ?? 'image', kindOfType(type)))
}
