import { and, eq, isNull } from 'drizzle-orm'
import { mailTexts } from '#accounts/second-factor/mail-texts.ts'
import { renewSecret, undoPurpose } from '#accounts/tokens.ts'
import type { JobContext } from '#core/context.ts'
import type { JobOf } from '#core/job.ts'
import { mailTo } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import type { accountMails } from '../../mail-jobs.ts'
import { sendMail } from '../../stranger-mail/queries.ts'

/**
 * Emails the owner about an added factor, at the address that the account had when it was added. The secret of its link
 * is made here, so that no queue ever stores it.
 */
export async function mailUndoLink(ctx: JobContext, job: JobOf<typeof accountMails.factorAdded>): Promise<void> {
  const { db, site } = ctx
  const { accountId, since, mail } = job
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.disabledAt)))
  const token = row && (await renewSecret(db, accountId, undoPurpose(since)))
  if (!token) return
  const url = `${site.baseUrl}/undo-factor?token=${token.secret}`
  const to = { ...row, email: token.email }
  await sendMail(
    ctx,
    mailTo(site, to, (language, names) => mailTexts[language][mail](names, url, 'undo')),
  )
}
