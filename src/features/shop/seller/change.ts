import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockAdmins } from '#accounts/admins.ts'
import { mailKind } from '#accounts/mail-about.ts'
import { changeMember } from '#accounts/member.ts'
import { tell } from '#content/entry/notify.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Invalid, NotFound } from '#core/errors.ts'
import { hasRole, viewerOf } from '#core/permission.ts'
import { refusals } from '../refusals.ts'
import { mailTexts } from './mail-texts.ts'
import { readSelling } from './queries.ts'
import type { Decision, NewRequest } from './schema.ts'
import { sellerRequests } from './table.ts'

/** Tells a member what an admin decided about their request to sell. */
export const sellingMail = mailKind({
  name: 'selling-decided',
  about: z.object({ requestId: z.string() }),
  async compose({ db, site }, { id, language }, { requestId }) {
    const isTheirs = and(eq(sellerRequests.id, requestId), eq(sellerRequests.accountId, id))
    const [request] = await db.select().from(sellerRequests).where(isTheirs)
    if (!request || request.state === 'asked') return null
    const text = mailTexts[language][request.state]({ site: site.name, reason: request.reason ?? '' })
    return { text, url: `${site.baseUrl}/seller/dashboard` }
  },
})

/** Stores a request to sell. Throws Conflict if the member has a waiting request or is a seller already. */
export async function askToSell(ctx: Context, { about }: z.output<typeof NewRequest>) {
  const viewer = viewerOf(ctx)
  if (hasRole(viewer, 'seller')) throw new Conflict(refusals.sellerAlready, 'seller')
  const [request] = await ctx.db
    .insert(sellerRequests)
    .values({ accountId: viewer.id, about })
    .onConflictDoNothing()
    .returning({ id: sellerRequests.id })
  if (!request) throw new Conflict(refusals.asked, 'asked')
  await audit(ctx, 'selling:ask', viewer.id)
  return readSelling(ctx)
}

/**
 * Grants the role or refuses it with a reason, and notifies the member. Throws NotFound if there is no such request,
 * Conflict if it has been decided, or Invalid if a refusal has no reason.
 */
export async function decide(ctx: Context, { id, granted, reason = '' }: z.output<typeof Decision>) {
  if (!granted && reason === '') throw new Invalid(undefined, [{ path: 'reason', message: refusals.sayWhy }])
  // Every change of roles takes this lock, so that two never run at the same time.
  await lockAdmins(ctx)
  const [request] = await ctx.db.select().from(sellerRequests).where(eq(sellerRequests.id, id)).for('update')
  if (!request) throw new NotFound()
  if (request.state !== 'asked') throw new Conflict(refusals.decided, 'decided')
  const { accountId } = request
  if (granted) await changeMember(ctx, { id: accountId, roles: ['seller'], rolesBefore: [] })
  else await audit(ctx, 'selling:refuse', accountId, { reason })
  const state = granted ? ('granted' as const) : ('refused' as const)
  await ctx.db
    .update(sellerRequests)
    .set({ state, reason: granted ? null : reason, decidedBy: viewerOf(ctx).id, decidedAt: sql`now()` })
    .where(and(eq(sellerRequests.id, id)))
  await tell(ctx, accountId, sellingMail, { requestId: id })
  return { id, granted }
}
