import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { waitInTurn } from '#accounts/turns.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Invalid, NotFound, TooLarge } from '#core/errors.ts'
import { idPattern } from '#core/id.ts'
import { isSameVersion } from '#core/input/if-match.ts'
import { viewerOf } from '#core/permission.ts'
import { refusals as ofCore } from '#core/refusals.ts'
import { refusals } from '../refusals.ts'
import { type DraftInput, mostDraftBytes, mostDrafts, mostFieldBytes } from './schema.ts'
import { drafts } from './table.ts'

const {
  fields: _fields,
  bytes: _bytes,
  fileIds: _fileIds,
  deviceId: _deviceId,
  ownerId: _ownerId,
  ...listed
} = getTableColumns(drafts)
export const draftColumns = listed

/**
 * Creates or replaces a draft of the viewer and returns its row. Throws NotFound if it is another member's or was
 * posted or deleted meanwhile, Invalid if its kind differs, Conflict if another device has saved it since or the
 * member's drafts are too many or too large together, and TooLarge if this one is too large.
 */
export async function saveDraft(ctx: Context, { id, ...draft }: z.output<typeof DraftInput>) {
  const { db, caller } = ctx
  const ownerId = viewerOf(ctx).id
  const json = JSON.stringify(draft.fields)
  const bytes = Buffer.byteLength(json)
  if (bytes > mostFieldBytes) throw new TooLarge(ofCore.tooLargeKb(mostFieldBytes / 1024))
  await waitInTurn(db, 'drafts', ownerId)
  const [before] = await db
    .select({ ...draftColumns, ownerId: drafts.ownerId, deviceId: drafts.deviceId })
    .from(drafts)
    .where(eq(drafts.id, id))
    .for('update')
  if (before ? before.ownerId !== ownerId : caller.changedFrom !== undefined) throw new NotFound()
  if (before && before.kind !== draft.kind) throw new Invalid()
  if (before && before.deviceId !== draft.deviceId && !isSameVersion(caller.changedFrom ?? '', before.updatedAt))
    throw new Conflict(refusals.draftChanged, 'changed')
  await requireRoom(ctx, ownerId, id, bytes)
  const row = { ...draft, bytes, fileIds: filesIn(json), updatedAt: sql`now()` }
  const [saved] = await db
    .insert(drafts)
    .values({ id, ownerId, ...row })
    .onConflictDoUpdate({ target: drafts.id, set: row, setWhere: eq(drafts.ownerId, ownerId) })
    .returning(draftColumns)
  if (!saved) throw new NotFound()
  ctx.countText()
  return saved
}

async function requireRoom({ db }: Context, ownerId: string, id: string, bytes: number): Promise<void> {
  const [others] = await db
    .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${drafts.bytes}), 0)::float8` })
    .from(drafts)
    .where(and(eq(drafts.ownerId, ownerId), ne(drafts.id, id)))
  if (!others) return
  if (others.count >= mostDrafts || others.bytes + bytes > mostDraftBytes)
    throw new Conflict(refusals.tooManyDrafts, 'too_many_drafts')
}

/** Returns the ids of the uploads that the fields name, at most 500. */
function filesIn(json: string): string[] {
  const matches = [...json.matchAll(new RegExp(`/files/(${idPattern})`, 'g'))]
  return [...new Set(matches.map(([, fileId]) => fileId as string))].slice(0, 500)
}

/** Deletes a draft of the viewer. Returns true if it existed. */
export async function removeDraft(ctx: Pick<Context, 'db' | 'viewer'>, id: string): Promise<boolean> {
  const removed = await ctx.db
    .delete(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.ownerId, viewerOf(ctx).id)))
    .returning({ id: drafts.id })
  return removed.length > 0
}
