import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { addMessage } from '#content/entry/notification/add.ts'
import type { Context, JobContext } from '#core/context.ts'
import { TooMany } from '#core/errors.ts'
import { MailPreferences } from '#core/mail.ts'
import { type Mail, MailRefused } from '#core/mailer.ts'
import { accounts, refusedEmails } from '#core/tables.ts'
import { text } from '../text.ts'

type Sender = Pick<JobContext, 'db' | 'site' | 'limits' | 'mail' | 'inLanguage'>

/**
 * Sends an email, or stores the server's answer if it is final. An unconfirmed address gets at most three emails an
 * hour, counted across all accounts; any more are dropped, so that nobody can flood a stranger with mail. There is no
 * limit on a site that writes mail files.
 */
export async function sendMail(ctx: Sender, mail: Mail): Promise<void> {
  const { db, limits, mail: mailer } = ctx
  if (mailer.kind === 'files') return mailer.send(mail)
  if (mail.isConfirmed || (await isConfirmed(db, mail.to))) return deliver(ctx, mail)
  try {
    await limits.take('strangerMail', mail.to)
  } catch (error) {
    if (error instanceof TooMany) return
    throw error
  }
  try {
    await deliver(ctx, mail)
  } catch (error) {
    // The email did not arrive, so the job's next attempt must count again.
    await limits.giveBack('strangerMail', mail.to)
    throw error
  }
}

async function deliver(ctx: Sender, mail: Mail): Promise<void> {
  try {
    await ctx.mail.send(mail)
  } catch (error) {
    if (error instanceof MailRefused) return storeRefusal(ctx, mail.to, error)
    throw error
  }
  await ctx.db.delete(refusedEmails).where(eq(refusedEmails.email, mail.to))
}

/** Stores a final answer. The first time an address turns out not to work, notifies the member who entered it. */
async function storeRefusal(ctx: Sender, email: string, { answer, isAddress }: MailRefused): Promise<void> {
  const { db, site, inLanguage } = ctx
  const works = and(eq(refusedEmails.email, email), eq(refusedEmails.isAddress, true))
  const isNews = isAddress && (await db.$count(refusedEmails, works)) === 0
  const row = { answer: answer.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500), isAddress, refusedAt: sql`now()` }
  await db
    .insert(refusedEmails)
    .values({ email, ...row })
    .onConflictDoUpdate({ target: refusedEmails.email, set: row })
  if (!isNews) return
  const holders = await db
    .select({ id: accounts.id, preferences: accounts.preferences })
    .from(accounts)
    .where(or(eq(accounts.email, email), eq(accounts.pendingEmail, email)))
  for (const { id, preferences } of holders) {
    const subject = inLanguage(MailPreferences.parse(preferences).language, () => text.profile.brokenTitle(email))
    await addMessage({ db, site }, id, { subject, url: `${site.baseUrl}/profile` })
  }
}

/** Returns the first of these addresses that doesn't work, or null. */
export async function findBroken({ db }: Pick<Context, 'db'>, emails: (string | null)[]): Promise<string | null> {
  const known = emails.filter((email) => email !== null)
  const [row] = await db
    .select({ email: refusedEmails.email })
    .from(refusedEmails)
    .where(and(inArray(refusedEmails.email, known), eq(refusedEmails.isAddress, true)))
  return row?.email ?? null
}

/** Throws TooMany if `sendMail` would drop an email to this address. */
export async function requireMailRoom(
  { db, limits, mail }: Pick<Sender, 'db' | 'limits' | 'mail'>,
  to: string,
): Promise<void> {
  if (mail.kind === 'smtp' && !(await isConfirmed(db, to))) await limits.requireRoom('strangerMail', to)
}

/** Returns true if `sendMail` would send an email to this address. */
export async function canMail(ctx: Pick<Sender, 'db' | 'limits' | 'mail'>, to: string): Promise<boolean> {
  try {
    await requireMailRoom(ctx, to)
    return true
  } catch (error) {
    if (error instanceof TooMany) return false
    throw error
  }
}

async function isConfirmed(db: Context['db'], email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, email), isNotNull(accounts.emailVerifiedAt)))
  return row !== undefined
}
