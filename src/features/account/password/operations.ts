import { and, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { audit } from '#content/entry/queries.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Invalid } from '#core/errors.ts'
import { mailJob } from '#core/mail.ts'
import { operation } from '#core/operation.ts'
import { accounts, accountTokens } from '#core/tables.ts'
import { type AccountRow, badToken, emailTaken, endSessions, hashOf, ownAccount, tell } from '../queries.ts'
import { refusals } from '../refusals.ts'
import {
  Done,
  EmailProof,
  isStrongPassword,
  PasswordChange,
  PasswordReset,
  Resent,
  ResetRequest,
  Verified,
} from '../schema.ts'
import { text } from '../text.ts'
import { hashPassword, isPassword } from './hashing.ts'

export const password = {
  requestReset: operation({
    method: 'POST',
    path: '/auth/password/reset-request',
    permission: 'public',
    legacy: { name: 'password-reset', method: 'POST' },
    summary: 'Have a mail sent that lets you choose a new password',
    input: ResetRequest,
    output: Done,
    // A limit is counted outside the transaction: its own connection would wait for one that this holds.
    transaction: false,
    // Whether there is such an account is looked up by the job: this answers the same, at the same cost.
    async handler(ctx, { email }) {
      await ctx.limits.take('mailAddress', ctx.caller.address)
      await ctx.limits.take('mail', email)
      await ctx.addJob('mail:secret', { kind: 'reset', email }, mailJob)
      return { success: true as const }
    },
  }),

  resetPassword: operation({
    method: 'POST',
    path: '/auth/password/reset',
    permission: 'public',
    legacy: { name: 'password-reset', method: 'PUT' },
    summary: 'Choose a new password with the token of the mail or the code of an admin',
    input: PasswordReset,
    output: Done,
    transaction: false,
    async handler(ctx, { token, newPassword }) {
      requireStrong(newPassword)
      const held = and(
        eq(accountTokens.hash, hashOf(token)),
        inArray(accountTokens.purpose, ['reset', 'reset-code']),
        gt(accountTokens.expiresAt, sql`now()`),
      )
      const [known] = await ctx.db.select({ purpose: accountTokens.purpose }).from(accountTokens).where(held)
      if (!known) throw badToken()
      const passwordHash = await hashPassword(newPassword)
      await ctx.transaction(async (inside) => {
        const [used] = await inside.db.delete(accountTokens).where(held).returning()
        if (!used) throw badToken()
        const byCode = used.purpose === 'reset-code'
        const [row] = await inside.db
          .update(accounts)
          .set({
            passwordHash,
            updatedAt: sql`now()`,
            // Who could read the mail has shown that the address is theirs.
            ...(!byCode && { emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())` }),
          })
          .where(
            and(
              eq(accounts.id, used.accountId),
              eq(accounts.email, used.email),
              isNull(accounts.disabledAt),
              byCode ? not(sql`'admin' = any(${accounts.roles})`) : undefined,
            ),
          )
          .returning()
        if (!row) throw badToken()
        await endSessions(inside.db, row.id)
        await forgetResets(inside, row.id)
        await audit(inside, 'account:reset-password', row.id, { by: byCode ? 'code' : 'mail' })
        await tellOfChange(inside, row)
      })
      return { success: true as const }
    },
  }),

  changePassword: operation({
    method: 'PUT',
    path: '/auth/password',
    permission: 'account',
    summary: 'Change your password',
    input: PasswordChange,
    output: Done,
    transaction: false,
    async handler(ctx, { currentPassword, newPassword }) {
      requireStrong(newPassword)
      const before = await ownAccount(ctx)
      await requirePassword(ctx, before, currentPassword, 'currentPassword')
      const passwordHash = await hashPassword(newPassword)
      await ctx.transaction(async (inside) => {
        const [row] = await inside.db
          .update(accounts)
          .set({ passwordHash, updatedAt: sql`now()` })
          // A reset that came between wins: who held the old password alone may not undo it.
          .where(and(eq(accounts.id, before.id), eq(accounts.passwordHash, before.passwordHash ?? '')))
          .returning()
        if (!row) throw new Conflict(refusals.passwordChanged)
        await endSessions(inside.db, row.id, ctx.viewer?.sessionId)
        await forgetResets(inside, row.id)
        await audit(inside, 'account:change-password', row.id)
        await tellOfChange(inside, row)
      })
      return { success: true as const }
    },
  }),

  verifyEmail: operation({
    method: 'POST',
    path: '/auth/verify-email',
    permission: 'public',
    legacy: 'verify-email',
    summary: 'Confirm an email address with the token of its mail',
    input: EmailProof,
    output: Verified,
    async handler(ctx, { token }) {
      const [used] = await ctx.db
        .delete(accountTokens)
        .where(
          and(
            eq(accountTokens.hash, hashOf(token)),
            inArray(accountTokens.purpose, ['verify', 'change-email']),
            gt(accountTokens.expiresAt, sql`now()`),
          ),
        )
        .returning()
      if (!used) throw badToken()
      if (used.purpose === 'verify') await confirmAddress(ctx, used)
      else await changeAddress(ctx, used)
      return { success: true as const, email: used.email }
    },
  }),

  resendVerification: operation({
    method: 'POST',
    path: '/auth/resend-verification',
    permission: 'account',
    legacy: 'resend-verification',
    summary: 'Have the mail that confirms your address sent again',
    input: z.object({}),
    output: Resent,
    transaction: false,
    async handler(ctx) {
      const row = await ownAccount(ctx)
      const email = row.pendingEmail ?? row.email
      if (!row.pendingEmail && row.emailVerifiedAt) return { success: true as const, sent: false, email }
      await ctx.limits.take('mail', row.email)
      const kind = row.pendingEmail ? 'change-email' : 'verify'
      await ctx.addJob('mail:secret', { kind, accountId: row.id }, mailJob)
      return { success: true as const, sent: true, email }
    },
  }),
}

/** Throws Invalid with the sentence of spec §5. */
function requireStrong(newPassword: string): void {
  if (!isStrongPassword(newPassword))
    throw new Invalid(text.password.weak, [{ path: 'newPassword', message: text.password.weak }])
}

/** Throws Invalid at `path` when this is not the account's password, TooMany after many such guesses. */
export async function requirePassword(ctx: Context, row: AccountRow, given: string, path: string): Promise<void> {
  const who = { account: row.email, address: ctx.caller.address }
  const right = await ctx.limits.guess(who, () => isPassword(row.passwordHash, given))
  const message = refusals.wrongPassword
  if (!right) throw new Invalid(message, [{ path, message }])
}

async function forgetResets({ db }: Context, accountId: string): Promise<void> {
  const resets = inArray(accountTokens.purpose, ['reset', 'reset-code'])
  await db.delete(accountTokens).where(and(eq(accountTokens.accountId, accountId), resets))
}

function tellOfChange(ctx: Context, row: AccountRow): Promise<void> {
  return tell(ctx, row, (texts, names) => texts.passwordChanged(names, `${ctx.site.baseUrl}/forgot-password`))
}

const uniqueViolation = '23505'

type Used = typeof accountTokens.$inferSelect

async function confirmAddress(ctx: Context, { accountId, email }: Used): Promise<void> {
  const [row] = await ctx.db
    .update(accounts)
    .set({ emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())` })
    .where(and(eq(accounts.id, accountId), eq(accounts.email, email), isNull(accounts.disabledAt)))
    .returning({ id: accounts.id })
  if (!row) throw badToken()
  await audit(ctx, 'account:verify-email', accountId)
}

/** The new address takes the old one's place; what was mailed to the old one is worth nothing any more. */
async function changeAddress(ctx: Context, { accountId, email }: Used): Promise<void> {
  const [taken] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (taken) throw emailTaken()
  const [row] = await ctx.db
    .update(accounts)
    .set({ email, pendingEmail: null, emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(accounts.id, accountId), eq(accounts.pendingEmail, email), isNull(accounts.disabledAt)))
    .returning({ id: accounts.id })
    .catch((error: { cause?: { code?: string } }) => {
      throw error.cause?.code === uniqueViolation ? emailTaken() : error
    })
  if (!row) throw badToken()
  await ctx.db.delete(accountTokens).where(eq(accountTokens.accountId, accountId))
  await audit(ctx, 'account:change-email', accountId)
}
