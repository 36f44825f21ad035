import { eq, sql } from 'drizzle-orm'
import { formerMemberId, ownAccount } from '#accounts/account.ts'
import { lockAdmins, refuseLastAdmin } from '#accounts/admins.ts'
import { tell } from '#accounts/mail.ts'
import type { PersonalData } from '#accounts/personal-data.ts'
import { entries } from '#content/entry/table.ts'
import { mediaJobs } from '#content/media/job-types.ts'
import { removeEntries } from '#content/media/removal.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { accounts, refusedEmails } from '#core/tables.ts'
import { requirePassword } from '../password/operations.ts'
import { Done, Leaving } from '../schema.ts'

/**
 * Returns the operation that deletes an account.
 * @param personalData the data about members that each feature stores
 */
export const leaving = (personalData: PersonalData[]) => ({
  remove: operation('DELETE', '/auth/account', 'account', {
    recentSignIn: 'or-password',
    summary: 'Delete your account, with your entries or without them',
    input: Leaving,
    output: Done,
    transaction: false,
    async handler(ctx, { password, entries: choice }) {
      const row = await ownAccount(ctx)
      await requirePassword(ctx, row, password, 'password')
      await ctx.transaction(async (inside) => {
        refuseLastAdmin(await lockAdmins(inside), row.id)
        // Posts that are being sent at this moment wait for this lock and then fail, because their author is gone.
        await inside.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, row.id)).for('update')
        for (const { leave } of personalData) await leave?.(inside, row.id, choice)
        const count = choice === 'delete' ? await removeEntriesOf(inside, row.id) : await leaveEntries(inside, row.id)
        await audit(inside, 'account:remove', row.id, { entries: choice, count })
        await tell(inside, row, (texts, site) => texts.left(site))
        // This row takes sessions, secrets and likes with it. Orders and the activity log stay, without the name.
        await inside.db.delete(refusedEmails).where(eq(refusedEmails.email, row.email))
        await inside.db.delete(accounts).where(eq(accounts.id, row.id))
        await mediaJobs.sweep.add(inside, {})
        inside.contentChanged()
      })
      ctx.setPageCookie(null)
      return { success: true as const }
    },
  }),
})

function removeEntriesOf(ctx: Context, accountId: string): Promise<number> {
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
  const rows = await db
    .update(entries)
    .set({ authorId: formerMemberId })
    .where(eq(entries.authorId, accountId))
    .returning({ id: entries.id })
  return rows.length
}
