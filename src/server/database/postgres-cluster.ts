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
import type { ServiceUser } from '../start/service-user.ts'
import { replaceFile } from '../storage/private-file.ts'

const major = '18'

/** Paths and account of the embedded PostgreSQL; `user` is set when root runs it as the service user. */
export type Cluster = {
  dataDir: string
  /** The folder that PostgreSQL itself owns. */
  data: string
  binaries: string
  password: string
  user: ServiceUser | undefined
}

/** The complete environment of PostgreSQL, because the caller's contains secrets and locales. */
export const postgresEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Returns the password of the superuser `urithi`, created once and stored in `DATA_DIR/postgres-password`. */
export function storedPassword(dataDir: string, user: ServiceUser | undefined): string {
  const path = join(dataDir, 'postgres-password')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new Error('The file postgres-password is missing in DATA_DIR. Restore the one that belongs to the database.')
  }
  const password = randomBytes(24).toString('base64url')
  replaceFile(path, `${password}\n`, user)
  return password
}

/**
 * Creates the data folder if there is none, and removes what an interrupted attempt left.
 * @throws {Error} with a message to show, if the folder is unusable or of another major version, or initdb fails
 */
export async function ensureCluster({ dataDir, data, binaries, user }: Cluster): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
  if (existsSync(join(data, 'PG_VERSION'))) return checkVersion(data)
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new Error(
      'The folder postgres in DATA_DIR is not a PostgreSQL data folder. Move it away, or choose another DATA_DIR.',
    )
  }
  const draft = mkdtempSync(join(dataDir, 'postgres.new-'))
  if (user) chownSync(draft, user.uid, user.gid)
  // The system may lack this locale; in that case the text search parser merely takes quotation marks for letters.
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
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const [code] = await once(child, 'close')
    const lines = output.split('\n').filter((line) => line.includes('error:'))
    return code === 0 ? undefined : (lines[0] ?? 'initdb failed').replace(/^initdb: error: /, '')
  }
}

function checkVersion(data: string) {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (version !== major) {
    throw new Error(
      `The database in DATA_DIR was made by PostgreSQL ${version}, but Urithi now uses version ${major}. Dump it with the old version and load it into a new DATA_DIR.`,
    )
  }
}

/**
 * Returns shared_buffers in MB: an eighth of the machine's memory, from 128 to 1024. With only 128 MB, a search of
 * 1,000,000 words took 1.5 times as long. @param memory of the machine, in bytes
 */
export function buffersFor(memory: number): number {
  return Math.min(1024, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)))
}

/** Writes the settings, which PostgreSQL reads when it starts. */
export function writeSettings({ dataDir, data, user }: Cluster, socketDir: string): void {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // The site opens 55 connections at most by default; the rest are for backups, scripts and maintenance.
    max_connections: '100',
    shared_buffers: `${buffersFor(Math.min(totalmem(), process.constrainedMemory() || Infinity))}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: dataDir,
    // There is one file per weekday, which is truncated a week later.
    log_filename: 'postgres.%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_checkpoints: 'off',
    // PostgreSQL's errors quote values that people entered. The site logs its own errors without them (log-error.ts).
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  replaceFile(join(data, 'urithi.conf'), `${lines.join('\n')}\n`, user)
}
