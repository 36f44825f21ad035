import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { hasRole } from '#core/permission.ts'
import { hide, restore, widened } from './moderate.ts'
import { confirmation, readable } from './queries.ts'
import { refusals } from './refusals.ts'
import type { State, Visibility } from './schema.ts'
import { entries } from './table.ts'

/** What a PATCH of any type may say about who sees the entry. `reason`: why a moderator hides it. */
export type StandingChange = {
  state?: State | undefined
  visibility?: Visibility | undefined
  reason?: string | undefined
}

/** Whose an entry of a type is. */
export type Kind = {
  type: string
  /** Of the archive: keepers change what is said there, and may widen it (PRODUCT §2). */
  archive?: boolean
  /** Made by keepers alone: it is every keeper's own, and its author's only as one of them. */
  keepersOwn?: boolean
}

const width: Record<Visibility, number> = { keepers: 0, members: 1, public: 2 }

/**
 * The entry, locked, when the viewer may make this change: its author and admins all of it; keepers narrow who sees it,
 * and in the archive change and widen; moderators hide, with a reason that the author reads, and restore. The reason and
 * the audit line are written here, the rest by `updateEntry`. Throws NotFound, Forbidden, and Invalid without a reason.
 * @param said what the type itself is told to change
 */
export async function requireChangeable(
  ctx: Context,
  { archive = false, ...kind }: Kind,
  id: string,
  { state, visibility, reason }: StandingChange,
  said: Record<string, unknown>,
) {
  const entry = await lock(ctx, kind.type, id)
  const own = isOwn(ctx, kind, entry)
  const keeper = hasRole(ctx.viewer, 'keeper')
  const moderates = hasRole(ctx.viewer, 'moderator') && state !== undefined && state !== 'draft'
  const speaks = Object.values(said).some((value) => value !== undefined)
  const narrows = visibility !== undefined && width[visibility] <= width[entry.visibility]
  const asksNothing = state === undefined && visibility === undefined && !speaks
  const mayState = state === undefined || own || moderates
  const maySpeak = !speaks || own || (keeper && archive)
  const mayShow = visibility === undefined || own || (keeper && (archive || narrows))
  if (!mayState || !maySpeak || !mayShow || (asksNothing && !own && !(keeper && archive)))
    throw new Forbidden(refusals.notYours)
  refuseKeepersOnly(ctx, visibility, entry.visibility)
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
  const widens = visibility !== undefined && width[visibility] > width[entry.visibility]
  if (widens && !archive && !kind.keepersOwn && entry.authorId !== ctx.viewer?.id)
    await widened(ctx, entry, entry.visibility, visibility)
  return entry
}

/** The entry, locked, for whose own it is, or a keeper where the archive has no author (it was imported). */
export async function requireRemovable(ctx: Context, { archive = false, ...kind }: Kind, id: string) {
  const entry = await lock(ctx, kind.type, id)
  const own = isOwn(ctx, kind, entry)
  if (!own && !(archive && entry.authorId === null && hasRole(ctx.viewer, 'keeper')))
    throw new Forbidden(refusals.notYours)
  return entry
}

function isOwn({ viewer }: Context, { keepersOwn }: Kind, { authorId }: { authorId: string | null }): boolean {
  if (hasRole(viewer, 'admin')) return true
  return keepersOwn ? hasRole(viewer, 'keeper') : authorId !== null && authorId === viewer?.id
}

/** Throws Forbidden when one who is no keeper keeps an entry to the keepers, or widens what a keeper narrowed. */
export function refuseKeepersOnly({ viewer }: Pick<Context, 'viewer'>, next?: Visibility, before?: Visibility): void {
  if (next === undefined || hasRole(viewer, 'keeper')) return
  if (next === 'keepers') throw new Forbidden(refusals.keepersAlone)
  if (before === 'keepers') throw new Forbidden(refusals.narrowed)
}

async function lock({ db, viewer }: Context, ofType: string, id: string) {
  const { type, title, state, visibility, authorId, coverId, publishedAt, confirmedAt } = entries
  const [row] = await db
    .select({ id: entries.id, type, title, state, visibility, authorId, coverId, publishedAt, confirmedAt })
    .from(entries)
    .where(and(eq(type, ofType), eq(entries.id, id), readable(viewer)))
    .for('update')
  if (!row) throw new NotFound()
  return row
}
