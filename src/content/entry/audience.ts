import { inArray } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Forbidden, Invalid } from '#core/errors.ts'
import { hasRole } from '#core/permission.ts'
import type { Label } from './labels.ts'
import { refusals } from './refusals.ts'
import type { NewPoint, State, Visibility } from './schema.ts'
import { groups as table } from './table.ts'

/** What a PATCH of any type may say about who sees the entry and how. `reason`: why a moderator hides it. */
export type StandingChange = {
  state?: State | undefined
  visibility?: Visibility | undefined
  groups?: string[] | undefined
  labels?: Label[] | undefined
  deceased?: boolean | undefined
  point?: NewPoint | null | undefined
  reason?: string | undefined
}

/** Parts what goes for entries of every type from what the type itself says. */
export function partStanding<T extends StandingChange>(input: T) {
  const { state, visibility, groups, labels, deceased, point, reason, ...said } = input
  const standing = { state, visibility, groups, labels, deceased, point, reason }
  return { standing: standing as Pick<T, keyof StandingChange & keyof T>, said }
}

/**
 * The context that a change is answered in: who limits an entry to a group that they are not in has changed it all the
 * same, and reads it this last time.
 */
export function answering(ctx: Context, { groups = [] }: StandingChange): Context {
  return ctx.viewer ? { ...ctx, viewer: { ...ctx.viewer, groups: [...ctx.viewer.groups, ...groups] } } : ctx
}

type Audience = { visibility: Visibility; groups: string[] }
const width: Record<Visibility, number> = { keepers: 0, members: 1, public: 2 }

/** Whether nobody sees the entry after the change who did not before. */
export function onlyNarrows(before: Audience, { visibility = before.visibility, groups }: StandingChange): boolean {
  const open = before.groups.length === 0
  const within = !groups || open || (groups.length > 0 && groups.every((id) => before.groups.includes(id)))
  return width[visibility] <= width[before.visibility] && within
}

/** Throws Forbidden when one who is no keeper keeps an entry to the keepers. */
export function refuseKeepersOnly({ viewer }: Pick<Context, 'viewer'>, visibility: Visibility | undefined): void {
  if (visibility === 'keepers' && !hasRole(viewer, 'keeper')) throw new Forbidden(refusals.keepersAlone)
}

/** Throws Forbidden when one who is no keeper sets or takes labels. */
export function refuseLabels({ viewer }: Pick<Context, 'viewer'>, labels: Label[], before: Label[] = []): void {
  if (labels.join() !== before.join() && !hasRole(viewer, 'keeper')) throw new Forbidden(refusals.labelsAlone)
}

/**
 * Locks the groups, so that none goes before the entry is limited to it. Throws Invalid for one that does not exist or,
 * unless a keeper asks, that the viewer is not in: which of the two is not told.
 * @param before those it is limited to already
 */
export async function requireGroups(ctx: Context, groups: string[], before: string[] = []): Promise<void> {
  const added = groups.filter((id) => !before.includes(id))
  if (added.length === 0) return
  const found = await ctx.db.select({ id: table.id }).from(table).where(inArray(table.id, added)).for('key share')
  const foreign = !hasRole(ctx.viewer, 'keeper') && added.some((id) => !ctx.viewer?.groups.includes(id))
  if (foreign || found.length < added.length)
    throw new Invalid(undefined, [{ path: 'groups', message: refusals.noGroup }])
}
