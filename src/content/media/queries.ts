import { and, arrayContains, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context, Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { consentReadable } from '../entry/consent/queries.ts'
import { consents, ledger } from '../entry/consent/table.ts'
import { authorOf, entryColumns, listed, readable } from '../entry/queries.ts'
import { entries } from '../entry/table.ts'
import type { FileKind } from './schema.ts'
import { extensionOf } from './sniff.ts'
import { entryFiles, files, media, type Variant } from './table.ts'

/** The columns that `presentFile` needs. In a select: `cover: coverColumns`, joined on `eq(files.id, entries.coverId)`. */
export const coverColumns = {
  id: files.id,
  kind: files.kind,
  contentType: files.contentType,
  size: files.size,
  width: files.width,
  height: files.height,
  duration: files.duration,
  peaks: files.peaks,
  variants: files.variants,
}

type FileRow = Pick<typeof files.$inferSelect, keyof typeof coverColumns>

/** A file as entries answer it (FilePresentation). */
export function presentFile({ id, peaks, variants, ...file }: FileRow) {
  const shown = variants.map(({ key: _, ...variant }) => ({
    url: `${addressOf(id)}/${nameOf(variant)}`,
    kind: kindOf(variant),
    ...variant,
  }))
  return { url: addressOf(id), ...file, peaks: peaks?.map((peak) => peak / 100) ?? null, variants: shown }
}

const fileFields = sql`'id', ${files.id}, 'kind', ${files.kind}, 'contentType', ${files.contentType},
  'size', ${files.size}, 'width', ${files.width}, 'height', ${files.height}, 'duration', ${files.duration},
  'peaks', ${files.peaks}, 'variants', ${files.variants}`

/** Every file that each entry of a select shows, covers, voices and lists alike; `presentFile` answers each. */
export const shownFiles = sql<FileRow[]>`(
  select coalesce(json_agg(json_build_object(${fileFields}) order by ${files.createdAt}, ${files.id}), '[]')
  from ${files} where ${files.entryId} = ${entries.id} and ${files.withheld} is null)`

type ListedRow = FileRow & { label: string; role: 'before' | 'after' | null }

/**
 * The list of files of each entry of a select, in order and in the same statement; `presentPicture` or `presentListed`
 * answers each.
 */
export const filesOfEntry = sql<ListedRow[]>`(
  select coalesce(json_agg(json_build_object('label', ${entryFiles.label}, 'role', ${entryFiles.role}, ${fileFields})
    order by ${entryFiles.position}), '[]')
  from ${entryFiles} join ${files} on ${files.id} = ${entryFiles.fileId}
  where ${entryFiles.entryId} = ${entries.id})`

/** A picture of a list as entries answer it (ListedPicture). */
export function presentPicture({ label, role, ...file }: ListedRow) {
  return { ...presentFile(file), alt: label, role }
}

/** Any file of a list as entries answer it (ListedFile). */
export function presentListed({ label, role: _, ...file }: ListedRow) {
  return { ...presentFile(file), caption: label }
}

const kinds = { avif: 'image', webp: 'image', mp4: 'video', webm: 'audio' } as const

function kindOf({ format }: Pick<Variant, 'format'>): FileKind {
  return kinds[format]
}

/** The last part of a copy's address: `640.webp`, `640.mp4`, `sound.webm`. */
export function nameOf({ width, format }: Pick<Variant, 'width' | 'format'>): string {
  return `${width ?? 'sound'}.${format}`
}

/** As it is stored and served. */
export function contentTypeOf(variant: Pick<Variant, 'format'>): string {
  return `${kindOf(variant)}/${variant.format}`
}

export function addressOf(fileId: string): string {
  return `/files/${fileId}`
}

/** Whether the file is its uploader's profile photo: that answers everyone and is never swept. */
export const isAvatar: SQL = sql`exists (select from ${accounts} where ${accounts.id} = ${files.uploaderId}
  and ${accounts.avatar} = '/files/' || ${files.id})`

/** A file that belongs to nobody any more: its bytes and then its row are about to go. */
export const isDiscarded = and(isNull(files.uploaderId), isNull(files.entryId)) as SQL

/** Whether people have withdrawn their consent to these bytes. */
export async function isWithdrawn(db: NodePgDatabase, sha256: string): Promise<boolean> {
  const [line] = await db
    .select({ id: ledger.id })
    .from(ledger)
    .where(and(eq(ledger.act, 'withdrawn'), arrayContains(ledger.hashes, [sha256])))
    .limit(1)
  return line !== undefined
}

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
 * The file by its id, if the viewer may see its entry now; evidence of a consent, if they may read that record; a profile
 * photo always; unclaimed, its uploader alone. Who may not have the original gets its largest copy at the file's own
 * address (decision 11), and nothing where a picture, or what has a blurred place, has no copy: the place is in it.
 * @param variant `640.webp`; without it the file itself
 * @param download asks for the original and nothing else. Undefined when there is nothing for this viewer, `soon` while the
 * copies of a picture are made, `never` where none could be.
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
      processing: files.processing,
      uploaderId: files.uploaderId,
      authorId: entries.authorId,
      blurred: entries.blurred,
      isPublic: sql<boolean>`coalesce(${listed(null)} and ${files.withheld} is null, ${isAvatar})`,
    })
    .from(files)
    .leftJoin(entries, eq(entries.id, files.entryId))
    .leftJoin(consents, and(eq(files.withheld, 'consent'), eq(consents.evidenceId, files.id)))
    .where(
      and(
        eq(files.id, id),
        isNotNull(files.storedAt),
        or(
          and(isNotNull(files.entryId), readable(viewer), shownTo(viewer)),
          viewer ? and(eq(files.withheld, 'consent'), consentReadable(viewer)) : undefined,
          own,
          and(isNull(files.entryId), isAvatar),
        ),
      ),
    )
  if (!file || file.size === null) return undefined
  const { key, contentType, size, sha256, isPublic } = file
  const base = file.name.replace(/\.[^.]*$/, '') || 'file'
  const named = (type: string) => `${base}.${extensionOf(type)}`
  const isPicture = file.kind === 'image'
  const copies = file.variants.filter((one) => isPicture === (kindOf(one) === 'image'))
  const open = !isPicture && copies.length === 0 && !file.blurred
  const whole = open || (viewer !== null && mayHaveOriginal(viewer, file))
  const original = { key, contentType, size, tag: `${sha256}`, name: named(contentType), isPublic }
  if (variant === undefined && whole) return original
  if (variant === undefined && download) return undefined
  if (variant === undefined && isPicture && copies.length === 0) return file.processing === 'failed' ? 'never' : 'soon'
  const copy = variant === undefined ? copies.at(-1) : file.variants.find((one) => nameOf(one) === variant)
  if (!copy) return undefined
  const type = contentTypeOf(copy)
  const tag = `${sha256}-${nameOf(copy)}`
  return { key: copy.key, contentType: type, size: copy.size, tag, name: named(type), isPublic }
}

