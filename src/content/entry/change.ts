import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { hasRole, type Role } from '#core/permission.ts'
import { onlyNarrows, refuseKeepersOnly, refuseLabels, requireGroups, type StandingChange } from './audience.ts'
import { hide, restore, widened } from './moderate.ts'
import { confirmation, readable } from './queries.ts'
import { refusals } from './refusals.ts'
import { entries } from './table.ts'

/** Whose an entry of a type is. */
export type Kind = {
  type: string
  /** Of the archive: keepers change what is said there, and may widen it (PRODUCT §2). */
  archive?: boolean
  /** Made by keepers alone: it is every keeper's own, and its author's only as one of them. */
  keepersOwn?: boolean
  /** It is its author's own only while they hold this role. */
  authorNeeds?: Role
}

/**
 * The entry, locked, when the viewer may make this change: its author and admins all of it but labels; keepers narrow who
 * sees it, set labels, warning and place, and in the archive change and widen; moderators hide, with a reason that the author
 * reads, and restore. The reason, who narrowed, and the audit line of hiding are written here, the rest by `updateEntry`.
 * Throws NotFound, Forbidden, and Invalid without a reason or for groups that are not the viewer's to choose.
 * @param said what the type itself is told to change
 */
export async function requireChangeable(
  ctx: Context,
  { archive = false, ...kind }: Kind,
  id: string,
  { reason, ...standing }: StandingChange,
  said: Record<string, unknown>,
) {
  const { state, visibility, groups, labels, deceased, point } = standing
  const entry = await lock(ctx, kind.type, id)
  refuseStale(ctx, entry)
  const own = isOwn(ctx, kind, entry)
  const keeper = hasRole(ctx.viewer, 'keeper')
  const moderates = hasRole(ctx.viewer, 'moderator') && state !== undefined && state !== 'draft'
  const speaks = Object.values(said).some(isSaid)
  const shows = visibility !== undefined || groups !== undefined
  const narrows = onlyNarrows(entry, standing)
  const mayState = state === undefined || own || moderates
  const maySpeak = !speaks || own || (keeper && archive)
  const mayShow = !shows || own || (keeper && (archive || narrows))
  const mayMark = ![labels, deceased, point].some(isSaid) || own || keeper
  const asksNothing = !speaks && !Object.values(standing).some(isSaid)
  if (!mayState || !maySpeak || !mayShow || !mayMark || (asksNothing && !own && !(keeper && archive)))
    throw new Forbidden(refusals.notYours)
  refuseKeepersOnly(ctx, visibility)
  if (!keeper && !narrows && (entry.narrowed || entry.visibility === 'keepers')) throw new Forbidden(refusals.narrowed)
  if (labels) refuseLabels(ctx, labels, entry.labels)
  if (groups) await requireGroups(ctx, groups, entry.groups)
  if (shows && keeper && entry.authorId !== ctx.viewer?.id) await keepNarrow(ctx, entry, standing)
  if (state === 'hidden') {
    if (!moderates) throw new Forbidden(refusals.hide)
    if (!reason) throw new Invalid(undefined, [{ path: 'reason', message: refusals.sayWhy }])
  }
  // What a keeper confirmed, only a keeper's hand leaves so.
  if (speaks && !keeper && entry.confirmedAt) {
    entry.confirmedAt = null
    await ctx.db.update(entries).set(confirmation(ctx, false)).where(eq(entries.id, id))
  }
  if (state === 'hidden' && reason) await hide(ctx, entry, reason)
  else if (moderates && entry.state === 'hidden') await restore(ctx, entry)
  // Of what is not the archive's, admins alone may do this to another's.
  if (!narrows && !archive && !kind.keepersOwn && entry.authorId !== ctx.viewer?.id)
    await widened(ctx, entry, entry.visibility, visibility ?? entry.visibility)
  return entry
}

function isSaid(value: unknown): boolean {
  return value !== undefined
}

/** Throws Conflict when someone has changed the entry since the caller opened it, so that nothing is written over unseen. */
function refuseStale({ caller }: Context, { updatedAt }: { updatedAt: string }) {
  const from = caller.changedFrom
  if (from !== undefined && Date.parse(from) !== Date.parse(updatedAt)) throw new Conflict(refusals.changed, 'changed')
}

/** The entry, locked, for whose own it is, or a keeper where the archive has no author (it was imported). */
export async function requireRemovable(ctx: Context, { archive = false, ...kind }: Kind, id: string) {
  const entry = await lock(ctx, kind.type, id)
  const own = isOwn(ctx, kind, entry)
  if (!own && !(archive && entry.authorId === null && hasRole(ctx.viewer, 'keeper')))
    throw new Forbidden(refusals.notYours)
  return entry
}

function isOwn({ viewer }: Context, { keepersOwn, authorNeeds }: Kind, entry: { authorId: string | null }): boolean {
  if (hasRole(viewer, 'admin')) return true
  if (keepersOwn) return hasRole(viewer, 'keeper')
  return entry.authorId !== null && entry.authorId === viewer?.id && (!authorNeeds || hasRole(viewer, authorNeeds))
}

/** What a keeper decided about another's entry holds until a keeper opens it to everyone. */
async function keepNarrow(ctx: Context, entry: Locked, { visibility = entry.visibility, groups }: StandingChange) {
  const narrowed = visibility !== 'public' || (groups ?? entry.groups).length > 0
  await ctx.db.update(entries).set({ narrowed }).where(eq(entries.id, entry.id))
}

const { id, type, title, state, visibility, groups, labels, narrowed } = entries
const { authorId, coverId, publishedAt, confirmedAt, updatedAt } = entries
/** What a change is judged by. */
const standing = {
  ...{ id, type, title, state, visibility, groups, labels, narrowed },
  ...{ authorId, coverId, publishedAt, confirmedAt, updatedAt },
}
type Locked = Awaited<ReturnType<typeof lock>>

async function lock({ db, viewer }: Context, ofType: string, entryId: string) {
  const [row] = await db
    .select(standing)
    .from(entries)
    .where(and(eq(type, ofType), eq(id, entryId), readable(viewer)))
    .for('update')
  if (!row) throw new NotFound()
  return row
}
