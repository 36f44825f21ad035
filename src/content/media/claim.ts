import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { and, eq, inArray, isNull, not, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Invalid, TooLarge } from '#core/errors.ts'
import { type Kind, requireRemovable } from '../entry/change.ts'
import { audit } from '../entry/queries.ts'
import { entries, versions } from '../entry/table.ts'
import { askForCopies } from './copies.ts'
import { noteIngestion } from './events.ts'
import { isAvatar, isWithdrawn } from './queries.ts'
import { type Received, receive, tooLargeText } from './receive.ts'
import { refusals } from './refusals.ts'
import { discard, type Releasing, removeEntries } from './removal.ts'
import type { FileKind } from './schema.ts'
import { requireKind } from './sniff.ts'
import { entryFiles, files } from './table.ts'
import { incomingKey, originalKey } from './upload.ts'

type ClaimOptions = {
  /** The input field, for the message. */
  path: string
  /** Kinds that fit there; all when not told. */
  kinds?: readonly FileKind[]
  /** The entry being changed: its own files are accepted again. */
  entryId?: string | undefined
}

/**
 * The id of the file that `url` names, locked for the caller's transaction; `attachFiles` then gives it to the entry.
 * Takes the `fileUrl` of the viewer's own upload, or a `data:` URL, whose bytes are stored by the same checks.
 * Throws Invalid at `path` for anything else, TooLarge and UnsupportedMedia for bytes that aren't kept.
 */
export async function claimFile(ctx: Context, url: string, options: ClaimOptions): Promise<string> {
  const { path, kinds = ['image', 'video', 'audio'] } = options
  const file = /^data:/i.test(url) ? await storeDataUrl(ctx, url, path) : await findOwnUpload(ctx, url, options)
  if (!kinds.includes(file.kind)) throw refused(path, refusals.choose(kinds))
  return file.id
}

/** As `claimFile`, for the recording of a text; null where there is none. */
export async function claimRecording(ctx: Context, url: string | null | undefined, entryId?: string) {
  return url ? claimFile(ctx, url, { path: 'recording', kinds: ['audio'], entryId }) : null
}

/** As `claimFile`, for each address. @param pathAt the input field of each; `path` for all of them, if not told */
export async function claimFiles(
  ctx: Context,
  urls: readonly string[],
  options: ClaimOptions,
  pathAt = (_at: number) => options.path,
): Promise<string[]> {
  const ids: string[] = []
  for (const [at, url] of urls.entries()) ids.push(await claimFile(ctx, url, { ...options, path: pathAt(at) }))
  return ids
}

type Listed = { url: string; label: string; role?: 'before' | 'after' | null | undefined }

/** Claims each file of an entry's list and makes them the list, in this order. Throws Invalid at `<path>.0.url`. */
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
 * Makes the files the entry's own, shown with it unless `withheld` says to whom else. Throws Invalid, which ends the
 * transaction, when one has another owner by now.
 */
export async function attachFiles(
  ctx: Context,
  entryId: string,
  fileIds: readonly string[],
  withheld: 'reason' | 'consent' | null = null,
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
    if (file.kind === 'image' && file.variants.length === 0) await ctx.addJob('media:variants', { fileId: file.id })
    else if (file.kind !== 'image' && !file.processing) await askForCopies(ctx, file.id)
}

/**
 * Lets go of the entry's files other than those of `keep`. What a version of the entry names stays, for those who may read
 * its history; nobody sees the rest any more, and a job removes their bytes. Evidence of consent is not a form's to drop.
 */
export async function releaseFiles(ctx: Releasing, entryId: string, keep: readonly string[]): Promise<void> {
  const others = keep.length ? notInArray(files.id, [...keep]) : undefined
  const rest = and(eq(files.entryId, entryId), sql`${files.withheld} is distinct from 'consent'`, others)
  const named = sql`exists (select from ${versions} v where v.entry_id = ${entryId}
    and position(${files.id}::text in v.record::text) > 0)`
  await ctx.db
    .update(files)
    .set({ withheld: 'earlier' })
    .where(and(rest, isNull(files.withheld), named))
  await discard(ctx, and(rest, not(named)))
}

/** Deletes an entry of the viewer's own with its files: what every type's `remove` does. Throws NotFound, Forbidden. */
export async function removeWithFiles(ctx: Context, kind: Kind, id: string): Promise<{ id: string }> {
  const { type, authorId } = await requireRemovable(ctx, kind, id)
  const actorId = ctx.viewer?.id ?? null
  await removeEntries(ctx, eq(entries.id, id), { act: 'removed', actorId, titled: authorId !== actorId })
  await audit(ctx, `${type}:remove`, id)
  return { id }
}

