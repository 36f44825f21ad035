import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { accountMail } from '#accounts/mail.ts'
import { audit } from '#core/audit.ts'
import type { JobContext } from '#core/context.ts'
import { TooMany } from '#core/errors.ts'
import type { JobOf } from '#core/job.ts'
import { MailPreferences } from '#core/mail.ts'
import { accounts, sessions } from '#core/tables.ts'
import { sendMail } from '../stranger-mail/queries.ts'
import { deviceOf } from './device.ts'
import { failedAction, type logInFailed } from './failures.ts'

// An address that was never confirmed may belong to someone else, so it gets neither of these emails.
const isNotifiable = and(isNotNull(accounts.emailVerifiedAt), isNull(accounts.disabledAt))

export async function recordFailedLogIn(
  { db }: JobContext,
  { email, detail }: JobOf<typeof logInFailed>,
): Promise<void> {
  const [row] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (row) await audit({ db, viewer: null }, failedAction, row.id, detail)
}

/** Tells the owner by email which device logged in, when and where. */
export async function tellOfNewDevice(ctx: JobContext, sessionId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ account: accounts, session: sessions })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.id, sessionId), isNotifiable))
  if (!row) return
  const { account, session } = row
  const { language, timezone } = MailPreferences.parse(account.preferences)
  const { device, browser } = ctx.inLanguage(language, () => deviceOf(session.userAgent))
  const when = new Intl.DateTimeFormat(language === 'sw' ? 'sw-KE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(session.createdAt))
  const details = { device: `${device}, ${browser}`, when: `${when} (${timezone})`, where: session.location }
  const url = `${ctx.site.baseUrl}/forgot-password`
  await sendMail(
    ctx,
    accountMail(ctx.site, account, (texts, site) => texts.newDevice(site, details), { url }),
  )
}

/** Warns the owner by email, at most once a day, that many wrong passwords were tried. */
export async function tellOfGuesses(ctx: JobContext, accountId: string): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotifiable))
  if (!row) return
  try {
    await ctx.limits.take('guessMail', accountId)
  } catch (error) {
    if (error instanceof TooMany) return
    throw error
  }
  const url = `${ctx.site.baseUrl}/forgot-password`
  try {
    await sendMail(
      ctx,
      accountMail(ctx.site, row, (texts, site) => texts.guessed(site), { url }),
    )
  } catch (error) {
    await ctx.limits.giveBack('guessMail', accountId)
    throw error
  }
}
