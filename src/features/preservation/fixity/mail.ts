import type { JobContext } from '#core/context.ts'
import { mailTo, queueMail } from '#core/mail.ts'
import type { Found } from './change.ts'
import { mailTexts } from './mail-texts.ts'
import { adminAccounts } from './queries.ts'

/** Queues one mail to each admin about originals that are damaged or missing. It names no entry: not every admin sees each. */
export async function tellAdmins(ctx: Pick<JobContext, 'db' | 'addJob' | 'site'>, found: Found[]): Promise<void> {
  const damaged = found.filter(({ damage }) => damage === 'damaged').length
  const facts = { url: `${ctx.site.baseUrl}/admin/care`, damaged, missing: found.length - damaged }
  for (const admin of await adminAccounts(ctx.db))
    await queueMail(
      ctx,
      mailTo(ctx.site, admin, (language, names) => mailTexts[language]({ ...names, ...facts })),
    )
}
