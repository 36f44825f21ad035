import { and, eq, gt, gte, ne, sql } from 'drizzle-orm'
import { type AccountRow, lockAccount } from '#accounts/account.ts'
import { endOtherAccess } from '#accounts/end-access.ts'
import { tell } from '#accounts/mail.ts'
import { refusals as general } from '#accounts/refusals.ts'
import { tellOfFactor, updateSecondFactorSince } from '#accounts/second-factor/factors.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '#accounts/second-factor/table.ts'
import { setAside } from '#accounts/set-aside.ts'
import { isUndoLink, keepToken, newSecret, takeToken, undoneSince, undoPurpose } from '#accounts/tokens.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { accounts, accountTokens, auditLog } from '#core/tables.ts'
import { contactOf } from '../../email/queries.ts'
import { accountMails } from '../../mail-jobs.ts'
import { refusals } from '../refusals.ts'

/**
 * Queues the email about a factor that was added in this transaction. It has a link that undoes this, unless the email
 * is unconfirmed, because then it may be a stranger's, and a password reset removes the factors anyway.
 */
export async function tellOfAddedFactor(ctx: Context, row: AccountRow, mail: 'passkeyAdded' | 'appAdded') {
  if (!row.emailVerifiedAt || (await hasLinkElsewhere(ctx, row))) return tellOfFactor(ctx, row, mail)
  const [moment] = await ctx.db
    .select({ now: sql`now()::timestamptz(3)`.mapWith(accountTokens.createdAt) })
    .from(sql`(select 1) as one`)
  if (!moment) throw new Error('a select without a table returned no row')
  const since = moment.now
  await keepToken(ctx.db, { accountId: row.id, purpose: undoPurpose(since), secret: newSecret(), email: row.email })
  await accountMails.factorAdded.add(ctx, { accountId: row.id, since, mail })
}

/**
 * Returns true if a link that undoes a factor was mailed to an earlier address of the account and is still valid.
 * Another link would let a thief who has changed the email undo what the owner does after getting the account back.
 */
async function hasLinkElsewhere({ db }: Context, row: AccountRow): Promise<boolean> {
  const { email, expiresAt } = accountTokens
  return (await db.$count(accountTokens, and(isUndoLink(row.id), ne(email, row.email), gt(expiresAt, sql`now()`)))) > 0
}

/**
 * Removes the factor that a mailed link is about, and those added after it. Ends everything that a thief may have or
 * know: password, sessions, devices and tokens. Throws badToken, or Conflict if there is nothing to undo.
 * @returns the account's email, or null if the one that the link was mailed to now belongs to another account
 */
export async function undoFactor(ctx: Context, token: string) {
  const used = await takeToken(ctx, token, ['undo-factor'])
  const { accountId } = used
  const before = await lockAccount(ctx, accountId)
  const since = undoneSince(used)
  if (before.disabledAt) throw new Conflict(general.closed(before.disabledReason), 'disabled')
  if (!(await removeFactorsSince(ctx, accountId, since))) throw new Conflict(refusals.factorGone, 'factor_gone')

  const moved = before.email !== used.email
  // A thief could sign up with the free address to stop the owner from getting it back.
  if (moved) await setAside(ctx.db, used.email, refusals.setAside)
  const taken = moved && (await ctx.db.$count(accounts, eq(accounts.email, used.email))) > 0
  const restored = moved && !taken
  await ctx.db
    .update(accounts)
    .set({
      passwordHash: null,
      updatedAt: sql`now()`,
      ...(restored && { email: used.email, emailVerifiedAt: sql`now()` }),
    })
    .where(eq(accounts.id, accountId))
  await endOtherAccess(ctx.db, accountId)
  await ctx.db.delete(accountTokens).where(isUndoLink(accountId, since))
  await audit(ctx, 'account:undo-factor', accountId)
  if (restored) {
    await audit(ctx, 'account:change-email', accountId)
    await tell(ctx, before, (texts, names) => texts.emailChanged(names, used.email, contactOf(ctx)))
  }
  const url = `${ctx.site.baseUrl}/forgot-password`
  await tell(ctx, { ...before, email: used.email }, (texts, names) => texts.factorUndone(names, url))
  return { success: true as const, email: taken ? null : used.email }
}

/**
 * Removes the factors that were added since a time, and the recovery codes made since then, which the activity log
 * knows. Returns false if there were no such factors.
 */
async function removeFactorsSince(ctx: Context, accountId: string, since: string): Promise<boolean> {
  const keys = await ctx.db
    .delete(passkeys)
    .where(and(eq(passkeys.accountId, accountId), gte(passkeys.createdAt, since)))
    .returning({ id: passkeys.id })
  const apps = await ctx.db
    .delete(authenticatorApps)
    .where(and(eq(authenticatorApps.accountId, accountId), gte(authenticatorApps.confirmedAt, since)))
    .returning({ id: authenticatorApps.accountId })
  const { subjectId, action, at } = auditLog
  const made = and(eq(subjectId, accountId), eq(action, 'account:make-recovery-codes'), gte(at, since))
  if ((await ctx.db.$count(auditLog, made)) > 0)
    await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  await updateSecondFactorSince(ctx, accountId)
  return keys.length + apps.length > 0
}
