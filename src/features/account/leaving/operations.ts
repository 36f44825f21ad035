import { eq, inArray, sql } from 'drizzle-orm'
import { articleLikes, articles } from '#content/article/table.ts'
import { audit } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import { leaveEvents } from '#content/event/registration/queries.ts'
import { discardFiles, removeEntries } from '#content/media/removal.ts'
import { transcripts } from '#content/media/table.ts'
import { pronunciations } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { accounts } from '#core/tables.ts'
import { leaveOrders } from '../../shop/order/change.ts'
import { requirePassword } from '../password/operations.ts'
import { formerMemberId, lockAdmins, ownAccount, refuseLastAdmin, tell } from '../queries.ts'
import { Done, Leaving } from '../schema.ts'

export const leaving = {
  remove: operation({
    method: 'DELETE',
    path: '/auth/account',
    permission: 'account',
    summary: 'Delete your account, and your entries if you say so',
    input: Leaving,
    output: Done,
    transaction: false,
    async handler(ctx, { password, entries: choice }) {
      const row = await ownAccount(ctx)
      await requirePassword(ctx, row, password, 'password')
      await ctx.transaction(async (inside) => {
        refuseLastAdmin(await lockAdmins(inside), row.id)
        // What they are posting at this moment waits, and then finds no author.
        await inside.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, row.id)).for('update')
        await leaveOrders(inside)
        await leaveEvents(inside, row.id, choice === 'delete')
        const count = choice === 'delete' ? await removeAllOf(inside, row.id) : await leaveEntries(inside, row.id)
        await forgetLikesOf(inside, row.id)
        await audit(inside, 'account:remove', row.id, { entries: choice, count })
        await tell(inside, row, (texts, names) => texts.left(names))
        // Sessions, secrets and likes go with it; its orders and what was done stay, without a name.
        await inside.db.delete(accounts).where(eq(accounts.id, row.id))
        await inside.addJob('media:sweep', {})
        inside.contentChanged()
      })
      ctx.setPageCookie(null)
      return { success: true as const }
    },
  }),
}

async function removeAllOf(ctx: Context, accountId: string): Promise<number> {
  const { db } = ctx
  const spoken = await db
    .delete(pronunciations)
    .where(eq(pronunciations.speakerId, accountId))
    .returning({ id: pronunciations.fileId })
  await discardFiles(
    ctx,
    spoken.map((file) => file.id),
  )
  await db.delete(transcripts).where(eq(transcripts.authorId, accountId))
  return removeEntries(ctx, eq(entries.authorId, accountId), { act: 'removed', actorId: null })
}

async function leaveEntries({ db }: Context, accountId: string): Promise<number> {
  await db
    .insert(accounts)
    .values({
      id: formerMemberId,
      name: 'A former member',
      email: 'former-member@invalid',
      admittedAt: null,
      disabledAt: sql`now()`,
    })
    .onConflictDoNothing()
  const left = await db
    .update(entries)
    .set({ authorId: formerMemberId })
    .where(eq(entries.authorId, accountId))
    .returning({ id: entries.id })
  return left.length
}

/** Takes back every like of an account that is about to go. */
async function forgetLikesOf({ db }: Context, accountId: string): Promise<void> {
  const liked = db.select({ id: articleLikes.entryId }).from(articleLikes).where(eq(articleLikes.accountId, accountId))
  await db
    .update(articles)
    .set({ likes: sql`${articles.likes} - 1` })
    .where(inArray(articles.entryId, liked))
  await db.delete(articleLikes).where(eq(articleLikes.accountId, accountId))
}
