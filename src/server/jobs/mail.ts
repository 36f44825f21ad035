import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Site } from '#core/context.ts'
import { senderOf } from '#core/mail.ts'
import { type Mail, type Mailer, MailRefused } from '#core/mailer.ts'

/**
 * Maximum number of connections to the mail server, and so of emails sent at a time. Providers commonly allow ten or
 * more per customer, and the site may have several instances.
 */
export const mailConnections = 5
/** ms without an email after which a connection is closed, before the server closes it. */
const idleTimeout = 10_000

export type MailConfig = { dataDir: string; smtpUrl: string | undefined }
/** The site's name and address are read for each email, because an admin can change them. */
export type MailSite = Pick<Site, 'name' | 'contactEmail' | 'baseUrl'>

/**
 * Opens the mailer, which uses SMTP_URL, or else writes each email to a file in `dataDir`/outbox.
 * @param canReceive checks the domains of new addresses, for sites that send mail
 */
export async function openMailer(
  config: MailConfig,
  site: MailSite,
  canReceive?: Mailer['canReceive'],
): Promise<Mailer> {
  const host = new URL(site.baseUrl).hostname
  const message = ({ id, to, unsubscribe, ...content }: Mail) => ({
    ...content,
    from: { name: site.name, address: senderOf(site) },
    to: { name: '', address: to },
    messageId: `<${id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        // Some mail programs can't read this header if it is folded.
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Emails must not name files or addresses for the mailer to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  if (config.smtpUrl) {
    const transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: mailConnections,
      idleTimeout,
      // An email may have arrived even if its connection broke, so the pool repeats only emails it had not begun, once.
      // The job retries at growing intervals.
      maxRequeues: 1,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 60_000,
    })
    return {
      kind: 'smtp',
      canReceive,
      async send(mail) {
        await transport.sendMail(message(mail)).catch((error: MailError) => {
          throw asRefusal(error) ?? error
        })
      },
      waiting: async () => 0,
    }
  }

  const folder = join(config.dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    kind: 'files',
    async send(mail) {
      const { message: bytes } = await transport.sendMail(message(mail))
      const draft = join(folder, `.draft-${randomBytes(8).toString('hex')}`)
      try {
        await writeFile(draft, bytes as Buffer, { mode: 0o600 })
        await nameNew(draft, folder, mail.to)
      } finally {
        await rm(draft, { force: true })
      }
    },
    waiting: async () => (await readdir(folder)).filter((name) => name.endsWith('.eml')).length,
  }
}

/** The parts of nodemailer's errors that say what the server answered, and to which command. */
type MailError = { code?: string; command?: string; responseCode?: number; response?: string }

/**
 * Returns the refusal if the server answered an email with 5yz (RFC 5321, 4.2.1). A refused login or greeting is about
 * the site and not the email, so that is tried again. The enhanced codes 5.1 and 5.2 (RFC 3463) mean the recipient's
 * address, except for 5.1.7 and 5.1.8; a server without them means it by refusing RCPT TO.
 */
function asRefusal({ code, command, responseCode = 0, response = '' }: MailError): MailRefused | undefined {
  if (responseCode < 500 || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return undefined
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})/.exec(response)?.[1]
  const isAddress = enhanced ? /^5\.[12]\.(?![78]$)/.test(enhanced) : command === 'RCPT TO'
  return new MailRefused(response, isAddress)
}

/** Links the draft to its final name; two emails to one person in one millisecond get different names. */
async function nameNew(draft: string, folder: string, to: string): Promise<void> {
  for (let at = Date.now(); ; at++)
    try {
      return await link(draft, join(folder, outboxName(new Date(at), to)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}

/** Returns `2026-01-31T12-00-00.000Z-name@example.org.eml`, without characters that could leave the folder. */
function outboxName(at: Date, to: string): string {
  return `${at.toISOString().replaceAll(':', '-')}-${to.replace(/[^\w@.+-]/g, '_').slice(0, 150)}.eml`
}
