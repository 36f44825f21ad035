import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { type OpenDatabase, startAlone } from '#server/backup/site.ts'
import { migrateDatabase, openDatabase } from '#server/database/database.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'
import { fill } from '../bench/fill.ts'
import { adminSettings, enter } from '../bench/member.ts'
import { residentOf } from '../bench/processes.ts'
import { startWorker } from '../bench/worker.ts'
import { addressOf, stop } from '../child.ts'
import { freePort } from '../free-port.ts'
import type { Waits, Watch, Writer } from './bystander.ts'
import { type Person, secret, signIn } from './people.ts'

/** A row of the table that `npm run drill -- attack` prints. */
export type AttackRow = {
  /** The attack. */
  name: string
  /** The requirement, in words. */
  required: string
  /** Settings of the site besides those of production. */
  settings?: Record<string, string>
  /** Attacks a new site and returns the results. A row that throws has failed. */
  run(site: AttackSite): Promise<{ figure: string; passed: boolean }>
}

export type AttackSite = {
  url: string
  /** Folder of the site's files. */
  dataDir: string
  /** The site's database, for preparing or counting. */
  pool: Pool
  admin(): Promise<string>
  /** Creates 200 members, each of whom saves a small draft again and again. */
  writers(): Promise<Writer[]>
  /** Creates a logged-in member, with a confirmed email unless `confirmed` is false. */
  member(options?: { confirmed?: boolean }): Promise<Person>
  /**
   * Runs `work` while another person requests one of `paths` every `every` ms (default 100), and one of `writers` writes
   * as often. Returns their waiting times, the server's maximum memory, and whether it survived.
   */
  during(work: () => Promise<void>, bystander: Bystander): Promise<Observed>
  /** Returns the longest time that the event loop was blocked during the last `during`, in words. */
  longestDelay(): string
}

export type Bystander = { paths: string[]; token?: string; every?: number; writers?: readonly Writer[] }

export type Observed = {
  /** Median and maximum ms of the bystander's requests; `answered` of the `sent` ones got a status below 500. */
  p50: number
  max: number
  /** The path of the request that took the maximum. */
  slowest: string
  sent: number
  answered: number
  /** Maximum MB of the server process. */
  memory: number
  /** Maximum ms that the server's event loop was blocked; NaN if unknown. */
  delay: number
  /** False if the server process ended. */
  survived: boolean
}

const root = join(import.meta.dirname, '../..')
const size = { articles: 1_000, words: 10_000 }
const cores = 2
/** Number of times that each of a bystander's requests is sent before an attack. */
const warmUps = 50

/**
 * Starts a site with the settings of production through the launcher, on two cores. It stops with `opened`. If the
 * environment names a bucket (S3_BUCKET), its files are there, and a second instance serves everyone but the attackers.
 */
