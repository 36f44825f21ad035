import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deep } from '#test/depth.ts'
import { fileRow } from '#test/file-row.ts'
import { cast, testSite } from '#test/harness.ts'
import { askAddress, getFile, idOf, phonePhoto, sound, zip } from '#test/samples.ts'
import { createBackup } from '../backup/create.ts'
import { openDestination } from '../backup/destination.ts'
import { sentenceOf } from '../backup/failure.ts'
import { openRepository } from '../backup/repository.ts'
import { chooseBackup, verifyBackup } from '../backup/restore.ts'
import { storageContract } from './storage-contract.ts'
import { openLocalStorage } from './storage-local.ts'
import { openS3Storage } from './storage-s3.ts'

const script = fileURLToPath(new URL('../../../test/s3-server.sh', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'urithi-s3-'))
const credentials = { accessKeyId: 'bench', secretAccessKey: 'benchbenchbench' }
const config = { endpoint: 'http://127.0.0.1:7480', bucket: 'heritage', region: 'us-east-1', ...credentials }

/** Starts the S3 server. Returns the reason if it can't run here, or undefined if it is running. */
async function start(): Promise<string | undefined> {
  const run = promisify(execFile)
  const installed = await run('which', ['radosgw']).catch(() => undefined)
  if (!installed && process.getuid?.() !== 0) return 'radosgw is not installed, and only root can install it'
  const failed = await run('bash', [script, folder], { timeout: 300_000 }).catch((error: Error) => error)
  return failed instanceof Error ? 'radosgw could not be installed or started' : undefined
}

let missing: string | undefined

