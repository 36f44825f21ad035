import { execFile } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { fileEvents, files } from '#content/media/table.ts'
import { buildArticle } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { startFakeS3 } from '#test/fake-s3.ts'
import { cast, testSite } from '#test/harness.ts'
import { getFile, idOf, phonePhoto, sound, uploadFile } from '#test/samples.ts'
import { readConfig } from '../start/config.ts'
import { openLocalStorage } from '../storage/storage-local.ts'
import { backupReader } from './reader.ts'
import { openRepository } from './repository.ts'

// End to end: the nightly check finds a damaged file in the storage and repairs it from what `npm run backup` wrote.

const root = mkdtempSync(join(tmpdir(), 'urithi-mend-'))
const s3 = await startFakeS3()
afterAll(() => {
  s3.stop()
  rmSync(root, { recursive: true, force: true })
})

const encrypted = { BACKUP_TO: join(root, 'encrypted'), BACKUP_PASSPHRASE: 'a passphrase of the tests' }
const bucket = {
  BACKUP_TO: `s3://${s3.config.bucket}/copies`,
  S3_ENDPOINT: s3.config.endpoint,
  S3_BUCKET: s3.config.bucket,
  S3_ACCESS_KEY_ID: s3.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
}

describe.each([
  { name: 'a folder', settings: { BACKUP_TO: join(root, 'plain') }, options: {} },
  { name: 'a bucket', settings: bucket, options: { s3: s3.config } },
])('backups in $name', ({ settings, options }) => {
  const site = testSite(options)
  const { author, admin } = cast(site)

  /** Runs the script of `npm run backup`. */
  async function backUp(more = {}): Promise<string> {
    const env = { PATH: process.env.PATH, DATABASE_URL: site.databaseUrl, DATA_DIR: site.dataDir, ...settings, ...more }
    return (await promisify(execFile)(process.execPath, ['scripts/backup.ts'], { env })).stdout
  }

  const readBackups = (more = {}) => {
    site.services.readBackedUp = backupReader(readConfig({ ...settings, ...more }))
  }

  async function build(bytes: Buffer, contentType: string) {
    const url = await uploadFile(site, author, bytes, { contentType, filename: contentType.replace('/', '.') })
    if (contentType.startsWith('image/')) await buildArticle(author, { coverImage: url })
    else expect((await author.call('POST', '/api/media', { title: 'Sample', link: url })).status).toBe(201)
    await site.runJobs()
    return { id: idOf(url), url, bytes }
  }

  async function keyOf(id: string) {
    const [row] = await site.db.select().from(files).where(eq(files.id, id))
    return row?.storageKey ?? ''
  }

  const stored = async (id: string) => buffer(await site.services.storage.open(await keyOf(id)))

  async function flipBit(id: string) {
    const bytes = await stored(id)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await site.services.storage.put(await keyOf(id), Readable.from([bytes]), { size: bytes.length })
    return bytes
  }

  /** Runs the check with all files due. */
  async function audit() {
    await site.db.execute(sql`update files set checked_at = now() - interval '29 days'`)
    await site.db.execute(sql`select graphile_worker.add_job('fixity:audit')`)
    await site.runJobs()
  }

  const mailsToAdmin = async () =>
    (await site.mails(admin.email)).filter(({ subject }) => /^Damaged or missing/.test(subject))
  const damaged = async () => (await admin.call('GET', '/api/admin/fixity')).body.damaged

  test('a flipped bit and a lost file are found and repaired, byte for byte', async () => {
    const photo = await build(await phonePhoto(91, 60), 'image/jpeg')
    const recording = await build(sound(30_001), 'audio/mpeg')
    expect(await backUp()).toMatch(/is complete\. Files: 2\./)
    readBackups()
    const before = await keyOf(photo.id)
    expect((await flipBit(photo.id)).equals(photo.bytes)).toBe(false)
    await site.services.storage.remove(await keyOf(recording.id))

    await audit()

    for (const { id, url, bytes } of [photo, recording]) {
      expect(bytes.equals(await stored(id))).toBe(true)
      const served = await getFile(site, `${url}?download`, author)
      expect(bytes.equals(Buffer.from(await served.arrayBuffer()))).toBe(true)
      const events = await site.db.select().from(fileEvents).where(eq(fileEvents.fileId, id)).orderBy(fileEvents.at)
      expect(events.map(({ event, outcome }) => `${event}: ${outcome}`)).toEqual([
        'ingestion: success',
        'fixity check: failure',
        'repair: success',
      ])
    }
    expect(await site.services.storage.size(before)).toBeUndefined()
    expect([await damaged(), await mailsToAdmin()]).toEqual([0, []])
  })

  if (options.s3) return

  test('an email says that the passphrase is missing, and another disk is read with its own key', async () => {
    const { id, bytes } = await build(await phonePhoto(92, 60), 'image/jpeg')
    // A key that takes little work, because each process and reader here opens it.
    if (!deep) await openRepository(await openLocalStorage(encrypted.BACKUP_TO), encrypted.BACKUP_PASSPHRASE, 4)
    await backUp(encrypted)
    const wrong = await flipBit(id)
    readBackups({ BACKUP_TO: encrypted.BACKUP_TO })
    await audit()
    expect(wrong.equals(await stored(id))).toBe(true)
    expect(await damaged()).toBe(1)
    const mails = await mailsToAdmin()
    expect(mails.map(({ text }) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining('couldn’t read the backups: The existing backups are encrypted. Set BACKUP_PASSPHRASE.'),
    ])
    readBackups(encrypted)
    await audit()
    expect(bytes.equals(await stored(id))).toBe(true)
    expect(await damaged()).toBe(0)
    if (!deep) return

    renameSync(encrypted.BACKUP_TO, join(root, 'the other disk'))
    await backUp(encrypted)
    await flipBit(id)
    await audit()
    expect(bytes.equals(await stored(id))).toBe(true)
  })
})
