import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailJob } from '#core/mail.ts'
import { jobs } from '#src/jobs.ts'
import { testSite } from '#test/harness.ts'
import { openDatabase } from '../database/database.ts'
import { addJob } from '../http/context.ts'
import { listen } from '../start/listen.ts'
import { startJobs } from './jobs.ts'
import { mailConnections, openMailer } from './mail.ts'

const site = testSite()
let received: string[] = []
let open = 0
let mostOpen = 0
let server: SMTPServer
let smtpUrl: string

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      mostOpen = Math.max(mostOpen, ++open)
      done()
    },
    onClose() {
      open--
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused') ? new Error('550 no such mailbox') : null)
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', async () => {
        await sleep(50)
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
async function work() {
  const database = openDatabase(site.databaseUrl)
  const mails = openDatabase(site.databaseUrl, 3)
  const ear = listen(
    site.databaseUrl,
    'sample',
    () => {},
    () => {},
  )
  await ear.ready
  const pools = { pool: database.pool, mailPool: mails.pool }
  const working = await startJobs({ ...pools, services: site.services, jobs, hold: ear.hold, alone: true })
  const stop = async () => {
    await working.stop()
    await ear.stop()
    await mails.close()
    await database.close()
  }
  return stop
}

const people = (count: number) => Array.from({ length: count }, (_, at) => `person${at}@mail.test`)

test('100 mails to a server that takes 50 ms each are sent within 5 s, each once, over few connections', async () => {
  Object.assign(site.services.mail, await openMailer({ dataDir: site.dataDir, smtpUrl }, own))
  await queue(people(100))
  received = []
  mostOpen = 0
  const began = Date.now()
  const stop = await work()
  await expect.poll(() => received.length, { timeout: 10_000, interval: 20 }).toBe(100)
  expect(Date.now() - began).toBeLessThan(5_000)
  await stop()
  expect([...received].sort()).toEqual(people(100).sort())
  expect(mostOpen).toBeLessThanOrEqual(mailConnections)
  expect((await left()).length).toBe(0)
})

test('a refused recipient delays no other mail and is retried later', async () => {
  Object.assign(site.services.mail, await openMailer({ dataDir: site.dataDir, smtpUrl }, own))
  await queue(['refused1@mail.test', 'refused2@mail.test', ...people(20)])
  received = []
  const began = Date.now()
  const stop = await work()
  await expect.poll(() => received.length, { timeout: 10_000, interval: 20 }).toBe(20)
  expect(Date.now() - began).toBeLessThan(2_500)
  await stop()
  const refused = await left()
  expect(refused).toHaveLength(2)
  for (const job of refused) {
    expect(job.attempts).toBeGreaterThan(0)
    expect(job).toMatchObject({ max_attempts: 100, queue_name: null, later: true })
  }
  await site.db.execute('delete from graphile_worker._private_jobs')
})

test('100 mails are in the outbox folder within 5 s', async () => {
  Object.assign(site.services.mail, await openMailer({ dataDir: site.dataDir, smtpUrl: undefined }, own))
  await queue(people(100))
  const began = Date.now()
  const stop = await work()
  await expect.poll(() => site.services.mail.waiting(), { timeout: 10_000, interval: 20 }).toBe(100)
  expect(Date.now() - began).toBeLessThan(5_000)
  await stop()
})

test('a mail is sent while every connection of writes and other jobs is in use', async () => {
  Object.assign(site.services.mail, await openMailer({ dataDir: site.dataDir, smtpUrl }, own))
  const database = openDatabase(site.databaseUrl, 3)
  const mails = openDatabase(site.databaseUrl, 3)
  const ear = listen(
    site.databaseUrl,
    'sample',
    () => {},
    () => {},
  )
  await ear.ready
  const pools = { pool: database.pool, mailPool: mails.pool }
  const working = await startJobs({ ...pools, services: site.services, jobs, hold: ear.hold, alone: true })
  await expect.poll(() => database.pool.idleCount, { timeout: 10_000 }).toBeGreaterThan(0)
  const clients = await Promise.all([database.pool.connect(), database.pool.connect()])
  received = []
  await queue(['person@mail.test'])
  await expect.poll(() => received, { timeout: 5_000 }).toEqual(['person@mail.test'])
  for (const client of clients) client.release()
  await working.stop()
  await ear.stop()
  await mails.close()
  await database.close()
})

const own = { name: 'Test Heritage', contactEmail: 'us@site.test', baseUrl: 'https://heritage.test' }

async function left() {
  const { rows } = await site.db.execute<{ attempts: number; max_attempts: number; queue_name: string | null }>(
    `select attempts, max_attempts, queue_name, run_at > now() as later from graphile_worker.jobs
      where task_identifier like 'mail:%'`,
  )
  return rows
}
