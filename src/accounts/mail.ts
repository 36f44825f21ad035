import type { Context, Site } from '#core/context.ts'
import { type MailLinks, type MailText, mailTo, queueMail } from '#core/mail.ts'
import type { Mail } from '#core/mailer.ts'
import type { AccountRow } from './account.ts'
import { type MailTexts, mailTexts } from './mail-texts.ts'

export function accountMail(
  site: Pick<Site, 'name' | 'baseUrl'>,
  row: Pick<AccountRow, 'name' | 'email' | 'preferences'>,
  write: (texts: MailTexts, site: string) => MailText,
  links?: MailLinks,
): Mail {
  return mailTo(site, row, (language, name) => write(mailTexts[language], name), links)
}

/** Queues an email to the member about their account, in the caller's transaction. */
export function tell(
  ctx: Context,
  row: AccountRow,
  write: Parameters<typeof accountMail>[2],
  links?: MailLinks,
): Promise<void> {
  return queueMail(ctx, accountMail(ctx.site, row, write, links))
}

/** Returns where people can write to the site: its email, or the address of its contact form. */
export function contactOf(site: Pick<Site, 'contactEmail' | 'baseUrl'>): string {
  return site.contactEmail ?? `${site.baseUrl}/contact`
}
