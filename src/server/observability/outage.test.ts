import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { filesApp } from '#content/media/serve/http.ts'
import { buildArticle } from '#test/build.ts'
import { startFakeS3 } from '#test/fake-s3.ts'
import { cast, testSite } from '#test/harness.ts'
import { askAddress, getFile, idOf, phonePhoto, put, sound, uploadFile } from '#test/samples.ts'
import { offsetOf, patch } from '#test/tus.ts'
import { migrateDatabase, openDatabase } from '../database/database.ts'
import { startPostgres } from '../database/embedded-postgres.ts'
import { openS3Storage } from '../storage/storage-s3.ts'
import { outageOf } from './outage.ts'

const s3 = await startFakeS3()
afterAll(() => s3.stop())

describe('a bucket', () => {
  const site = testSite({ s3: s3.config })
  const storage = openS3Storage(s3.config, 300)
  const { person } = cast(site)

  const inPieces = async (size: number) => {
    const { body } = await person.call('POST', '/api/uploads', {
      filename: 'sample.mp3',
      contentType: 'audio/mpeg',
      size,
    })
    return body as { resumeUrl: string; fileUrl: string }
  }

  test('stores the pieces of a file, so that the next may go to another instance', async () => {
    const bytes = sound(2_500_000)
    const { resumeUrl, fileUrl } = await inPieces(bytes.length)
    const another = () => filesApp({ ...site.services, viewerOf: async () => null })
    const others = [site.app, another(), another()]
    const size = 1_200_000
    for (let at = 0, turn = 0; at < bytes.length; at += size, turn++) {
      const app = others[turn] as Pick<Hono, 'request'>
      expect(await offsetOf(app, resumeUrl)).toBe(at)
      expect((await patch(app, resumeUrl, at, bytes.subarray(at, at + size))).status).toBe(204)
    }
    const download = await getFile(site, fileUrl, person)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
    expect([...s3.objects.keys()].filter((key) => key.startsWith('pieces/'))).toEqual([])
  })

  test('keeps what arrived of an interrupted piece, and nothing with a wrong checksum', async () => {
    const bytes = sound(1_500_000)
    const { resumeUrl, fileUrl } = await inPieces(bytes.length)
    const wrong = { 'upload-checksum': `sha1 ${Buffer.alloc(20).toString('base64')}` }
    expect((await patch(site.app, resumeUrl, 0, bytes.subarray(0, 1_200_000), wrong)).status).toBe(460)
    expect(await offsetOf(site.app, resumeUrl)).toBe(0)
    const arrived = () => [...s3.objects.keys()].some((key) => key.startsWith(`pieces/${idOf(fileUrl)}`))
    const broken = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 1_200_000))
        await expect.poll(arrived, { timeout: 20_000 }).toBe(true)
        controller.error(new Error('cut'))
      },
    })
    await patch(site.app, resumeUrl, 0, broken)
    const from = await offsetOf(site.app, resumeUrl)
    expect(from).toBeGreaterThan(1_000_000)
    expect((await patch(site.app, resumeUrl, from, bytes.subarray(from))).status).toBe(204)
    const download = await getFile(site, fileUrl, person)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('that refuses requests makes the site answer 503 with Retry-After, and works again afterwards', async () => {
    const url = await uploadFile(site, person, await phonePhoto(90, 60))
    s3.mood = 'refusing'
    const refused = await getFile(site, url, person)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await site.call('GET', '/readyz')).status).toBe(503)
    // Operations without files keep working.
    expect((await site.call('GET', '/api/articles')).status).toBe(200)
    s3.mood = 'well'
    expect((await getFile(site, url, person)).status).toBe(200)
    expect((await site.call('GET', '/readyz')).status).toBe(200)
  })

  test('is checked once for all who ask at the same time whether the site is ready', async () => {
    const check = vi.spyOn(site.services.storage, 'check')
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.call('GET', '/readyz')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(check).toHaveBeenCalledOnce()
    check.mockRestore()
  })

  test('that is slow delays only requests for files, and all of those succeed', async () => {
    const photo = await phonePhoto(91, 60)
    const url = await uploadFile(site, person, photo)
    s3.mood = 'slow'
    const waiting = Promise.all(Array.from({ length: 60 }, () => getFile(site, `${url}?download`, person)))
    expect((await site.call('GET', '/api/articles')).status).toBe(200)
    s3.mood = 'well'
    for (const answer of await waiting) expect(photo.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
  })

  test('that is silent times out', async () => {
    s3.objects.set('files/silent', { bytes: Buffer.from('x'), at: new Date() })
    s3.mood = 'silent'
    await expect(storage.open('files/silent')).rejects.toMatchObject({ name: 'TimeoutError' })
    s3.mood = 'well'
    expect(await storage.size('files/silent')).toBe(1)
  })

  test('that breaks off makes the download fail, so that it never looks complete', async () => {
    const url = await uploadFile(site, person, await phonePhoto(600, 400))
    s3.mood = 'short'
    const answer = await getFile(site, url, person)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    s3.mood = 'well'
  })

  test('that returns wrong bytes is noticed by the file check', async () => {
    const photo = await phonePhoto(80, 60)
    const { id } = await buildArticle(person, { coverImage: await uploadFile(site, person, photo) })
    await site.runJobs()
    s3.mood = 'flipped'
    await site.db.execute("select graphile_worker.add_job('fixity:audit')")
    await site.runJobs()
    s3.mood = 'well'
    const { rows } = await site.db.execute(`select damage from files where entry_id = '${id}'`)
    expect(rows).toEqual([{ damage: 'damaged' }])
  })
})

