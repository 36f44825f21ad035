import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, fchownSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, postgresEnv } from '#server/postgres-cluster.ts'

/** A postmaster that keeps our data folder, as its `postmaster.pid` tells. */
export type Postmaster = { pid: number; socketDir: string }

/** The postmaster that keeps `data` now; a note left by a dead one, or whose number a stranger got, is removed. */
export function findPostmaster({ data }: Pick<Cluster, 'data'>): Postmaster | undefined {
  const note = join(data, 'postmaster.pid')
  if (!existsSync(note)) return undefined
  const [first, , , , socketDir = ''] = readFileSync(note, 'utf8').split('\n')
  const pid = Math.abs(Number.parseInt(first ?? '', 10))
  if (keepsFolder(pid, data)) return { pid, socketDir }
  rmSync(note, { force: true })
  // PostgreSQL believes the number in the socket's lock file just as it believes the first one.
  if (socketDir) rmSync(join(socketDir, '.s.PGSQL.5432.lock'), { force: true })
  return undefined
}

function keepsFolder(pid: number, data: string): boolean {
  if (!(pid > 0) || !isAlive(pid)) return false
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
    return execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).includes(data)
  } catch {
    return false
  }
}

/** Whether a process of that number runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In a container without an init, a killed postmaster stays in the table for good. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
}

/** Whether a running postmaster is of the binaries we would start; false after an update replaced them. */
export function runsOurBinary({ pid }: Postmaster, { binaries }: Cluster): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(join(binaries, 'bin/postgres'))
  } catch {
    // Only root and the owner may look.
    return true
  }
}

/**
 * Starts a postmaster in a session of its own, so that it outlives a killed server and the next start takes it up.
 * Spawned directly rather than through `pg_ctl`, which hands paths to a shell.
 */
export function spawnPostmaster({ dataDir, data, binaries, user }: Cluster): {
  pid: number
  failure: () => string | undefined
} {
  const path = join(dataDir, 'postgres.log')
  rmSync(path, { force: true })
  const log = openSync(path, 'wx', 0o600)
  if (user) fchownSync(log, user.uid, user.gid)
  const child = spawn(join(binaries, 'bin/postgres'), ['-D', data], {
    uid: user?.uid,
    gid: user?.gid,
    cwd: '/',
    env: postgresEnv,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  if (child.pid) yieldToAskers(child.pid)
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', () => {
    failure = lastComplaint(path)
  })
  return { pid: child.pid ?? 0, failure: () => failure }
}

/**
 * A backend that is woken by a question else takes its asker's core at once (sched(7), SCHED_BATCH): with two cores the
 * site answered 1,000 searches a second, and answers 1,400. Backends inherit it; where there is no chrt, all goes on.
 */
function yieldToAskers(postmaster: number): void {
  spawn('chrt', ['--batch', '--pid', '0', String(postmaster)], { stdio: 'ignore' }).on('error', () => {})
}

function lastComplaint(path: string): string {
  // Long after the start the folder may be gone with its log.
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const last = lines.findLast((line) => /FATAL|PANIC/.test(line))
  return last?.replace(/^.*?(FATAL|PANIC): +/, '') ?? 'it ended at once'
}

export type Answer = 'ready' | 'starting' | 'silent' | 'refused'

/** Connects, and makes the site's database on the first day; `starting` means that it recovers and will answer. */
export async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'urithi'")
    if (!rowCount) await client.query('CREATE DATABASE urithi')
    return 'ready'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '57P03') return 'starting'
    return code === '28P01' || code === '28000' ? 'refused' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Stops a postmaster: politely to its clients, then at once, then by force (its own recovery makes that safe). */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 15],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    process.kill(pid, 'SIGCONT')
    for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
      if (!isAlive(pid)) return
      await sleep(25)
    }
  }
  throw new Error(`The database process ${pid} cannot be stopped: end it, then start again.`)
}
