import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mood, startFakeS3 } from '#test/fake-s3.ts'
import { createDatabase, testSite } from '#test/harness.ts'
import { openS3Storage } from '../storage/storage-s3.ts'
import { createBackup } from './create.ts'
import { sentenceOf } from './failure.ts'
import { idOf, listBackups } from './manifest.ts'
import { openRepository, type Repository } from './repository.ts'
import { chooseBackup, restoreBackup, verifyBackup } from './restore.ts'

// These tests make backups in a failing bucket: an incomplete one never counts, and earlier ones stay.

const site = testSite()
const s3 = await startFakeS3()
afterAll(() => s3.stop())
const storage = openS3Storage(s3.config, 300)
let repository: Repository

const take = (files = site.services.storage, to = repository) =>
  createBackup({ url: site.databaseUrl, files, site: 'Test Heritage', repository: to, keep: [7, 5, 12] })

/** Adds a file that no backup has yet. */
async function addFile(content: string) {
  const [bytes, id] = [Buffer.from(content.repeat(5000)), crypto.randomUUID()]
  const person = await site.person()
  await site.services.storage.put(`files/${id}/original`, Readable.from([bytes]), { size: bytes.length })
  await site.db.execute(sql`insert into files (id, uploader_id, name, content_type, kind, stored_at, storage_key, size, sha256)
    values (${id}, ${person.id}, 'x', 'audio/mpeg', 'audio', now(), ${`files/${id}/original`}, ${bytes.length},
    encode(sha256(${bytes}), 'hex'))`)
}

/** Returns a repository whose bucket behaves like `mood` from the first file on. */
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
  ['refusing', /^The bucket refused the request \(SlowDown\)/],
  ['silent', /can’t be reached/],
  ['flipped', /^The backup is damaged/],
  ['short', /damaged|can’t be reached|failed/],
]

test.each(cases)(
  'a backup in a bucket that turns “%s” doesn’t count, the earlier one stays intact, and the next one continues',
  async (mood, message) => {
    await addFile(mood)
    const before = await listBackups(storage)
    const error = await take(site.services.storage, turning(mood)).catch((reason) => reason)
    s3.mood = 'well'
    expect(sentenceOf(error)).toMatch(message)
    expect(await listBackups(storage)).toEqual(before)
    await verifyBackup(repository, await chooseBackup(repository))
    expect(await take()).toMatchObject({ missing: 0 })
    await verifyBackup(repository, await chooseBackup(repository))
  },
)

test.each(cases)(
  'a restore from a bucket that turns “%s” is refused completely, and nothing changes',
  async (mood, message) => {
    const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`
    const url = await createDatabase(name, 'template0')
    const manifest = await chooseBackup(repository)
    s3.mood = mood
    const restoring = restoreBackup({ repository, manifest, url, files: site.services.storage, removals: [] })
    const error = await restoring.catch((reason) => reason)
    s3.mood = 'well'
    expect(sentenceOf(error)).toMatch(message)
    const client = new Client({ connectionString: url })
    await client.connect()
    expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
    await client.end()
  },
)

test('a backup made after the clock was set back an hour stays beside one with a later time', async () => {
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
