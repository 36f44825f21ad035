import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { normalizeAccountEmails } from '#accounts/stored-emails.ts'
import { publishedUntil } from '#content/entry/list/published-until.ts'
import { alignUnlisted } from '#content/entry/visibility/unlisted.ts'
import { normalizeRegistrations } from '#content/event/registration/queries.ts'
import { alignAdditions } from '#content/list-work.ts'
import { refoldAll } from '#content/refold.ts'
import { importPublishedWords } from '#content/vocabulary/import.ts'
import { refuseHalfRestored } from '#server/backup/unfinished-restore.ts'
import { migrateDatabase, openDatabase } from '#server/database/database.ts'
import { startPostgres } from '#server/database/embedded-postgres.ts'
import { hasServerRights } from '#server/database/postgres-role.ts'
import { openReplica } from '#server/database/replica.ts'
import { buildApp } from '#server/http/app.ts'
import { addJob, contentChannel, newsIn } from '#server/http/context.ts'
import { everyAnswer } from '#server/http/security-headers.ts'
import { Streams } from '#server/http/streams.ts'
import { counted, migrateJobs, startJobs } from '#server/jobs/jobs.ts'
import { mailConnections } from '#server/jobs/mail.ts'
import { openCounters } from '#server/observability/counters.ts'
import { log } from '#server/observability/log.ts'
import { openMetrics } from '#server/observability/metrics.ts'
import { openUsage } from '#server/observability/usage.ts'
import { PageCache } from '#server/pages/page-cache.ts'
import { ensureAdmin } from '#server/sessions/admin-account.ts'
import { sessionReader } from '#server/sessions/session.ts'
import { tokensOf } from '#server/sessions/tokens.ts'
import { collectBuffers } from '#server/start/collect-buffers.ts'
import { type Config, loadAuthSecret, readConfig, siteUrl } from '#server/start/config.ts'
import { endOnCrash, reportFailedStart } from '#server/start/failure.ts'
import { closeServer, createHttpServer, listenOn } from '#server/start/http-server.ts'
import { lockInstance } from '#server/start/instance-lock.ts'
import { lockOf, requireOneSecret } from '#server/start/instances.ts'
import { onLauncherGone, tellLauncher } from '#server/start/launcher.ts'
import { listen } from '#server/start/listen.ts'
import { openServices } from '#server/start/services.ts'
import { jobs } from '#src/jobs.ts'

const root = import.meta.dirname
const development = process.env.NODE_ENV === 'development'
/** Maximum duration of a shutdown in ms, and of each of its last steps: writing the counters and closing the pools. */
const stopMs = 29_000
const poolMs = 2_000
/** With several instances: time for balancers, which check /readyz every second, to stop sending requests here. */
const leaveMs = 3_000
/** ms between writes of the counters. A crash loses what was counted since the last write. */
const countingMs = 60_000
/** ms between checks for a full disk. */
const diskMs = 30_000
/** Maximum number of concurrent read queries; more would slow each other down. */
const readers = Math.min(24, Math.max(4, 2 * availableParallelism()))
/**
 * Connections for session lookups, which every request by a member needs, so that they never wait for writes and jobs.
 */
const sessionReaders = 4
/** Connections for the mail queue: one per email being sent, and one that listens for new ones. */
const mailWorkers = mailConnections + 1

async function start() {
  const config = readConfig()
  const server = createHttpServer()
  // The site's address contains the port, so the server listens early; until the site is ready, requests get 503.
  const front: Front = {
    server,
    answer: (_, response) => response.writeHead(503, { 'retry-after': '2' }).end('Starting'),
  }
  server.on('request', (request, response) => front.answer(request, response))
  // An address that can't be used is reported before anything is written.
  const port = await listenOn(server, config.port, config.host)
  const lock = await lockInstance(config.dataDir)
  const postgres = config.databaseUrl
    ? undefined
    : await startPostgres({ dataDir: config.dataDir, log: (m) => log.info(m) })
  const url = config.databaseUrl ?? postgres?.url ?? ''
  const end = async () => {
    await postgres?.stop()
    lock.release()
  }
  // If the start fails, the database is stopped, so that none is left running.
  await run(config, url, front, port, end).catch(async (error) => {
    await end()
    throw error
  })
}

type Front = { server: Server; answer(request: IncomingMessage, response: ServerResponse): void }

