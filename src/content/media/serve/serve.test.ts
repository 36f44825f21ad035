import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { accounts } from '#core/tables.ts'
import { buildMedia } from '#test/build.ts'
import { fileRow } from '#test/file-row.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { getFile, phonePhoto, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const bytes = sound(10_000)
const tag = `"${createHash('sha256').update(bytes).digest('hex')}"`
const { owner, other } = cast(site)

const post = (link: string, more: Record<string, unknown> = {}) => buildMedia(owner, { link, ...more })

const statusFor = async (path: string, person?: Person) => (await getFile(site, path, person)).status

describe('access to a file', () => {
  it('is limited to its uploader while it is unclaimed', async () => {
    const url = await uploadFile(site, owner, bytes)
    expect(await statusFor(url, owner)).toBe(200)
    expect(await statusFor(url, other)).toBe(404)
    expect(await statusFor(url)).toBe(404)
  })

  it('follows the entry once it is claimed, including small copies', async () => {
    const { link, id } = await post(await uploadFile(site, owner, await phonePhoto(700, 400)))
    await site.runJobs({ copies: true })
    const { variants } = (await owner.call('GET', `/api/media/${id}`)).body
    const addresses = [link, variants[0].url, variants.at(-1).url]
    const seen = async () => ({
      guest: await Promise.all(addresses.map((path) => statusFor(path))),
      other: await Promise.all(addresses.map((path) => statusFor(path, other))),
      owner: await Promise.all(addresses.map((path) => statusFor(path, owner))),
    })
    const [yes, no] = [
      [200, 200, 200],
      [404, 404, 404],
    ]
    expect(await seen()).toEqual({ guest: no, other: yes, owner: yes })
    await owner.call('PATCH', `/api/media/${id}`, { visibility: 'public' })
    expect(await seen()).toEqual({ guest: yes, other: yes, owner: yes })
    await owner.call('PATCH', `/api/media/${id}`, { state: 'draft' })
    expect(await seen()).toEqual({ guest: no, other: no, owner: yes })
    await site.db.update(entries).set({ state: 'published', visibility: 'keepers' }).where(eq(entries.id, id))
    expect(await seen()).toEqual({ guest: no, other: no, owner: yes })
    await owner.call('DELETE', `/api/media/${id}`)
    expect(await seen()).toEqual({ guest: no, other: no, owner: no })
  })

  it('works with a session cookie as well as a bearer token', async () => {
    const url = await uploadFile(site, owner, bytes)
    const answer = await site.app.request(url, { headers: { cookie: `session=${owner.token}` } })
    expect(answer.status).toBe(200)
  })

  it('is open to everyone while the file is a profile photo', async () => {
    const url = await uploadFile(site, owner, await phonePhoto(50, 50))
    await site.db.update(accounts).set({ avatar: url }).where(eq(accounts.id, owner.id))
    await site.services.db.execute(`select graphile_worker.add_job('media:missed-copies')`)
    await site.runJobs({ copies: true })
    const answer = await getFile(site, url)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable'])
    const claim = await owner.call('POST', '/api/media', { title: 'My photo', link: url })
    expect(claim.status).toBe(400)
    await site.db.update(accounts).set({ avatar: null }).where(eq(accounts.id, owner.id))
    expect(await statusFor(url)).toBe(404)
  })

  it('is 404 at addresses without a file', async () => {
    for (const path of [
      '/files/x',
      '/files/00000000-0000-0000-0000-000000000000',
      '/files/..%2f..%2fkeys',
      `/files/${"'"}`,
    ])
      expect([path, await statusFor(path, owner)]).toEqual([path, 404])
    const url = await uploadFile(site, owner, bytes)
    for (const variant of ['original', '320.webp', '__proto__', '..%2foriginal', ''])
      expect(await statusFor(`${url}/${variant}`, owner)).toBe(404)
  })
})

