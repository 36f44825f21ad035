import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { fileRow } from '#test/file-row.ts'
import { castForEach, origin, type Person, testSite } from '#test/harness.ts'
import { askAddress, getFile, phonePhoto, sound, uploadFile, zip } from '#test/samples.ts'
import { files } from './table.ts'

const site = testSite({ maxUploadMb: 1 })
const { person } = castForEach(site)

function post(person: Person, link: unknown, more: Record<string, unknown> = {}) {
  return person.call('POST', '/api/media', { title: 'A recording', link, ...more })
}

async function rowsOf(person: Person) {
  return site.db.select().from(files).where(eq(files.uploaderId, person.id))
}

describe('claiming an upload', () => {
  it('accepts its address, with or without the site’s origin', async () => {
    for (const before of ['', origin, site.services.site.baseUrl]) {
      const url = await uploadFile(site, person, sound())
      expect((await post(person, `${before}${url}`)).body).toMatchObject({ link: url, type: 'AUDIO' })
    }
  })

  it('refuses any other address', async () => {
    const stranger = await site.person()
    const foreign = await uploadFile(site, stranger, sound())
    const unsent = (await askAddress(person)).fileUrl
    const mine = await uploadFile(site, person, sound())
    for (const link of [
      foreign,
      unsent,
      'https://elsewhere.example/a.jpg',
      `https://elsewhere.example${mine}`,
      `${mine}/320.webp`,
      `${mine}?x=1`,
      `/files/../..${mine}`,
      '/files/00000000-0000-7000-8000-000000000000',
      'javascript:alert(1)',
      'data:,hello',
      'data:image/png;base64,@@@@',
      '',
    ]) {
      const { status, body } = await post(person, link)
      expect([link, status, body.issues]).toEqual([link, 400, [{ path: 'link', message: expect.any(String) }]])
    }
    expect((await post(person, mine)).status).toBe(201)
  })

  it('gives a file to only one entry, even if several claim it at the same time', async () => {
    const url = await uploadFile(site, person, sound())
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(person, url)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400])
    expect((await post(person, url)).status).toBe(400)
    const own = await site.db.select().from(entries).where(eq(entries.authorId, person.id))
    expect(own).toHaveLength(1)
  })

  it('leaves nothing claimed if the rest is refused', async () => {
    const url = await uploadFile(site, person, sound())
    expect((await post(person, url, { type: 'IMAGE' })).body.issues).toEqual([
      { path: 'type', message: 'This file is a recording, not a picture.' },
    ])
    expect((await post(person, url, { type: 'audio' })).status).toBe(201)
  })
})

describe('a data URL', () => {
  const dataUrl = (bytes: Buffer, type: string) => `data:${type};base64,${bytes.toString('base64')}`

  it('is stored as a file of the type that its bytes show', async () => {
    const photo = await phonePhoto(300, 200)
    const { status, body } = await post(person, dataUrl(photo, 'image/png'))
    expect([status, body.type, body.contentType, body.size]).toEqual([201, 'IMAGE', 'image/jpeg', photo.length])
    const served = await getFile(site, body.link, person)
    expect(photo.equals(Buffer.from(await served.arrayBuffer()))).toBe(true)
    expect((await post(person, dataUrl(sound(), 'audio/mpeg;codecs=mp3'))).status).toBe(201)
  })

  it.each([
    ['a zip called a picture', dataUrl(zip, 'image/jpeg'), 415],
    ['SVG', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'), 415],
    ['HTML', dataUrl(Buffer.from('<!doctype html>'), 'text/html'), 415],
    ['nothing', dataUrl(Buffer.alloc(0), 'image/png'), 400],
    ['one byte too many', dataUrl(sound(1024 * 1024 + 1), 'audio/mpeg'), 413],
    ['five bytes too many', dataUrl(sound(1024 * 1024 + 5), 'audio/mpeg'), 413],
  ])('of %s is refused', async (_what, link, status) => {
    expect((await post(person, link)).status).toBe(status)
    expect(await rowsOf(person)).toEqual([])
  })
})

describe('releasing files', () => {
  it('a new file replaces the old one, whose bytes are deleted', async () => {
    const old = await uploadFile(site, person, sound(5000))
    const { id } = (await post(person, old)).body
    const next = await uploadFile(site, person, sound(6000))
    const changed = await person.call('PATCH', `/api/media/${id}`, { link: next })
    expect(changed.body).toMatchObject({ link: next, size: 6000, title: 'A recording' })
    expect((await getFile(site, old, person)).status).toBe(404)
    expect((await post(person, old)).status).toBe(400)
    const row = await fileRow(site, old)
    await site.runJobs()
    expect(await site.services.storage.size(row?.storageKey ?? '')).toBeUndefined()
    expect(await fileRow(site, old)).toBeUndefined()
    expect((await person.call('PATCH', `/api/media/${id}`, { link: next, title: 'Same file' })).status).toBe(200)
    expect((await getFile(site, next, person)).status).toBe(200)
  })

  it('a file is deleted with its entry, and so are its small copies', async () => {
    const { id, link } = (await post(person, await uploadFile(site, person, await phonePhoto(400, 300)))).body
    await site.runJobs({ copies: [link] })
    const row = await fileRow(site, link)
    const keys = [row?.storageKey ?? '', ...(row?.variants ?? []).map((variant) => variant.key)]
    expect(keys).toHaveLength(3)
    await person.call('DELETE', `/api/media/${id}`)
    await site.runJobs()
    for (const key of keys) expect(await site.services.storage.size(key)).toBeUndefined()
    expect(await fileRow(site, link)).toBeUndefined()
  })
})
