import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Hono } from 'hono'
import { Client } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Role } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { buildApp } from '#server/app.ts'
import { contentChannel, type House, newsIn } from '#server/context.ts'
import { openDatabase } from '#server/database.ts'
import { counted, jobContextOf, logger } from '#server/jobs.ts'
import { openLimits } from '#server/limits.ts'
import { listen } from '#server/listen.ts'
import { openMailer } from '#server/mail.ts'
import { openMetrics } from '#server/metrics.ts'
import { PageCache } from '#server/page-cache.ts'
import { openPusher } from '#server/push.ts'
import { sessionReader } from '#server/session.ts'
import { openStorage, type S3Config } from '#server/storage.ts'
import { Streams } from '#server/streams.ts'
import { openTally, type Tally } from '#server/tally.ts'
import type { Telemetry } from '#server/telemetry.ts'
import { tokensOf } from '#server/tokens.ts'
import { openUsage, type Usage } from '#server/usage.ts'
import { jobs } from '#src/jobs.ts'
import { databaseUrl } from './global-setup.ts'

export const origin = 'http://site.test'

export type Answer = { status: number; headers: Headers; body: any }
export type Person = { id: string; token: string; email: string; call: TestSite['call'] }

/** A whole site on a database and a folder of its own. */
export type TestSite = {
  app: Hono
  db: NodePgDatabase
  house: House
  cache: PageCache
  streams: Streams
  tally: Tally
  usage: Usage
  telemetry: Telemetry | undefined
  /** Lets this site hear what is new, as a running one does; the test files that need it say so. */
  hear(): Promise<void>
  dataDir: string
  databaseUrl: string
  /** A guest's request; a body is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Registers a new account, with roles if told. */
  person(options?: { roles?: Role[]; name?: string }): Promise<Person>
  /** Runs the queued jobs, and answers every mail sent so far, oldest first; those to one address, if told. */
  mails(to?: string): Promise<ReceivedMail[]>
  /** Runs every queued job until none is left. */
  runJobs(): Promise<void>
}

export type ReceivedMail = {
  to: string
  subject: string
  /** The plain text, decoded. */
  text: string
  /** The token in the address that it names. */
  token: string | undefined
  raw: string
}

type Options = {
  smtpUrl?: string
  trustProxy?: number
  maxUploadMb?: number
  tokenTtlSeconds?: number
  membership?: 'open' | 'approval'
  /** The bytes lie in this bucket. */
  s3?: S3Config
  /** Sends spans where the environment says, as a site does that was told to. */
  telemetry?: boolean
}

/** Makes a site for the tests of this file, on a clone of the migrated template. */
export function testSite({
  maxUploadMb = 10,
  tokenTtlSeconds = 604_800,
  membership = 'open',
  smtpUrl,
  trustProxy = 0,
  s3,
  telemetry: traced = false,
}: Options = {}): TestSite {
  const site = {} as TestSite
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const close: (() => unknown)[] = []

  beforeAll(async () => {
    const server = inject('postgres')
    await admin(server, `create database ${name} template template_urithi`)
    const url = databaseUrl(server, name)
    const database = openDatabase(url, 10)
    const dataDir = mkdtempSync(join(tmpdir(), 'urithi-site-'))
    mkdirSync(join(dataDir, 'work'))
    const cache = new PageCache()
    const tally = openTally(database.db)
    const metrics = openMetrics({ db: database.db, pools: { writes: database.pool }, cache, tally })
    const secret = 'a secret of the tests, long enough to be one'
    const tokens = tokensOf(secret)
    const house: House = {
      db: database.db,
      reads: database.db,
      guestDb: database.db,
      storage: await openStorage({ dataDir, s3 }),
      tokens,
      mail: metrics.counted(
        await openMailer({ dataDir, smtpUrl, siteName: 'Test Heritage', contactEmail: undefined }, origin),
      ),
      push: openPusher(secret, 'mailto:no-reply@site.test'),
      backups: { plan: undefined, start() {} },
      limits: openLimits(database.db, database.pool),
      notices: new Set(),
      readBackedUp: async () => null,
      workFolder: join(dataDir, 'work'),
      piecesFolder: s3 ? undefined : join(dataDir, 'pieces'),
      onContentChanged: () => cache.clear(),
      site: {
        name: 'Test Heritage',
        baseUrl: origin,
        contactEmail: undefined,
        followLinks: [],
        maxUploadBytes: maxUploadMb * 1024 * 1024,
        tokenTtlSeconds,
        membership,
        shop: { shipping: 1000, freeAbove: 10_000, taxPercent: 10 },
      },
    }
    const sessions = sessionReader(database.db, tokens.verify, house.site)
    const streams = new Streams(sessions.byIds)
    const loadBuild = () => import('../build/server/index.js' as string)
    const telemetry = traced
      ? (await import('#server/telemetry.ts')).openTelemetry({ pools: [database.pool], trusted: trustProxy > 0 })
      : undefined
    const usage = openUsage(tally, loadBuild)
    const app = buildApp({
      house,
      cache,
      metrics,
      usage,
      telemetry,
      metricsToken: 'a token of the tests',
      sessions,
      streams,
      trustProxy,
      clientFolder: 'build/client',
      uploadOrigin: undefined,
      draining: () => false,
      loadBuild,
    })
    Object.assign(site, {
      app,
      db: database.db,
      house,
      cache,
      streams,
      tally,
      usage,
      telemetry,
      dataDir,
      databaseUrl: url,
    })
    site.call = caller(app)
    site.person = personOf(site)
    site.runJobs = () => runJobs(house, database.pool, tally)
    site.mails = async (to) => {
      await site.runJobs()
      return readOutbox(join(dataDir, 'outbox')).filter((mail) => !to || mail.to === to)
    }
    site.hear = async () => {
      const ear = listen(
        url,
        contentChannel,
        (notice) => void streams.tell(newsIn(notice)),
        () => {},
      )
      close.unshift(() => ear.stop())
      await ear.ready
    }
    close.push(
      () => database.close(),
      () => admin(server, `drop database ${name} with (force)`),
      () => rmSync(dataDir, { recursive: true, force: true }),
    )
  })
  afterAll(async () => {
    for (const end of close) await end()
  })
  return site
}