describe('a picture', () => {
  const bytesOf = async (path: string, person?: Person) => {
    const answer = await getFile(site, path, person)
    return { ...answer, status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const exifOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).exif?.toString('latin1') ?? ''

  it.each([
    [1600, 1200],
    [60, 40],
    [1, 1],
  ])('of %i × %i has no position at any address for people who can’t get the original', async (width, height) => {
    const photo = await phonePhoto(width, height)
    const { link, id } = await post(await uploadFile(site, owner, photo), { visibility: 'public' })
    expect(await exifOf(photo)).toContain('Camera of the test')
    // Until a copy is made, only its uploader and keepers get the picture.
    for (const person of [undefined, other]) {
      const { status, headers, bytes } = await bytesOf(link, person)
      expect([status, headers.get('cache-control'), bytes.length]).toEqual([202, 'private, no-store', 0])
      expect(await statusFor(`${link}?download`, person)).toBe(404)
    }
    expect((await bytesOf(link, owner)).bytes.equals(photo)).toBe(true)
    await site.runJobs({ copies: true })
    const { variants } = (await other.call('GET', `/api/media/${id}`)).body
    for (const path of [link, ...variants.map(({ url }: { url: string }) => url)])
      for (const person of [undefined, other]) {
        const { status, bytes } = await bytesOf(path, person)
        expect([path, status, await exifOf(bytes), bytes.includes('Camera of the test')]).toEqual([
          path,
          200,
          '',
          false,
        ])
      }
    for (const person of [undefined, other]) expect(await statusFor(`${link}?download`, person)).toBe(404)
    const copy = await bytesOf(link)
    const original = await bytesOf(`${link}?download`, owner)
    expect(original.bytes.equals(photo)).toBe(true)
    expect(original.headers.get('content-disposition')).toMatch(/^attachment; filename="photo.jpg"/)
    expect([copy.headers.get('content-type'), original.headers.get('content-type')]).toEqual([
      'image/webp',
      'image/jpeg',
    ])
    expect(copy.headers.get('etag')).not.toBe(original.headers.get('etag'))
    const asOther = { 'if-none-match': original.headers.get('etag') ?? '' }
    expect((await getFile(site, link, other, asOther)).status).toBe(200)
  })

  it('is visible only to its author and keepers if it can’t be copied', async () => {
    const heic = Buffer.concat([
      Buffer.from('0000001c6674797068656963000000006d696631686569634d694865', 'hex'),
      sound(),
    ])
    const sending = { filename: 'p.heic', contentType: 'image/heic' }
    const { link, id } = await post(await uploadFile(site, owner, heic, sending), { visibility: 'public' })
    await site.runJobs({ copies: true })
    const keeper = await site.person({ roles: ['keeper'] })
    const statuses = await Promise.all([undefined, other, owner, keeper].map((person) => statusFor(link, person)))
    expect(statuses).toEqual([204, 204, 200, 200])
    expect((await owner.call('GET', `/api/media/${id}`)).body.processing).toMatchObject({ state: 'failed' })
  })

  it('with a secret position doesn’t give its original even to supporting members', async () => {
    const premium = await site.person()
    await site.db.update(accounts).set({ isPremium: true }).where(eq(accounts.id, premium.id))
    const point = { latitude: 1.2345678, longitude: 35.1234567 }
    const { link, id } = await post(await uploadFile(site, owner, await phonePhoto(64, 48)), { point })
    await site.runJobs({ copies: true })
    expect(await statusFor(`${link}?download`, premium)).toBe(200)
    await owner.call('PATCH', `/api/media/${id}`, { point: { ...point, blurred: true } })
    expect(await statusFor(`${link}?download`, premium)).toBe(404)
    expect(await exifOf((await bytesOf(link, premium)).bytes)).toBe('')
    const untouched = await uploadFile(site, owner, sound(), { filename: 's.mp3', contentType: 'audio/mpeg' })
    const recording = await post(untouched, { visibility: 'public', point: { ...point, blurred: true } })
    const statuses = await Promise.all([undefined, premium, owner].map((person) => statusFor(recording.link, person)))
    expect(statuses).toEqual([404, 404, 200])
  })
})

describe('an answer', () => {
  it('has headers that let nothing in the file run', async () => {
    const { link } = await post(
      await uploadFile(site, owner, bytes, { filename: 'Kĩtabu.html', contentType: 'audio/mpeg' }),
    )
    const { headers } = await getFile(site, link, other)
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename="Kitabu.html.mp3"; filename*=UTF-8''K%C4%A9tabu.html.mp3`,
      'content-length': '10000',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'audio/mpeg',
      etag: tag,
      'x-content-type-options': 'nosniff',
    })
    const open = await post(await uploadFile(site, owner, bytes), { visibility: 'public' })
    expect((await getFile(site, open.link)).headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  it('is stored for everyone on the device only if everyone gets the same bytes', async () => {
    const { link } = await post(await uploadFile(site, owner, await phonePhoto(50, 50)), { visibility: 'public' })
    await site.runJobs({ copies: true })
    const cachingFor = async (reader?: Person) => (await getFile(site, link, reader)).headers.get('cache-control')
    expect([await cachingFor(), await cachingFor(owner)]).toEqual([
      'private, max-age=31536000, immutable',
      'private, no-cache',
    ])
  })

  it('to HEAD has no body', async () => {
    const url = await uploadFile(site, owner, bytes)
    const answer = await getFile(site, url, owner, { range: 'bytes=0-1' }, 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10000', ''])
  })

  it.each([
    ['bytes=0-0', 206, 0, 0],
    ['bytes=0-', 206, 0, 9999],
    ['bytes=9999-', 206, 9999, 9999],
    ['bytes=9990-20000', 206, 9990, 9999],
    ['bytes=-1', 206, 9999, 9999],
    ['bytes=-20000', 206, 0, 9999],
    ['bytes=10000-', 416, 0, 0],
    ['bytes=99999999999999999999-', 416, 0, 0],
    ['bytes=-0', 416, 0, 0],
    ['bytes=5-2', 200, 0, 9999],
    ['bytes=-', 200, 0, 9999],
    ['bytes=a-b', 200, 0, 9999],
    ['bytes=0-1,3-4', 200, 0, 9999],
    ['items=0-1', 200, 0, 9999],
  ])('to Range: %s has status %i', async (range, status, start, end) => {
    const url = await uploadFile(site, owner, bytes)
    const answer = await getFile(site, url, owner, { range })
    expect(answer.status).toBe(status)
    const body = Buffer.from(await answer.arrayBuffer())
    if (status === 416) {
      expect(answer.headers.get('content-range')).toBe('bytes */10000')
      return
    }
    expect(body.equals(bytes.subarray(start, end + 1))).toBe(true)
    expect(answer.headers.get('content-range')).toBe(status === 206 ? `bytes ${start}-${end}/10000` : null)
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
  })

  it('to If-Range is partial only for readers who have the same bytes', async () => {
    const url = await uploadFile(site, owner, bytes)
    const ask = async (ifRange: string) =>
      (await getFile(site, url, owner, { range: 'bytes=1-2', 'if-range': ifRange })).status
    expect(await ask(tag)).toBe(206)
    expect(await ask(`W/${tag}`)).toBe(200)
    expect(await ask('"other"')).toBe(200)
    expect(await ask('Wed, 21 Oct 2030 07:28:00 GMT')).toBe(200)
  })

  it.each([[tag], [`W/${tag}`], [`"x", ${tag}`], ['*']])('to If-None-Match: %s has status 304', async (ifNoneMatch) => {
    const url = await uploadFile(site, owner, bytes)
    const answer = await getFile(site, url, owner, { 'if-none-match': ifNoneMatch })
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', tag])
    expect((await getFile(site, url, owner, { 'if-none-match': '"x"' })).status).toBe(200)
    expect((await getFile(site, url, other, { 'if-none-match': ifNoneMatch })).status).toBe(404)
  })

  it('is 404 if the bytes are missing', async () => {
    const url = await uploadFile(site, owner, bytes)
    const row = await fileRow(site, url)
    await site.services.storage.remove(row?.storageKey ?? '')
    expect(await statusFor(url, owner)).toBe(404)
  })
})
