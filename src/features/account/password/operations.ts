import { and, eq, isNull, not, sql } from 'drizzle-orm'
import { type AccountRow, ownAccount } from '#accounts/account.ts'
import { endOtherAccess } from '#accounts/end-access.ts'
import { tell } from '#accounts/mail.ts'
import { refusals } from '#accounts/refusals.ts'
import { removeAllFactors } from '#accounts/second-factor/factors.ts'
import { badCode, badToken, requireToken, type TokenKind, takeToken } from '#accounts/tokens.ts'
import { listWorkOf } from '#content/list-work.ts'
import { audit } from '#core/audit.ts'
import { checkAll } from '#core/concurrency/check-all.ts'
import type { Context } from '#core/context.ts'
import { Conflict, refused } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { senderOf } from '#core/sender.ts'
import { accounts } from '#core/tables.ts'
import { isStrongPassword } from '#text/password.ts'
import { askToConfirm, changeEmail, confirmEmail } from '../email/queries.ts'
import { accountMails } from '../mail-jobs.ts'
import { Done, EmailProof, PasswordChange, PasswordReset, Resent, ResetRequest, Verified } from '../schema.ts'
import { hashOf } from '../session/devices/queries.ts'
import { mailWarning, recordingFailures } from '../session/failures.ts'
import { requireMailRoom } from '../stranger-mail/queries.ts'
import { text } from '../text.ts'
import { refuseCommonPassword } from './common.ts'
import { hashPassword, isPassword } from './hashing.ts'

/** The tokens that reset a password: the link in an email, or the code from an admin. */
const resets: TokenKind[] = ['reset', 'reset-code']

