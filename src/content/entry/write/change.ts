import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Conflict, existing, Forbidden, Invalid } from '#core/errors.ts'
import { isSameVersion } from '#core/input/if-match.ts'
import { hasRole } from '#core/permission.ts'
import { ofKind } from '../list/where.ts'
import { hide, restore, widened } from '../moderation/moderate.ts'
import { isAllowed, isNarrowed, isTimely, type Kind, type Verb } from '../policy.ts'
import { refusals } from '../refusals.ts'
import { entries } from '../table.ts'
import { type EntrySettingsChange, onlyNarrows, requireGroups } from '../visibility/audience.ts'
import { readable } from '../visibility/rules.ts'
import { confirmation } from './write.ts'

/**
 * Locks and returns the entry if `policy.ts` allows the viewer every part of the change, and stores what follows from
 * it besides the columns that `updateEntry` writes. Throws NotFound, Forbidden, Conflict for a wrong state or a stale
 * If-Match, and Invalid if a reason for hiding is missing or the viewer can't choose a group.
 * @param fields what the request changes of the type's own fields
 */
export async function requireChangeable(
  ctx: Context,
  kind: Kind,
  id: string,
  { reason, ...settings }: EntrySettingsChange,
  fields: Record<string, unknown>,
) {
  const { state, visibility, groups } = settings
  const entry = await lock(ctx, kind.type, id)
  refuseStale(ctx, entry)
  const { viewer } = ctx
  const verbs = verbsOf(ctx, entry, settings, fields)
  for (const verb of verbs) if (!isAllowed(viewer, verb, entry, kind)) throw refusalOf(ctx, verb, entry, kind)
  if (groups) await requireGroups(ctx, groups, entry.groups)
  if (verbs.includes('hide') && !reason) throw new Invalid(undefined, [{ path: 'reason', message: refusals.sayWhy }])
  if (verbs.includes('publish') && !isTimely('publish', entry)) throw new Conflict(refusals.hidden, 'hidden')
  if (verbs.includes('hide') && !isTimely('hide', entry))
    throw new Conflict(entry.state === 'hidden' ? refusals.hiddenAlready : refusals.hideDraft, 'hidden')
  const isKeeper = hasRole(viewer, 'keeper')
  const isOthers = entry.authorId !== viewer?.id
  if ((visibility ?? groups) !== undefined && isKeeper && isOthers) await rememberNarrowing(ctx, entry, settings)
  // A keeper confirmed the earlier text, so a change by someone who isn't a keeper ends the confirmation.
  if (verbs.includes('edit') && !isKeeper && entry.confirmedAt) {
    entry.confirmedAt = null
    await ctx.db.update(entries).set(confirmation(ctx, false)).where(eq(entries.id, id))
  }
  if (state === 'hidden' && reason) await hide(ctx, entry, reason)
  else if (verbs.includes('restore') && isTimely('restore', entry)) await restore(ctx, entry)
  // Outside the archive, only admins can show another member's entry to more people.
  if (verbs.includes('widen') && !kind.archive && isOthers)
    await widened(ctx, entry, entry.visibility, visibility ?? entry.visibility)
  return entry
}

/** Returns the verbs that a change consists of. An empty change counts as editing. */
function verbsOf(
  { viewer }: Context,
  entry: Locked,
  change: EntrySettingsChange,
  fields: Record<string, unknown>,
): Verb[] {
  const { state, visibility, groups, labels, deceased, allowComments, point } = change
  const verbs: Verb[] = []
  if (state === 'hidden') verbs.push('hide')
  // A moderator who restores an entry that another moderator has just restored changes nothing.
  else if (state === 'published' && entry.state !== 'draft' && isAllowed(viewer, 'restore', entry))
    verbs.push('restore')
  else if (state !== undefined) verbs.push('publish')
  if ([...Object.values(fields), allowComments].some(isGiven)) verbs.push('edit')
  if (visibility !== undefined || groups !== undefined) verbs.push(onlyNarrows(entry, change) ? 'narrow' : 'widen')
  if (visibility === 'keepers') verbs.push('reserve')
  if (labels && labels.join() !== entry.labels.join()) verbs.push('label')
  if ([labels, deceased, point].some(isGiven)) verbs.push('mark')
  return verbs.length > 0 ? verbs : ['edit']
}

function isGiven(value: unknown): boolean {
  return value !== undefined
}

function refusalOf({ viewer }: Context, verb: Verb, entry: Locked, kind: Kind): Forbidden {
  // Others are told no more than that the entry is not theirs.
  if (!isAllowed(viewer, 'mark', entry, kind)) return new Forbidden(refusals.notYours)
  if (verb === 'hide') return new Forbidden(hasRole(viewer, 'moderator') ? refusals.ownPost : refusals.hide)
  if (verb === 'reserve') return new Forbidden(refusals.keepersAlone)
  if (verb === 'label') return new Forbidden(refusals.labelsAlone)
  const byKeeper = verb === 'widen' && isNarrowed(entry) && isAllowed(viewer, 'publish', entry, kind)
  return new Forbidden(byKeeper ? refusals.narrowed : refusals.notYours)
}

/** Throws Conflict if the content has changed since the caller read it, so that no change is overwritten unnoticed. */
export function refuseStale({ caller: { changedFrom } }: Context, { updatedAt }: { updatedAt: string }) {
  if (changedFrom !== undefined && !isSameVersion(changedFrom, updatedAt))
    throw new Conflict(refusals.changed, 'changed')
}

/** Locks and returns the entry if the viewer may delete it. Throws NotFound or Forbidden. */
export async function requireRemovable(ctx: Context, kind: Kind, id: string) {
  const entry = await lock(ctx, kind.type, id)
  if (!isAllowed(ctx.viewer, 'delete', entry, kind)) throw new Forbidden(refusals.notYours)
  return entry
}

/** Stores whether a keeper narrowed another member's entry. This stays set until a keeper opens it to everyone. */
async function rememberNarrowing(
  ctx: Context,
  entry: Locked,
  { visibility = entry.visibility, groups }: EntrySettingsChange,
) {
  const narrowed = visibility !== 'public' || (groups ?? entry.groups).length > 0
  await ctx.db.update(entries).set({ narrowed }).where(eq(entries.id, entry.id))
}

const { id, type, title, state, visibility, groups, labels, narrowed } = entries
const { authorId, coverId, publishedAt, confirmedAt, updatedAt } = entries
/** The columns that are needed to decide whether a change is allowed. */
const columns = {
  ...{ id, type, title, state, visibility, groups, labels, narrowed },
  ...{ authorId, coverId, publishedAt, confirmedAt, updatedAt },
}
type Locked = Awaited<ReturnType<typeof lock>>

async function lock({ db, viewer }: Context, ofType: string, entryId: string) {
  const [row] = await db
    .select(columns)
    .from(entries)
    .where(and(ofKind(ofType), eq(id, entryId), readable(viewer)))
    .for('update')
  return existing(row)
}
