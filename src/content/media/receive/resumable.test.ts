import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/file-row.ts'
import { cast, testSite } from '#test/harness.ts'
import { getFile, idOf, put, sound, zip } from '#test/samples.ts'
import { offsetOf, patch, tusHeaders } from '#test/tus.ts'
import { filesApp } from '../serve/http.ts'

const site = testSite({ maxUploadMb: 1 })
const bytes = sound(300_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const { person } = cast(site)

type Address = { uploadUrl: string; fileUrl: string; resumeUrl: string }

async function ask(size = bytes.length, contentType = 'audio/mpeg'): Promise<Address> {
  const answer = await person.call('POST', '/api/uploads', { filename: 'sample.mp3', contentType, size })
  expect(answer.status).toBe(200)
  return answer.body as Address
}

/** Returns a body that sends `part` and breaks once it has arrived. */
function breaking(part: Buffer, arrived: () => Promise<unknown>): ReadableStream {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(part)
      await arrived()
      controller.error(new Error('cut'))
    },
  })
}

/** Resolves once `size` bytes of the file have arrived. */
function arrival(fileUrl: string, size: number): Promise<unknown> {
  const piece = join(folder(), idOf(fileUrl))
  return expect.poll(() => existsSync(piece) && statSync(piece).size, { timeout: 10_000 }).toBe(size)
}

const folder = () => join(site.dataDir, 'pieces')
const pieces = () => (existsSync(folder()) ? readdirSync(folder()) : [])