type Claimed = Pick<typeof files.$inferSelect, 'id' | 'kind'>

async function findOwnUpload(ctx: Context, url: string, { path, entryId }: ClaimOptions): Promise<Claimed> {
  const id = fileIdOf(ctx, url)
  if (!id || !ctx.viewer) throw refused(path, refusals.notUploaded)
  const own = and(eq(files.uploaderId, ctx.viewer.id), isNull(files.entryId))
  const ofEntry = entryId && and(eq(files.entryId, entryId), or(isNull(files.withheld), eq(files.withheld, 'earlier')))
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, id), ofEntry ? or(own, ofEntry) : own))
    .for('update')
  if (!file) throw refused(path, refusals.gone)
  if (!file.storedAt) return settleIncoming(ctx, file, path)
  // Locked by now: a photo of one's profile can't become an entry's, which would hide or remove it with that entry.
  const [photo] = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, id), isAvatar))
  if (photo) throw refused(path, refusals.isPhoto)
  if (!file.entryId) await refuseWithdrawn(ctx, file.sha256, path)
  return file
}

/** Throws Invalid for bytes that people have withdrawn their consent to. */
async function refuseWithdrawn({ db }: Context, sha256: string | null, path: string): Promise<void> {
  if (sha256 && (await isWithdrawn(db, sha256))) throw refused(path, refusals.withdrawn)
}

/** The id in `/files/<id>`, alone or after this site's own origin. */
function fileIdOf(ctx: Context, url: string): string | undefined {
  const home = [ctx.caller.origin, ctx.site.baseUrl].find((origin) => url.startsWith(`${origin}/`))
  return /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(url.slice(home?.length ?? 0))?.[1]
}

/** What was PUT to the bucket is checked only now, under a new key: the old one can be written to again until it expires. */
async function settleIncoming(ctx: Context, file: typeof files.$inferSelect, path: string): Promise<Claimed> {
  const from = incomingKey(file.id)
  const size = file.storageKey === from && file.size !== null ? await ctx.storage.size(from) : undefined
  if (size === undefined) throw refused(path, refusals.unfinished)
  if (size !== file.size) throw refused(path, refusals.incompleteAgain)
  const storageKey = originalKey(file.id)
  const expected = { declared: file.contentType, limit: ctx.site.maxUploadBytes, size }
  const received = await receive(ctx.storage, storageKey, await ctx.storage.open(from), expected)
  await refuseWithdrawn(ctx, received.sha256, path)
  await ctx.db.update(files).set(storedAs(received, storageKey)).where(eq(files.id, file.id))
  await noteIngestion(ctx.db, { ...file, ...received })
  await ctx.addJob('media:remove-bytes', { keys: [from] })
  return { id: file.id, kind: received.kind }
}

async function storeDataUrl(ctx: Context, url: string, path: string): Promise<Claimed> {
  const head = /^data:([^,;]*)(?:;[^,;]*)*;base64,/i.exec(url.slice(0, 300))
  if (!head) throw refused(path, refusals.unreadable)
  const declared = head[1] ?? ''
  const kind = requireKind(declared)
  const { maxUploadBytes } = ctx.site
  const length = url.length - head[0].length
  if (length > (maxUploadBytes + 2) * (4 / 3) + 4) throw new TooLarge(tooLargeText(maxUploadBytes))
  const encoded = url.slice(head[0].length)
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw refused(path, refusals.unreadable)
  const bytes = Buffer.from(encoded, 'base64')
  const id = randomUUIDv7()
  const storageKey = originalKey(id)
  const body = Readable.from([bytes], { objectMode: false })
  const expected = { declared, limit: maxUploadBytes, size: bytes.length }
  const received = await receive(ctx.storage, storageKey, body, expected)
  await refuseWithdrawn(ctx, received.sha256, path)
  const row = { id, uploaderId: ctx.viewer?.id ?? null, name: kind, ...storedAs(received, storageKey) }
  await ctx.db.insert(files).values(row)
  await noteIngestion(ctx.db, row)
  return { id, kind: received.kind }
}

/** What the row says once the bytes are stored. */
export function storedAs(received: Received, storageKey: string) {
  return { ...received, storageKey, storedAt: new Date().toISOString() }
}

function refused(path: string, message: string): Invalid {
  return new Invalid(message, [{ path, message }])
}
