import { and, eq, ne, sql } from 'drizzle-orm'
import { formerMemberId } from '#accounts/account.ts'
import { presentMember } from '#accounts/member.ts'
import type { Member } from '#accounts/schema.ts'
import { listWorkOf } from '#content/list-work.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, NotFound } from '#core/errors.ts'
import { accounts, accountTokens } from '#core/tables.ts'
import { refusals } from './refusals.ts'

/**
 * Confirms a member's email on behalf of an admin who knows them: a site that can't send email has no other way. Their
 * posts and additions then appear in lists. Throws NotFound if there is no such account, Conflict if it is disabled.
 */
export async function confirmMember(ctx: Context, id: string): Promise<Member> {
  const [before] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), ne(accounts.id, formerMemberId)))
    .for('update')
  if (!before) throw new NotFound()
  if (before.disabledAt) throw new Conflict(refusals.disabled, 'disabled')
  if (before.emailVerifiedAt) return presentMember(before)
  const [row] = await ctx.db
    .update(accounts)
    .set({ emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(accounts.id, id))
    .returning()
  if (!row) throw new NotFound()
  await ctx.db.delete(accountTokens).where(and(eq(accountTokens.accountId, id), eq(accountTokens.purpose, 'verify')))
  await listWorkOf(ctx, id)
  await audit(ctx, 'member:confirm-email', id)
  return presentMember(row)
}
