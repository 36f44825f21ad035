import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Hono } from 'hono'
import { Client } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { publishedUntil } from '#content/entry/list/published-until.ts'
import type { Site } from '#core/context.ts'
import type { Role } from '#core/permission.ts'
import { openDatabase } from '#server/database/database.ts'
import { siteRole } from '#server/database/postgres-role.ts'
import { buildApp } from '#server/http/app.ts'
import { contentChannel, newsIn, type Services } from '#server/http/context.ts'
import { openLimits } from '#server/http/limits.ts'
import { Streams } from '#server/http/streams.ts'
import { counted, jobContextOf, logger } from '#server/jobs/jobs.ts'
import { openMailer } from '#server/jobs/mail.ts'
import { openPusher } from '#server/jobs/push.ts'
import { type Counters, openCounters } from '#server/observability/counters.ts'
import { openMetrics } from '#server/observability/metrics.ts'
import type { Telemetry } from '#server/observability/telemetry.ts'
import { openUsage, type Usage } from '#server/observability/usage.ts'
import { PageCache } from '#server/pages/page-cache.ts'
import { sessionReader } from '#server/sessions/session.ts'
import { tokensOf } from '#server/sessions/tokens.ts'
import { listen } from '#server/start/listen.ts'
import { openSettings } from '#server/start/services.ts'
import { openDisk, type Volume } from '#server/storage/disk.ts'
import { openStorage } from '#server/storage/storage.ts'
import type { S3Config } from '#server/storage/storage-s3.ts'
import { jobs } from '#src/jobs.ts'
import { readStoredSite } from '#src/site.ts'
import { type ReceivedMail, readMailFiles } from '../tools/mail-files.ts'
import { databaseUrl } from './global-setup.ts'
import { type Answer, type Call, caller, origin, type Person, type PersonOptions, personOf } from './people.ts'
import { until } from './until.ts'

export { cast, castForEach } from './people.ts'
export { type Answer, origin, type Person }

/** A complete site with its own database and folder. */
export type TestSite = {
  app: Hono
  db: NodePgDatabase
  services: Services
  cache: PageCache
  streams: Streams
  counters: Counters
  usage: Usage
  telemetry: Telemetry | undefined
  /** Listens for changes to the content like a running site. Call this in test files that need it. */
  hear(): Promise<void>
  dataDir: string
  databaseUrl: string
  /** Sends a guest's request; a body is sent as JSON, except for a string, which is sent as it is. */
  call: Call
  /** Adds an account with a session, with optional roles. If it is `unconfirmed`, it waits for the link in its email. */
  person(options?: PersonOptions): Promise<Person>
  /** Runs the queued jobs and returns all emails sent so far, oldest first; optionally those to one address. */
  mails(to?: string): Promise<ReceivedMail[]>
  /**
   * Runs queued jobs until none is due. Those that make copies of files run only with `copies`, which can name the
   * addresses of the files; others stay queued.
   */
  runJobs(options?: { copies?: true | string[] }): Promise<void>
}

type Options = {
  /** Address of the site in its settings; requests of the tests still go to `origin`. */
  baseUrl?: string
  smtpUrl?: string
  trustProxy?: number
  maxUploadMb?: number
  quotaMb?: number
  /** Defaults to `quotaMb`. */
  quotaUnconfirmedMb?: number
  tokenTtlSeconds?: number
  membership?: 'open' | 'approval'
  /** Settings that the environment sets, so that admins can't. */
  fixed?: Pick<Site, 'fixed'> & Partial<Pick<Site, 'name' | 'contactEmail' | 'followLinks'>>
  /** Roles that require a second factor. */
  requireMfa?: Role[]
  /** A simulated disk that the test fills. */
  disk?: { reserve: number; read: () => Promise<Volume> }
  /** Stores files in this bucket. */
  s3?: S3Config
  /** Sends spans to the collector in the environment. */
  telemetry?: boolean
}