export async function openAttackSite(
  opened: AsyncDisposableStack,
  settings: Record<string, string> = {},
): Promise<AttackSite> {
  const { signal } = new AbortController()
  const folder = mkdtempSync(join(tmpdir(), 'urithi-attack-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  // When root runs this drill, the database and the server run as the service user.
  chmodSync(folder, 0o755)
  const database = await startDatabase(opened, join(folder, 'database'), signal)
  const pool = new Pool({ connectionString: database.url, max: 4 }).on('error', () => {})
  opened.defer(() => pool.end())
  const bucket = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('S3_')))
  const startInstance = async (name: string) => {
    const [dataDir, port] = [join(folder, name), await freePort()]
    const server = launch({
      ...{ ...adminSettings, DATABASE_URL: database.url, DATA_DIR: dataDir, AUTH_SECRET: secret, LOG_LEVEL: 'fatal' },
      ...{ PORT: String(port), ...bucket, ...settings },
    })
    opened.defer(() => stop(server, 40))
    await addressOf(server)
    server.stdout?.resume()
    // With this host name, /metrics accepts this process as local.
    return { dataDir, url: `http://localhost:${port}` }
  }
  const { dataDir, url } = await startInstance('data')
  const { url: otherUrl } = bucket.S3_BUCKET ? await startInstance('other') : { url }
  const bystander = startWorker('../drill/bystander.ts', opened, signal)
  let delay = Number.NaN

  const pidOf = () => {
    const pidFile = join(dataDir, 'server.pid')
    return existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  }

  return {
    url,
    dataDir,
    pool,
    admin: async () => (await enter(url, 'login', 'admin')).token,
    async writers() {
      const people = await signIn(pool, 200)
      const draft = { kind: 'article', title: 'Drill', fields: {}, deviceId: crypto.randomUUID() }
      return people.map(({ token }) => ({ token, path: `/api/drafts/${crypto.randomUUID()}`, body: draft }))
    },
    async member({ confirmed = true } = {}) {
      const [person] = (await signIn(pool, 1)) as [Person]
      if (!confirmed) await pool.query('update accounts set email_verified_at = null where id = $1', [person.id])
      return person
    },
    async during(work, { paths, token, every = 100, writers = [] }) {
      const pid = pidOf()
      const watch: Watch = { url: otherUrl, paths, every, token, writers }
      // A site has seldom just been started: these requests warm it up. Reading the event loop's gauge resets it.
      for (let round = 0; round < warmUps; round++) {
        for (const path of paths) {
          // The first is answered from the cache, as most requests of guests are, and the second is not.
          await ask(otherUrl + path, token)
          await ask(`${otherUrl}${path}${path.includes('?') ? '&' : '?'}round=${round}`, token)
        }
        const writer = writers[round]
        if (writer) await put(otherUrl, writer)
      }
      await longestDelay(url)
      await bystander.ask(watch)
      let memory = residentOf(pid)
      const timer = setInterval(() => {
        memory = Math.max(memory, residentOf(pid))
      }, 20)
      await work().finally(() => clearInterval(timer))
      const waits = await bystander.ask<Waits>('stop')
      delay = await longestDelay(url)
      return { ...summarize(waits), memory, delay, survived: pidOf() === pid && existsSync(`/proc/${pid}`) }
    },
    longestDelay: () => (Number.isNaN(delay) ? 'unknown' : `${delay.toFixed(0)} ms`),
  }
}

/** Counts the statuses of an attack's requests. */
export function openTally() {
  const counts = new Map<number, number>()
  return {
    count: (status: number) => void counts.set(status, (counts.get(status) ?? 0) + 1),
    statuses: () => [...counts.keys()],
    inWords: () => [...counts].map(([status, count]) => `${count} × ${status}`).join(', '),
  }
}

/** Formats a bystander's results and the server's memory for the table. */
export function inWords({ p50, max, slowest, sent, answered, memory, survived }: Observed): string {
  const others = `others p50 ${p50.toFixed(0)} ms, max ${max.toFixed(0)} ms (${slowest}), ${answered} of ${sent} answered`
  return `${others}; memory ${memory.toFixed(0)} MB${survived ? '' : '; the server ended'}`
}

/** Returns whether the server survived, answered all others within `ms`, and used less memory than `megabytes`. */
export function withinLimits(observed: Observed, ms: number, megabytes = Number.POSITIVE_INFINITY): boolean {
  return observed.survived && observed.answered === observed.sent && observed.max < ms && observed.memory < megabytes
}

function summarize({ waits, slowest, failed }: Waits) {
  const sorted = waits.toSorted((a, b) => a - b)
  return {
    p50: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
    slowest,
    sent: sorted.length + failed,
    answered: sorted.length,
  }
}

async function startDatabase(opened: AsyncDisposableStack, folder: string, signal: AbortSignal): Promise<OpenDatabase> {
  const alone = await startAlone(folder)
  opened.defer(() => alone.end())
  const database = openDatabase(alone.url, 2)
  await migrateDatabase(database)
  await migrateJobs(database.pool)
  await fill(database.db, size, signal)
  await database.close()
  return alone
}

function launch(settings: Record<string, string>): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const command = [process.execPath, join(root, 'scripts/start.mjs')]
  const [file = '', ...args] =
    availableParallelism() > cores ? ['taskset', '-c', `0-${cores - 1}`, ...command] : command
  return spawn(file, args, { env: { PATH, HOME, TMPDIR, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function put(url: string, { path, token, body }: Writer): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await (await fetch(url + path, { method: 'PUT', headers, body: JSON.stringify(body) })).arrayBuffer()
}

async function ask(url: string, token?: string): Promise<string> {
  const answer = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  return answer.text()
}

/** Returns the event loop's longest delay in ms since it was last read; NaN if the server is down. */
async function longestDelay(url: string): Promise<number> {
  const text = await ask(`${url}/metrics`).catch(() => '')
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000
}