describe('a file in pieces', () => {
  it('that was stored by a single request meanwhile needs no more pieces', async () => {
    const { uploadUrl, resumeUrl, fileUrl } = await ask()
    expect(await offsetOf(site.app, resumeUrl)).toBe(0)
    expect((await put(site, uploadUrl, bytes)).status).toBe(200)
    const { status, headers } = await patch(site.app, resumeUrl, 0, bytes)
    expect([status, headers.get('upload-offset'), headers.get('upload-kind')]).toEqual([204, '300000', 'audio'])
    expect(await offsetOf(site.app, resumeUrl)).toBe(300_000)
    expect((await getFile(site, fileUrl, person)).status).toBe(200)
  })

  it('continues after a cut at any byte, and is stored as it was sent', async () => {
    const { resumeUrl, fileUrl } = await ask()
    expect(await offsetOf(site.app, resumeUrl)).toBe(0)
    for (const cut of [1, 4099, 65_536, 1, 200_000]) {
      const from = await offsetOf(site.app, resumeUrl)
      const to = Math.min(from + cut, 299_999)
      const answer = await patch(
        site.app,
        resumeUrl,
        from,
        breaking(bytes.subarray(from, to), () => arrival(fileUrl, to)),
      )
      expect(answer.status).toBe(400)
    }
    const offset = await offsetOf(site.app, resumeUrl)
    expect(offset).toBe(269_637)
    expect((await getFile(site, fileUrl, person)).status).toBe(404)
    const last = await patch(site.app, resumeUrl, offset, bytes.subarray(offset))
    const told = ['upload-offset', 'upload-kind'].map((name) => last.headers.get(name))
    expect([last.status, ...told]).toEqual([204, '300000', 'audio'])
    const download = await getFile(site, fileUrl, person)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
    const row = await fileRow(site, fileUrl)
    expect(row).toMatchObject({ size: 300_000, sha256, kind: 'audio' })
    expect(pieces()).not.toContain(idOf(fileUrl))
    // A sender whose last answer was lost asks again, and learns that nothing is missing.
    expect(await offsetOf(site.app, resumeUrl)).toBe(300_000)
    const posted = await person.call('POST', '/api/media', { title: 'Sample', link: fileUrl })
    expect(posted.status).toBe(201)
  })

  it('continues in another instance, even if one stopped between the last byte and storing the file', async () => {
    const { resumeUrl, fileUrl } = await ask()
    await patch(site.app, resumeUrl, 0, bytes.subarray(0, 100_000))
    const another = (services: typeof site.services) => filesApp({ ...services, viewerOf: async () => null })
    const next = another(site.services)
    expect(await offsetOf(next, resumeUrl)).toBe(100_000)
    // Storing the file fails, as it does when the disk is gone.
    const { db } = site.services
    const failing = new Hono().route(
      '/',
      another({ ...site.services, storage: { ...site.services.storage, put: fail } }),
    )
    failing.onError((_, c) => c.text('', 500))
    expect((await patch(failing, resumeUrl, 100_000, bytes.subarray(100_000))).status).toBe(500)
    expect(pieces()).toContain(idOf(fileUrl))
    expect(await offsetOf(another({ ...site.services, db }), resumeUrl)).toBe(300_000)
    const download = await getFile(site, fileUrl, person)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('refuses another file’s, an altered or an expired address and anything but tus, and needs a size', async () => {
    const { resumeUrl, uploadUrl } = await ask()
    const other = await ask()
    const swapped = resumeUrl.replace(/tus\/[^?]+/, `tus/${idOf(other.fileUrl)}`)
    const expired = resumeUrl.replace(/expires=\d+/, 'expires=1700000000')
    const ofPut = `${resumeUrl.split('?')[0]}?${uploadUrl.split('?')[1]}`
    for (const url of [
      swapped,
      expired,
      ofPut,
      resumeUrl.split('?')[0] ?? '',
      resumeUrl.replace(/tus\/[^?]+/, 'tus/..'),
    ])
      expect((await patch(site.app, url, 0, bytes)).status, url).toBeGreaterThanOrEqual(403)
    expect(pieces()).not.toContain(idOf(other.fileUrl))
    const bare = await site.app.request(resumeUrl, { method: 'PATCH', body: bytes as BodyInit })
    expect(bare.status).toBe(412)
    expect((await site.app.request(resumeUrl)).status).toBe(404)
    const unsized = await person.call('POST', '/api/uploads', { filename: 'a.mp3', contentType: 'audio/mpeg' })
    expect(unsized.body.resumeUrl).toBeUndefined()
  })

  it('refuses a wrong offset, more bytes than announced, and a wrong checksum', async () => {
    const { resumeUrl } = await ask()
    expect((await patch(site.app, resumeUrl, 10, bytes.subarray(10))).status).toBe(409)
    await patch(site.app, resumeUrl, 0, bytes.subarray(0, 1000))
    expect((await patch(site.app, resumeUrl, 0, bytes.subarray(0, 1000))).status).toBe(409)
    const more = Buffer.concat([bytes.subarray(1000), Buffer.alloc(1)])
    expect((await patch(site.app, resumeUrl, 1000, more, { 'content-length': String(more.length) })).status).toBe(413)
    const unannounced = await patch(site.app, resumeUrl, 1000, new Blob([more as BlobPart]).stream())
    expect(unannounced.status).toBe(413)
    const { resumeUrl: sums } = await ask()
    const digest = createHash('sha1').update(bytes.subarray(0, 500)).digest('base64')
    const summed = { 'upload-checksum': `sha1 ${digest}` }
    expect((await patch(site.app, sums, 0, bytes.subarray(1, 501), summed)).status).toBe(460)
    expect(await offsetOf(site.app, sums)).toBe(0)
    expect((await patch(site.app, sums, 0, bytes.subarray(0, 500), summed)).status).toBe(204)
    expect(await offsetOf(site.app, sums)).toBe(500)
    expect((await patch(site.app, sums, 500, bytes, { 'upload-checksum': 'crc32 AAAA' })).status).toBe(400)
  })

  it('lets the later of two writers continue, without mixing their bytes', async () => {
    const { resumeUrl, fileUrl } = await ask()
    let feed: ReadableStreamDefaultController | undefined
    const slow = new ReadableStream({
      start(controller) {
        feed = controller
      },
    })
    const first = patch(site.app, resumeUrl, 0, slow)
    feed?.enqueue(bytes.subarray(0, 70_000))
    await arrival(fileUrl, 70_000)
    // The first writer hangs on its silent connection; the second, back from a dead zone, takes over.
    const offset = await offsetOf(site.app, resumeUrl)
    expect(offset).toBe(70_000)
    const second = await patch(site.app, resumeUrl, offset, bytes.subarray(offset))
    expect(second.status).toBe(204)
    feed?.close()
    expect((await first).status).toBeLessThan(500)
    const download = await getFile(site, fileUrl, person)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
    const [one, two] = await ask().then(({ resumeUrl: url }) =>
      Promise.all([patch(site.app, url, 0, bytes), patch(site.app, url, 0, bytes)]),
    )
    expect([one.status, two.status].sort()).toEqual([204, 409])
  })

  it('checks the complete file by its bytes, says why it is refused, and stores nothing of it', async () => {
    const { resumeUrl, fileUrl } = await ask(zip.length)
    const answer = await patch(site.app, resumeUrl, 0, zip)
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ code: 'unsupported_media' })
    expect(pieces()).not.toContain(idOf(fileUrl))
    expect((await getFile(site, fileUrl, person)).status).toBe(404)
  })

  it('can be cancelled, and is swept if nobody continues it', async () => {
    const { resumeUrl, fileUrl, uploadUrl } = await ask()
    await patch(site.app, resumeUrl, 0, bytes.subarray(0, 1000))
    expect((await site.app.request(resumeUrl, { method: 'DELETE', headers: tusHeaders })).status).toBe(204)
    expect(await offsetOf(site.app, resumeUrl)).toBe(0)
    await patch(site.app, resumeUrl, 0, bytes.subarray(0, 1000))
    const old = Date.now() / 1000 - 25 * 60 * 60
    utimesSync(join(folder(), idOf(fileUrl)), old, old)
    await site.db.execute(`select graphile_worker.add_job('media:sweep')`)
    await site.runJobs()
    expect(pieces()).not.toContain(idOf(fileUrl))
    // The same file can still be sent in one request, by PUT.
    expect((await put(site, uploadUrl, bytes)).status).toBe(200)
    expect(await offsetOf(site.app, resumeUrl)).toBe(300_000)
  })
})

function fail(): Promise<never> {
  return Promise.reject(new Error('the disk is gone'))
}
