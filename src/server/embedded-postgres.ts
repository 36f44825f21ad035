import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { handOverDataDir } from '#server/file-owner.ts'
import { postgresBinaries } from '#server/postgres-binaries.ts'
import { type Cluster, ensureCluster, keptPassword, writeSettings } from '#server/postgres-cluster.ts'
import {
  ask,
  findPostmaster,
  isAlive,
  type Postmaster,
  runsOurBinary,
  spawnPostmaster,
  stopPostmaster,
} from '#server/postgres-process.ts'
import { forgetSocketFolder, socketFolder } from '#server/postgres-socket.ts'
import { serviceUser } from '#server/service-user.ts'

type Options = { dataDir: string; log?: (message: string) => void }

/** A running database: `url` suits `pg`, and `stop` ends it and everyone's connections to it. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

const recoveryMinutes = 10
/** How often a running one is looked after. */
const watchMs = 1_000
/** How long backends of a killed postmaster may hold its memory. */
const memorySeconds = 15
/** How long a postmaster may be silent: one left from before is soon restarted, a new one may have a slow disk. */
const silence = { old: 5, new: 60 }

/**
 * Starts the PostgreSQL of a data folder, or takes up the one that a killed server left running there. It listens on
 * a private Unix socket alone. As root everything runs as the service user, who then owns `dataDir`. The caller holds the
 * folder's instance lock: two starts on one folder at once are not told apart here.
 * @throws {Error} one sentence, when it cannot start.
 */
export async function startPostgres({ dataDir: wanted, log = () => {} }: Options): Promise<EmbeddedPostgres> {
  const user = serviceUser()
  if (user) handOverDataDir(wanted, user)
  else mkdirSync(wanted, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(wanted)
  const binaries = postgresBinaries(dataDir, user)
  const cluster: Cluster = {
    dataDir,
    data: join(dataDir, 'postgres'),
    binaries,
    password: keptPassword(dataDir, user),
    user,
  }
  await ensureCluster(cluster)
  const begin = async () => (await takeUp(cluster, log)) ?? (await start(cluster, log))
  let postmaster = await begin()
  let beginning: Promise<void> | undefined
  // The system may end it, for want of memory: what was acknowledged is safe, and nobody else would start it again.
  const watch = setInterval(() => {
    if (beginning || isAlive(postmaster.pid)) return
    log(`The database of process ${postmaster.pid} has ended by itself.`)
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
    url: addressOf(cluster, postmaster, 'urithi'),
    async stop() {
      clearInterval(watch)
      await beginning
      await stopPostmaster(postmaster)
      forgetSocketFolder(dataDir)
    },
  }
}

/** The address of the database that runs on a data folder now, or undefined. */
export function runningPostgres(dataDir: string): string | undefined {
  const data = join(dataDir, 'postgres')
  const postmaster = findPostmaster({ data })
  if (!postmaster?.socketDir) return undefined
  return addressOf({ password: keptPassword(dataDir, undefined) }, postmaster, 'urithi')
}

function addressOf({ password }: Pick<Cluster, 'password'>, { socketDir }: Postmaster, database: string): string {
  return `postgres://urithi:${password}@/${database}?host=${encodeURIComponent(socketDir)}`
}

async function takeUp(cluster: Cluster, log: (message: string) => void): Promise<Postmaster | undefined> {
  let left = findPostmaster(cluster)
  // One that is just beginning has not noted its socket yet.
  for (let wait = 0; left && !left.socketDir && wait < 50; wait++) {
    await sleep(50)
    left = findPostmaster(cluster)
  }
  if (!left) return undefined
  const { pid } = left
  if (runsOurBinary(left, cluster) && (await answers(cluster, left, silence.old, () => !isAlive(pid)))) {
    log(`Took up the database of process ${pid}.`)
    return left
  }
  log(`Stopping the database of process ${pid}, which does not answer.`)
  await stopPostmaster(left)
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
      log(`Started the database as process ${postmaster.pid}.`)
      return postmaster
    }
    const failure = child.failure()
    if (Date.now() > until || !/shared memory block|lock file/.test(failure ?? '')) {
      if (!failure) await stopPostmaster(postmaster)
      throw new Error(`The database did not start (see postgres.log in DATA_DIR): ${failure ?? 'it does not answer'}.`)
    }
    await sleep(250)
    const other = await takeUp(cluster, log)
    if (other) return other
  }
}

/** Whether a postmaster answers in time; one that recovers after a crash is given long. */
async function answers(
  cluster: Cluster,
  postmaster: Postmaster,
  seconds: number,
  hasEnded: () => boolean,
): Promise<boolean> {
  const address = addressOf(cluster, postmaster, 'postgres')
  const began = Date.now()
  let patience = seconds
  while (Date.now() - began < patience * 1000 && !hasEnded()) {
    const answer = await ask(address)
    if (answer === 'ready') return true
    if (answer === 'refused')
      throw new Error('The file postgres-password in DATA_DIR does not fit the database beside it.')
    if (answer === 'starting') patience = recoveryMinutes * 60
    await sleep(40)
  }
  return false
}