afterAll(() => {
  const file = join(folder, 'pids')
  const pids = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const fresh = testSite()

describe('S3', () => {
  const storage = openS3Storage(config)

  // A run that leaves all tests of this file out starts nothing: it would not end it either.
  beforeAll(async () => {
    missing = await start()
    if (missing) return console.warn(`The S3 tests were skipped: ${missing}.`)
    const { endpoint, region } = config
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: config.bucket }))
  }, 320_000)
  beforeEach(({ skip }) => skip(missing !== undefined, missing))

  storageContract(() => storage)

  it('reports a wrong secret or bucket', async () => {
    for (const wrong of [{ secretAccessKey: 'x' }, { bucket: 'elsewhere' }])
      await expect(openS3Storage({ ...config, ...wrong }).check()).rejects.toThrow()
  })

  it.runIf(deep)('stores backups in a folder of the bucket, and copies only new files', async () => {
    const source = mkdtempSync(join(tmpdir(), 'urithi-source-'))
    const place = await openDestination(`s3://${config.bucket}/copies/site`, config, false)
    const repository = await openRepository(place, 'a passphrase for tests')
    const files = await openLocalStorage(source)
    const bytes = Buffer.alloc(100_000, 7)
    await files.put('files/x/original', Readable.from([bytes]))
    await fresh.db.execute(sql`insert into files (id, uploader_id, name, content_type, kind, stored_at, storage_key, size, sha256)
      values (${crypto.randomUUID()}, ${(await fresh.person()).id}, 'x', 'audio/mpeg', 'audio', now(), 'files/x/original', 100000,
      ${createHash('sha256').update(bytes).digest('hex')})`)
    const take = () =>
      createBackup({ url: fresh.databaseUrl, files, site: 'Test Heritage', repository, keep: [7, 5, 12] })
    const first = await take()
    expect(first).toMatchObject({ files: 1, missing: 0 })
    const second = await take()
    expect(first.moved - second.moved).toBeGreaterThan(bytes.length - 1000)
    await verifyBackup(repository, await chooseBackup(repository))
    const wrong = await openDestination(`s3://${config.bucket}`, { ...config, secretAccessKey: 'x' }, true)
    const outcome = await openRepository(wrong, undefined).catch(sentenceOf)
    expect(outcome).toMatch(/^The bucket refused/)
    rmSync(source, { recursive: true, force: true })
  })

  describe('an upload to the bucket', () => {
    const site = testSite({ maxUploadMb: 1 })
    const { person } = cast(site)

    beforeAll(async () => {
      Object.assign(site.services.storage, storage)
    })

    const send = async (url: string, bytes: Buffer, type: string) =>
      (await fetch(url, { method: 'PUT', body: bytes as BodyInit, headers: { 'content-type': type } })).status
    const claim = (link: string) => person.call('POST', '/api/media', { title: 'From the bucket', link })

    it('is accepted only with the signed size and type, and is checked when it is claimed', async () => {
      const photo = await phonePhoto(400, 300)
      const { uploadUrl, fileUrl } = await askAddress(person, { size: photo.length })
      expect(new URL(uploadUrl).origin).toBe(config.endpoint)
      expect(await send(uploadUrl, photo.subarray(1), 'image/jpeg')).toBe(403)
      expect(await send(uploadUrl, Buffer.concat([photo, photo]), 'image/jpeg')).toBe(403)
      expect(await send(uploadUrl, photo, 'text/html')).toBe(403)
      expect((await claim(fileUrl)).status).toBe(400)
      expect(await send(uploadUrl, photo, 'image/jpeg')).toBe(200)
      const { status, body } = await claim(fileUrl)
      expect([status, body.width, body.height, body.size]).toEqual([201, 300, 400, photo.length])

      // The upload URL still works, but uploads no longer reach the entry's file.
      const other = Buffer.from(photo).fill(0, 200)
      expect(await send(uploadUrl, other, 'image/jpeg')).toBe(200)
      await site.runJobs({ copies: true })
      expect(await storage.size(`incoming/${idOf(fileUrl)}`)).toBeUndefined()
      const served = await getFile(site, fileUrl, person)
      expect(photo.equals(Buffer.from(await served.arrayBuffer()))).toBe(true)
      const { variants } = (await person.call('GET', `/api/media/${body.id}`)).body
      expect(variants).toHaveLength(2)
      const copy = await getFile(site, variants[0].url, person, { range: 'bytes=0-9' })
      expect([copy.status, (await copy.arrayBuffer()).byteLength]).toEqual([206, 10])

      await person.call('DELETE', `/api/media/${body.id}`)
      await site.runJobs()
      expect(await Array.fromAsync(storage.list(`files/${idOf(fileUrl)}`))).toEqual([])
    })

    it('with the wrong content can be sent but never claimed', async () => {
      const { uploadUrl, fileUrl } = await askAddress(person, { size: zip.length })
      expect(await send(uploadUrl, zip, 'image/jpeg')).toBe(200)
      expect((await claim(fileUrl)).status).toBe(415)
      expect((await getFile(site, fileUrl, person)).status).toBe(404)
      expect(await Array.fromAsync(storage.list(`files/${idOf(fileUrl)}`))).toEqual([])
    })

    it('can be claimed by only one of two concurrent requests', async () => {
      const { uploadUrl, fileUrl } = await askAddress(person, { size: 5000, contentType: 'audio/mpeg' })
      await send(uploadUrl, sound(5000), 'audio/mpeg')
      const answers = await Promise.all([claim(fileUrl), claim(fileUrl)])
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400])
    })

    it('goes through the server if its size is unknown', async () => {
      const { uploadUrl, fileUrl } = await askAddress(person, { contentType: 'audio/mpeg' })
      const answer = await site.app.request(uploadUrl, { method: 'PUT', body: sound(5000) as BodyInit })
      expect(answer.status).toBe(200)
      expect((await claim(fileUrl)).status).toBe(201)
      const row = await fileRow(site, fileUrl)
      expect(await storage.size(row?.storageKey ?? '')).toBe(5000)
    })
  })

  it('closes the connection when a reader stops early', async () => {
    const key = 'files/long/original'
    await storage.put(key, Readable.from([Buffer.alloc(5_000_000)]), { size: 5_000_000 })
    const stream = await storage.open(key)
    stream.destroy()
    for (let times = 0; times < 60; times++) (await storage.open(key)).destroy()
    expect(await storage.size(key)).toBe(5_000_000)
  })
})
