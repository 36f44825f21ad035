import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { testSite } from '#test/harness.ts'
import { openDatabaseProxy } from '../../../tools/drill/database-proxy.ts'
import { type Database, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts'
import { openReplica, type Replica } from './replica.ts'

const folder = mkdtempSync(join(tmpdir(), 'urithi-replica-'))
// The service user needs access: folders of mkdtemp are private.
chmodSync(folder, 0o755)
const folders = { primary: join(folder, 'primary'), standby: join(folder, 'standby') }
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let database: Database
let replica: Replica
let way: Awaited<ReturnType<typeof openDatabaseProxy>>
let receivesNotices = true

beforeAll(async () => {
  primary = await startPostgres({ dataDir: folders.primary })
  await copyStanding(primary.superuserUrl)
  standby = await startPostgres({ dataDir: folders.standby })
  database = openDatabase(primary.url, 5)
  await database.db.execute(sql`create table posts (id int primary key)`)
  way = await openDatabaseProxy(standby.url)
  replica = openReplica(way.url, database, 5, () => receivesNotices)
})
afterAll(async () => {
  await replica?.close()
  way?.close()
  await database?.close()
  await standby?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Does the work of pg_basebackup, which the embedded PostgreSQL lacks: copies the files between the start and the
 * stop of a backup, and configures the standby.
 */
async function copyStanding(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  mkdirSync(folders.standby, { mode: 0o700 })
  const parts = ['.urithi-data', 'postgres', 'postgres-password'].map((part) => join(folders.primary, part))
  execFileSync('cp', ['-a', ...parts.filter((part) => existsSync(part)), folders.standby])
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  const data = join(folders.standby, 'postgres')
  for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, left), { force: true })
  writeFileSync(join(data, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(data, 'standby.signal'), '')
  const { password, searchParams } = new URL(url.replace('@/', '@localhost/'))
  const conninfo = `host=${searchParams.get('host')} user=urithi password=${password}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  execFileSync('chown', ['-R', `--reference=${join(folders.primary, 'postgres')}`, folders.standby])
}

const inRecovery = async () =>
  (await replica.db.execute<{ recovering: boolean }>(sql`select pg_is_in_recovery() as recovering`)).rows[0]?.recovering
const count = async () =>
  (await replica.db.execute<{ count: number }>(sql`select count(*)::int as count from posts`)).rows[0]?.count
const onStandby = async (statement: string) => {
  const client = new Client({ connectionString: standby.superuserUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
let posted = 0
async function post() {
  await database.db.execute(sql`insert into posts values (${posted++})`)
  replica.changed()
}

test('the replica answers guests once it has caught up', async () => {
  await expect.poll(inRecovery, { timeout: 20_000 }).toBe(true)
  expect(replica.isLevel()).toBe(true)
})

test('guests see every change immediately, and the replica is used again once it has caught up', async () => {
  for (let at = 0; at < 100; at++) {
    await post()
    expect(await count()).toBe(posted)
  }
  await expect.poll(inRecovery, { timeout: 10_000 }).toBe(true)
  expect(await count()).toBe(posted)
})

test.runIf(deep)('the replica is not used while it lags behind', async () => {
  await onStandby('select pg_wal_replay_pause()')
  await post()
  for (let at = 0; at < 10; at++) expect([await count(), await inRecovery()]).toEqual([posted, false])
  await onStandby('select pg_wal_replay_resume()')
  await expect.poll(inRecovery, { timeout: 10_000 }).toBe(true)
  expect(await count()).toBe(posted)
})

test.runIf(deep)('the replica is not used while this instance receives no notices of changes', async () => {
  receivesNotices = false
  expect(await inRecovery()).toBe(false)
  receivesNotices = true
  expect(await inRecovery()).toBe(true)
})

test.runIf(deep)('no query is lost if the replica goes away, and it is used again when it is back', async () => {
  await standby.stop()
  expect(await Promise.all([count(), count(), count()])).toEqual([posted, posted, posted])
  await post()
  expect([await count(), await inRecovery()]).toEqual([posted, false])
  standby = await startPostgres({ dataDir: folders.standby })
  await expect.poll(inRecovery, { timeout: 20_000 }).toBe(true)
})

test.runIf(deep)('no waiting query is lost if the replica stops responding, and it is used again later', async () => {
  way.fallSilent()
  const waiting = count()
  replica.changed()
  expect(await waiting).toBe(posted)
  way.speak()
  await expect.poll(inRecovery, { timeout: 40_000 }).toBe(true)
})

describe('with a site', () => {
  const site = testSite()

  test('the replica answers only guests: identity, rights and members’ content come from the primary', async () => {
    const member = await site.person()
    const { id } = await buildArticle(member, { visibility: 'public' })
    site.services.guestDb = new Proxy({} as NodePgDatabase, {
      get() {
        throw new Error('the replica was queried')
      },
    })
    expect((await site.call('GET', `/api/articles/${id}`)).status).toBe(500)
    expect((await member.call('GET', `/api/articles/${id}`)).status).toBe(200)
    const { email } = member
    const login = await site.call('POST', '/api/auth/login', { email, password: 'test password' })
    expect(login.status).toBe(200)
    expect((await member.call('POST', '/api/auth/logout')).status).toBe(200)
    expect((await member.call('GET', `/api/articles/${id}`)).status).toBe(401)
  })
})
