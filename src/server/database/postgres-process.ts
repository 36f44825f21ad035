import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, fchownSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, postgresEnv } from './postgres-cluster.ts'

/** A running postmaster of our data folder, from `postmaster.pid`. */
export type Postmaster = { pid: number; socketDir: string }

/**
 * Returns the postmaster that runs on `data`, if any. Removes the pid file if that process is dead or not a postmaster.
 */
export function findPostmaster({ data }: Pick<Cluster, 'data'>): Postmaster | undefined {
  const note = join(data, 'postmaster.pid')
  if (!existsSync(note)) return undefined
  const [first, , , , socketDir = ''] = readFileSync(note, 'utf8').split('\n')
  const pid = Math.abs(Number.parseInt(first ?? '', 10))
  if (keepsFolder(pid, data)) return { pid, socketDir }
  rmSync(note, { force: true })
  // PostgreSQL trusts the process id in the socket's lock file, too.
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

/** Returns whether the process runs, even if another user owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns true for a killed postmaster that stays a zombie, as in a container without an init process. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
}

/**
 * Returns whether a postmaster runs the binaries that we would start; false after an update replaced them, and true
 * where the system doesn't tell.
 */
export function runsOurBinary({ pid }: Postmaster, { binaries }: Cluster): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(join(binaries, 'bin/postgres'))
  } catch {
    // Only root and the owner can read the link.
    return true
  }
}

/**
 * Starts a postmaster in its own session, so that it outlives a killed server and the next start reuses it. `pg_ctl`
 * isn't used because it passes paths to a shell.
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
  if (child.pid) yieldToClients(child.pid)
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', () => {
    failure = lastError(path)
  })
  return { pid: child.pid ?? 0, failure: () => failure }
}

/**
 * Sets SCHED_BATCH (sched(7)), because otherwise a backend that wakes up preempts the process that queried it: with two
 * cores, 1,000 searches a second became 1,400. Backends inherit it; without `chrt` nothing changes.
 */
function yieldToClients(postmaster: number): void {
  spawn('chrt', ['--batch', '--pid', '0', String(postmaster)], { stdio: 'ignore' }).on('error', () => {})
}

function lastError(path: string): string {
  // The folder may have been removed with its log.
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const last = lines.findLast((line) => /FATAL|PANIC/.test(line))
  return last?.replace(/^.*?(FATAL|PANIC): +/, '') ?? 'it ended immediately'
}

export type Answer = 'ready' | 'starting' | 'silent' | 'refused'

/** Returns how the database at an address answers; `starting` means that it is starting or recovering. */
export async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select')
    return 'ready'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '57P03') return 'starting'
    return code === '28P01' || code === '28000' ? 'refused' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Stops a postmaster with SIGINT, then SIGQUIT, then SIGKILL (crash recovery makes that safe). */
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
  throw new Error(`The database process ${pid} can’t be stopped. End it yourself, then start again.`)
}
