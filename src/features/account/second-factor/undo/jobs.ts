import { and, eq, isNull } from 'drizzle-orm'
import type { AccountRow } from '#accounts/account.ts'
import { accountMail, contactOf } from '#accounts/mail.ts'
import { mailTexts } from '#accounts/second-factor/mail-texts.ts'
import { renewSecret, undoPurpose } from '#accounts/tokens.ts'
import type { JobContext } from '#core/context.ts'
import type { JobOf } from '#core/job.ts'
import { type Mail, mailTo } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import type { accountMails } from '../../mail-jobs.ts'
import { sendMail } from '../../stranger-mail/queries.ts'

/** Emails the owner about an added factor, with a link that undoes it. */
export function mailAddedFactor(ctx: JobContext, job: JobOf<typeof accountMails.factorAdded>): Promise<void> {
  return mailUndoLink(ctx, job, (row, to, url) =>
    mailTo(ctx.site, { ...row, email: to }, (language, names) => mailTexts[language][job.mail](names, url, 'undo')),
  )
}

/** Emails the old address of an account about its new one, with a link that undoes the change. */
export function mailChangedEmail(ctx: JobContext, job: JobOf<typeof accountMails.emailChanged>): Promise<void> {
  return mailUndoLink(ctx, job, (row, to, url) =>
    accountMail(ctx.site, { ...row, email: to }, (texts, names) =>
      texts.emailChanged(names, row.email, contactOf(ctx.site), url),
    ),
  )
}

/**
 * Emails a link that undoes what changed, to the address that the account had before. The secret of the link is made
 * here, so that no queue ever stores it.
 */
async function mailUndoLink(
  ctx: JobContext,
  { accountId, since }: { accountId: string; since: string },
  write: (row: AccountRow, to: string, url: string) => Mail,
): Promise<void> {
  const { db, site } = ctx
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.disabledAt)))
  const token = row && (await renewSecret(db, accountId, undoPurpose(since)))
  if (!token) return
  const mail = write(row, token.email, `${site.baseUrl}/undo-factor?token=${token.secret}`)
  // The address was confirmed when the link was made, even if no account has it now.
  await sendMail(ctx, { ...mail, isConfirmed: true })
}
