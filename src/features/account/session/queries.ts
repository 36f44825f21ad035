import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AccountRow } from '#accounts/account.ts'
import { changePreferences } from '#accounts/preferences.ts'
import { refusals } from '#accounts/refusals.ts'
import { waitInTurn } from '#accounts/turns.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { accounts, auditLog, sessions } from '#core/tables.ts'
import { presentUser } from '../queries.ts'
import { deviceOf } from './device.ts'
import { noteDevice, userAgentOf } from './devices/queries.ts'

/** Returns the refusal for a disabled account. Show it only to people who have proved that the account is theirs. */
export function accountClosed(row: AccountRow): Refusal {
  return new Refusal(401, 'disabled', refusals.closed(row.disabledReason))
}

/** The maximum length of a session, however often it is renewed, so that a stolen one doesn't last forever. */
const maxSessionSeconds = 90 * 24 * 60 * 60

/** Returns when a token issued now expires, in seconds since 1970. @param beganAt when its session began, in ms */
export function endOfSession(ctx: Context, beganAt = Date.now()): number {
  const byToken = Date.now() / 1000 + ctx.site.tokenTtlSeconds
  return Math.floor(Math.min(byToken, beganAt / 1000 + maxSessionSeconds))
}

/** The way in which a person logged in. A registration has its own line in the activity log. */
type SignInMethod = 'registration' | 'password' | 'password and second step' | 'passkey'

/**
 * Starts a session for someone who has proved who they are: inserts its row, issues its token, sets the page cookie and
 * emails the owner about a new device. Throws a Refusal if the password was changed or the account disabled since `row`
 * was read. Call it in a transaction.
 */
export async function startSession(ctx: Context, row: AccountRow, method: SignInMethod) {
  await requireUnchanged(ctx, row)
  const expiresAt = endOfSession(ctx)
  const [started] = await ctx.db
    .insert(sessions)
    .values({
      accountId: row.id,
      userAgent: userAgentOf(ctx.caller.userAgent),
      address: ctx.caller.address,
      location: ctx.caller.location ?? null,
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    })
    .returning({ id: sessions.id })
  if (!started) throw new Error('insert into sessions returned no row')
  const { device, browser } = deviceOf(ctx.caller.userAgent)
  if (method !== 'registration')
    await audit({ db: ctx.db, viewer: row }, 'account:log-in', row.id, { method, device, browser })
  await noteDevice(ctx, row.id, started.id, method === 'registration')
  const { language } = ctx.caller
  // From now on the account gets emails in the language that was chosen on this device.
  if (language) await changePreferences(ctx.db, row.id, { language })
  return signIn(ctx, row, started.id, expiresAt)
}

/**
 * Throws a Refusal if the password was changed or the account disabled since `row` was read: checking a password can
 * take seconds, and a reset in the meantime ends only the sessions that exist. The lock makes a simultaneous reset wait
 * for this login, and end its session, too.
 */
async function requireUnchanged({ db }: Context, row: AccountRow): Promise<void> {
  const hash = row.passwordHash
  const samePassword = hash === null ? isNull(accounts.passwordHash) : eq(accounts.passwordHash, hash)
  const [unchanged] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, row.id), samePassword, isNull(accounts.disabledAt)))
    .for('no key update')
  if (!unchanged) throw new Refusal(401, 'wrong_credentials', refusals.wrongCredentials)
}

/** Issues a token for a session, sets the page cookie, and returns the answer to a login. */
export async function signIn(ctx: Context, row: AccountRow, sessionId: string, expiresAt: number) {
  const token = await ctx.tokens.issue({ accountId: row.id, sessionId, expiresAt })
  ctx.setPageCookie(token)
  const user = presentUser(ctx.site, row)
  return { success: true as const, token, user, data: { token, user } }
}

/**
 * Returns true if a lockout of this account still has to be logged, which happens at most once every 15 minutes. The
 * lock makes sure that only one of many simultaneous requests gets true.
 */
export async function takeLockoutRecord({ db }: Context, accountId: string): Promise<boolean> {
  await waitInTurn(db, 'lockout', accountId)
  const { id, action, subjectId, at } = auditLog
  const recent = gt(at, sql`now() - interval '15 minutes'`)
  const lines = await db
    .select({ id })
    .from(auditLog)
    .where(and(eq(action, 'account:locked-out'), eq(subjectId, accountId), recent))
    .limit(1)
  return lines.length === 0
}