/** Creates a site for the tests of the file that calls this, on a clone of the migrated template. */
export function testSite({
  baseUrl = origin,
  maxUploadMb = 10,
  quotaMb = 2000,
  quotaUnconfirmedMb,
  tokenTtlSeconds = 604_800,
  membership = 'open',
  fixed,
  requireMfa = [],
  smtpUrl,
  trustProxy = 0,
  disk,
  s3,
  telemetry: traced = false,
}: Options = {}): TestSite {
  const site = {} as TestSite
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const close: (() => unknown)[] = []

  beforeAll(async () => {
    const url = await createDatabase(name)
    const database = openDatabase(url, 10)
    const dataDir = mkdtempSync(join(tmpdir(), 'urithi-site-'))
    mkdirSync(join(dataDir, 'work'))
    const cache = new PageCache()
    const counters = openCounters(database.db)
    const metrics = openMetrics({ db: database.db, pools: { writes: database.pool }, cache, counters })
    const secret = 'a secret of the tests, long enough to be one'
    const tokens = tokensOf(secret)
    const environment = {
      name: 'Test Heritage',
      baseUrl,
      contactEmail: undefined,
      followLinks: [],
      fixed: [],
      ...fixed,
      maxUploadBytes: maxUploadMb * 1024 * 1024,
      quota: { confirmed: quotaMb * 1024 * 1024, unconfirmed: (quotaUnconfirmedMb ?? quotaMb) * 1024 * 1024 },
      tokenTtlSeconds,
      sendsMail: false,
      membership,
      requireMfa,
      shop: { shipping: 1000, freeAbove: 10_000, taxPercent: 10 },
    }
    const settings = await openSettings(
      environment,
      () => readStoredSite(database.db),
      () => cache.clear(),
    )
    const services: Services = {
      db: database.db,
      reads: database.db,
      guestDb: database.db,
      storage: await openStorage({ dataDir, s3 }),
      disk: openDisk({ folders: [dataDir], reserve: 0, ...disk }),
      tokens,
      mail: metrics.counted(await openMailer({ dataDir, smtpUrl }, settings)),
      push: openPusher(secret, 'mailto:no-reply@site.test'),
      backups: { plan: undefined, start() {} },
      limits: openLimits(database.db, database.pool, secret),
      notices: new Set(),
      readBackedUp: async () => null,
      workFolder: join(dataDir, 'work'),
      piecesFolder: s3 ? undefined : join(dataDir, 'pieces'),
      onContentChanged: () => {
        cache.clear()
        void settings.reload().catch(() => {})
      },
      contentVersion: () => cache.version,
      site: settings,
    }
    const sessions = sessionReader(database.db, tokens.verify, services.site)
    const streams = new Streams(sessions.byIds, () => publishedUntil(database.db))
    const loadBuild = () => import('../build/server/index.js' as string)
    const telemetry = traced
      ? (await import('#server/observability/telemetry.ts')).openTelemetry({
          pools: [database.pool],
          trusted: trustProxy > 0,
        })
      : undefined
    const usage = openUsage(counters, loadBuild)
    const app = buildApp({
      services,
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
      services,
      cache,
      streams,
      counters,
      usage,
      telemetry,
      dataDir,
      databaseUrl: url,
    })
    site.call = caller(app)
    site.person = personOf(site)
    site.runJobs = (options) => runJobs(services, database.pool, counters, options)
    site.mails = async (to) => {
      await site.runJobs()
      return readMailFiles(join(dataDir, 'outbox')).filter((mail) => !to || mail.to === to)
    }
    site.hear = async () => {
      const listener = listen(
        url,
        contentChannel,
        (notice) => void streams.tell(newsIn(notice)),
        () => {},
      )
      close.unshift(() => listener.stop())
      await listener.ready
    }
    close.push(
      () => database.close(),
      () => dropDatabase(name),
      () => rmSync(dataDir, { recursive: true, force: true }),
    )
  })
  afterAll(async () => {
    for (const end of close) await end()
  })
  return site
}

/** Creates a database owned by the site's role, as on a running site. Returns its address. */
export async function createDatabase(name: string, template = 'template_urithi'): Promise<string> {
  // Without fsync, copying the template's files is several times cheaper than logging each of their pages.
  await asSuperuser(`create database ${name} template ${template} strategy file_copy owner ${siteRole}`)
  return databaseUrl(inject('postgres'), name)
}

export function dropDatabase(name: string): Promise<void> {
  return asSuperuser(`drop database if exists ${name} with (force)`)
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('superuser') })
  await client.connect()
  // Cloning requires exclusive access to the template, which other test files may be cloning.
  const isDone = () =>
    client.query(statement).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== '55006') throw error
        return false
      },
    )
  await until(isDone, `exclusive access for: ${statement}`)
  await client.end()
}

/** The jobs that make copies of files, which take a hundred times longer than others. */
const copying = ['media:copies', 'media:variants']

/** Runs queued jobs in this process and in order, without a worker. */
async function runJobs(
  services: Services,
  pool: import('pg').Pool,
  counters: Counters,
  { copies }: { copies?: true | string[] } = {},
): Promise<void> {
  const { runOnce } = await import('graphile-worker')
  const { signal } = new AbortController()
  const left = copies ? [] : copying
  if (Array.isArray(copies)) {
    const ids = copies.map((address) => address.slice('/files/'.length))
    const sooner = `case when payload->>'fileId' = any($1) then now() else now() + interval '1 day' end`
    await pool.query(`update graphile_worker._private_jobs set run_at = ${sooner} where payload::jsonb ? 'fileId'`, [
      ids,
    ])
  }
  const taskList: import('graphile-worker').TaskList = Object.fromEntries(
    Object.entries(counted(jobs, counters))
      .filter(([name]) => !left.includes(name))
      .map(([name, job]) => [
        name,
        (payload, helpers) =>
          job.run(jobContextOf(services, signal, helpers.job), (payload ?? {}) as Record<string, unknown>),
      ]),
  )
  const dueJobs = `select from graphile_worker.jobs
    where run_at <= now() and attempts < max_attempts and task_identifier <> all($1) limit 1`
  // Jobs of one queue wait for each other, which ends a run early.
  do await runOnce({ pgPool: pool, logger, concurrency: 1, taskList })
  while ((await pool.query(dueJobs, [left])).rowCount)
}
