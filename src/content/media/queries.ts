import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context, Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { authorOf, entryColumns, readable } from '../entry/queries.ts'
import { entries } from '../entry/table.ts'
import { extensionOf } from './sniff.ts'
import { files, media, type Variant } from './table.ts'

/** The columns that `presentFile` needs. In a select: `cover: coverColumns`, joined on `eq(files.id, entries.coverId)`. */
export const coverColumns = {
  id: files.id,
  kind: files.kind,
  contentType: files.contentType,
  size: files.size,
  width: files.width,
  height: files.height,
  variants: files.variants,
}

type FileRow = Pick<typeof files.$inferSelect, keyof typeof coverColumns>

/** A file as entries answer it (FilePresentation). */
export function presentFile({ id, kind, contentType, size, width, height, variants }: FileRow) {
  const shown = variants.map(({ width, height, format, size }) => ({
    url: `${addressOf(id)}/${width}.${format}`,
    width,
    height,
    format,
    size,
  }))
  return { url: addressOf(id), kind, contentType, size, width, height, variants: shown }
}

export function addressOf(fileId: string): string {
  return `/files/${fileId}`
}

/** Whether the file is its uploader's profile photo: that answers everyone and is never swept. */
export const isAvatar: SQL = sql`exists (select from ${accounts} where ${accounts.id} = ${files.uploaderId}
  and ${accounts.avatar} = '/files/' || ${files.id})`

/** A file that belongs to nobody any more: its bytes and then its row are about to go. */
export const isDiscarded = and(isNull(files.uploaderId), isNull(files.entryId)) as SQL

/** One representation of a file: the original, or a small copy. `isPublic` when guests see it too. */
export type Served = {
  key: string
  contentType: string
  /** Bytes. */
  size: number
  /** Tells representations apart; changes with the bytes. */
  tag: string
  /** For the reader's download folder; its extension is that of the bytes. */
  name: string
  isPublic: boolean
}

/**
 * The file by its id, if the viewer may see its entry now; a profile photo always; unclaimed, its uploader alone.
 * @param variant `640.webp`; without it the original. Undefined when there is nothing for this viewer.
 */
export async function findServed(
  db: NodePgDatabase,
  viewer: Viewer | null,
  id: string,
  variant?: string,
): Promise<Served | undefined> {
  const own = viewer ? and(isNull(files.entryId), eq(files.uploaderId, viewer.id)) : undefined
  const [file] = await db
    .select({
      key: files.storageKey,
      name: files.name,
      contentType: files.contentType,
      size: files.size,
      sha256: files.sha256,
      variants: files.variants,
      isPublic: sql<boolean>`coalesce(${entries.visibility} = 'public' and ${entries.state} = 'published', ${isAvatar})`,
    })
    .from(files)
    .leftJoin(entries, eq(entries.id, files.entryId))
    .where(
      and(
        eq(files.id, id),
        isNotNull(files.storedAt),
        or(and(isNotNull(files.entryId), readable(viewer)), own, and(isNull(files.entryId), isAvatar)),
      ),
    )
  if (!file || file.size === null) return undefined
  const { key, contentType, size, sha256, isPublic } = file
  const base = file.name.replace(/\.[^.]*$/, '') || 'file'
  const named = (type: string) => `${base}.${extensionOf(type)}`
  if (variant === undefined) return { key, contentType, size, tag: `${sha256}`, name: named(contentType), isPublic }
  const copy = file.variants.find((one: Variant) => `${one.width}.${one.format}` === variant)
  if (!copy) return undefined
  const type = `image/${copy.format}`
  return { key: copy.key, contentType: type, size: copy.size, tag: `${sha256}-${variant}`, name: named(type), isPublic }
}

/** Posts of type media with author and file in one select; add `where`, order and limit. */
export function selectMedia({ db }: Pick<Context, 'db'>) {
  return db
    .select({
      ...entryColumns,
      description: media.description,
      tags: media.tags,
      file: coverColumns,
      duration: files.duration,
    })
    .from(entries)
    .innerJoin(media, eq(media.entryId, entries.id))
    .innerJoin(files, eq(files.id, media.fileId))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
export type MediaRow = Awaited<ReturnType<typeof selectMedia>>[number]
