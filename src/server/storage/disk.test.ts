import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cast, testSite } from '#test/harness.ts'
import { askAddress, phonePhoto, put, sound, uploadFile } from '#test/samples.ts'
import { patch } from '#test/tus.ts'
import { log } from '../observability/log.ts'

const MB = 1024 * 1024
let free = 500 * MB
const site = testSite({ disk: { reserve: 100 * MB, read: async () => ({ size: 1000 * MB, free }) } })
const warn = vi.spyOn(log, 'warn')
const { person } = cast(site)

afterEach(async () => {
  free = 500 * MB
  await site.services.disk.state()
  warn.mockClear()
})

const refusal = [507, 'no_room']

describe('while the disk has only its reserve', () => {
  it('refuses uploads of every kind and long texts, and accepts short texts and deletions', async () => {
    const { uploadUrl } = await askAddress(person, { contentType: 'audio/mpeg' })
    const { resumeUrl } = (
      await person.call('POST', '/api/uploads', { filename: 'a.mp3', contentType: 'audio/mpeg', size: 20_000 })
    ).body
    const keeper = await site.person({ roles: ['keeper'] })
    const begun = await keeper.call('POST', '/api/imports', { type: 'vocabulary', fileName: 'sample.csv' })
    free = 99 * MB
    const response = await person.call('POST', '/api/uploads', { filename: 'a.mp3', contentType: 'audio/mpeg' })
    const sent = await put(site, uploadUrl, sound())
    const pieces = await patch(site.app, resumeUrl, 0, sound())
    const brought = await person.call('POST', '/api/media', {
      title: 'Sample',
      link: `data:audio/mpeg;base64,${sound().toString('base64')}`,
    })
    const imported = await put(site, begun.body.uploadUrl, Buffer.from('Word,Gloss\nsampleb,one\n'))
    expect(response.body.error).toMatch(/storage is full/)
    expect([response.status, response.body.code]).toEqual(refusal)
    expect([sent.status, sent.body.code]).toEqual(refusal)
    expect([pieces.status, ((await pieces.json()) as { code: string }).code]).toEqual(refusal)
    expect([brought.status, brought.body.code]).toEqual(refusal)
    expect([imported.status, imported.body.code]).toEqual(refusal)
    const article = { title: 'Sample title', content: '<p>Sample</p>', category: 'Sample' }
    const posted = await person.call('POST', '/api/articles', article)
    expect(posted.status).toBe(201)
    const longer = { ...article, content: 'Sample text. '.repeat(2000) }
    const long = await person.call('POST', '/api/articles', longer, {
      'content-length': String(JSON.stringify(longer).length),
    })
    expect([long.status, long.body.code]).toEqual(refusal)
    const draft = { kind: 'article', title: 'Sample', fields: {}, deviceId: randomUUID() }
    expect((await person.call('PUT', `/api/drafts/${randomUUID()}`, draft)).status).toBe(200)
    expect((await person.call('DELETE', `/api/articles/${posted.body.id}`)).status).toBe(200)
  })

  it('refuses uploads that would use the reserve, and stops running ones', async () => {
    free = 105 * MB
    const { uploadUrl } = await askAddress(person, { contentType: 'audio/mpeg', size: MB })
    const ask = (size: number) =>
      person.call('POST', '/api/uploads', { filename: 'a.mp3', contentType: 'audio/mpeg', size })
    expect((await ask(6 * MB)).status).toBe(507)
    expect((await put(site, uploadUrl, sound(MB))).status).toBe(200)
    const large = await askAddress(person, { contentType: 'audio/mpeg' })
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        // Others fill the disk meanwhile.
        sent += MB
        if (sent > 2 * MB) free = 99 * MB
        if (sent > 9 * MB) controller.close()
        else controller.enqueue(sound(MB))
      },
    })
    const stopped = await put(site, large.uploadUrl, body)
    expect([stopped.status, stopped.body.code]).toEqual(refusal)
  })

  it('makes no copies until there is room', async () => {
    const link = await uploadFile(site, person, await phonePhoto(40, 30))
    const posted = await person.call('POST', '/api/media', { title: 'Sample', link })
    free = 99 * MB
    await site.runJobs({ copies: true })
    const variants = async () => (await person.call('GET', `/api/media/${posted.body.id}`)).body.variants
    expect(await variants()).toEqual([])
    free = 500 * MB
    await site.db.execute(sql`select graphile_worker.add_job('media:missed-copies')`)
    await site.runJobs({ copies: true })
    expect((await variants()).length).toBeGreaterThan(0)
  })

  it('warns admins before and while uploads are refused, and logs it once', async () => {
    const admin = await site.person({ roles: ['admin'] })
    const readDiskLow = async () => (await admin.call('GET', '/api/admin/checklist')).body.diskLow
    expect(await readDiskLow()).toBeNull()
    free = 150 * MB
    expect(await readDiskLow()).toEqual({ free, reserve: 100 * MB, refusing: false })
    expect(warn).not.toHaveBeenCalled()
    free = 99 * MB
    for (let times = 0; times < 3; times++) expect(await readDiskLow()).toMatchObject({ refusing: true })
    expect(warn.mock.calls).toEqual([[{ freeMb: 99, reserveMb: 100 }, 'the disk is nearly full: uploads are refused']])
  })
})
