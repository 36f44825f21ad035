import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { AccountRow } from '#accounts/account.ts'
import { accountMail } from '#accounts/mail.ts'
import { composeQueued, type MailKind, mailAbout } from '#accounts/mail-about.ts'
import type { MailTexts } from '#accounts/mail-texts.ts'
import { usedTickets } from '#accounts/second-factor/table.ts'
import { keepToken } from '#accounts/tokens.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import type { JobOf } from '#core/job.ts'
import { type MailText, mailToSend } from '#core/mail.ts'
import {
  accounts,
  accountTokens,
  idempotencyKeys,
  rateBuckets,
  rateLimits,
  refusedEmails,
  sessions,
  spentProofs,
} from '#core/tables.ts'
import { accountMails, type SecretMail } from './mail-jobs.ts'
import { forgetEnded } from './push/queries.ts'
import { mailAddedFactor, mailChangedEmail } from './second-factor/undo/jobs.ts'
import { forgetOldDevices } from './session/devices/queries.ts'
import { logInFailed } from './session/failures.ts'
import { recordFailedLogIn, tellOfGuesses, tellOfNewDevice } from './session/jobs.ts'
import { canMail, sendMail } from './stranger-mail/queries.ts'

type SecretMailKind = {
  path: string
  /** Returns the address to write to; null if the email is already confirmed or no change is pending any more. */
  to(row: AccountRow): string | null
  text(texts: MailTexts, site: string, row: AccountRow): MailText
}

/** Emails that contain a secret. No queue stores the secret, which is derived from the job and AUTH_SECRET. */
const secretMails = {
  reset: {
    path: '/reset-password',
    to: (row) => row.email,
    text: (texts, site) => texts.reset(site),
  },
  verify: {
    path: '/verify-email',
    to: (row) => (row.emailVerifiedAt ? null : row.email),
    text: (texts, site) => texts.verify(site),
  },
  'change-email': {
    path: '/verify-email',
    to: (row) => row.pendingEmail,
    text: (texts, site) => texts.changeEmail(site),
  },
  'cancel-email': {
    path: '/cancel-email',
    to: (row) => (row.pendingEmail ? row.email : null),
    text: (texts, site, row) => texts.emailChanging(site, row.pendingEmail ?? ''),
  },
} satisfies Record<SecretMail, SecretMailKind>

/** Returns the jobs about accounts, and those that send email. @param mails all kinds of email */
export const jobs = (mails: readonly MailKind<object>[]): Jobs => ({
  // Emails whose address or secret can't be read again, and those that an earlier release queued.
  ...mailToSend.doneBy(sendMail),
  ...mailAbout.doneBy(async (ctx, job) => {
    const mail = await composeQueued(ctx, mails, job)
    if (mail) await sendMail(ctx, mail)
  }),
  ...accountMails.secret.doneBy(sendSecret),
  ...accountMails.factorAdded.doneBy(mailAddedFactor),
  ...accountMails.emailChanged.doneBy(mailChangedEmail),
  ...accountMails.newDevice.doneBy((ctx, { sessionId }) => tellOfNewDevice(ctx, sessionId)),
  ...logInFailed.doneBy(recordFailedLogIn),
  ...accountMails.guessed.doneBy((ctx, { accountId }) => tellOfGuesses(ctx, accountId)),
  /** Deletes expired secrets, email changes, sessions, push addresses, devices, counters, refusals and stored answers. */
  'account:sweep': { cron: '23 3 * * *', run: sweep },
})

async function sendSecret(ctx: JobContext, { kind, ...who }: JobOf<typeof accountMails.secret>) {
  const { db, site } = ctx
  const account = 'email' in who ? eq(accounts.email, who.email) : eq(accounts.id, who.accountId)
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(account, isNull(accounts.disabledAt)))
  const { path, text, to }: SecretMailKind = secretMails[kind]
  const email = row && to(row)
  if (!row || !email) return
  // If this email would be dropped, the link in an earlier email must stay valid.
  if (!(await canMail(ctx, email))) return
  const secret = ctx.secretFor(`${kind} ${row.id}`)
  await keepToken(db, { accountId: row.id, purpose: kind, secret, email })
  const url = `${site.baseUrl}${path}?token=${secret}`
  const mail = accountMail(site, { ...row, email }, (texts, name) => text(texts, name, row), { url })
  await sendMail(ctx, mail)
}

async function sweep({ db }: JobContext) {
  const expired = await db.delete(accountTokens).where(lt(accountTokens.expiresAt, sql`now()`)).returning()
  const changes = expired.filter((token) => token.purpose === 'change-email')
  const ids = changes.map((token) => token.accountId)
  const emails = changes.map((token) => token.email)
  const changing = and(inArray(accounts.id, ids), inArray(accounts.pendingEmail, emails))
  if (changes.length) await db.update(accounts).set({ pendingEmail: null }).where(changing)
  await forgetEnded(db)
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - interval '30 days'`))
  await db.delete(usedTickets).where(lt(usedTickets.expiresAt, sql`now()`))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '30 days'`))
  await forgetOldDevices(db)
  await db.delete(spentProofs).where(lt(spentProofs.expiresAt, sql`now()`))
  await db.delete(refusedEmails).where(lt(refusedEmails.refusedAt, sql`now() - interval '90 days'`))
  await db.delete(rateBuckets).where(lt(rateBuckets.full, sql`now()`))
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}
