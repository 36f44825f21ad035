import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, testSite } from '#test/harness.ts'
import { phonePhoto, sound, uploadFile, video } from '#test/samples.ts'

const site = testSite()
let person: Person
let reader: Person

beforeAll(async () => {
  person = await site.person({ name: 'Test Uploader' })
  reader = await site.person()
})

async function post(bytes: Buffer, more: Record<string, unknown> = {}, declared = 'image/jpeg') {
  const link = await uploadFile(site, person, bytes, { contentType: declared })
  return person.call('POST', '/api/media', { title: 'Untitled', link, ...more })
}

describe('posting', () => {
  it('answers every name that the specification gives', async () => {
    const photo = await phonePhoto(30, 20)
    const { status, body } = await post(photo, {
      title: '  River  ',
      type: 'image',
      description: 'By the river',
      tags: ['a', ' a', '', 'b'],
    })
    expect(status).toBe(201)
    const author = { id: person.id, name: 'Test Uploader', avatar: null }
    expect(body).toEqual({
      id: expect.any(String),
      type: 'IMAGE',
      title: 'River',
      description: 'By the river',
      tags: ['a', 'b'],
      link: expect.stringMatching(/^\/files\/[0-9a-f-]{36}$/),
      url: body.link,
      contentType: 'image/jpeg',
      size: photo.length,
      width: 20,
      height: 30,
      duration: null,
      variants: [],
      state: 'published',
      visibility: 'members',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
      uploadedAt: body.createdAt,
      author,
      uploader: author,
    })
  })

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ description: 'x'.repeat(5001) }, 'description'],
    [{ link: undefined }, 'link'],
    [{ type: 'AUDIO' }, 'type'],
    [{ type: 'PDF' }, 'type'],
    [{ visibility: 'keepers' }, 'visibility'],
    [{ state: 'hidden' }, 'state'],
  ])('refuses %j', async (more, path) => {
    const { status, body } = await post(await phonePhoto(10, 10), more)
    expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  })

  it('is for members', async () => {
    expect((await site.call('POST', '/api/media', { title: 'a', link: '/files/x' })).status).toBe(401)
  })

  it('answers the names of the specification', async () => {
    const link = await uploadFile(site, person, sound(), { contentType: 'audio/mpeg' })
    const made = await person.call('POST', '/content?operation=uploadMedia', { title: 'Song', link, type: 'AUDIO' })
    expect(made.status).toBe(201)
    const list = await person.call('GET', '/content?operation=getMedia&limit=1')
    expect(list.body.data[0].id).toBe(made.body.id)
    expect(list.body).toHaveProperty('lastEvaluatedKey')
    expect((await person.call('GET', `/content?operation=getMediaById&id=${made.body.id}`)).body.title).toBe('Song')
  })
})

describe('listing', () => {
  it('pages from new to old without gap or repeat, by type and words, for whom it is meant', async () => {
    const made: string[] = []
    for (const [at, bytes] of [sound(), video(), sound(), video(), sound()].entries())
      made.push((await post(bytes, { title: `Kept ${at}`, tags: ['archive'], description: 'Wĩmbo' })).body.id)
    const open = (await post(sound(), { title: 'Kept for all', visibility: 'public', tags: ['archive'] })).body.id
    const draft = (await post(sound(), { title: 'Kept for later', state: 'draft', tags: ['archive'] })).body.id
    const list = async (who: { call: Person['call'] }, query: string) =>
      (await who.call('GET', `/api/media?q=archive&${query}`)).body
    const ids = (page: { items: { id: string }[] }) => page.items.map((item) => item.id)
    const newest = [open, ...made.toReversed()]
    expect(ids(await list(reader, 'limit=100'))).toEqual(newest)
    expect(ids(await list(site, 'limit=100'))).toEqual([open])
    const walked: string[] = []
    let lastKey: unknown = null
    do {
      const page = await list(reader, `limit=4&lastKey=${encodeURIComponent(JSON.stringify(lastKey))}`)
      walked.push(...ids(page))
      lastKey = page.lastKey
    } while (lastKey)
    expect(walked).toEqual(newest)
    expect(ids(await list(reader, 'type=video'))).toEqual([made[3], made[1]])
    expect(ids(await list(reader, 'type=VIDEO'))).toEqual([made[3], made[1]])
    expect(ids(await list(reader, 'type='))).toHaveLength(6)
    expect((await reader.call('GET', '/api/media?type=text')).status).toBe(400)
    expect(ids((await reader.call('GET', '/api/media?q=wimbo')).body)).toHaveLength(5)
    expect((await reader.call('GET', `/api/media/${draft}`)).status).toBe(404)
    expect((await person.call('GET', `/api/media/${draft}`)).status).toBe(200)
  })
})

describe('changing', () => {
  it('is for its author', async () => {
    const { id } = (await post(sound(), { title: 'Before' })).body
    expect((await reader.call('PATCH', `/api/media/${id}`, { title: 'Mine' })).status).toBe(403)
    expect((await reader.call('DELETE', `/api/media/${id}`)).status).toBe(403)
    expect((await site.call('GET', `/api/media/${id}`)).status).toBe(404)
    const changed = await person.call('PATCH', `/api/media/${id}`, { title: 'After', tags: ['x'] })
    expect(changed.body).toMatchObject({ title: 'After', tags: ['x'], description: '' })
    expect((await person.call('PATCH', `/api/media/${id}`, { type: 'image' })).status).toBe(400)
    expect((await person.call('DELETE', `/api/media/${id}`)).body).toEqual({ id })
    expect((await person.call('GET', `/api/media/${id}`)).status).toBe(404)
  })

  it('by an admin keeps the file', async () => {
    const admin = await site.person({ roles: ['admin'] })
    const { id, link } = (await post(sound(), { title: 'Of a member' })).body
    expect((await admin.call('PATCH', `/api/media/${id}`, { title: 'Mended' })).body).toMatchObject({
      title: 'Mended',
      link,
    })
  })
})