/** Whether its entry shows the file, or keepers keep it there: an earlier one for themselves, why they returned it for its author. */
function shownTo(viewer: Viewer | null): SQL | undefined {
  if (hasRole(viewer, 'keeper')) return undefined
  const toAuthor = viewer ? and(eq(files.withheld, 'reason'), eq(entries.authorId, viewer.id)) : undefined
  return or(isNull(files.withheld), toAuthor)
}

/** Whose it is, who answers for the archive, and supporting members (PRODUCT §2): not where the place in it is a secret. */
function mayHaveOriginal(
  viewer: Viewer,
  { uploaderId, authorId, blurred }: { uploaderId: string | null; authorId: string | null; blurred: boolean | null },
) {
  const own = viewer.id === uploaderId || viewer.id === authorId || hasRole(viewer, 'keeper')
  return own || (viewer.isPremium && !blurred)
}

/** Posts of type media with author and file in one select; add `where`, order and limit. */
export function selectMedia({ db }: Pick<Context, 'db'>) {
  return db
    .select({
      ...entryColumns,
      description: media.description,
      tags: media.tags,
      transcript: media.transcript,
      translation: media.translation,
      language: media.language,
      speakers: media.speakers,
      recordedAt: media.recordedAt,
      place: media.place,
      file: coverColumns,
      processing: files.processing,
      percent: files.percent,
    })
    .from(entries)
    .innerJoin(media, eq(media.entryId, entries.id))
    .innerJoin(files, eq(files.id, media.fileId))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
export type MediaRow = Awaited<ReturnType<typeof selectMedia>>[number]
