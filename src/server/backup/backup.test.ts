import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { backupLocks } from '#core/backup.ts'
import { NoRoom } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { buildMedia } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { cast, createDatabase, testSite } from '#test/harness.ts'
import { sound, uploadFile } from '#test/samples.ts'
import { until } from '#test/until.ts'
import { openLocalStorage } from '../storage/storage-local.ts'
import { createBackup, type Taking, toKeep } from './create.ts'
import { listBackups } from './manifest.ts'
import { migrateAsThen } from './migrations.ts'
import { type Removals, readLedgerFile } from './removals.ts'
import { openRepository, type Repository } from './repository.ts'
import { chooseBackup, drill, restoreBackup, verifyBackup } from './restore.ts'
import { refuseHalfRestored } from './unfinished-restore.ts'

const site = testSite()
const root = mkdtempSync(join(tmpdir(), 'urithi-backup-'))
const { person } = cast(site, { person: { roles: ['admin', 'keeper'] } })
let folders = 0

beforeAll(async () => {
  // One account makes all requests, so its rate limit is lifted.
  site.services.limits = { ...site.services.limits, take: async () => {} }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const lockOfBackups = `select from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and locktype = 'advisory' and objid = $1`

const newFolder = () => join(root, `place${++folders}`)

/** Work that trying a passphrase takes in these tests, which the long form leaves to the product. */
const work = deep ? undefined : 4

async function place(folder: string, passphrase?: string): Promise<Repository> {
  return openRepository(await openLocalStorage(folder), passphrase, work)
}

function take(repository: Repository, more: Partial<Taking> = {}) {
  const { databaseUrl: url, services } = site
  return createBackup({ url, files: services.storage, site: 'Test Heritage', repository, keep: [7, 5, 12], ...more })
}

/** Creates an empty database and storage to restore into. */
async function emptyInstance(template = 'template0') {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`
  // It is dropped with the test server, because dropping it here takes longer than most tests.
  return { url: await createDatabase(name, template), files: await openLocalStorage(newFolder()) }
}

async function restore(repository: Repository, removals: Removals[] = []) {
  // The instance is already migrated, because migrations take most of a restore's time here.
  const instance = await emptyInstance('template_urithi')
  const manifest = await chooseBackup(repository)
  return { ...instance, result: await restoreBackup({ repository, manifest, removals, ...instance }) }
}

async function rows<T extends object>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const isEmpty = async (url: string) =>
  (await rows(url, `select from pg_tables where schemaname = 'public'`)).length === 0

async function postMedia(bytes: Buffer, title: string): Promise<string> {
  const link = await uploadFile(site, person, bytes, { filename: 'sample.mp3', contentType: 'audio/mpeg' })
  return (await buildMedia(person, { title, link, visibility: 'public' })).id
}

const post = (title: string) =>
  person.call('POST', '/api/articles', { title, category: 'Culture', content: 'Sample text', visibility: 'public' })

async function fileOf(url: string, files: Storage, entryId: string): Promise<Buffer> {
  const [file] = await rows<{ storage_key: string }>(url, 'select storage_key from files where entry_id = $1', [
    entryId,
  ])
  return buffer(await files.open(file?.storage_key ?? ''))
}

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)

describe('a restored backup', () => {
  let repository: Repository
  let folder: string
  let recordingId: string

  beforeAll(async () => {
    recordingId = await postMedia(sound(20_003), 'Sample recording')
    await post('Sample article')
    folder = newFolder()
    repository = await place(folder)
    await take(repository)
  })

  it('has no sessions, queued emails or image copies, and keeps constraints and search results', async () => {
    await site.db.execute(sql`select graphile_worker.add_job('mail:send', '{"to":"x@site.test"}'::json)`)
    const { url } = await restore(repository)
    const count = async (text: string) =>
      Number((await rows<{ n: string }>(url, `select count(*) as n from ${text}`))[0]?.n)
    expect(await count('sessions')).toBe(0)
    expect(await count('accounts')).toBeGreaterThan(0)
    expect(await count(`graphile_worker.jobs where task_identifier like 'mail:%'`)).toBe(0)
    expect(await count(`files where stored_at is not null and variants <> '[]'`)).toBe(0)
    const links = `select conname, pg_get_constraintdef(oid) as is from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`
    expect(await rows(url, links)).toEqual(await rows(site.databaseUrl, links))
    const query = `select id from entries where search @@ to_tsquery('simple', 'sample') order by id`
    expect(await rows(url, query)).toEqual(await rows(site.databaseUrl, query))
  })

  it('is followed by a second backup that copies only new files', async () => {
    const before = sizeOf(join(folder, 'objects'))
    const bytes = sound(20_001)
    await postMedia(bytes, 'One more recording')
    await take(repository)
    expect(sizeOf(join(folder, 'objects')) - before).toBe(bytes.length)
  })

  it('does not overwrite a site that has content', async () => {
    const manifest = await chooseBackup(repository)
    const { url, files } = await restore(repository)
    const entries = await rows(url, 'select id, updated_at from entries order by id')
    await expect(restoreBackup({ repository, manifest, url, files, removals: [] })).rejects.toThrow(/has content/)
    expect(await rows(url, 'select id, updated_at from entries order by id')).toEqual(entries)
  })

  it('is not restored as a test without enough free space', async () => {
    const manifest = await chooseBackup(repository)
    const files = { ...manifest.files, content: Number.MAX_SAFE_INTEGER }
    const folder = newFolder()
    await expect(drill(repository, { ...manifest, files }, folder)).rejects.toThrow(NoRoom)
    expect(existsSync(folder)).toBe(false)
  })

  it('can be restored again after an interrupted restore, and the site refuses to start in between', async () => {
    const manifest = await chooseBackup(repository)
    const { url, files } = await emptyInstance()
    const failing = { ...files, put: () => Promise.reject(new Error('cut off')) }
    const restoring = { repository, manifest, url, removals: [] }
    await expect(restoreBackup({ ...restoring, files: failing })).rejects.toThrow('cut off')
    const client = new Client({ connectionString: url })
    await client.connect()
    await expect(refuseHalfRestored(client)).rejects.toThrow(/interrupted here/)
    expect(await restoreBackup({ ...restoring, files })).toMatchObject({ missing: 0 })
    await refuseHalfRestored(client)
    await client.end()
  })

  it('is migrated if it is from an older version', async () => {
    const then = await emptyInstance()
    const client = new Client({ connectionString: then.url })
    await client.connect()
    await migrateAsThen(client, 12)
    const id = crypto.randomUUID()
    await client.query(
      `insert into entries (id, type, title, visibility, search, published_at)
       values ($1, 'article', 'Sample of then', 'public', '', now())`,
      [id],
    )
    await client.query(`insert into articles (entry_id, category, content, excerpt) values ($1, 'Culture', 'x', 'x')`, [
      id,
    ])
    await client.end()
    const old = await place(newFolder())
    await take(old, then)
    const { url } = await restore(old)
    expect(await rows(url, 'select title, blurred from entries')).toEqual([{ title: 'Sample of then', blurred: false }])
    const newest = 'select max(created_at) as newest from drizzle.__drizzle_migrations'
    expect(await rows(url, newest)).toEqual(await rows(site.databaseUrl, newest))
  })

  it('leaves out entries removed according to a newer backup or ledger', async () => {
    const deletedId = await postMedia(sound(20_004), 'Soon deleted')
    const earlier = await place(newFolder())
    await take(earlier)
    const old = await chooseBackup(earlier)
    expect((await person.call('DELETE', `/api/media/${deletedId}`)).status).toBe(200)
    await take(repository)
    const newer = await chooseBackup(repository)

    const instance = await emptyInstance('template_urithi')
    const removals = [{ repository, manifest: newer }]
    const result = await restoreBackup({ repository: earlier, manifest: old, removals, ...instance })
    expect(result.removed).toBe(1)
    expect(await rows(instance.url, 'select from entries where id = $1', [deletedId])).toEqual([])
    expect(await rows(instance.url, 'select from entries where id = $1', [recordingId])).toHaveLength(1)
    expect(await rows(instance.url, 'select from ledger where entry_id = $1', [deletedId])).toHaveLength(1)

    const lines = await rows<{ line: object }>(site.databaseUrl, 'select to_json(l) as line from ledger l')
    const path = join(root, 'ledger.jsonl')
    writeFileSync(path, lines.map(({ line }) => JSON.stringify(line)).join('\n'))
    const other = await emptyInstance('template_urithi')
    const again = await restoreBackup({
      repository: earlier,
      manifest: old,
      removals: [readLedgerFile(path)],
      ...other,
    })
    expect(again.removed).toBe(1)
  })

  it('shows and permits no more than a newer backup does', async () => {
    const ids: string[] = []
    for (const title of ['Soon hidden', 'Soon for keepers', 'Soon for a group', 'Soon public'])
      ids.push((await post(title)).body.id)
    const [hidden, narrow, grouped, wide] = ids
    const [other, risen] = [await site.person({ roles: ['keeper', 'seller'] }), await site.person()]
    const group = crypto.randomUUID()
    await site.db.execute(sql`insert into groups (id, name) values (${group}, 'Sample group')`)
    await site.db.execute(sql`insert into group_members (group_id, account_id) values (${group}, ${other.id})`)
    const labels = ['attribution', 'outreach', 'verified']
    await site.db.execute(
      sql`update entries set visibility = 'members', labels = '{attribution,outreach}' where id = ${wide}`,
    )
    const earlier = await place(newFolder())
    await take(earlier)

    await site.db.execute(sql`update entries set state = 'hidden', hidden_reason = 'Sample' where id = ${hidden}`)
    await site.db.execute(sql`update entries set visibility = 'keepers', narrowed = true where id = ${narrow}`)
    await site.db.execute(sql`update entries set groups = array[${group}::uuid] where id = ${grouped}`)
    await site.db.execute(
      sql`update entries set visibility = 'public', labels = '{outreach,verified}' where id = ${wide}`,
    )
    await site.db.execute(sql`update accounts set roles = '{seller}', disabled_at = now() where id = ${other.id}`)
    await site.db.execute(sql`delete from group_members where account_id = ${other.id}`)
    await site.db.execute(sql`update accounts set roles = '{admin}' where id = ${risen.id}`)
    await take(repository)

    const { url } = await restore(earlier, [{ repository, manifest: await chooseBackup(repository) }])
    const columns = `state, hidden_reason, visibility, groups, narrowed, array(select unnest(labels) order by 1) labels`
    const shown = { state: 'published', visibility: 'public', labels: [] }
    const open = { ...shown, hidden_reason: null, groups: [], narrowed: false }
    expect(
      await rows(url, `select ${columns} from entries where id = any($1) order by array_position($1, id)`, [ids]),
    ).toEqual([
      { ...open, state: 'hidden', hidden_reason: 'Sample' },
      { ...open, visibility: 'keepers', narrowed: true },
      { ...open, groups: [group] },
      { ...open, visibility: 'members', labels },
    ])
    expect(await rows(url, 'select roles, disabled_at from accounts where id = $1', [other.id])).toEqual([
      { roles: ['seller'], disabled_at: expect.any(Date) },
    ])
    expect(await rows(url, 'select roles from accounts where id = $1', [risen.id])).toEqual([{ roles: [] }])
    expect(await rows(url, 'select from group_members where account_id = $1', [other.id])).toEqual([])
  })

  it.each([
    ['a table cut short', 'parts', (path: string) => truncateSync(path, statSync(path).size - 5)],
    ['a table with one bit flipped', 'parts', flip],
    ['a file with one bit flipped', 'objects', flip],
    ['a file cut short', 'objects', (path: string) => truncateSync(path, statSync(path).size - 1)],
    ['a missing file', 'objects', (path: string) => rmSync(path)],
    ['a manifest with one bit flipped', 'manifests', flip],
  ])('is refused because of %s, and nothing changes', async (_, part, damage) => {
    const copy = newFolder()
    cpSync(folder, copy, { recursive: true })
    const broken = await place(copy)
    const paths = readdirSync(join(copy, part), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .sort()
    damage(paths.at(-1) as string)
    const instance = await emptyInstance()
    const restored = async () =>
      restoreBackup({ repository: broken, manifest: await chooseBackup(broken), removals: [], ...instance })
    await expect(restored()).rejects.toThrow(/damaged/)
    expect(await isEmpty(instance.url)).toBe(true)
  })

  it('doesn’t come from an unfinished backup, which the next one completes', async () => {
    const place2 = newFolder()
    const cut = await place(place2)
    let puts = 0
    const storage = {
      ...cut.storage,
      put: async (...args: Parameters<Storage['put']>) => {
        if (args[0].startsWith('objects/') && ++puts > 1)
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        return cut.storage.put(...args)
      },
    }
    await expect(take({ ...cut, storage })).rejects.toThrow(/no space/)
    expect(await listBackups(cut.storage)).toEqual([])
    await expect(chooseBackup(cut)).rejects.toThrow(/no finished backup/)
    const backup = await take(cut)
    expect(backup.missing).toBe(0)
    expect(readdirSync(join(place2, 'parts'))).toHaveLength(1)
    await restore(cut)
  })

  it.runIf(deep)(
    'doesn’t come from a killed backup, which admins are told about and the next one completes',
    async () => {
      const to = newFolder()
      const { PATH } = process.env
      const env = { PATH, DATABASE_URL: site.databaseUrl, DATA_DIR: site.dataDir, BACKUP_TO: to }
      const child = spawn(process.execPath, ['scripts/backup.ts'], { env, stdio: 'ignore' })
      await expect.poll(() => existsSync(join(to, 'parts')), { timeout: 30_000, interval: 1 }).toBe(true)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await until(
        async () => (await rows(site.databaseUrl, lockOfBackups, [backupLocks.backup])).length === 0,
        'PostgreSQL to release the lock of the killed process',
      )
      const killed = await place(to)
      expect(await listBackups(killed.storage)).toEqual([])
      const { body } = await person.call('GET', '/api/admin/backups')
      expect(body.backup.run.error).toBe('It was interrupted before it finished.')
      expect(await take(killed)).toMatchObject({ missing: 0 })
    },
  )

  it.runIf(deep)('is the earlier backup while the disk is full', async ({ skip }) => {
    const to = newFolder()
    mkdirSync(to)
    const mount = (options: string) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'urithi-test', to], { stdio: 'ignore' })
    try {
      mount('size=2m')
    } catch {
      return skip('Only root can mount a small disk.')
    }
    const { PATH } = process.env
    const env = { PATH, DATABASE_URL: site.databaseUrl, DATA_DIR: site.dataDir, BACKUP_TO: to }
    const run = (...more: string[]) => promisify(execFile)(process.execPath, ['scripts/backup.ts', ...more], { env })
    try {
      await run()
      const small = await place(to)
      const before = await listBackups(small.storage)
      await postMedia(sound(3_000_000), 'Too large for that disk')
      const sentence = expect.stringMatching(/^There is no space left/)
      await expect(run()).rejects.toMatchObject({ code: 1, stderr: sentence })
      expect((await person.call('GET', '/api/admin/backups')).body.backup.run.error).toEqual(sentence)
      expect(await listBackups(small.storage)).toEqual(before)
      await verifyBackup(small, await chooseBackup(small))
      mount('remount,size=20m')
      expect((await run()).stdout).toContain('is complete')
      await verifyBackup(small, await chooseBackup(small))
    } finally {
      execFileSync('umount', [to])
    }
    const absent = expect.stringMatching(/^There is no finished backup/)
    await expect(run('--scheduled')).rejects.toMatchObject({ code: 1, stderr: absent })
    expect(readdirSync(to)).toEqual(['.incoming'])
  })

  it.runIf(deep)('comes from a backup that lists missing files instead of failing', async () => {
    const [file] = await rows<{ storage_key: string }>(
      site.databaseUrl,
      'select storage_key from files where entry_id = $1',
      [recordingId],
    )
    const key = file?.storage_key ?? ''
    const bytes = await buffer(await site.services.storage.open(key))
    const path = join(site.dataDir, 'media', key)
    try {
      writeFileSync(path, Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]))
      const fresh = await place(newFolder())
      expect(await take(fresh)).toMatchObject({ missing: 1 })
      expect((await restore(fresh)).result).toMatchObject({ missing: 1 })
      // A destination that has the file from an earlier backup keeps it.
      expect(await take(repository)).toMatchObject({ missing: 0 })
    } finally {
      writeFileSync(path, bytes)
    }
  })

  it.runIf(deep)('is complete, because files are not deleted while a backup runs', async () => {
    const doomed = await postMedia(sound(20_005), 'Deleted meanwhile')
    const fresh = await place(newFolder())
    const slow = {
      ...fresh.storage,
      put: async (...args: Parameters<Storage['put']>) => {
        if (args[0].endsWith('files-list.zst')) {
          expect((await person.call('DELETE', `/api/media/${doomed}`)).status).toBe(200)
          await site.runJobs()
        }
        return fresh.storage.put(...args)
      },
    }
    expect(await take({ ...fresh, storage: slow })).toMatchObject({ missing: 0 })
    const { url, files } = await restore(fresh)
    expect((await fileOf(url, files, doomed)).length).toBe(sound(20_005).length)
  })
})

describe('a backup with a passphrase', () => {
  it('takes about a second of work for each passphrase that someone tries', async () => {
    const folder = newFolder()
    await openRepository(await openLocalStorage(folder), 'a passphrase of the tests')
    expect(readFileSync(join(folder, 'key.age'), 'latin1')).toMatch(/^-> scrypt \S+ 18$/m)
  })

  it('is refused where earlier backups are not encrypted', async () => {
    const folder = newFolder()
    await take(await place(folder))
    await expect(place(folder, 'a passphrase of the tests')).rejects.toThrow(/not encrypted. Set BACKUP_TO/)
  })

  it('shows neither names nor content, opens only with the passphrase, and refuses altered files', async () => {
    const folder = newFolder()
    const recording = sound(20_006)
    const id = await postMedia(recording, 'A title nobody else has')
    const sealed = await place(folder, 'a passphrase of the tests')
    await take(sealed)
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
    const hash = createHash('sha256').update(recording).digest('hex')
    expect(paths.filter((path) => path.includes(hash))).toEqual([])
    for (const path of paths) expect(readFileSync(path, 'latin1').startsWith('age-encryption.org/v1'), path).toBe(true)
    await expect(place(folder)).rejects.toThrow(/encrypted/)
    await expect(place(folder, 'another passphrase')).rejects.toThrow(/does not decrypt/)
    const again = await place(folder, 'a passphrase of the tests')
    const { url, files } = await restore(again)
    expect(recording.equals(await fileOf(url, files, id))).toBe(true)
    const before = sizeOf(join(folder, 'objects'))
    await take(again)
    expect(sizeOf(join(folder, 'objects'))).toBe(before)
    flip(
      paths
        .filter((path) => path.includes('/objects/'))
        .sort()
        .at(-1) as string,
    )
    await expect(restore(sealed)).rejects.toThrow(/damaged/)
  })
})

/** Calls `work` each time before a backup begins its snapshot. Returns a function that ends this. */
function whenSnapshotBegins(work: () => void): () => void {
  const { query } = Client.prototype
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    if (/^begin isolation level/.test(String(args[0]))) work()
    return Reflect.apply(query, this, args)
  })
  return () => spy.mockRestore()
}

test.runIf(deep)(
  'a backup under load contains every write acknowledged before its point, complete and with its files',
  async () => {
    const recording = sound(20_002)
    const acknowledged: { id: string; title: string }[] = []
    let recordings = 0
    let going = true
    const writer = async (name: number) => {
      for (let i = 0; going; i++) {
        const title = `Load ${name}.${i}`
        const { status, body } = await post(title)
        expect(status).toBe(201)
        acknowledged.push({ id: body.id, title })
      }
    }
    const media = async () => {
      for (; going; recordings++) {
        const bytes = Buffer.concat([recording, Buffer.from(`${recordings}`)])
        const id = await postMedia(bytes, `Recording ${recordings}`)
        acknowledged.push({ id, title: createHash('sha256').update(bytes).digest('hex') })
      }
    }
    const repository = await place(newFolder())
    const load = Promise.all([writer(1), writer(2), writer(3), media()])
    await until(() => acknowledged.length > 40 && recordings > 4, 'the first writes')
    let before: typeof acknowledged = []
    const stopWatching = whenSnapshotBegins(() => {
      before = [...acknowledged]
    })
    const backup = await take(repository)
    stopWatching()
    const later = acknowledged.length
    await until(() => acknowledged.length > later + 10, 'writes after the backup')
    going = false
    await load

    const { url, files, result } = await restore(repository)
    expect(before.length).toBeGreaterThan(40)
    expect(acknowledged.length).toBeGreaterThan(before.length)
    const there = new Map(
      (await rows<{ id: string; type: string }>(url, 'select id, type from entries')).map(({ id, type }) => [id, type]),
    )
    for (const { id, title } of before) {
      expect(there.has(id), title).toBe(true)
      if (there.get(id) !== 'media') continue
      expect(
        createHash('sha256')
          .update(await fileOf(url, files, id))
          .digest('hex'),
      ).toBe(title)
    }
    // Every entry has the row of its type, and every stored file its bytes.
    expect(
      await rows(
        url,
        `select id from entries e where type = 'article' and not exists (select from articles where entry_id = e.id)
      or type = 'media' and not exists (select from media where entry_id = e.id)`,
      ),
    ).toEqual([])
    for (const { storage_key, size } of await rows<{ storage_key: string; size: string }>(
      url,
      'select storage_key, size from files where stored_at is not null and (entry_id is not null or uploader_id is not null)',
    ))
      expect(await files.size(storage_key)).toBe(Number(size))
    expect(result).toMatchObject({ missing: 0, removed: 0, files: backup.files })
  },
)

test('pruning keeps the newest backup of each day, week and month, and removes unused files', async () => {
  const day = 24 * 60 * 60 * 1000
  const backups = Array.from({ length: 400 }, (_, at) => {
    const point = new Date(Date.UTC(2026, 10, 21, 2, 30) - at * day)
    return { id: point.toISOString(), key: '', point }
  })
  const retained = [...toKeep(backups, [7, 5, 12])].sort().reverse()
  expect(retained.slice(0, 7)).toEqual(backups.slice(0, 7).map(({ id }) => id))
  expect(retained).toHaveLength(7 + 3 + 11)
  expect(retained).toContain('2026-10-31T02:30:00.000Z')
  expect([...toKeep(backups.slice(0, 1), [0, 0, 0])]).toHaveLength(1)

  const repository = await place(newFolder())
  await take(repository)
  const only = await postMedia(sound(20_007), 'In one backup alone')
  await take(repository, { keep: [1, 1, 1] })
  expect(await listBackups(repository.storage)).toHaveLength(1)
  await person.call('DELETE', `/api/media/${only}`)
  const hash = createHash('sha256').update(sound(20_007)).digest('hex')
  const has = () => repository.storage.size(`objects/${hash.slice(0, 2)}/${hash}`)
  expect(await has()).toBeGreaterThan(0)
  await take(repository, { keep: [1, 1, 1] })
  expect(await has()).toBeUndefined()
})

function flip(path: string) {
  const bytes = readFileSync(path)
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
