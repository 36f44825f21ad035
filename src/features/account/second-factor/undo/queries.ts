import { and, eq, gt, gte, ne, sql } from 'drizzle-orm'
import { type AccountRow, lockAccount } from '#accounts/account.ts'
import { endOtherAccess } from '#accounts/end-access.ts'
import { accountMail, contactOf, tell } from '#accounts/mail.ts'
import { refusals as general } from '#accounts/refusals.ts'
import { tellOfFactor, updateSecondFactorSince } from '#accounts/second-factor/factors.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '#accounts/second-factor/table.ts'
import { setAside } from '#accounts/set-aside.ts'
import { isUndoLink, keepToken, newSecret, takeToken, undoneSince, undoPurpose } from '#accounts/tokens.ts'
import { followEmail } from '#content/event/registration/change.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { normalizeEmail } from '#core/input/contact.ts'
import { queueMail } from '#core/mail.ts'
import { accounts, accountTokens, auditLog } from '#core/tables.ts'
import { accountMails } from '../../mail-jobs.ts'
import { refusals } from '../refusals.ts'

/** Queues the email about a factor that was added in this transaction, with a link that undoes this (`keepUndoLink`). */
export async function tellOfAddedFactor(ctx: Context, row: AccountRow, mail: 'passkeyAdded' | 'appAdded') {
  const since = await keepUndoLink(ctx, row)
  if (since) await accountMails.factorAdded.add(ctx, { accountId: row.id, since, mail })
  else await tellOfFactor(ctx, row, mail)
}

/**
 * Queues the email to the old address of an account whose email was changed in this transaction, with a link that
 * undoes this (`keepUndoLink`).
 * @param before the account before the change
 */
export async function tellOfChangedEmail(ctx: Context, before: AccountRow, email: string): Promise<void> {
  const since = await keepUndoLink(ctx, before)
  if (since) {
    const { id, name, preferences } = before
    return accountMails.emailChanged.add(ctx, {
      accountId: id,
      since,
      email,
      before: { name, email: before.email, preferences },
    })
  }
  const mail = accountMail(ctx.site, before, (texts, site) => texts.emailChanged(site, email, contactOf(ctx.site)))
  await queueMail(ctx, { ...mail, isConfirmed: before.emailVerifiedAt !== null })
}

/**
 * Stores the token of a link to the account's email that undoes what is changed from now on. Makes none for an
 * unconfirmed email, because it may be a stranger's, and a password reset removes the factors anyway.
 * @returns since when, or null if there is no link
 */
async function keepUndoLink(ctx: Context, row: AccountRow): Promise<string | null> {
  if (!row.emailVerifiedAt || (await hasLinkElsewhere(ctx, row))) return null
  const [moment] = await ctx.db
    .select({ now: sql`now()::timestamptz(3)`.mapWith(accountTokens.createdAt) })
    .from(sql`(select 1) as one`)
  if (!moment) throw new Error('a select without a table returned no row')
  const since = moment.now
  await keepToken(ctx.db, { accountId: row.id, purpose: undoPurpose(since), secret: newSecret(), email: row.email })
  return since
}

/**
 * Returns true if a link that undoes changes was mailed to an earlier address of the account and is still valid.
 * Another link would let a thief who has changed the email undo what the owner does after getting the account back.
 */
async function hasLinkElsewhere({ db }: Context, row: AccountRow): Promise<boolean> {
  const { email, expiresAt } = accountTokens
  return (await db.$count(accountTokens, and(isUndoLink(row.id), ne(email, row.email), gt(expiresAt, sql`now()`)))) > 0
}

/**
 * Puts back the email that an emailed link was sent to, and removes the factors added since the change that the link
 * is about. Deletes the password, sessions, devices and tokens. If that email now belongs to another account, disables
 * this one and returns null as the email. Throws badToken, or Conflict if there is nothing to undo or the account is
 * disabled.
 */
export async function undoChanges(ctx: Context, token: string) {
  const used = await takeToken(ctx, token, ['undo-factor'])
  const { accountId } = used
  const before = await lockAccount(ctx, accountId)
  const since = undoneSince(used)
  if (before.disabledAt) throw new Conflict(general.closed(before.disabledReason), 'disabled')
  const moved = normalizeEmail(before.email) !== used.email
  const removed = await removeFactorsSince(ctx, accountId, since)
  if (!moved && !removed) throw new Conflict(refusals.nothingToUndo, 'factor_gone')

  // A thief could sign up with the free address to stop the owner from getting it back.
  if (moved) await setAside(ctx.db, used.email, general.setAside)
  const taken = moved && (await ctx.db.$count(accounts, eq(accounts.email, used.email))) > 0
  const restored = moved && !taken
  const reason = taken ? refusals.emailLost : null
  await ctx.db
    .update(accounts)
    .set({
      passwordHash: null,
      updatedAt: sql`now()`,
      ...(restored && { email: used.email, emailVerifiedAt: sql`now()` }),
      // A thief who has the present email could otherwise reset the password, or get a link that undoes later changes.
      ...(taken && { emailVerifiedAt: null, disabledAt: sql`now()`, disabledReason: reason }),
    })
    .where(eq(accounts.id, accountId))
  await endOtherAccess(ctx.db, accountId)
  await ctx.db.delete(accountTokens).where(isUndoLink(accountId, since))
  await audit(ctx, 'account:undo-factor', accountId, taken ? { reason } : undefined)
  if (restored) {
    await followEmail(ctx, accountId, before.email, used.email)
    await audit(ctx, 'account:change-email', accountId)
    await tell(ctx, before, (texts, site) => texts.emailChanged(site, used.email, contactOf(ctx.site)))
  }
  // The member's page disappears, and so do the links to it from their name.
  if (taken) ctx.contentChanged()
  const url = `${ctx.site.baseUrl}/forgot-password`
  await tell(
    ctx,
    { ...before, email: used.email },
    (texts, site) => (taken ? texts.undoneAndClosed(site, contactOf(ctx.site)) : texts.factorUndone(site)),
    { url },
  )
  return { success: true as const, email: taken ? null : used.email }
}

/**
 * Removes the factors that were added since the given time, and the recovery codes if the activity log says that they
 * were made since then. Returns false if there were no such factors.
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
