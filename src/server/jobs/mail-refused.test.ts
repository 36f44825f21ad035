import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusedEmails } from '#core/tables.ts'
import { buildEvent } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { openMailer } from './mail.ts'

const site = testSite()
const { admin } = cast(site)
const { person } = castForEach(site)

type Refusal = { to?: number; data?: number; from?: number; text: string }
/** The answers of the server to emails, by address. */
const refusals = new Map<string, Refusal>()
let attempts: string[] = []
let server: SMTPServer

const answer = (code: number | undefined, text = '') => code && Object.assign(new Error(text), { responseCode: code })

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      attempts.push(address)
      const refusal = refusals.get(address)
      done(answer(refusal?.to, refusal?.text) || null)
    },
    onData(stream, session, done) {
      stream.on('end', () => {
        const refusal = refusals.get(session.envelope.rcptTo[0]?.address ?? '')
        done(answer(refusal?.data, refusal?.text) || null)
      })
      stream.resume()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const own = { name: 'Test Heritage', contactEmail: undefined, baseUrl: 'http://site.test' }
  const smtpUrl = `smtp://127.0.0.1:${port}`
  Object.assign(site.services.mail, await openMailer({ dataDir: site.dataDir, smtpUrl }, own))
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
beforeEach(async () => {
  await site.runJobs()
  attempts = []
})

const waiting = async () =>
  (await site.db.execute(`select attempts from graphile_worker.jobs where task_identifier like 'mail:%'`)).rows
const runAgain = async () => {
  await site.db.execute('update graphile_worker._private_jobs set run_at = now()')
  await site.runJobs()
}
const asked = (email: string) => site.call('POST', '/api/auth/password/reset-request', { email })
const profileOf = async (person: Person) => (await person.call('GET', '/api/auth/profile')).body
const listed = async () => (await admin.call('GET', '/api/admin/refused-emails')).body.items

describe('an answer of the mail server that is final', () => {
  test.each<[string, Refusal, boolean]>([
    ['550 to the recipient', { to: 550, text: '5.1.1 No such user here' }, true],
    ['553 to the recipient, without more', { to: 553, text: 'Mailbox name not allowed' }, true],
    ['550 after the text, about the address', { data: 550, text: '5.1.1 User unknown' }, true],
    ['554 after the text, about the email', { data: 554, text: '5.7.1 Looks like spam' }, false],
  ])('%s: is not tried again, and admins see it', async (_, refusal, isAddress) => {
    await site.runJobs()
    refusals.set(person.email, refusal)
    attempts = []
    await asked(person.email)
    await site.runJobs()
    await runAgain()
    expect(attempts).toEqual([person.email])
    expect(await waiting()).toEqual([])
    const [first] = await listed()
    expect(first).toMatchObject({ email: person.email, isAddress, answer: expect.stringContaining(refusal.text) })
    expect((await profileOf(person)).brokenEmail).toBe(isAddress ? person.email : null)
    const { items } = (await person.call('GET', '/api/notifications')).body
    const titles = items.map(({ title }: { title: string }) => title)
    expect(titles.includes(`This address does not work: ${person.email}`)).toBe(isAddress)
    expect((await person.call('GET', '/api/admin/refused-emails')).status).toBe(403)
  })

  test('is forgotten as soon as an email arrives', async () => {
    refusals.set(person.email, { to: 550, text: '5.1.1 Unknown' })
    await asked(person.email)
    await site.runJobs()
    expect((await profileOf(person)).brokenEmail).toBe(person.email)
    refusals.delete(person.email)
    await asked(person.email)
    await site.runJobs()
    expect((await profileOf(person)).brokenEmail).toBeNull()
    expect(await site.db.$count(refusedEmails, eq(refusedEmails.email, person.email))).toBe(0)
  })

  test('about a new email is shown to the member who entered it', async () => {
    const email = 'mistyped@site.test'
    refusals.set(email, { to: 550, text: 'No such mailbox' })
    const names = { firstName: 'Sample', lastName: 'Person' }
    await person.call('PUT', '/api/auth/profile', { ...names, email, currentPassword: 'test password' })
    await site.runJobs()
    expect((await profileOf(person)).brokenEmail).toBe(email)
  })

  test('about the email of a person registered for an event is shown beside the registration', async () => {
    const { id } = await buildEvent(admin)
    const email = 'mistyped.guest@site.test'
    refusals.set(email, { to: 551, text: 'User not local' })
    await person.call('POST', `/api/events/${id}/registration`, {
      fullName: 'Sample Guest',
      email,
      phone: '0700 000000',
    })
    await site.runJobs()
    const { body } = await person.call('GET', `/api/events/${id}`)
    expect(body.registrations).toMatchObject([{ email, emailFails: true }])
    expect((await site.call('GET', `/api/events/${id}`)).body.registrations).toEqual([])
  })
})

test.each<[string, Refusal]>([
  ['451 to the recipient', { to: 451, text: '4.7.1 Greylisted' }],
  ['452 after the text', { data: 452, text: '4.2.2 Mailbox full' }],
])('an answer that is not final is tried again: %s', async (_, refusal) => {
  await site.runJobs()
  refusals.set(person.email, refusal)
  attempts = []
  await asked(person.email)
  await site.runJobs()
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  refusals.delete(person.email)
  await runAgain()
  expect(attempts).toEqual([person.email, person.email])
  expect(await waiting()).toEqual([])
  expect((await profileOf(person)).brokenEmail).toBeNull()
})