export const password = {
  requestReset: operation('POST', '/auth/password/reset-request', 'public', {
    legacy: { name: 'password-reset', method: 'POST' },
    summary: 'Request an email with a link to choose a new password',
    input: ResetRequest,
    output: Done,
    // The limits are counted outside a transaction, because counting inside one would need a second connection.
    transaction: false,
    // Only the job checks whether the account exists, so that the answer and its duration are always the same.
    async handler(ctx, { email }) {
      await ctx.limits.takeOrProve('resetRequest', ctx.caller)
      // The owner who is logged in isn't counted with strangers who enter the same address.
      await ctx.limits.take('mail', ctx.viewer?.email === email ? ctx.viewer.id : email)
      await accountMails.secret.add(ctx, { kind: 'reset', email })
      return { success: true as const }
    },
  }),

  resetPassword: operation('POST', '/auth/password/reset', 'public', {
    legacy: { name: 'password-reset', method: 'PUT' },
    summary: 'Choose a new password with the token from the email or the code from an admin',
    input: PasswordReset,
    output: Done,
    transaction: false,
    async handler(ctx, { token, newPassword }) {
      await checkAll(
        () => requireStrong(newPassword),
        () => requireToken(ctx, token, resets),
      )
      const passwordHash = await hashPassword(newPassword, senderOf(ctx))
      await ctx.transaction(async (inside) => {
        const used = await takeToken(inside, token, resets)
        const byCode = used.purpose === 'reset-code'
        const [before] = await inside.db
          .select({ emailVerifiedAt: accounts.emailVerifiedAt })
          .from(accounts)
          .where(eq(accounts.id, used.accountId))
        const [row] = await inside.db
          .update(accounts)
          .set({
            passwordHash,
            updatedAt: sql`now()`,
            // A person who could read the email has shown that the address is theirs.
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
        if (!row) throw byCode ? badCode() : badToken()
        await endOtherAccess(inside.db, row.id)
        // Someone who signed up with another person's address must not get back in with a passkey.
        if (!byCode && !before?.emailVerifiedAt) await removeAllFactors(inside, row.id)
        if (!byCode) await listWorkOf(inside, row.id)
        await audit(inside, 'account:reset-password', row.id, { by: byCode ? 'code' : 'mail' })
        await tellOfChange(inside, row)
      })
      return { success: true as const }
    },
  }),

  changePassword: operation('PUT', '/auth/password', 'account', {
    recentSignIn: 'or-password',
    summary: 'Change your password',
    input: PasswordChange,
    output: Done,
    transaction: false,
    async handler(ctx, { currentPassword, newPassword }) {
      const before = await ownAccount(ctx)
      await checkAll(
        () => requireStrong(newPassword),
        () => requirePassword(ctx, before, currentPassword, 'currentPassword'),
      )
      const passwordHash = await hashPassword(newPassword, senderOf(ctx))
      await ctx.transaction(async (inside) => {
        const [row] = await inside.db
          .update(accounts)
          .set({ passwordHash, updatedAt: sql`now()` })
          // A simultaneous reset wins, because knowing the old password alone must not undo it.
          .where(and(eq(accounts.id, before.id), eq(accounts.passwordHash, before.passwordHash ?? '')))
          .returning()
        if (!row) throw new Conflict(refusals.passwordChanged)
        const { caller, viewer } = ctx
        const device = caller.device && hashOf(caller.device)
        await endOtherAccess(inside.db, row.id, { sessionId: viewer?.sessionId, device })
        await audit(inside, 'account:change-password', row.id)
        await tellOfChange(inside, row)
      })
      return { success: true as const }
    },
  }),

  verifyEmail: operation('POST', '/auth/verify-email', 'public', {
    legacy: 'verify-email',
    summary: 'Confirm an email address with the token from the email',
    input: EmailProof,
    output: Verified,
    async handler(ctx, { token, ofViewer }) {
      const used = await takeToken(ctx, token, ['verify', 'change-email'])
      if (ofViewer && used.accountId !== ctx.viewer?.id) throw new Conflict(refusals.ofAnother, 'of_another')
      if (used.purpose === 'verify') await confirmEmail(ctx, used)
      else await changeEmail(ctx, used)
      return { success: true as const, email: used.email }
    },
  }),

  resendVerification: operation('POST', '/auth/resend-verification', 'account', {
    legacy: 'resend-verification',
    summary: 'Resend the email with the link that confirms your address',
    output: Resent,
    transaction: false,
    async handler(ctx) {
      const row = await ownAccount(ctx)
      const email = row.pendingEmail ?? row.email
      if (!row.pendingEmail && row.emailVerifiedAt) return { success: true as const, sent: false, email }
      await ctx.limits.take('mail', row.id)
      await requireMailRoom(ctx, email)
      await askToConfirm(ctx, row)
      return { success: true as const, sent: true, email }
    },
  }),
}

/** Throws Invalid for a password that breaks the rules or is very common (spec 3.6). */
function requireStrong(newPassword: string): void {
  if (!isStrongPassword(newPassword)) throw refused('newPassword', text.password.weak)
  refuseCommonPassword(newPassword, 'newPassword')
}

/** Throws Invalid at `path` if this is not the account's password, and TooMany after many wrong guesses. */
export async function requirePassword(ctx: Context, row: AccountRow, password: string, path: string): Promise<void> {
  const { address, proof } = ctx.caller
  // For a logged-in member only the wrong guesses of their session count, from whatever address they come.
  const device = `session:${ctx.viewer?.sessionId}`
  const guess = { account: row.email, address, proof, device, isKnown: true, onTooManyWrong: mailWarning(ctx, row) }
  const right = await recordingFailures(ctx, row, 'password', () =>
    ctx.limits.guess(guess, () => isPassword(row.passwordHash, password, senderOf(ctx))),
  )
  if (!right) throw refused(path, refusals.wrongPassword)
}

function tellOfChange(ctx: Context, row: AccountRow): Promise<void> {
  return tell(ctx, row, (texts, site) => texts.passwordChanged(site), { url: `${ctx.site.baseUrl}/forgot-password` })
}
