import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { refold } from '#content/entry/search.ts'
import { hasFfmpeg } from '#content/media/ffmpeg.ts'
import { importPublishedWords } from '#content/vocabulary/import.ts'
import { ensureAdmin } from '#server/admin-account.ts'
import { buildApp, everyAnswer } from '#server/app.ts'
import { refuseHalfRestored } from '#server/backup/half-restored.ts'
import { backupReader } from '#server/backup/read.ts'
import { openBackups } from '#server/backup/schedule.ts'
import { type Config, loadAuthSecret, readConfig, siteUrl } from '#server/config.ts'
import { contentChannel, type House, newsIn } from '#server/context.ts'
import { migrateDatabase, openDatabase } from '#server/database.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { lockInstance } from '#server/instance-lock.ts'
import { lockOf, requireOneSecret } from '#server/instances.ts'
import { counted, migrateJobs, startJobs } from '#server/jobs.ts'
import { onLauncherGone } from '#server/launched.ts'
import { openLimits } from '#server/limits.ts'
import { listen } from '#server/listen.ts'
import { log } from '#server/log.ts'
import { openMailer } from '#server/mail.ts'
import { openMetrics } from '#server/metrics.ts'
import { outageOf } from '#server/outage.ts'
import { PageCache } from '#server/page-cache.ts'
import { contactOf, openPusher } from '#server/push.ts'
import { openReplica } from '#server/replica.ts'
import { sessionReader } from '#server/session.ts'
import { openStorage } from '#server/storage.ts'
import { Streams } from '#server/streams.ts'
import { openTally } from '#server/tally.ts'
import { tokensOf } from '#server/tokens.ts'
import { openUsage } from '#server/usage.ts'
import { jobs } from '#src/jobs.ts'

const root = import.meta.dirname
const development = process.env.NODE_ENV === 'development'
/** What a stop takes at most, in ms; of it, requests under way, and connections that a job still uses. */
const stopMs = 29_000
const drainMs = 10_000
const poolMs = 2_000
/** Where there may be other instances: balancers that ask /readyz each second have gone to them by then, and are answered. */
const leaveMs = 3_000
/** What is counted is written so often: a crash loses as much of it. In ms. */
const countingMs = 60_000
/** So many questions are asked of the database at once; more of them slow each other down. */
const readers = Math.max(4, 2 * availableParallelism())

async function start() {
  const config = readConfig()
  const lock = await lockInstance(config.dataDir)
  const postgres = config.databaseUrl
    ? undefined
    : await startPostgres({ dataDir: config.dataDir, log: (m) => log.info(m) })
  const url = config.databaseUrl ?? postgres?.url ?? ''
  const end = async () => {
    await postgres?.stop()
    lock.release()
  }
  // A start that fails leaves no database behind.
  await run(config, url, end).catch(async (error) => {
    await end()
    throw error
  })
}

