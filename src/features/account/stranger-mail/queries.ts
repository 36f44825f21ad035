import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { TooMany } from '#core/errors.ts'
import type { Mail } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'

type Sender = Pick<Context, 'db' | 'limits' | 'mail'>

/**
 * Sends an email. An unconfirmed address gets at most three emails an hour, counted across all accounts; any more are
 * dropped, so that nobody can flood a stranger with mail. There is no limit on a site that only writes to the outbox.
 */
export async function sendMail({ db, limits, mail: mailer }: Sender, mail: Mail): Promise<void> {
  if (mailer.kind === 'outbox' || mail.isConfirmed || (await isConfirmed(db, mail.to))) return mailer.send(mail)
  try {
    await limits.take('strangerMail', mail.to)
  } catch (error) {
    if (error instanceof TooMany) return
    throw error
  }
  try {
    await mailer.send(mail)
  } catch (error) {
    // The email did not arrive, so the job's next attempt must count again.
    await limits.giveBack('strangerMail', mail.to)
    throw error
  }
}

/** Throws TooMany if `sendMail` would drop an email to this address. */
export async function requireMailRoom({ db, limits, mail }: Sender, to: string): Promise<void> {
  if (mail.kind === 'smtp' && !(await isConfirmed(db, to))) await limits.requireRoom('strangerMail', to)
}

/** Returns true if `sendMail` would send an email to this address. */
export async function canMail(ctx: Sender, to: string): Promise<boolean> {
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
