import { z } from 'zod'
import { placeZone } from '#text/day.ts'
import { type Language, languages } from '#text/language.ts'
import { onOneLine, withoutLinks } from '#text/links.ts'
import { escaped } from '#text/xml.ts'
import type { Site, Viewer } from './context.ts'
import { jobType } from './job.ts'
import { Mail, type Mailer } from './mailer.ts'

/**
 * The text of one email: each line is a paragraph, and `action` is the label of the link below them. `composeMail` adds
 * the greeting above and the name of the site below. Addresses in names and titles can't become links; those in
 * `verbatim` can.
 */
export type MailText = { subject: string; lines: string[]; action?: string; verbatim?: string[] }

/** The first line of an email, and a link in its foot. The Kiswahili is a draft, which a speaker must review. */
const frames: Record<Language, { greeting: (name: string) => string; unsubscribe: string }> = {
  en: { greeting: (name) => `Hello ${name},`, unsubscribe: 'Turn off these emails' },
  sw: { greeting: (name) => `Habari ${name},`, unsubscribe: 'Zima barua pepe hizi' },
}
/** `url`: the page that the email's `action` opens, by default the home page. `unsubscribe`: see `Mail`. */
export type MailLinks = { url?: string | undefined; unsubscribe?: string | undefined }

/**
 * An email that doesn't go through is retried for three weeks at growing intervals, unless the answer is final. Emails
 * don't wait for each other, so one that is refused doesn't delay the others.
 */
export const mailJob = { mail: true, maxAttempts: 100 } as const

export const mailToSend = jobType('mail:send', Mail, mailJob)
export const queueMail = mailToSend.add

/**
 * Returns whether the viewer may cause an email to be sent to this person: always if it is the viewer, otherwise if the
 * viewer has a confirmed email or a role. If the site sends no mail, members can't confirm their email, so everyone may.
 * Jobs have no viewer and always may.
 */
export function mayCauseMail({ viewer, mail }: { viewer?: Viewer | null; mail?: Mailer }, to: { id: string }): boolean {
  if (!viewer || viewer.id === to.id || mail?.kind !== 'smtp') return true
  return viewer.emailVerified || viewer.roles.length > 0
}

/** Preferences that emails follow; missing or invalid values get the defaults (spec 3.9). */
export const MailPreferences = z.object({
  language: z.enum(languages).catch('en'),
  timezone: z.string().catch(placeZone),
  emailNotifications: z.boolean().catch(true),
})

type MailSite = Pick<Site, 'name' | 'baseUrl'> & Partial<Pick<Site, 'contactEmail'>>
/** An email to an address of which no name is known has no greeting. */
type Recipient = { email: string; name?: string; preferences?: unknown }

/** Returns the address that the site's emails and calendar files come from. */
export function senderOf({ contactEmail, baseUrl }: Pick<Site, 'contactEmail' | 'baseUrl'>): string {
  return contactEmail ?? `no-reply@${new URL(baseUrl).hostname}`
}

/** Returns an email to a member in their language. */
export function mailTo(
  site: MailSite,
  to: Recipient,
  write: (language: Language, site: string) => MailText,
  links?: MailLinks,
): Mail {
  return composeMail(site, to, write(languageFor(to), site.name), links)
}

function languageFor({ preferences = {} }: Recipient): Language {
  return MailPreferences.parse(preferences).language
}

/** Returns an email as plain text and HTML. Only `links`, `verbatim` and the site's own addresses can become links. */
export function composeMail(site: MailSite, to: Recipient, mailText: MailText, links: MailLinks = {}): Mail {
  const { url = site.baseUrl, unsubscribe } = links
  const words = frames[languageFor(to)]
  const except = [site.name, site.baseUrl, site.contactEmail ?? '', ...(mailText.verbatim ?? [])]
  const subject = onOneLine(withoutLinks(mailText.subject, except))
  const greeting = to.name === undefined ? [] : [words.greeting(to.name)]
  const lines = [...greeting, ...mailText.lines].map((line) => withoutLinks(line, except))
  const action = mailText.action && withoutLinks(mailText.action, except)
  const foot = `${site.name} · ${site.baseUrl}`
  const stop = unsubscribe ? [`${words.unsubscribe}: ${unsubscribe}`] : []
  const signature = ['-- ', foot, ...stop].join('\n')
  const text = [...lines, ...(action ? [`${action}:\n${url}`] : []), signature].join('\n\n')
  const link = (href: string, label: string) => `<a href="${escaped(href)}" style="color:#7a3312">${escaped(label)}</a>`
  const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif"><div style="max-width:36em;margin:0 auto">
${lines.map((line) => paragraph(escaped(line))).join('\n')}
${action ? paragraph(link(url, action)) : ''}
${action ? paragraph(`<small>${escaped(url)}</small>`) : ''}
<p style="margin:32px 0 0;color:#555"><small>${escaped(foot)}${unsubscribe ? `<br>${link(unsubscribe, words.unsubscribe)}` : ''}</small></p>
</div></body></html>
`
  return { id: crypto.randomUUID(), to: to.email, subject, text, html, unsubscribe }
}