async function run(config: Config, url: string, front: Front, port: number, end: () => Promise<void>) {
  const { server } = front
  const database = openDatabase(url, config.databaseConnections)
  const reads = openDatabase(url, readers)
  const sessionLookups = openDatabase(url, sessionReaders)
  const mails = openDatabase(url, mailWorkers)
  const databases = [database, reads, sessionLookups, mails]
  await migrateDatabase(database)
  if (await hasServerRights(database.pool))
    log.warn('The role in DATABASE_URL can read files of the database server. Give the site its own role.')
  await refuseHalfRestored(database.pool)
  await migrateJobs(database.pool)

  const baseUrl = siteUrl(config, port)
  const cache = new PageCache(everyAnswer(baseUrl))
  const replica = config.replicaUrl ? openReplica(config.replicaUrl, reads, readers, () => cache.enabled) : undefined
  const pools = {
    writes: database.pool,
    reads: reads.pool,
    sessions: sessionLookups.pool,
    mails: mails.pool,
    ...(replica && { replica: replica.pool }),
  }
  const counters = openCounters(database.db)
  setInterval(() => void counters.write(), countingMs).unref()
  const telemetry = config.telemetry
    ? (await import('#server/observability/telemetry.ts')).openTelemetry({
        pools: Object.values(pools),
        trusted: config.trustProxy > 0,
      })
    : undefined
  const metrics = openMetrics({ db: database.db, pools, cache, counters })
  const secret = loadAuthSecret(config)
  const tokens = tokensOf(secret)
  const services = await openServices({
    config,
    root,
    databases: { writes: database, reads, guests: replica ?? reads },
    baseUrl,
    secret,
    tokens,
    countMails: metrics.counted,
    onContentChanged() {
      replica?.changed()
      cache.clear()
    },
    contentVersion: () => cache.version,
    onSettingsChanged: () => cache.clear(),
  })
  // Checks the disk even while nothing is uploaded, so that the log says when the disk fills up.
  setInterval(() => void services.disk.state().catch(() => {}), diskMs).unref()
  collectBuffers()
  for (const id of await normalizeAccountEmails(database.db))
    log.warn(`Nobody can log in to account ${id}, because another account has its email in another form.`)
  await normalizeRegistrations(database.db)
  if (config.admin) await ensureAdmin(database.db, config.admin, secret)
  await alignUnlisted(database.db, services.mail.kind)
  await alignAdditions(database.db, services.mail.kind)
  await importPublishedWords(services, join(root, 'data/marakwet'))

  const sessions = sessionReader(sessionLookups.db, tokens.verify, services.site)
  const streams = new Streams(sessions.byIds, () => publishedUntil(sessionLookups.db))
  const onChanged = () => {
    services.onContentChanged()
    // The site's settings may have changed. If the database can't be reached, the earlier ones stay in use.
    void services.site.reload().catch(() => {})
  }
  const onNotice = (notice: string) => {
    onChanged()
    void streams.tell(newsIn(notice))
  }
  const contentListener = listen(url, contentChannel, onNotice, (connected, silent) => {
    // If the database stops responding, waiting queries fail immediately instead of hanging.
    for (const one of databases) one.onState(connected, silent)
    cache.enabled = connected
    onChanged()
    // Listeners reconnect and ask for what they missed.
    streams.endAll()
  })
  await contentListener.ready
  const signing = lockOf('secret', secret)
  await contentListener.hold(signing)
  await requireOneSecret(database.pool, signing)
  const alone = !config.databaseUrl
  const jobRunner = await startJobs({
    pool: database.pool,
    mailPool: mails.pool,
    services,
    jobs: counted(jobs, counters),
    hold: contentListener.hold,
    alone,
  })
  // Files of an earlier release may lack the copies that this one gives to readers.
  await addJob(database.db, 'media:missed-copies', {})

  let draining = false
  const vite = development ? await devServer(server) : undefined
  const loadBuild = async () =>
    (vite
      ? await vite.ssrLoadModule('virtual:react-router/server-build')
      : await import('./build/server/index.js' as string)) as ServerBuild
  const usage = openUsage(counters, loadBuild)
  const app = buildApp({
    services,
    cache,
    metrics,
    usage,
    telemetry,
    metricsToken: config.metricsToken,
    sessions,
    streams,
    trustProxy: config.trustProxy,
    clientFolder: development ? undefined : join(root, 'build/client'),
    uploadOrigin: config.s3 && new URL(config.s3.endpoint).origin,
    draining: () => draining,
    loadBuild,
  })
  const listener = getRequestListener(app.fetch)
  front.answer = (request, response) => {
    if (draining) response.shouldKeepAlive = false
    if (cache.answer(request, response)) return void usage.opened(request)
    if (vite) vite.middlewares(request, response, () => listener(request, response))
    else listener(request, response)
  }

  const stop = async () => {
    if (draining) return
    draining = true
    tellLauncher('stopping')
    // Ends the process if anything hangs: acknowledged writes are safe, and the next start reuses an embedded database.
    setTimeout(() => process.exit(1), stopMs).unref()
    streams.stop()
    if (!alone) await sleep(leaveMs)
    await Promise.all([closeServer(server), jobRunner.stop()])
    await contentListener.stop()
    await Promise.race([Promise.all([counters.write(), telemetry?.stop()]), sleep(poolMs)])
    await Promise.race([Promise.all([...databases, replica].map((one) => one?.close())), sleep(poolMs)])
    await end()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
  onLauncherGone(stop)
  console.log(`${services.site.name} is ready at ${services.site.baseUrl}`)
  tellLauncher('ready')
  // Readers don't wait for this. Until it ends, searches find old entries by the earlier rules.
  refoldAll(services.db).catch((error) => draining || log.error({ err: error }, 'folding failed'))
}

async function devServer(server: Server) {
  const { createServer: createVite } = await import('vite')
  // From here on, `node --watch` adds no module to those whose changes restart the server. It would restart for ever,
  // because Vite and its plugins import temporary files.
  delete process.env.WATCH_REPORT_DEPENDENCIES
  return createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
}

endOnCrash()
start().catch((error: Error) => {
  reportFailedStart(error)
  process.exit(1)
})
