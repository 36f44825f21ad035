import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, audit } from '#content/entry/queries.ts'
import { ById } from '#content/entry/schema.ts'
import type { Context } from '#core/context.ts'
import { Conflict, NotFound, Refusal, Unauthorized } from '#core/errors.ts'
import { language } from '#core/language.ts'
import { mailJob } from '#core/mail.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { refusals as general } from '#core/refusals.ts'
import { accounts, sessions } from '#core/tables.ts'
import { hashPassword, isPassword } from '../password/hashing.ts'
import { type AccountRow, endSessions, ownAccount, presentUser } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { DeviceKey, Done, Ended, LoginInput, RegisterInput, Sessions, SessionsQuery, SignIn } from '../schema.ts'
import { deviceOf } from './device.ts'

export const session = {
  register: operation({
    method: 'POST',
    path: '/auth/register',
    permission: 'public',
    legacy: 'register',
    summary: 'Make an account and sign in',
    input: RegisterInput,
    output: SignIn,
    status: 201,
    transaction: false,
    async handler(ctx, { name, email, password }) {
      const passwordHash = await hashPassword(password)
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
        await audit(inside, 'account:register', row.id)
        await inside.addJob('mail:secret', { kind: 'verify', accountId: row.id }, mailJob)
        return startSession(inside, row)
      })
    },
  }),

  login: operation({
    method: 'POST',
    path: '/auth/login',
    permission: 'public',
    legacy: 'login',
    summary: 'Sign in with email and password',
    input: LoginInput,
    output: SignIn,
    transaction: false,
    async handler(ctx, { email, password }) {
      const [row] = await ctx.db.select().from(accounts).where(eq(accounts.email, email))
      const who = { account: email, address: ctx.caller.address }
      const right = await ctx.limits.guess(who, () => isPassword(row?.passwordHash, password))
      if (!row || !right) throw new Refusal(401, 'wrong_credentials', refusals.wrongCredentials)
      if (row.disabledAt) throw disabled(row)
      return startSession(ctx, row)
    },
  }),

  logout: operation({
    method: 'POST',
    path: '/auth/logout',
    permission: 'account',
    legacy: 'logout',
    summary: 'End this session',
    input: z.object({}),
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

  deviceKey: operation({
    method: 'GET',
    path: '/account/device-key',
    permission: 'account',
    summary: 'What this browser keeps under lock until it is sent: the key, the same on each of your devices',
    input: z.object({}),
    output: DeviceKey,
    handler: async ({ tokens, viewer }) => ({ key: tokens.deviceKey(viewer?.id ?? '') }),
  }),

  renew: operation({
    method: 'POST',
    path: '/auth/renew',
    permission: 'account',
    summary: 'Have this session last longer: a token of the same session with a new end',
    input: z.object({}),
    output: SignIn,
    // Outside the idempotent write: what that keeps would hold a token.
    transaction: false,
    async handler(ctx) {
      const row = await ownAccount(ctx)
      const expiresAt = endOfSession(ctx)
      const [renewed] = await ctx.db
        .update(sessions)
        .set({ expiresAt: new Date(expiresAt * 1000).toISOString() })
        .where(and(eq(sessions.id, ctx.viewer?.sessionId ?? ''), isNull(sessions.revokedAt)))
        .returning({ id: sessions.id })
      if (!renewed) throw new Unauthorized(general.sessionEnded)
      return signIn(ctx, row, renewed.id, expiresAt)
    },
  }),

  activity: operation({
    method: 'GET',
    path: '/auth/login-activity',
    permission: 'account',
    legacy: 'login-activity',
    summary: 'List where you are signed in, newest first',
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

  endSession: operation({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    permission: 'account',
    summary: 'Sign out one of your devices',
    input: ById,
    output: Ended,
    async handler(ctx, { id }) {
      const [ended] = await ctx.db
        .update(sessions)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(sessions.id, id), eq(sessions.accountId, ctx.viewer?.id ?? ''), isNull(sessions.revokedAt)))
        .returning({ id: sessions.id })
      if (!ended) throw new NotFound()
      await audit(ctx, 'account:end-session', ctx.viewer?.id ?? null)
      if (id === ctx.viewer?.sessionId) ctx.setPageCookie(null)
      return { success: true as const, ended: 1 }
    },
  }),

  endOtherSessions: operation({
    method: 'DELETE',
    path: '/auth/sessions',
    permission: 'account',
    summary: 'Sign out all your other devices',
    input: z.object({}),
    output: Ended,
    async handler(ctx) {
      const ended = await endSessions(ctx.db, ctx.viewer?.id ?? '', ctx.viewer?.sessionId)
      await audit(ctx, 'account:end-other-sessions', ctx.viewer?.id ?? null, { ended })
      return { success: true as const, ended }
    },
  }),
}

/** Who registers in another language than English keeps it. */
function chosenLanguage() {
  return language() === 'en' ? {} : { preferences: { language: language() } }
}

/** Said only to who knows the password. */
function disabled(row: AccountRow): Refusal {
  return new Refusal(401, 'disabled', refusals.closed(row.disabledReason))
}

/** Seconds since 1970. */
function endOfSession(ctx: Context): number {
  return Math.floor(Date.now() / 1000) + ctx.site.tokenTtlSeconds
}

/** A new session row, its token, and the page cookie. */
async function startSession(ctx: Context, row: AccountRow) {
  const expiresAt = endOfSession(ctx)
  const [started] = await ctx.db
    .insert(sessions)
    .values({
      accountId: row.id,
      userAgent: ctx.caller.userAgent.slice(0, 500),
      address: ctx.caller.address,
      location: ctx.caller.location ?? null,
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    })
    .returning({ id: sessions.id })
  if (!started) throw new Error('insert into sessions returned no row')
  return signIn(ctx, row, started.id, expiresAt)
}

async function signIn(ctx: Context, row: AccountRow, sessionId: string, expiresAt: number) {
  const token = await ctx.tokens.issue({ accountId: row.id, sessionId, expiresAt })
  ctx.setPageCookie(token)
  const user = presentUser(ctx.site, row)
  return { success: true as const, token, user, data: { token, user } }
}
