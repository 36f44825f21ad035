import { and, arrayContains, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { comments } from '#content/entry/comment/table.ts'
import { commentShown } from '#content/entry/comment/visible.ts'
import { consentReadable } from '#content/entry/consent/queries.ts'
import { consents, ledger } from '#content/entry/consent/table.ts'
import { drafts } from '#content/entry/draft/table.ts'
import { authorOf, entryColumns } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { listed, readable } from '#content/entry/visibility/rules.ts'
import type { Context, Viewer } from '#core/context.ts'
import { idPattern } from '#core/id.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { isShortEnough } from './comment/voice-length.ts'
import { mayDownload, mayHaveOriginal } from './policy.ts'
import { nameAs } from './receive/sniff.ts'
import { isReportedTo } from './reported-files.ts'
import type { FileKind } from './schema.ts'
import { entryFiles, files, media, type Variant } from './table.ts'

const { id, kind, contentType, size, width, height, duration, peaks, variants } = files

/**
 * The columns that `presentFile` needs. In a select: `cover: coverColumns`, joined on `eq(files.id, entries.coverId)`.
 */
export const coverColumns = { id, kind, contentType, size, width, height, duration, peaks, variants }

type FileRow = Pick<typeof files.$inferSelect, keyof typeof coverColumns>

export function presentFile({ id, peaks, variants, ...file }: FileRow) {
  const publicVariants = variants.map(({ key: _, ...variant }) => ({
    url: `${addressOf(id)}/${nameOf(variant)}`,
    kind: kindOf(variant),
    ...variant,
  }))
  return { url: addressOf(id), ...file, peaks: peaks?.map((peak) => peak / 100) ?? null, variants: publicVariants }
}

/**
 * Matches recordings in which nothing can be heard, or that can't be decoded. Lists leave them out.
 * @param f the alias of the table in the statement
 */
export function isUnheard(f: SQL = sql`${files}`): SQL<boolean> {
  return sql`coalesce(${f}.kind = 'audio' and (${f}.processing = 'failed' or 0 = all(${f}.peaks)), false)`
}

const fileFields = sql`'id', ${files.id}, 'kind', ${files.kind}, 'contentType', ${files.contentType},
  'size', ${files.size}, 'width', ${files.width}, 'height', ${files.height}, 'duration', ${files.duration},
  'peaks', ${files.peaks}, 'variants', ${files.variants}`

/** All files that each entry of a select shows: covers, recordings and lists. Pass each to `presentFile`. */
export const shownFiles = sql<FileRow[]>`(
  select coalesce(json_agg(json_build_object(${fileFields}) order by ${files.createdAt}, ${files.id}), '[]')
  from ${files} where ${files.entryId} = ${entries.id} and ${files.withheld} is null)`

/** Returns a subquery for the files whose ids are in an array. Pass each to `presentFile`. */
export function filesIn(ids: SQL): SQL<FileRow[]> {
  return sql`(select coalesce(json_agg(json_build_object(${fileFields}) order by ${files.createdAt}, ${files.id}), '[]')
    from ${files} where ${files.id} = any(${ids}))`
}

type ListedRow = FileRow & { label: string; role: 'before' | 'after' | null }

/** The list of files of each entry of a select, in order. Pass each to `presentPicture` or `presentListed`. */
export const filesOfEntry = sql<ListedRow[]>`(
  select coalesce(json_agg(json_build_object('label', ${entryFiles.label}, 'role', ${entryFiles.role}, ${fileFields})
    order by ${entryFiles.position}), '[]')
  from ${entryFiles} join ${files} on ${files.id} = ${entryFiles.fileId}
  where ${entryFiles.entryId} = ${entries.id})`

export function presentPicture({ label, role, ...file }: ListedRow) {
  return { ...presentFile(file), alt: label, role }
}

export function presentListed({ label, role: _, ...file }: ListedRow) {
  return { ...presentFile(file), caption: label }
}

const kinds = { avif: 'image', webp: 'image', mp4: 'video', webm: 'audio' } as const

function kindOf({ format }: Pick<Variant, 'format'>): FileKind {
  return kinds[format]
}

/** Returns the last part of a copy's address: `640.webp`, `640.mp4`, `sound.webm`. */
export function nameOf({ width, format }: Pick<Variant, 'width' | 'format'>): string {
  return `${width ?? 'sound'}.${format}`
}

/** Returns the content type of a copy, as it is stored and served. */
export function contentTypeOf(variant: Pick<Variant, 'format'>): string {
  return `${kindOf(variant)}/${variant.format}`
}

export function addressOf(fileId: string): string {
  return `/files/${fileId}`
}

/** Matches files that are their uploader's profile photo, which everyone can see and no sweep deletes. */
export const isAvatar: SQL = sql`exists (select from ${accounts} where ${accounts.id} = ${files.uploaderId}
  and ${accounts.avatar} = '/files/' || ${files.id})`

/** Matches files that a draft of their uploader names. No sweep deletes these. */
export const isInDraft: SQL = sql`exists (select from ${drafts} where ${drafts.ownerId} = ${files.uploaderId}
  and ${drafts.fileIds} @> array[${files.id}])`

/**
 * Matches files that have neither an uploader nor an entry and that no report needs. Their bytes and row are about to
 * be deleted.
 */
export const isDiscarded = and(
  isNull(files.uploaderId),
  isNull(files.entryId),
  sql`${files.withheld} is distinct from 'reported'`,
) as SQL

export async function isWithdrawn(db: NodePgDatabase, sha256: string): Promise<boolean> {
  const [line] = await db
    .select({ id: ledger.id })
    .from(ledger)
    .where(and(eq(ledger.act, 'withdrawn'), arrayContains(ledger.hashes, [sha256])))
    .limit(1)
  return line !== undefined
}

/** One representation of a file: the original or a copy. `isPublic` is true if guests may see it. */
export type Served = {
  key: string
  contentType: string
  /** True if its tags have to be removed before it is sent. */
  tagged: boolean
  /** Size in bytes. */
  size: number
  /** The ETag, which changes with the bytes. */
  tag: string
  /** The file name for downloads; its extension matches the bytes. */
  name: string
  isPublic: boolean
}

/**
 * Returns a file that the viewer may see: with its entry, as the voice note of a comment, as evidence with its consent
 * record, with its open report, as a profile photo, or as their own unclaimed upload. Only its uploader and keepers get
 * the original as it is. Others get the largest copy or, if there is none, a recording without tags (decisions 11, 43).
 * @param variant `640.webp`; undefined for the file itself
 * @param download true to get only the original, which supporting members get without its tags
 * @returns undefined if there is nothing for this viewer, `soon` while copies are made, `never` if none could be made
 */
export async function findServed(
  db: NodePgDatabase,
  viewer: Viewer | null,
  id: string,
  variant?: string,
  download?: boolean,
): Promise<Served | 'soon' | 'never' | undefined> {
  const own = viewer ? and(isNull(files.entryId), eq(files.uploaderId, viewer.id)) : undefined
  const [file] = await db
    .select({
      key: files.storageKey,
      name: files.name,
      kind: files.kind,
      contentType: files.contentType,
      size: files.size,
      sha256: files.sha256,
      variants: files.variants,
      clean: files.clean,
      processing: files.processing,
      uploaderId: files.uploaderId,
      blurred: entries.blurred,
      isComment: sql<boolean>`${files.withheld} is not distinct from 'comment'`,
      isPublic: sql<boolean>`coalesce(${listed(null)} and ${files.withheld} is null, ${isAvatar})`,
    })
    .from(files)
    .leftJoin(entries, eq(entries.id, files.entryId))
    .leftJoin(consents, and(eq(files.withheld, 'consent'), eq(consents.evidenceId, files.id)))
    .leftJoin(comments, and(eq(files.withheld, 'comment'), eq(comments.voiceId, files.id)))
    .where(
      and(
        eq(files.id, id),
        isNotNull(files.storedAt),
        or(
          and(isNotNull(files.entryId), readable(viewer), shownTo(viewer)),
          viewer ? and(eq(files.withheld, 'consent'), consentReadable(viewer)) : undefined,
          and(eq(comments.voiceId, files.id), readable(viewer), commentShown(viewer), isShortEnough),
          own,
          and(isNull(files.entryId), isAvatar),
          isReportedTo(db, viewer),
        ),
      ),
    )
  if (!file || file.size === null) return undefined
  const { key, contentType, size, sha256, isPublic } = file
  const nameFor = (type: string) => nameAs(file.name, type)
  const isPicture = file.kind === 'image'
  const copies = file.variants.filter((one) => isPicture === (kindOf(one) === 'image'))
  const original = { key, contentType, size, tag: `${sha256}`, name: nameFor(contentType), tagged: false, isPublic }
  // If others get a copy without tags at the same address, the device must not store this one for everyone who uses it.
  if (variant === undefined && mayHaveOriginal(viewer, file))
    return { ...original, isPublic: isPublic && file.clean === 'same' }
  if (variant === undefined && download)
    return mayDownload(viewer, file) ? { ...original, tagged: file.clean !== 'same' } : undefined
  if (variant === undefined && copies.length === 0) {
    if (!isPicture && file.blurred) return undefined
    if (!isPicture && file.clean === 'same') return original
    if (!isPicture && typeof file.clean === 'object' && file.clean)
      return { ...original, key: file.clean.key, size: file.clean.size, tag: `${sha256}-clean` }
    if (file.processing === 'failed' || file.clean === 'impossible') return 'never'
    // A recording of an earlier release has no job yet, but readers could hear it then.
    return !isPicture && file.processing === null ? { ...original, tagged: true } : 'soon'
  }
  const copy = variant === undefined ? copies.at(-1) : file.variants.find((one) => nameOf(one) === variant)
  if (!copy) return undefined
  const type = contentTypeOf(copy)
  const tag = `${sha256}-${nameOf(copy)}`
  return { key: copy.key, contentType: type, size: copy.size, tag, name: nameFor(type), tagged: false, isPublic }
}

/**
 * Matches files that the viewer may see with the entry: shown ones, for keepers also withheld ones except voice notes,
 * and for the author also files with the reason why the entry was returned.
 */
function shownTo(viewer: Viewer | null): SQL | undefined {
  if (hasRole(viewer, 'keeper')) return sql`${files.withheld} is distinct from 'comment'`
  const toAuthor = viewer ? and(eq(files.withheld, 'reason'), eq(entries.authorId, viewer.id)) : undefined
  return or(isNull(files.withheld), toAuthor)
}

/** Selects media posts with author and file. Add `where`, order and limit. */
export function selectMedia({ db }: Pick<Context, 'db'>) {
  const { description, tags, transcript, translation, language, speakers, recordedAt, place } = media
  const { uploaderId, clean, processing, percent, isIncomplete } = files
  return db
    .select({
      ...entryColumns,
      ...{ description, tags, transcript, translation, language, speakers, recordedAt, place },
      file: coverColumns,
      ...{ uploaderId, clean, processing, percent, isIncomplete },
    })
    .from(entries)
    .innerJoin(media, eq(media.entryId, entries.id))
    .innerJoin(files, eq(files.id, media.fileId))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
export type MediaRow = Awaited<ReturnType<typeof selectMedia>>[number]

const picture = new RegExp(`<img src="/files/(${idPattern})"`, 'g')

/**
 * Adds the width and height of each picture to an entry's cleaned HTML, so that the browser leaves room for it and the
 * text below doesn't move when it has loaded.
 */
export async function withPictureSizes(db: Context['db'], html: string): Promise<string> {
  const ids = [...html.matchAll(picture)].map(([, id = '']) => id)
  if (ids.length === 0) return html
  const rows = await db.select({ id, width, height }).from(files).where(inArray(files.id, ids))
  return html.replace(picture, (tag, id: string) => {
    const row = rows.find((row) => row.id === id)
    return row?.width && row.height ? `${tag} width="${row.width}" height="${row.height}"` : tag
  })
}
