import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from '#core/mail.ts'

export type MailConfig = {
  dataDir: string
  smtpUrl: string | undefined
  siteName: string
  contactEmail: string | undefined
}

/** Opens the way out for mail: SMTP_URL, or without it a file a mail in `dataDir`/outbox. */
export async function openMailer(config: MailConfig, baseUrl: string): Promise<Mailer> {
  const host = new URL(baseUrl).hostname
  const from = { name: config.siteName, address: config.contactEmail ?? `no-reply@${host}` }
  const message = ({ id, to, ...content }: Mail) => ({
    ...content,
    from,
    to: { name: '', address: to },
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    // No text of ours may name a file or an address that the server would then fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  if (config.smtpUrl) {
    const transport = createTransport({
      url: config.smtpUrl,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 60_000,
    })
    return {
      kind: 'smtp',
      async send(mail) {
        await transport.sendMail(message(mail))
      },
      waiting: async () => 0,
    }
  }

  const folder = join(config.dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    kind: 'outbox',
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

/** Gives the draft its name; two mails to one person in one millisecond get two. */
async function nameNew(draft: string, folder: string, to: string): Promise<void> {
  for (let at = Date.now(); ; at++)
    try {
      return await link(draft, join(folder, outboxName(new Date(at), to)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}

/** `2026-01-31T12-00-00.000Z-name@example.org.eml`; no letter in it can lead out of the folder. */
function outboxName(at: Date, to: string): string {
  return `${at.toISOString().replaceAll(':', '-')}-${to.replace(/[^\w@.+-]/g, '_').slice(0, 150)}.eml`
}
