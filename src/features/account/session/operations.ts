import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type AccountRow, lockAccount, ownAccount } from '#accounts/account.ts'
import { requireMailDomain } from '#accounts/mail-domain.ts'
import { refusals } from '#accounts/refusals.ts'
import { methodsOf } from '#accounts/second-factor/factors.ts'
import { endSessions } from '#accounts/sessions.ts'
import { after } from '#content/entry/list/where.ts'
import { ById } from '#content/entry/schema.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, NotFound, Refusal, Unauthorized } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { viewerOf } from '#core/permission.ts'
import { refusals as general } from '#core/refusals.ts'
import { senderOf } from '#core/sender.ts'
import { accounts, sessions } from '#core/tables.ts'
import { language } from '#text/language.ts'
import { accountMails } from '../mail-jobs.ts'
import { refuseCommonPassword } from '../password/common.ts'
import { hashPassword, isPassword } from '../password/hashing.ts'
import {
  DeviceKey,
  Done,
  Ended,
  LoginInput,
  RegisterInput,
  SecondFactorNeeded,
  Sessions,
  SessionsQuery,
  SignIn,
} from '../schema.ts'
import { newLoginTicket } from '../second-factor/ticket.ts'
import { deviceOf } from './device.ts'
import { findKnownDevice } from './devices/queries.ts'
import { mailWarning, recordingLogins, recordRefusal } from './failures.ts'
import { accountClosed, endOfSession, signIn, startSession } from './queries.ts'