/** One statement for the whole server of databases. */
export async function admin(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  // Cloning needs the template to itself: other test files may be cloning right now.
  for (let tries = 0; ; tries++)
    try {
      await client.query(statement)
      break
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || tries > 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  await client.end()
}

function caller(app: Hono, token?: string): TestSite['call'] {
  return async (method, path, body, headers = {}) => {
    const init: RequestInit = { method, headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } }
    if (body !== undefined) {
      init.body = typeof body === 'string' ? body : JSON.stringify(body)
      init.headers = { 'content-type': 'application/json', ...init.headers }
    }
    const response = await app.request(`${origin}${path}`, init)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
  }
}

let people = 0

function personOf(site: TestSite): TestSite['person'] {
  return async ({ roles = [], name } = {}) => {
    const number = ++people
    const email = `person${number}@site.test`
    const answer = await site.call('POST', '/api/auth/register', {
      name: name ?? `Test Person ${number}`,
      email,
      password: 'test password',
    })
    if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    const { token, user } = answer.body
    if (roles.length)
      await site.db
        .update(accounts)
        .set({ roles, admittedAt: new Date().toISOString() })
        .where(eq(accounts.id, user.id))
    return { id: user.id, token, email, call: caller(site.app, token) }
  }
}

/** Runs what is queued, in this process and in order: no worker, no waiting. */
async function runJobs(house: House, pool: import('pg').Pool, tally: Tally) {
  const { runOnce } = await import('graphile-worker')
  const ctx = jobContextOf(house, new AbortController().signal)
  const taskList: import('graphile-worker').TaskList = Object.fromEntries(
    Object.entries(counted(jobs, tally)).map(([name, job]) => [
      name,
      (payload) => job.run(ctx, (payload ?? {}) as Record<string, unknown>),
    ]),
  )
  const due = `select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts limit 1`
  // Jobs of one queue wait for each other, which ends a run early.
  do await runOnce({ pgPool: pool, logger, concurrency: 1, taskList })
  while ((await pool.query(due)).rowCount)
}

function readOutbox(folder: string): ReceivedMail[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return names.sort().map((name) => readMail(readFileSync(join(folder, name), 'utf8')))
}

/** A mail as it travels; of its parts, the plain text. */
export function readMail(raw: string): ReceivedMail {
  const lines = raw.replaceAll('\r\n', '\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(lines)?.[1] ?? ''
  const [, head = '', body = ''] = /Content-Type: text\/plain([\s\S]*?)\n\n([\s\S]*?)\n--/.exec(lines) ?? []
  const text = /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : unquoted(body)
  return { to: header('To'), subject: header('Subject'), text, token: /token=([\w-]+)/.exec(text)?.[1], raw }
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
