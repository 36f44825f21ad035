import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { JobContext, Jobs } from '#core/context.ts'
import type { Mail } from '#core/mail.ts'
import { accounts, accountTokens, idempotencyKeys, rateBuckets, rateLimits, sessions } from '#core/tables.ts'
import { forgetEnded } from './push/queries.ts'
import { type AccountRow, accountMail, keepToken, newSecret } from './queries.ts'

/** Mails that carry a secret. It is made when its mail is, so that no queue ever holds it. */
const secretMails = {
  reset: { purpose: 'reset', path: '/reset-password', text: 'reset', to: (row: AccountRow) => row.email },
  verify: {
    purpose: 'verify',
    path: '/verify-email',
    text: 'verify',
    to: (row: AccountRow) => (row.emailVerifiedAt ? null : row.email),
  },
  'change-email': {
    purpose: 'change-email',
    path: '/verify-email',
    text: 'changeEmail',
    to: (row: AccountRow) => row.pendingEmail,
  },
} as const

export type SecretMail = keyof typeof secretMails

export const jobs: Jobs = {
  'mail:send': {
    run: ({ mail }, payload) => mail.send(payload as Mail),
  },
  /** To the account by its `email` or `accountId`, if there is one. A try after a failure makes a new secret. */
  'mail:secret': {
    run: (ctx, { kind, ...who }) => sendSecret(ctx, kind as SecretMail, who),
  },
  /** Removes what is over: secrets, sessions, counters, and answers kept for repeated requests. */
  'account:sweep': {
    cron: '23 3 * * *',
    run: sweep,
  },
}

async function sendSecret(ctx: JobContext, kind: SecretMail, who: { accountId?: string; email?: string }) {
  const { db, site, mail } = ctx
  const named = who.email ? eq(accounts.email, who.email) : eq(accounts.id, String(who.accountId))
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(named, isNull(accounts.disabledAt)))
  const { purpose, path, text, to } = secretMails[kind]
  const email = row && to(row)
  if (!row || !email) return
  const secret = newSecret()
  await keepToken(db, { accountId: row.id, purpose, secret, email })
  const url = `${site.baseUrl}${path}?token=${secret}`
  await mail.send(accountMail(site, { ...row, email }, (texts, names) => texts[text](names, url)))
}

async function sweep({ db }: JobContext) {
  const gone = await db.delete(accountTokens).where(lt(accountTokens.expiresAt, sql`now()`)).returning()
  const changes = gone.filter((token) => token.purpose === 'change-email')
  if (changes.length)
    await db
      .update(accounts)
      .set({ pendingEmail: null })
      .where(
        and(
          inArray(
            accounts.id,
            changes.map((token) => token.accountId),
          ),
          inArray(
            accounts.pendingEmail,
            changes.map((token) => token.email),
          ),
        ),
      )
  await forgetEnded(db)
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - interval '30 days'`))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '30 days'`))
  await db.delete(rateBuckets).where(lt(rateBuckets.full, sql`now()`))
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}
