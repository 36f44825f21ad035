import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stampRecords } from '#features/discovery/stamps/queries.ts'
import { migrateDatabase, openDatabase } from '#server/database/database.ts'
import { forgetSocketFolder, startPostgres } from '#server/database/embedded-postgres.ts'
import { stopPostmaster } from '#server/database/postgres-process.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'
import { addressOf, stop } from '../child.ts'
import { freePort } from '../free-port.ts'
import { fill, type Size } from './fill.ts'
import { adminSettings, enter } from './member.ts'

/** A running site: process ids of its server and database, and tokens of its people. */
export type Site = {
  url: string
  pid: number
  postmasterPid: number
  tokens: { member: string; admin: string }
  /** Restarts the site on another port and returns the seconds from the launcher's start to the first page. */
  startAgain(): Promise<number>
}

const launcher = join(import.meta.dirname, '../../scripts/start.mjs')

/** Creates a site of this size in a temporary folder and starts it like `npm start`. Both end with `opened`. */
export async function openSite(opened: AsyncDisposableStack, signal: AbortSignal, size: Size): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'urithi-bench-'))
  opened.defer(async () => {
    const remainingPid = postmasterOf(dataDir)
    if (remainingPid) await stopPostmaster({ pid: remainingPid, socketDir: '' })
    forgetSocketFolder(dataDir)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const port = await freePort()
  const site = { name: 'Bench', baseUrl: `http://127.0.0.1:${port}` }
  await fillDatabase(dataDir, size, site, signal)
  signal.throwIfAborted()
  const { PATH, HOME, TMPDIR, NODE_OPTIONS } = process.env
  const env = {
    ...{ ...adminSettings, PATH, HOME, TMPDIR, NODE_OPTIONS, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...{ PORT: String(port), SITE_NAME: site.name, BASE_URL: site.baseUrl },
  }
  const start = () => spawn(process.execPath, [launcher], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  let child = start()
  opened.defer(() => stop(child))
  const url = await addressOf(child)
  const pid = Number(readFileSync(join(dataDir, 'server.pid'), 'utf8'))
  const [member, admin] = [await enter(url, 'register'), await enter(url, 'login', 'admin')]
  const tokens = { member: member.token, admin: admin.token }
  return {
    url,
    pid,
    postmasterPid: postmasterOf(dataDir) ?? 0,
    tokens,
    async startAgain() {
      await stop(child)
      const began = performance.now()
      child = start()
      await (await fetch(await addressOf(child))).text()
      return (performance.now() - began) / 1000
    },
  }
}

async function fillDatabase(dataDir: string, size: Size, site: { name: string; baseUrl: string }, signal: AbortSignal) {
  const postgres = await startPostgres({ dataDir })
  const database = openDatabase(postgres.url, 2)
  try {
    await migrateDatabase(database)
    await migrateJobs(database.pool)
    await fill(database.db, size, signal)
    // Otherwise the site would do this in the background, while it is measured.
    await stampRecords(database.db, site)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

function postmasterOf(dataDir: string): number | undefined {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : undefined
}
