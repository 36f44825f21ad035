import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openS3Storage } from '#server/storage-s3.ts'
import { type Mood, startFakeS3 } from '#test/fake-s3.ts'
import { databaseUrl } from '#test/global-setup.ts'
import { admin, testSite } from '#test/harness.ts'
import { sentenceOf } from './failure.ts'
import { idOf, listBackups } from './manifest.ts'
import { openRepository, type Repository } from './repository.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'
import { chooseBackup, verifyBackup } from './verify.ts'

// Backups in a bucket that behaves badly: nothing that is not whole is called a backup, and earlier ones stay.

const site = testSite()
const s3 = await startFakeS3()
afterAll(() => s3.stop())
const storage = openS3Storage(s3.config, 300)
let repository: Repository

const take = (files = site.house.storage, to = repository) =>
  takeBackup({ url: site.databaseUrl, files, site: 'Test Heritage', repository: to, keep: [7, 5, 12] })

/** A file that no backup has yet. */
async function addFile(content: string) {
  const [bytes, id] = [Buffer.from(content.repeat(5000)), crypto.randomUUID()]
  const person = await site.person()
  await site.house.storage.put(`files/${id}/original`, Readable.from([bytes]), { size: bytes.length })
  await site.db.execute(sql`insert into files (id, uploader_id, name, content_type, kind, stored_at, storage_key, size, sha256)
    values (${id}, ${person.id}, 'x', 'audio/mpeg', 'audio', now(), ${`files/${id}/original`}, ${bytes.length},
    encode(sha256(${bytes}), 'hex'))`)
}

/** The bucket is `mood` from the first file on. */
function turning(mood: Mood): Repository {
  const put: typeof storage.put = (key, ...rest) => {
    if (key.startsWith('objects/')) s3.mood = mood
    return storage.put(key, ...rest)
  }
  return { ...repository, storage: { ...storage, put } }
}

beforeAll(async () => {
  repository = await openRepository(storage, undefined)
  await addFile('first')
  await take()
})

const cases: [Mood, RegExp][] = [
  ['refusing', /^The bucket refuses \(SlowDown\)/],
  ['silent', /can’t be reached/],
  ['flipped', /^The backup is damaged/],
  ['short', /damaged|can’t be reached|failed/],
]

test.each(cases)(
  'one that is %s while it is written: no backup, the earlier one is whole, the next goes on',
  async (mood, said) => {
    await addFile(mood)
    const before = await listBackups(storage)
    const error = await take(site.house.storage, turning(mood)).catch((reason) => reason)
    s3.mood = 'well'
    expect(sentenceOf(error)).toMatch(said)
    expect(await listBackups(storage)).toEqual(before)
    await verifyBackup(repository, await chooseBackup(repository))
    expect(await take()).toMatchObject({ missing: 0 })
    await verifyBackup(repository, await chooseBackup(repository))
  },
)

test.each(cases)('one that is %s while it is read: refused whole, nothing changed', async (mood, said) => {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`
  await admin(inject('postgres'), `create database ${name} template template0`)
  const url = databaseUrl(inject('postgres'), name)
  const manifest = await chooseBackup(repository)
  s3.mood = mood
  const restoring = restoreBackup({ repository, manifest, url, files: site.house.storage, removals: [] })
  const error = await restoring.catch((reason) => reason)
  s3.mood = 'well'
  expect(sentenceOf(error)).toMatch(said)
  const client = new Client({ connectionString: url })
  await client.connect()
  expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  await client.end()
})

test('one made while the clock was an hour back stays, beside a newer one of that day', async () => {
  const later = idOf(new Date(Date.now() + 3_600_000).toISOString())
  const newest = (await listBackups(storage)).at(-1)
  const object = s3.objects.get(newest?.key ?? '')
  if (!newest || !object) throw new Error('no backup')
  s3.objects.set(newest.key.replace(newest.id, later), object)
  const { point } = await take()
  const points = (await listBackups(storage)).map((one) => one.point.toISOString())
  expect(points).toContain(point)
  expect(points.at(-1)).not.toBe(point)
})
