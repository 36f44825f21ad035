import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Forbidden, Invalid } from '#core/errors.ts'
import { mayChooseGroup, mayLabel, mayReserve } from '../policy.ts'
import { refusals } from '../refusals.ts'
import type { EntrySettings, Visibility } from '../schema.ts'
import { groups as table } from '../table.ts'
import type { Label } from './labels.ts'

/** The fields that POST and PATCH requests of all types share. `reason`: why a moderator hides the entry. */
export type EntrySettingsChange = z.output<z.ZodObject<typeof EntrySettings>>

/** Separates the fields that all types share from those of the type. */
export function splitSettings<T extends EntrySettingsChange>(input: T) {
  const { state, visibility, groups, labels, deceased, allowComments, point, reason, ...fields } = input
  const settings = { state, visibility, groups, labels, deceased, allowComments, point, reason }
  return { settings: settings as Pick<T, keyof EntrySettingsChange & keyof T>, fields }
}

/**
 * Returns the context for the answer to a change. A viewer who limits an entry to a group that they are not in gets it
 * in this answer one last time.
 */
export function answering(ctx: Context, { groups = [] }: EntrySettingsChange): Context {
  return ctx.viewer ? { ...ctx, viewer: { ...ctx.viewer, groups: [...ctx.viewer.groups, ...groups] } } : ctx
}

type Audience = { visibility: Visibility; groups: string[] }
const width: Record<Visibility, number> = { keepers: 0, members: 1, public: 2 }

/** Returns true if the change shows the entry to nobody new. */
export function onlyNarrows(
  before: Audience,
  { visibility = before.visibility, groups }: EntrySettingsChange,
): boolean {
  const open = before.groups.length === 0
  const within = !groups || open || (groups.length > 0 && groups.every((id) => before.groups.includes(id)))
  return width[visibility] <= width[before.visibility] && within
}

/** Throws Forbidden if a new entry is for keepers only and the viewer may not limit it to them. */
export function refuseKeepersOnly({ viewer }: Pick<Context, 'viewer'>, visibility: Visibility | undefined): void {
  if (visibility === 'keepers' && !mayReserve(viewer)) throw new Forbidden(refusals.keepersAlone)
}

/** Throws Forbidden if a new entry has labels that the viewer may not give it. */
export function refuseLabels({ viewer }: Pick<Context, 'viewer'>, labels: Label[]): void {
  if (labels.length > 0 && !mayLabel(viewer)) throw new Forbidden(refusals.labelsAlone)
}

/**
 * Locks the groups, so that none is deleted before the entry is limited to it. Throws Invalid for a group that does not
 * exist or that the viewer may not choose; the message doesn't say which.
 * @param before the groups that the entry is already limited to
 */
export async function requireGroups(ctx: Context, groups: string[], before: string[] = []): Promise<void> {
  const added = groups.filter((id) => !before.includes(id))
  if (added.length === 0) return
  const rows = await ctx.db.select({ id: table.id }).from(table).where(inArray(table.id, added)).for('key share')
  const foreign = added.some((id) => !mayChooseGroup(ctx.viewer, id))
  if (foreign || rows.length < added.length)
    throw new Invalid(undefined, [{ path: 'groups', message: refusals.noGroup }])
}
