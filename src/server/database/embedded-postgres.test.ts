import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { deep } from '#test/depth.ts'
import { lockInstance } from '../start/instance-lock.ts'
import { serviceUser } from '../start/service-user.ts'
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts'
import { buffersFor } from './postgres-cluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'urithi-pg-'))
/** The data folder of tests that need any database, because creating one takes longest. */
const common = join(folder, 'common')
const running = new Set<EmbeddedPostgres>()
const children = new Set<ChildProcess>()

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const database of running) await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

// The service user needs access: folders of mkdtemp are private.
const user = serviceUser()
if (user) chmodSync(folder, 0o755)

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startPostgres({ dataDir })
  running.add(database)
  return database
}

async function stop(database: EmbeddedPostgres) {
  await database.stop()
  running.delete(database)
}

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

/** Starts the database in another process, as a server does, and kills that process. */
async function startInProcessAndKill(dataDir: string): Promise<string> {
  const code = `
    const { startPostgres } = await import('#server/database/embedded-postgres.ts')
    const { url } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const [url] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  children.delete(child)
  return String(url).trim()
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

test.runIf(deep)(
  'the database recovers and restarts after crashes',
  async () => {
    const dataDir = join(folder, 'crash')
    const url = await startInProcessAndKill(dataDir)
    const left = postmasterOf(dataDir)
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS number')

    // Each start has its own process, because a server in this one would keep watching and restart what the test stops.
    expect(await startInProcessAndKill(dataDir)).toBe(url)
    expect(postmasterOf(dataDir)).toBe(left)

    process.kill(left, 'SIGKILL')
    const recovered = await startInProcessAndKill(dataDir)
    expect(postmasterOf(dataDir)).not.toBe(left)
    expect(await ask(recovered, 'SELECT number FROM kept')).toBe(7)

    process.kill(postmasterOf(dataDir), 'SIGSTOP')
    const restarted = await start(dataDir)
    expect(await ask(restarted.url, 'SELECT number FROM kept')).toBe(7)
    await stop(restarted)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  },
  60_000,
)

test('the database logs no values of queries', async () => {
  const database = await start(common)
  await expect(ask(database.url, "select 'sample-secret-text'::uuid")).rejects.toThrow(/sample-secret-text/)
  await stop(database)
  const logs = readdirSync(common).filter((name) => /^postgres.*\.log$/.test(name))
  const text = logs.map((name) => readFileSync(join(common, name), 'utf8')).join('')
  expect(text).toContain('database system is shut down')
  expect(text).not.toContain('sample-secret-text')
})

test('the database is restarted if it ends while the server is running', async () => {
  const database = await start(common)
  await ask(database.url, 'CREATE TABLE kept AS SELECT 7 AS number')
  const first = postmasterOf(common)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => ask(database.url, 'SELECT number FROM kept').catch(() => 'away'), { timeout: 60_000 }).toBe(7)
  expect(postmasterOf(common)).not.toBe(first)
  await stop(database)
})

test('the database is private, has safe settings, survives a reused process id and refuses another version', async () => {
  const dataDir = join(folder, 'settings')
  const database = await start(dataDir)
  const setting = (name: string) => ask(database.url, `SHOW ${name}`)
  expect(await setting('listen_addresses')).toBe('')
  expect(await setting('fsync')).toBe('on')
  expect(await setting('data_checksums')).toBe('on')
  expect(await setting('server_encoding')).toBe('UTF8')
  expect(await setting('max_connections')).toBe('100')
  expect(await ask(database.url, "SELECT lower('ÀŊ')")).toBe('àŋ')
  for (const path of ['run', 'postgres', 'postgres-password'])
    expect(statSync(join(dataDir, path)).mode & 0o077).toBe(0)
  await expect(ask(database.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/)
  await stop(database)

  // The process id of a dead postmaster was reused, here by a process of the same user.
  const options = { uid: user?.uid, gid: user?.gid, stdio: 'ignore' as const }
  const stranger = spawn('/bin/sleep', ['60'], options)
  children.add(stranger)
  writeFileSync(
    join(dataDir, 'postgres/postmaster.pid'),
    `${stranger.pid}\n${dataDir}/postgres\n0\n5432\n${dataDir}/run\n`,
  )
  writeFileSync(join(dataDir, 'run/.s.PGSQL.5432.lock'), `${stranger.pid}\n`)
  const again = await start(dataDir)
  expect(stranger.exitCode).toBeNull()
  await stop(again)
  stranger.kill('SIGKILL')

  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 17/)
}, 60_000)

describe('the role that the site connects as', () => {
  const forbidden = [
    "select pg_read_file('/etc/passwd')",
    "copy (select 1) to '/tmp/urithi-copied'",
    "copy (select 1) to program 'true'",
    'create role intruder',
    'create database other',
    "alter system set fsync = 'off'",
    'alter role urithi_site superuser',
    'set role urithi',
    'select passwd from pg_shadow',
    "select pg_ls_dir('.')",
  ]

  test('owns its own database and has no rights over the server', async () => {
    const database = await start(common)
    await ask(database.url, 'create table own as select 7 as number')
    expect(await ask(database.url, 'select number from own')).toBe(7)
    for (const statement of forbidden)
      await expect(ask(database.url, statement), statement).rejects.toThrow(/permission denied|must have/)
    await stop(database)
  })

  test('takes over a database that an earlier version created as the superuser', async () => {
    const first = await start(common)
    const earlier = [
      'alter database urithi owner to urithi',
      'create schema earlier',
      'create table earlier.rows (id int generated always as identity primary key, n serial, word text)',
      "insert into earlier.rows (word) values ('sample')",
      'create sequence earlier.alone',
      'create view earlier.seen as select * from earlier.rows',
      "create type earlier.mood as enum ('well')",
      "create function earlier.one() returns int language sql as 'select 1'",
      'create table public.plain (id int)',
    ]
    for (const statement of earlier) await ask(first.superuserUrl, statement)
    await expect(ask(first.url, 'select * from earlier.rows')).rejects.toThrow(/permission denied/)
    await stop(first)

    const database = await start(common)
    const own = [
      "insert into earlier.rows (word) values ('another') returning id",
      'alter table earlier.rows add column more int',
      'alter table public.plain add column more int',
      'drop view earlier.seen',
      'drop sequence earlier.alone',
      "alter type earlier.mood add value 'better'",
      'drop function earlier.one()',
      'create schema later',
    ]
    for (const statement of own) await ask(database.url, statement)
    expect(await ask(database.url, 'select count(*)::int from earlier.rows')).toBe(2)
    for (const statement of forbidden)
      await expect(ask(database.url, statement), statement).rejects.toThrow(/permission denied|must have/)
    await stop(database)
  })
})

test.each([
  [0.5, 128],
  [2, 256],
  [24, 1024],
])('with %d GB of memory, the database gets shared buffers of %i MB', (gigabytes, megabytes) => {
  expect(buffersFor(gigabytes * 1024 ** 3)).toBe(megabytes)
})

test.skipIf(process.platform !== 'linux')('a backend yields to the process that queries it', async () => {
  const database = await start(common)
  const policy = async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    // Fields after the name in proc_pid_stat(5) start with the third; the policy is the 41st.
    const fields = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    await client.end()
    return fields[41 - 3]
  }
  const batch = '3'
  await expect.poll(policy).toBe(batch)
  await stop(database)
})

test('a database at a path too long for a socket uses another folder, which it trusts only if it is private', async () => {
  const long = join(folder, 'a folder with "quotes", $signs and a comma '.repeat(2), 'x'.repeat(60))
  const database = await start(long)
  expect(await ask(database.url, 'SELECT 1')).toBe(1)
  const socketDir = readFileSync(join(long, 'socket-dir'), 'utf8')
  await stop(database)
  expect(existsSync(socketDir)).toBe(false)

  mkdirSync(socketDir, { mode: 0o777 })
  writeFileSync(join(long, 'socket-dir'), socketDir)
  const moved = await start(long)
  expect(decodeURIComponent(moved.url)).not.toContain(socketDir)
  await stop(moved)
  rmSync(socketDir, { recursive: true })
}, 60_000)

test.runIf(deep)(
  'two databases start at the same time, one where an earlier start was cut off',
  async () => {
    const halfDone = join(folder, 'half')
    mkdirSync(join(halfDone, 'postgres.new-killed'), { recursive: true })
    writeFileSync(join(halfDone, 'postgres.new-killed/PG_VERSION'), '18\n')
    writeFileSync(join(halfDone, 'postgres-password'), 'kept\n')
    writeFileSync(join(halfDone, '.urithi-data'), '')
    const [one, two] = await Promise.all([start(join(folder, 'beside')), start(halfDone)])
    expect(await ask(one.url, 'SELECT 1')).toBe(1)
    expect(await ask(two.url, 'SELECT 2')).toBe(2)
    expect(existsSync(join(halfDone, 'postgres.new-killed'))).toBe(false)
    await stop(one)
    await stop(two)

    renameSync(join(halfDone, 'postgres-password'), join(halfDone, 'lost'))
    await expect(start(halfDone)).rejects.toThrow(/postgres-password is missing/)
  },
  60_000,
)

test('one server locks a data folder until it is killed', async () => {
  const dataDir = join(folder, 'lock')
  const code = `
    const { lockInstance } = await import('#server/start/instance-lock.ts')
    await lockInstance(${JSON.stringify(dataDir)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  await once(child.stdout, 'data')
  const sentence = `Urithi is already running on this data folder (process ${child.pid}).`
  await expect(lockInstance(dataDir, 200)).rejects.toThrow(sentence)
  child.kill('SIGKILL')
  const lock = await lockInstance(dataDir)
  lock.release()
})
