import { and, eq, inArray, isNull, not, notInArray, or, sql } from 'drizzle-orm'
import { versions } from '#content/entry/table.ts'
import { checkAll } from '#core/concurrency/check-all.ts'
import type { Context } from '#core/context.ts'
import { Invalid, refused } from '#core/errors.ts'
import { idPattern } from '#core/id.ts'
import { askForCopies } from './copies/copies.ts'
import { mediaJobs } from './job-types.ts'
import { isAvatar, isWithdrawn } from './queries.ts'
import { refusals } from './refusals.ts'
import { discard, type Releasing } from './removal.ts'
import type { FileKind } from './schema.ts'
import { entryFiles, files } from './table.ts'

type ClaimOptions = {
  /** The input field that names the file, for error messages. */
  path: string
  /** The kinds of file that the field accepts. Default: all. */
  kinds?: readonly FileKind[]
  /** The entry that is edited, whose own files are accepted again. */
  entryId?: string | undefined
  /** The account that the upload belongs to, by default the viewer's. */
  uploaderId?: string | undefined
}

/**
 * Returns the id of the file at `url`, locked until the transaction ends. Pass it to `attachFiles` next. Accepts the
 * viewer's own unused upload, a file of the edited entry, or a `data:` URL received before (receive/files-in-input.ts).
 * Throws Invalid at `path` for anything else, kinds not in `kinds`, profile photos, and unfinished or withdrawn files.
 */
export async function claimFile(ctx: Context, url: string, options: ClaimOptions): Promise<string> {
  const { path, kinds = ['image', 'video', 'audio'], entryId, uploaderId = ctx.viewer?.id } = options
  const id = ctx.received.get(url) ?? fileIdOf(ctx, url)
  if (!id || !uploaderId) throw refused(path, refusals.notUploaded)
  const own = and(eq(files.uploaderId, uploaderId), isNull(files.entryId))
  const ofEntry = entryId && and(eq(files.entryId, entryId), or(isNull(files.withheld), eq(files.withheld, 'earlier')))
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, id), ofEntry ? or(own, ofEntry) : own))
    .for('update')
  if (!file) throw refused(path, refusals.gone)
  if (!file.storedAt) throw refused(path, refusals.unfinished)
  // This is checked after locking: a profile photo must not become part of an entry, which could hide or delete it.
  const [photo] = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, id), isAvatar))
  if (photo) throw refused(path, refusals.isPhoto)
  if (!file.entryId && file.sha256 && (await isWithdrawn(ctx.db, file.sha256))) throw refused(path, refusals.withdrawn)
  if (!kinds.includes(file.kind)) throw refused(path, refusals.choose(kinds))
  return file.id
}

/** Claims the recording of a text as `claimFile` does, and accepts only sound. Returns null if `url` is empty. */
export async function claimRecording(ctx: Context, url: string | null | undefined, entryId?: string) {
  return url ? claimFile(ctx, url, { path: 'recording', kinds: ['audio'], entryId }) : null
}

/** Claims several files and returns their ids. @param pathAt the input field of each file; default `path` */
export async function claimFiles(
  ctx: Context,
  urls: readonly string[],
  options: ClaimOptions,
  pathAt = (_at: number) => options.path,
): Promise<string[]> {
  return checkAll(...urls.map((url, at) => () => claimFile(ctx, url, { ...options, path: pathAt(at) })))
}

type Listed = { url: string; label: string; role?: 'before' | 'after' | null | undefined }

/**
 * Claims the files of a list, replaces the entry's list with them and returns their ids. Throws Invalid at the field of
 * the file, for example `<path>.0.url`.
 */
export async function setFileList(ctx: Context, entryId: string, list: readonly Listed[], options: ClaimOptions) {
  const urls = list.map(({ url }) => url)
  const ids = await claimFiles(ctx, urls, { ...options, entryId }, (at) => `${options.path}.${at}.url`)
  await attachFiles(ctx, entryId, ids)
  await ctx.db.delete(entryFiles).where(eq(entryFiles.entryId, entryId))
  const rows = list.map(({ label, role = null }, position) => ({
    entryId,
    position,
    fileId: ids[position] ?? '',
    label,
    role,
  }))
  if (rows.length) await ctx.db.insert(entryFiles).values(rows)
  return ids
}

/**
 * Gives the files to the entry and queues their copies. They are shown with the entry unless `withheld` limits them.
 * Throws Invalid, which ends the transaction, if another entry has one of them by now.
 */
export async function attachFiles(
  ctx: Context,
  entryId: string,
  fileIds: readonly string[],
  withheld: 'reason' | 'consent' | 'comment' | null = null,
): Promise<void> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return
  const attached = await ctx.db
    .update(files)
    .set({ entryId, withheld })
    .where(and(inArray(files.id, ids), or(isNull(files.entryId), eq(files.entryId, entryId))))
    .returning({ id: files.id, kind: files.kind, variants: files.variants, processing: files.processing })
  if (attached.length < ids.length) throw new Invalid(refusals.inUse)
  for (const file of attached)
    if (file.kind === 'image' && file.variants.length === 0) await mediaJobs.variants.add(ctx, { fileId: file.id })
    else if (file.kind !== 'image' && !file.processing) await askForCopies(ctx, file.id)
}

/**
 * Releases the entry's files except those in `keep`. Files that an old version names stay for readers of the entry's
 * history; a job deletes the others. Evidence of consent and voice notes of comments are never released here.
 */
export async function releaseFiles(ctx: Releasing, entryId: string, keep: readonly string[]): Promise<void> {
  const others = keep.length ? notInArray(files.id, [...keep]) : undefined
  const rest = and(
    eq(files.entryId, entryId),
    sql`coalesce(${files.withheld}, '') not in ('consent', 'comment')`,
    others,
  )
  const inOldVersion = sql`exists (select from ${versions} v where v.entry_id = ${entryId}
    and position(${files.id}::text in v.record::text) > 0)`
  await ctx.db
    .update(files)
    .set({ withheld: 'earlier' })
    .where(and(rest, isNull(files.withheld), inOldVersion))
  await discard(ctx, and(rest, not(inOldVersion)))
}

/** Returns the id in `/files/<id>`, with or without this site's origin, or undefined for any other address. */
export function fileIdOf(ctx: Pick<Context, 'caller' | 'site'>, url: string): string | undefined {
  const home = [ctx.caller.origin, ctx.site.baseUrl].find((origin) => url.startsWith(`${origin}/`))
  return new RegExp(`^/files/(${idPattern})$`).exec(url.slice(home?.length ?? 0))?.[1]
}