async function run(config: Config, url: string, end: () => Promise<void>) {
  const database = openDatabase(url, config.databaseConnections)
  const reads = openDatabase(url, readers)
  await migrateDatabase(database)
  await refuseHalfRestored(database.pool)
  await migrateJobs(database.pool)

  // An upload over 2G may take an hour; its sender may not fall silent for long (content/media).
  const server = createServer({ requestTimeout: 3_600_000, headersTimeout: 60_000 })
  // The port is known before the site is ready: who asks meanwhile is told to come back.
  let answer = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(503, { 'retry-after': '2' }).end('Starting')
  }
  server.on('request', (request, response) => answer(request, response))
  const port = await listenOn(server, config.port, config.host)
  const baseUrl = siteUrl(config, port)
  const cache = new PageCache(everyAnswer(baseUrl))
  const replica = config.replicaUrl ? openReplica(config.replicaUrl, reads, readers, () => cache.enabled) : undefined
  const pools = { writes: database.pool, reads: reads.pool, ...(replica && { replica: replica.pool }) }
  const tally = openTally(database.db)
  setInterval(() => void tally.write(), countingMs).unref()
  const telemetry = config.telemetry
    ? (await import('#server/telemetry.ts')).openTelemetry({
        pools: Object.values(pools),
        trusted: config.trustProxy > 0,
      })
    : undefined
  const metrics = openMetrics({ db: database.db, pools, cache, tally })
  const secret = loadAuthSecret(config)
  const tokens = tokensOf(secret)
  const house: House = {
    db: database.db,
    reads: reads.db,
    guestDb: replica?.db ?? reads.db,
    storage: await openStorage(config),
    tokens,
    mail: metrics.counted(await openMailer(config, baseUrl)),
    push: openPusher(secret, contactOf({ baseUrl, contactEmail: config.contactEmail })),
    backups: openBackups(config, root),
    limits: openLimits(database.db, database.pool),
    notices: new Set((await hasFfmpeg()) ? [] : ['no-ffmpeg']),
    readBackedUp: backupReader(config),
    workFolder: emptyFolder(join(config.dataDir, 'work')),
    piecesFolder: config.s3 ? undefined : join(config.dataDir, 'pieces'),
    onContentChanged() {
      replica?.changed()
      cache.clear()
    },
    site: {
      name: config.siteName,
      baseUrl,
      contactEmail: config.contactEmail,
      followLinks: config.followLinks,
      maxUploadBytes: config.maxUploadMb * 1024 * 1024,
      tokenTtlSeconds: config.tokenTtlSeconds,
      membership: config.membership,
      shop: config.shop,
    },
  }
  if (config.admin) await ensureAdmin(database.db, config.admin, secret)
  await importPublishedWords(house, join(root, 'data/marakwet'))
  await refold(house.db)

  const sessions = sessionReader(database.db, tokens.verify, house.site)
  const streams = new Streams(sessions.byIds)
  const onNotice = (notice: string) => {
    house.onContentChanged()
    void streams.tell(newsIn(notice))
  }
  const ear = listen(url, contentChannel, onNotice, (heard, silent) => {
    // Who waits for an answer is told that it is away, instead of never anything.
    for (const one of [database, reads]) one.onState(heard, silent)
    cache.enabled = heard
    house.onContentChanged()
    // What was not heard is asked for by those who come back.
    streams.endAll()
  })
  await ear.ready
  const signing = lockOf('secret', secret)
  await ear.hold(signing)
  await requireOneSecret(database.pool, signing)
  const alone = !config.databaseUrl
  const working = await startJobs({ pool: database.pool, house, jobs: counted(jobs, tally), hold: ear.hold, alone })

  let draining = false
  const vite = development ? await devServer(server) : undefined
  const loadBuild = async () =>
    (vite
      ? await vite.ssrLoadModule('virtual:react-router/server-build')
      : await import('./build/server/index.js' as string)) as ServerBuild
  const usage = openUsage(tally, loadBuild)
  const app = buildApp({
    house,
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
  answer = (request, response) => {
    if (draining) response.shouldKeepAlive = false
    if (cache.answer(request, response)) return void usage.opened(request)
    if (vite) vite.middlewares(request, response, () => listener(request, response))
    else listener(request, response)
  }
  console.log(`${config.siteName} is ready at ${house.site.baseUrl}`)

  const stop = async () => {
    if (draining) return
    draining = true
    // Whatever hangs: what was acknowledged is kept, and an embedded database is taken up by the next start.
    setTimeout(() => process.exit(1), stopMs).unref()
    streams.stop()
    if (!alone) await sleep(leaveMs)
    await Promise.all([closed(server), working.stop()])
    await ear.stop()
    await Promise.race([Promise.all([tally.write(), telemetry?.stop()]), sleep(poolMs)])
    await Promise.race([Promise.all([database.close(), reads.close(), replica?.close()]), sleep(poolMs)])
    await end()
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  onLauncherGone(stop)
}

/** A folder of our own: DATA_DIR has one server at a time, so what is in it was left by a crash. */
function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use: please set PORT to another one.`) : error,
      ),
    )
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** What keeps a start from succeeding, said to whoever runs the site, by the status that people would be told. */
const hindrances: Record<number, string> = {
  503: 'The database or the storage cannot be reached: look at DATABASE_URL and S3_ENDPOINT, and start again.',
  507: 'There is no room left on the disk: free some, and start again. Nothing was changed.',
}

async function devServer(server: Server) {
  const { createServer: createVite } = await import('vite')
  return createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
}

start().catch((error: Error) => {
  log.debug(error)
  console.error(hindrances[outageOf(error)?.status ?? 0] ?? error.message)
  process.exit(1)
})