describe('a full disk', () => {
  const site = testSite()
  const { person } = cast(site)
  let mounted = ''
  const media = () => join(site.dataDir, 'media')

  beforeAll(() => {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0777', 'urithi-test', media()], { stdio: 'ignore' })
      mounted = media()
      mkdirSync(join(mounted, '.incoming'))
    } catch {
      console.warn('The tests of a full disk were skipped: only root can mount one.')
    }
  })
  afterAll(() => {
    if (mounted) execFileSync('umount', [mounted])
  })

  const incoming = () => readdirSync(join(media(), '.incoming'))

  test('refuses an upload with a message, and stores nothing of it', async ({ skip }) => {
    if (!mounted) return skip()
    const { uploadUrl, fileUrl } = await askAddress(person, { filename: 'a.mp3', contentType: 'audio/mpeg' })
    const answer = await put(site, uploadUrl, sound(3_000_000))
    expect([answer.status, answer.body]).toEqual([
      507,
      { error: expect.stringContaining('storage is full'), code: 'no_room' },
    ])
    expect(incoming()).toEqual([])
    expect((await getFile(site, fileUrl, person)).status).toBe(404)
    // The same address accepts the upload once there is room.
    expect((await put(site, uploadUrl, sound(20_000))).status).toBe(200)
  })

  test('delays a job until there is room', async ({ skip }) => {
    if (!mounted) return skip()
    const url = await uploadFile(site, person, await phonePhoto(1600, 1200))
    await buildArticle(person, { coverImage: url })
    const ballast = join(media(), 'ballast')
    try {
      writeFileSync(ballast, Buffer.alloc(2_000_000))
    } catch {} // until the disk is full
    await site.runJobs({ copies: true })
    const copies = async () =>
      (await site.db.execute(`select jsonb_array_length(variants) as made from files where id = '${idOf(url)}'`)).rows
    expect(await copies()).toEqual([{ made: 0 }])
    expect(incoming()).toEqual([])
    writeFileSync(ballast, '')
    await site.db.execute('update graphile_worker._private_jobs set run_at = now()')
    await site.runJobs({ copies: true })
    expect((await copies())[0]).not.toEqual({ made: 0 })
  })
})

test('a migration on a full disk changes nothing, and succeeds once there is room', async ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-full-'))
  chmodSync(folder, 0o755)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m,mode=0755', 'urithi-test', folder], { stdio: 'ignore' })
  } catch {
    return skip()
  }
  const dataDir = join(folder, 'site')
  const postgres = await startPostgres({ dataDir })
  const database = openDatabase(postgres.url, 2)
  try {
    const ballast = join(folder, 'ballast')
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(256 * 1024))
    } catch {} // until the disk is full
    const failed = await migrateDatabase(database).catch((error: Error) => error)
    expect(outageOf(failed)).toMatchObject({ code: 'no_room' })
    rmSync(ballast)
    const tables = await database.pool.query(`select from pg_tables where schemaname = 'public'`)
    expect(tables.rowCount).toBe(0)
    await migrateDatabase(database)
    expect((await database.pool.query('select from entries')).rowCount).toBe(0)
  } finally {
    await database.close()
    await postgres.stop()
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
})
