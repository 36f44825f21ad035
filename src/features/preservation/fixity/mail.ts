import type { JobContext } from '#core/context.ts'
import { composeMail, queueMail } from '#core/mail.ts'
import { preferencesOf } from '../../account/queries.ts'
import type { Found } from './change.ts'
import { mailTexts } from './mail-texts.ts'
import { adminAccounts } from './queries.ts'

/** Queues one mail to each admin about originals that are damaged or missing. It names no entry: not every admin sees each. */
export async function tellAdmins(ctx: Pick<JobContext, 'db' | 'addJob' | 'site'>, found: Found[]): Promise<void> {
  const url = `${ctx.site.baseUrl}/admin/care`
  for (const admin of await adminAccounts(ctx.db)) {
    const write = mailTexts[preferencesOf(admin).language]
    const damaged = found.filter(({ damage }) => damage === 'damaged').length
    const facts = { site: ctx.site.name, name: admin.name, url, damaged, missing: found.length - damaged }
    await queueMail(ctx, composeMail(ctx.site, admin.email, write(facts)))
  }
}
