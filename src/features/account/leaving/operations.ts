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
import { accounts } from '#core/tables.ts'
import { requirePassword } from '../password/operations.ts'
import { Done, Leaving } from '../schema.ts'

/** Takes what each room stores of a member (`src/personal-data.ts`). */
export const leaving = (rooms: PersonalData[]) => ({
  remove: operation('DELETE', '/auth/account', 'account', {
    recentSignIn: 'or-password',
    summary: 'Delete your account, and your entries if you say so',
    input: Leaving,
    output: Done,
    transaction: false,
    async handler(ctx, { password, entries: choice }) {
      const row = await ownAccount(ctx)
      await requirePassword(ctx, row, password, 'password')
      await ctx.transaction(async (inside) => {
        refuseLastAdmin(await lockAdmins(inside), row.id)
        // Posts that are being sent at this moment wait for the lock, and then find no author.
        await inside.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, row.id)).for('update')
        for (const { leave } of rooms) await leave?.(inside, row.id, choice)
        const count = choice === 'delete' ? await removeEntriesOf(inside, row.id) : await leaveEntries(inside, row.id)
        await audit(inside, 'account:remove', row.id, { entries: choice, count })
        await tell(inside, row, (texts, names) => texts.left(names))
        // Deletes sessions, secrets and likes with it. Orders and the activity log stay without a name.
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
  const left = await db
    .update(entries)
    .set({ authorId: formerMemberId })
    .where(eq(entries.authorId, accountId))
    .returning({ id: entries.id })
  return left.length
}