export const session = {
  register: operation('POST', '/auth/register', 'public', {
    legacy: 'register',
    summary: 'Create an account and log in',
    input: RegisterInput,
    output: SignIn,
    status: 201,
    transaction: false,
    async handler(ctx, { name, email, password }) {
      refuseCommonPassword(password, 'password')
      await ctx.limits.takeOrProve('signUp', ctx.caller)
      await requireMailDomain(ctx, email, 'email')
      const passwordHash = await hashPassword(password, senderOf(ctx))
      return ctx.transaction(async (inside) => {
        const [row] = await inside.db
          .insert(accounts)
          .values({
            name,
            email,
            passwordHash,
            ...chosenLanguage(),
            ...(ctx.site.membership === 'approval' && { admittedAt: null }),
          })
          .onConflictDoNothing({ target: accounts.email })
          .returning()
        if (!row) throw new Conflict(refusals.emailTakenLogIn, 'email_taken')
        await audit({ db: inside.db, viewer: row }, 'account:register', row.id)
        await accountMails.secret.add(inside, { kind: 'verify', accountId: row.id })
        return startSession(inside, row, 'registration')
      })
    },
  }),

  login: operation('POST', '/auth/login', 'public', {
    legacy: 'login',
    summary: 'Log in with email and password; an account with a second factor gets a ticket for the second step',
    input: LoginInput,
    output: z.union([SignIn, SecondFactorNeeded]),
    transaction: false,
    async handler(ctx, { email, password }) {
      const [row] = await ctx.db.select().from(accounts).where(eq(accounts.email, email))
      const right = await guessPassword(ctx, { email, row, password })
      if (!row || !right) throw new Refusal(401, 'wrong_credentials', refusals.wrongCredentials)
      if (row.disabledAt) {
        await recordRefusal(ctx, row, 'password')
        throw accountClosed(row)
      }
      const { methods, any } = await methodsOf(ctx, row.id)
      if (any) return { success: false, code: 'second_factor', ticket: newLoginTicket(ctx, row), methods } as const
      return ctx.transaction((inside) => startSession(inside, row, 'password'))
    },
  }),

  logout: operation('POST', '/auth/logout', 'account', {
    legacy: 'logout',
    summary: 'End this session',
    output: Done,
    async handler(ctx) {
      await ctx.db
        .update(sessions)
        .set({ revokedAt: sql`now()` })
        .where(eq(sessions.id, ctx.viewer?.sessionId ?? ''))
      ctx.setPageCookie(null)
      return { success: true as const }
    },
  }),

  deviceKey: operation('GET', '/account/device-key', 'account', {
    summary: 'Get the key that encrypts your unsent posts in the browser; all your devices get the same one',
    output: DeviceKey,
    handler: async ({ tokens, viewer }) => ({ key: tokens.deviceKey(viewer?.id ?? '') }),
  }),

  renew: operation('POST', '/auth/renew', 'account', {
    summary: 'Extend this session: returns a token for it that expires later',
    output: SignIn,
    // This isn't idempotent, because the stored answer would contain a token.
    transaction: false,
    async handler(ctx) {
      const row = await ownAccount(ctx)
      const mine = eq(sessions.id, ctx.viewer?.sessionId ?? '')
      const [session] = await ctx.db.select({ createdAt: sessions.createdAt }).from(sessions).where(mine)
      if (!session) throw new Unauthorized(general.sessionEnded)
      const expiresAt = endOfSession(ctx, Date.parse(session.createdAt))
      const [renewed] = await ctx.db
        .update(sessions)
        .set({ expiresAt: new Date(expiresAt * 1000).toISOString() })
        .where(and(mine, isNull(sessions.revokedAt)))
        .returning({ id: sessions.id })
      if (!renewed) throw new Unauthorized(general.sessionEnded)
      return signIn(ctx, row, renewed.id, expiresAt)
    },
  }),

  activity: operation('GET', '/auth/login-activity', 'account', {
    legacy: 'login-activity',
    summary: 'List the sessions in which you are logged in, newest first',
    input: SessionsQuery,
    output: Sessions,
    async handler({ db, viewer }, { limit, lastKey }) {
      const rows = await db
        .select()
        .from(sessions)
        .where(
          and(
            eq(sessions.accountId, viewer?.id ?? ''),
            isNull(sessions.revokedAt),
            gt(sessions.expiresAt, sql`now()`),
            after(lastKey, sessions.createdAt, 'desc', sessions.id),
          ),
        )
        .orderBy(desc(sessions.createdAt), desc(sessions.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        (row) => ({ value: row.createdAt, id: row.id }),
        (row) => ({
          id: row.id,
          ...deviceOf(row.userAgent),
          location: row.location,
          timestamp: row.createdAt,
          current: row.id === viewer?.sessionId,
        }),
      )
    },
  }),

  endSession: operation('DELETE', '/auth/sessions/:id', 'account', {
    summary: 'Log out one of your devices',
    input: ById,
    output: Ended,
    async handler(ctx, { id }) {
      const { id: accountId } = await lockAccount(ctx, viewerOf(ctx).id)
      const [ended] = await ctx.db
        .update(sessions)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(sessions.id, id), eq(sessions.accountId, accountId), isNull(sessions.revokedAt)))
        .returning({ id: sessions.id })
      if (!ended) throw new NotFound()
      await audit(ctx, 'account:end-session', accountId)
      if (id === ctx.viewer?.sessionId) ctx.setPageCookie(null)
      return { success: true as const, ended: 1 }
    },
  }),

  endOtherSessions: operation('DELETE', '/auth/sessions', 'account', {
    summary: 'Log out all your other devices',
    output: Ended,
    async handler(ctx) {
      const { id: accountId } = await lockAccount(ctx, viewerOf(ctx).id)
      const ended = await endSessions(ctx.db, accountId, ctx.viewer?.sessionId)
      await audit(ctx, 'account:end-other-sessions', accountId, { ended })
      return { success: true as const, ended }
    },
  }),
}

/** Returns the preferences of a new account: its language, unless that is English, the default. */
function chosenLanguage() {
  return language() === 'en' ? {} : { preferences: { language: language() } }
}

/**
 * Returns true if this is the account's password. After many wrong guesses, throws TooMany or a Refusal that asks for a
 * proof of work.
 */
async function guessPassword(
  ctx: Context,
  { email, row, password }: { email: string; row: AccountRow | undefined; password: string },
): Promise<boolean> {
  const device = row && (await findKnownDevice(ctx, row.id))
  const { address, proof } = ctx.caller
  const guess = { account: email, address, proof, ...device, onTooManyWrong: mailWarning(ctx, row) }
  return recordingLogins(ctx, { email, row }, () =>
    ctx.limits.guess(guess, () => isPassword(row?.passwordHash, password, senderOf(ctx))),
  )
}
