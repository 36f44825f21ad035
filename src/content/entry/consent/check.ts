import { and, arrayOverlaps, inArray, not } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { refused } from '#core/errors.ts'
import { refusals } from '../refusals.ts'
import type { Visibility } from '../schema.ts'
import type { Purpose } from './schema.ts'
import { consents } from './table.ts'

/** Returns true if every recorded consent allows at least one of these purposes, or if no consent is recorded. */
export async function isAgreed(
  { db }: Pick<Context, 'db'>,
  entryIds: string[],
  ...purposes: Purpose[]
): Promise<boolean> {
  const lacking = and(inArray(consents.entryId, entryIds), not(arrayOverlaps(consents.purposes, purposes)))
  const [one] = await db.select({ id: consents.id }).from(consents).where(lacking).limit(1)
  return one === undefined
}

/** Returns the widest visibility that every recorded consent allows. */
export async function widestAgreed(ctx: Pick<Context, 'db'>, entryId: string): Promise<Visibility> {
  if (await isAgreed(ctx, [entryId], 'public')) return 'public'
  return (await isAgreed(ctx, [entryId], 'community', 'public')) ? 'members' : 'keepers'
}

/** Throws Invalid if the visibility is wider than the recorded consents allow. Lock the entry first. */
export async function requireAgreed(ctx: Pick<Context, 'db'>, entryId: string, visibility: Visibility): Promise<void> {
  if (visibility === 'keepers') return
  const purposes: Purpose[] = visibility === 'public' ? ['public'] : ['community', 'public']
  if (await isAgreed(ctx, [entryId], ...purposes)) return
  throw refused('visibility', visibility === 'public' ? refusals.notPublic : refusals.notCommunity)
}
