import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { replaceFile } from '#server/private-file.ts'
import type { ServiceUser } from '#server/service-user.ts'

const major = '18'

/** What every step of the embedded PostgreSQL needs to know; `user` is set when root works for the service user. */
export type Cluster = {
  dataDir: string
  /** The data folder that PostgreSQL itself owns. */
  data: string
  binaries: string
  password: string
  user: ServiceUser | undefined
}

/** PostgreSQL gets no more of the environment than this: it holds secrets, and locales of the caller. */
export const postgresEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The password of the role `urithi`, made once and kept in `DATA_DIR/postgres-password`. */
export function keptPassword(dataDir: string, user: ServiceUser | undefined): string {
  const path = join(dataDir, 'postgres-password')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new Error('The file postgres-password is missing in DATA_DIR: restore it beside the database it belongs to.')
  }
  const password = randomBytes(24).toString('base64url')
  replaceFile(path, `${password}\n`, user)
  return password
}

/**
 * Makes the data folder if there is none yet; what a killed attempt left behind is removed.
 * @throws {Error} one sentence, when the folder is of another major version or initdb fails.
 */
export async function ensureCluster({ dataDir, data, binaries, user }: Cluster): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
  if (existsSync(join(data, 'PG_VERSION'))) return checkVersion(data)
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new Error(
      'The folder postgres in DATA_DIR is not a PostgreSQL data folder: move it away, or choose another DATA_DIR.',
    )
  }
  const draft = mkdtempSync(join(dataDir, 'postgres.new-'))
  if (user) chownSync(draft, user.uid, user.gid)
  // Locales of the system may be missing; then the text search parser takes quotation marks for letters, nothing more.
  const failure = (await initdb('C.UTF-8')) && (await initdb('C'))
  if (failure) throw new Error(`The database could not be created in DATA_DIR: ${failure}.`)
  appendFileSync(join(draft, 'postgresql.conf'), "\ninclude = 'urithi.conf'\n")
  rmSync(data, { recursive: true, force: true })
  renameSync(draft, data)

  async function initdb(characterLocale: string): Promise<string | undefined> {
    const locale = [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characterLocale}`,
    ]
    const access = ['--username=urithi', '--auth=scram-sha-256', `--pwfile=${join(dataDir, 'postgres-password')}`]
    const options = [...locale, ...access, '--encoding=UTF8', '--data-checksums', '--no-instructions']
    const child = spawn(join(binaries, 'bin/initdb'), [`--pgdata=${draft}`, ...options], {
      uid: user?.uid,
      gid: user?.gid,
      cwd: '/',
      env: postgresEnv,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    const [code] = await once(child, 'close')
    const lines = complaint.split('\n').filter((line) => line.includes('error:'))
    return code === 0 ? undefined : (lines[0] ?? 'initdb failed').replace(/^initdb: error: /, '')
  }
}

function checkVersion(data: string) {
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (found !== major) {
    throw new Error(
      `The database in DATA_DIR was made by PostgreSQL ${found} and this is ${major}: dump it with the old one and load it into a new DATA_DIR.`,
    )
  }
}

/**
 * What PostgreSQL may keep in memory of what it read, in MB: an eighth of the machine's. With 128 MB a search of 1,000,000
 * words fetched most pages anew and took 1.5 times as long as with enough. @param memory of the machine, in bytes
 */
export function buffersFor(memory: number): number {
  return Math.min(1024, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)))
}

/** Writes the settings that this start wants; PostgreSQL reads them when it is started, not while it runs. */
export function writeSettings({ dataDir, data, user }: Cluster, socketDir: string): void {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: `${buffersFor(Math.min(totalmem(), process.constrainedMemory() || Infinity))}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: dataDir,
    // One file for each day of the week: truncated when its day comes again.
    log_filename: 'postgres.%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_checkpoints: 'off',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  replaceFile(join(data, 'urithi.conf'), `${lines.join('\n')}\n`, user)
}
