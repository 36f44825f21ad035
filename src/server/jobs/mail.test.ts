import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'
import { readMail } from '../../../tools/mail-files.ts'
import { openMailer } from './mail.ts'

const received: string[] = []
const from: string[] = []
let refusing = false
let server: SMTPServer

function listen(port: number): Promise<number> {
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onMailFrom(address, _session, done) {
      from.push(address.address)
      done(refusing ? new Error('451 later, please') : null)
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port)),
  )
}

const mail = {
  id: '00000000-0000-4000-8000-000000000001',
  to: 'reader@site.test',
  subject: 'A subject',
  text: 'A text.',
  html: '<p>A text.</p>',
}
const own = { name: 'Test “Heritage”', contactEmail: 'us@site.test', baseUrl: 'https://heritage.test' }

let port: number
beforeAll(async () => {
  port = await listen(0)
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

const mailer = () => openMailer({ dataDir: '/nowhere', smtpUrl: `smtp://127.0.0.1:${port}` }, own)

describe('mail through SMTP_URL', () => {
  test('arrives as plain text and HTML, from the site’s address', async () => {
    await (await mailer()).send({
      ...mail,
      attachments: [{ filename: 'a.ics', contentType: 'text/calendar', content: 'x' }],
    })
    const raw = received.at(-1) ?? ''
    expect(from.at(-1)).toBe('us@site.test')
    expect(raw).toMatch(/^Message-ID: <00000000-0000-4000-8000-000000000001@heritage.test>/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/m)
    for (const type of ['text/plain', 'text/html', 'text/calendar']) expect(raw).toContain(`Content-Type: ${type}`)
    expect(readMail(raw)).toMatchObject({ to: 'reader@site.test', subject: 'A subject', text: 'A text.' })
  })

  test('has the headers that turn off such emails only if it can be turned off', async () => {
    const unsubscribe = `https://heritage.test/unsubscribe?token=${'x'.repeat(140)}`
    await (await mailer()).send({ ...mail, unsubscribe })
    expect(received.at(-1)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(received.at(-1)).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`)
    await (await mailer()).send(mail)
    expect(received.at(-1)).not.toContain('List-Unsubscribe')
  })

  test.each(['reader@site.test\r\nBcc: other@site.test', 'reader@site.test, other@site.test'])(
    'an address like %j adds no Bcc header',
    async (to) => {
      const before = received.length
      await (await mailer()).send({ ...mail, to }).catch(() => {})
      for (const raw of received.slice(before)) expect(raw).not.toMatch(/^Bcc:/im)
    },
  )

  test('is rejected while the server is busy, and can be sent later', async () => {
    refusing = true
    await expect((await mailer()).send(mail)).rejects.toThrow()
    refusing = false
    await (await mailer()).send(mail)
  })
})

describe('an unavailable mail server', () => {
  const site = testSite({ smtpUrl: 'smtp://127.0.0.1:1' })
  const waiting = async () =>
    (
      await site.db.execute<{ attempts: number; max_attempts: number; last_error: string; payload: object }>(
        `select attempts, max_attempts, last_error from graphile_worker.jobs where task_identifier like 'mail:%'`,
      )
    ).rows

  test('loses no email: it waits, is counted, and is sent when the server is back', async () => {
    const person = await site.person({ unconfirmed: true })
    const admin = await site.person({ roles: ['admin'], unconfirmed: true })
    await site.call('POST', '/api/auth/password/reset-request', { email: person.email })
    await site.runJobs()
    const jobs = await waiting()
    expect(jobs).toHaveLength(3)
    for (const job of jobs) expect(job).toMatchObject({ attempts: 1, max_attempts: 100 })
    expect(jobs.map((job) => job.last_error).join()).not.toMatch(/token=/)
    const { body } = await admin.call('GET', '/api/admin/checklist')
    expect(body).toMatchObject({ mail: 'smtp', unsentMails: 3 })

    Object.assign(site.services.mail, await mailer())
    await site.db.execute('update graphile_worker._private_jobs set run_at = now()')
    const before = received.length
    await site.runJobs()
    expect(await waiting()).toEqual([])
    const mails = received.slice(before).map(readMail)
    expect(mails.map((one) => one.to).sort()).toEqual([person.email, person.email, admin.email].sort())
    const token = mails.find((one) => one.text.includes('/reset-password'))?.token
    const done = await site.call('POST', '/api/auth/password/reset', { token, newPassword: 'New password 1!' })
    expect(done.status).toBe(200)
  })
})
