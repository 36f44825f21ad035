import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AccountRow } from '#accounts/account.ts'
import { refusals } from '#accounts/refusals.ts'
import { badToken, forgetTokens } from '#accounts/tokens.ts'
import { consents } from '#content/entry/consent/table.ts'
import { followEmail } from '#content/event/registration/change.ts'
import { listWorkOf } from '#content/list-work.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { accounts, type accountTokens } from '#core/tables.ts'
import { accountMails } from '../mail-jobs.ts'
import { emailTaken } from '../queries.ts'
import { tellOfChangedEmail } from '../second-factor/undo/queries.ts'

type TokenRow = typeof accountTokens.$inferSelect

/**
 * Queues the email that asks the owner to confirm an address. If a new address is pending, first queues the email to
 * the old one, with a link that cancels the change: once the change is confirmed, that email is no longer sent.
 */
export async function askToConfirm(ctx: Pick<Context, 'addJob'>, row: AccountRow): Promise<void> {
  const kinds = row.pendingEmail ? (['cancel-email', 'change-email'] as const) : (['verify'] as const)
  for (const kind of kinds) await accountMails.secret.add(ctx, { kind, accountId: row.id })
}

/**
 * Stores a new email until its owner confirms it. Throws Conflict if the email has an account, or if the password was
 * changed since `row` was read, because the old password alone must not be enough to take over the account.
 */
export async function requestEmail(ctx: Context, row: AccountRow, pendingEmail: string): Promise<AccountRow> {
  const [existing] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, pendingEmail))
  if (existing) throw emailTaken()
  const [changed] = await ctx.db
    .update(accounts)
    .set({ pendingEmail })
    .where(and(eq(accounts.id, row.id), eq(accounts.passwordHash, row.passwordHash ?? '')))
    .returning()
  if (!changed) throw new Conflict(refusals.passwordChanged)
  await audit(ctx, 'account:ask-change-email', row.id)
  await askToConfirm(ctx, changed)
  return changed
}

/**
 * Cancels a change of email with the token from the email to the old address. Throws if no change is pending any more,
 * or if the account is disabled.
 */
export async function cancelEmail(ctx: Context, { accountId, email }: TokenRow): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.email, email), isNull(accounts.disabledAt)))
    .for('update')
  if (!row?.pendingEmail) throw badToken()
  await forgetTokens(ctx.db, accountId)
  await audit(ctx, 'account:cancel-change-email', accountId)
}

/** Confirms the email that the account was created with. Throws if the account now has another email or is disabled. */
export async function confirmEmail(ctx: Context, { accountId, email }: TokenRow): Promise<void> {
  const [row] = await ctx.db
    .update(accounts)
    .set({ emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())` })
    .where(and(eq(accounts.id, accountId), eq(accounts.email, email), isNull(accounts.disabledAt)))
    .returning({ id: accounts.id })
  if (!row) throw badToken()
  await listWorkOf(ctx, accountId)
  await audit(ctx, 'account:verify-email', accountId)
}

const uniqueViolation = '23505'

/**
 * Replaces the email with the confirmed one, emails the old address, and deletes the account's tokens (`forgetTokens`).
 * Throws if another account has the email now, if the change was cancelled, or if the account is disabled.
 */
export async function changeEmail(ctx: Context, { accountId, email }: TokenRow): Promise<void> {
  const [existing] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (existing) throw emailTaken()
  const usable = and(eq(accounts.id, accountId), eq(accounts.pendingEmail, email), isNull(accounts.disabledAt))
  const [before] = await ctx.db.select().from(accounts).where(usable).for('update')
  if (!before) throw badToken()
  const [row] = await ctx.db
    .update(accounts)
    .set({ email, emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(accounts.id, accountId))
    .returning()
    .catch((error: { cause?: { code?: string } }) => {
      throw error.cause?.code === uniqueViolation ? emailTaken() : error
    })
  if (!row) throw badToken()
  await forgetTokens(ctx.db, accountId)
  if (!before.emailVerifiedAt) await leaveConsents(ctx, accountId)
  await listWorkOf(ctx, accountId)
  await followEmail(ctx, accountId, before.email, email)
  await audit(ctx, 'account:change-email', accountId)
  await tellOfChangedEmail(ctx, before, email)
}

/** Removes the account from consents that others recorded under its unconfirmed email, which may be someone else's. */
async function leaveConsents({ db }: Context, accountId: string): Promise<void> {
  await db
    .update(consents)
    .set({ giverId: null })
    .where(and(eq(consents.giverId, accountId), sql`${consents.enteredBy} is distinct from ${accountId}::uuid`))
}
