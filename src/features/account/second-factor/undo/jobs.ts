import { and, eq, isNull } from 'drizzle-orm'
import { accountMail, contactOf } from '#accounts/mail.ts'
import { mailTexts } from '#accounts/second-factor/mail-texts.ts'
import { setSecret, undoPurpose } from '#accounts/tokens.ts'
import type { JobContext } from '#core/context.ts'
import type { JobOf } from '#core/job.ts'
import { mailTo } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import type { accountMails } from '../../mail-jobs.ts'
import { sendMail } from '../../stranger-mail/queries.ts'

/** Emails the owner about an added factor, with a link that undoes it. */
export async function mailAddedFactor(ctx: JobContext, job: JobOf<typeof accountMails.factorAdded>): Promise<void> {
  const link = await makeUndoLink(ctx, job)
  if (!link) return
  const write: Parameters<typeof mailTo>[2] = (language, site) => mailTexts[language][job.mail](site, 'undo')
  const mail = mailTo(ctx.site, { ...link.row, email: link.email }, write, { url: link.url })
  // The address was confirmed when the link was made, even if no account has it now.
  await sendMail(ctx, { ...mail, isConfirmed: true })
}

/**
 * Emails the old address of an account about its new one, with a link that undoes the change. If the account has been
 * deleted or disabled since, the link is missing, but the email must still arrive: it may be the only sign of a thief.
 */
export async function mailChangedEmail(ctx: JobContext, job: JobOf<typeof accountMails.emailChanged>): Promise<void> {
  const link = await makeUndoLink(ctx, job)
  const mail = accountMail(
    ctx.site,
    job.before,
    (texts, site) => texts.emailChanged(site, job.email, contactOf(ctx.site), link !== null),
    { url: link?.url },
  )
  await sendMail(ctx, { ...mail, isConfirmed: true })
}

/**
 * Returns a link that undoes what changed, with its account and the address that it must be mailed to; null if there is
 * nothing to undo any more. The secret of the link is set here, so that no queue ever stores it.
 */
async function makeUndoLink(
  { db, site, secretFor }: JobContext,
  { accountId, since }: { accountId: string; since: string },
) {
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.disabledAt)))
  const token = row && (await setSecret(db, accountId, undoPurpose(since), secretFor(`undo ${accountId}`)))
  return token ? { row, email: token.email, url: `${site.baseUrl}/undo-factor?token=${token.secret}` } : null
}
