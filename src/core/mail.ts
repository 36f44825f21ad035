import { z } from 'zod'
import type { Context, Site } from './context.ts'
import { type Language, languages } from './language.ts'

/** One mail, ready to go. `id` makes its Message-ID, so that a mail sent twice is seen as one. */
export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; contentType: string; content: string }[]
}

/** How mail leaves the house. Operations queue their mails (`queueMail`); only jobs send. */
export type Mailer = {
  kind: 'smtp' | 'outbox'
  /** Throws when the mail server does not take it; the job tries again. */
  send(mail: Mail): Promise<void>
  /** Mails that lie in the outbox folder. */
  waiting(): Promise<number>
}

/** What a mail says, in plain text: each line a paragraph, and at most one thing to do. */
export type MailText = { subject: string; lines: string[]; action?: { label: string; url: string } }

/** One mail at a time leaves, so that a slow server holds up nothing else; tried for three weeks. */
export const mailJob = { queue: 'mail', maxAttempts: 100 }

/** Queues a mail in the caller's transaction. */
export async function queueMail(ctx: Pick<Context, 'addJob'>, mail: Mail): Promise<void> {
  await ctx.addJob('mail:send', mail, mailJob)
}

/** Of what a member chose, what a mail follows; what is missing or unreadable is spec §9's. */
export const MailPreferences = z.object({
  language: z.enum(languages).catch('en'),
  timezone: z.string().catch('Africa/Nairobi'),
  emailNotifications: z.boolean().catch(true),
})

/** What every mail to a member names. */
export type MailNames = { site: string; name: string }
type Recipient = { name: string; email: string; preferences: unknown }

/** A mail to a member in their own language. */
export function mailTo(
  site: Pick<Site, 'name' | 'baseUrl'>,
  { name, email, preferences }: Recipient,
  write: (language: Language, names: MailNames) => MailText,
): Mail {
  const { language } = MailPreferences.parse(preferences)
  return composeMail(site, email, write(language, { site: site.name, name }))
}

/** The mail of a text, as plain text and as HTML. */
export function composeMail(
  site: Pick<Site, 'name' | 'baseUrl'>,
  to: string,
  { subject, lines, action }: MailText,
): Mail {
  const foot = `${site.name} · ${site.baseUrl}`
  const text = [...lines, ...(action ? [`${action.label}:\n${action.url}`] : []), `-- \n${foot}`].join('\n\n')
  const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif"><div style="max-width:36em;margin:0 auto">
${lines.map((line) => paragraph(escapeHtml(line))).join('\n')}
${action ? paragraph(`<a href="${escapeHtml(action.url)}" style="color:#7a3312">${escapeHtml(action.label)}</a>`) : ''}
${action ? paragraph(`<small>${escapeHtml(action.url)}</small>`) : ''}
<p style="margin:32px 0 0;color:#555"><small>${escapeHtml(foot)}</small></p>
</div></body></html>
`
  return { id: crypto.randomUUID(), to, subject, text, html }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
