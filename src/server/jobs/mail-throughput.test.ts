import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailJob } from '#core/mail.ts'
import type { Mail } from '#core/mailer.ts'
import { jobs } from '#src/jobs.ts'
import { testSite } from '#test/harness.ts'
import { openDatabase } from '../database/database.ts'
import { addJob } from '../http/context.ts'
import { listen } from '../start/listen.ts'
import { startJobs } from './jobs.ts'
import { mailConnections, openMailer } from './mail.ts'

const site = testSite()
let received: string[]
let opened: number
/** The server awaits these functions before it accepts an email, and before it refuses a recipient. */
let accepting: () => Promise<void>
let refusing: () => Promise<void>
let server: SMTPServer
let smtpUrl: string

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      opened++
      done()
    },
    async onRcptTo({ address }, _session, done) {
      if (!address.startsWith('refused')) return done()
      await refusing()
      done(Object.assign(new Error('mailbox busy'), { responseCode: 450 }))
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', async () => {
        await accepting()
        received.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

beforeEach(() => {
  received = []
  opened = 0
  accepting = async () => {}
  refusing = async () => {}
})

async function queue(addresses: string[]) {
  for (const to of addresses)
    await addJob(
      site.db,
      'mail:send',
      { id: crypto.randomUUID(), to, subject: 'A subject', text: 'A text.', html: '<p>A text.</p>' },
      mailJob,
    )
}

/** Works through the queue like a running site. */
async function work(connections?: number) {
  const database = openDatabase(site.databaseUrl, connections)
  const mails = openDatabase(site.databaseUrl, 3)
  const contentListener = listen(
    site.databaseUrl,
    'sample',
    () => {},
    () => {},
  )
  await contentListener.ready
  const pools = { pool: database.pool, mailPool: mails.pool }
  const working = await startJobs({ ...pools, services: site.services, jobs, hold: contentListener.hold, alone: true })
  const stop = async () => {
    await working.stop()
    await contentListener.stop()
    await mails.close()
    await database.close()
  }
  return { stop, pool: database.pool }
}

/** Returns a function whose calls wait for each other, until `count` of them are waiting. */
function inGroupsOf(count: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === count) for (const end of waiting.splice(0)) end()
    })
}

const patience = { timeout: 30_000, interval: 20 }
const people = (count: number) => Array.from({ length: count }, (_, at) => `person${at}@mail.test`)

test('100 emails are sent once each, as many at a time as there are connections', async () => {
  Object.assign(site.services.mail, await openMailer({ dataDir: site.dataDir, smtpUrl }, own))
  await queue(people(100))
  accepting = inGroupsOf(mailConnections)
  const { stop } = await work()
  await expect.poll(() => received.length, patience).toBe(100)
  await stop()
  expect([...received].sort()).toEqual(people(100).sort())
  expect(opened).toBe(mailConnections)
  expect((await left()).length).toBe(0)
})

test('a recipient that is refused for now delays no other email and is retried later', async () => {
  Object.assign(site.services.mail, await openMailer({ dataDir: site.dataDir, smtpUrl }, own))
  await queue(['refused1@mail.test', 'refused2@mail.test', ...people(20)])
  const refusal = Promise.withResolvers<void>()
  refusing = () => refusal.promise
  const { stop } = await work()
  await expect.poll(() => received.length, patience).toBe(20)
  refusal.resolve()
  const retried = { attempts: expect.any(Number), max_attempts: 100, queue_name: null, later: true }
  await expect.poll(left, patience).toEqual([retried, retried])
  await stop()
  for (const { attempts } of await left()) expect(attempts).toBeGreaterThan(0)
  await site.db.execute('delete from graphile_worker._private_jobs')
})

test('100 emails are written to files, several at a time', async () => {
  const mailer = await openMailer({ dataDir: site.dataDir, smtpUrl: undefined }, own)
  const together = inGroupsOf(mailConnections)
  const send = async (mail: Mail) => {
    await together()
    await mailer.send(mail)
  }
  Object.assign(site.services.mail, mailer, { send })
  await queue(people(100))
  const { stop } = await work()
  await expect.poll(() => site.services.mail.waiting(), patience).toBe(100)
  await stop()
})

test('an email is sent while every connection for writes and other jobs is in use', async () => {
  Object.assign(site.services.mail, await openMailer({ dataDir: site.dataDir, smtpUrl }, own))
  const { stop, pool } = await work(3)
  await expect.poll(() => pool.idleCount, patience).toBeGreaterThan(0)
  const clients = await Promise.all([pool.connect(), pool.connect()])
  await queue(['person@mail.test'])
  await expect.poll(() => received, patience).toEqual(['person@mail.test'])
  for (const client of clients) client.release()
  await stop()
})

const own = { name: 'Test Heritage', contactEmail: 'us@site.test', baseUrl: 'https://heritage.test' }

async function left() {
  const { rows } = await site.db.execute<{ attempts: number; max_attempts: number; queue_name: string | null }>(
    `select attempts, max_attempts, queue_name, run_at > created_at + interval '1 second' as later
      from graphile_worker.jobs
      where task_identifier like 'mail:%'`,
  )
  return rows
}
