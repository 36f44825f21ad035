import { describe, expect, it } from 'vitest'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { phonePhoto, sound, uploadFile, video } from '#test/samples.ts'

const site = testSite()
const { person, reader } = cast(site, { person: { name: 'Test Uploader' } })

async function post(bytes: Buffer, more: Record<string, unknown> = {}, declared = 'image/jpeg') {
  const link = await uploadFile(site, person, bytes, { contentType: declared })
  return person.call('POST', '/api/media', { title: 'Untitled', link, ...more })
}

describe('posting', () => {
  it('returns every field under all its names', async () => {
    const photo = await phonePhoto(30, 20)
    const { status, body } = await post(photo, {
      title: '  River  ',
      type: 'image',
      description: 'By the river',
      tags: ['a', ' a', 'A', '', 'b'],
    })
    expect(status).toBe(201)
    const author = { id: person.id, name: 'Test Uploader', avatar: null, page: true }
    expect(body).toEqual({
      id: expect.any(String),
      groups: [],
      labels: [],
      allowComments: true,
      deceased: false,
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
      peaks: null,
      variants: [],
      processing: null,
      transcript: '',
      translation: '',
      language: '',
      speakers: [],
      recordedAt: null,
      place: '',
      point: null,
      state: 'published',
      visibility: 'members',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
      uploadedAt: body.createdAt,
      author,
      uploader: author,
      may: ['edit', 'publish', 'delete', 'narrow', 'widen', 'mark', 'link', 'consent', 'locate', 'download'],
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

  it('is refused to guests', async () => {
    expect((await site.call('POST', '/api/media', { title: 'a', link: '/files/x' })).status).toBe(401)
  })

  it('works at its older addresses', async () => {
    const link = await uploadFile(site, person, sound(), { contentType: 'audio/mpeg' })
    const created = await person.call('POST', '/content?operation=uploadMedia', { title: 'Song', link, type: 'AUDIO' })
    expect(created.status).toBe(201)
    const list = await person.call('GET', '/content?operation=getMedia&limit=1')
    expect(list.body.data[0].id).toBe(created.body.id)
    expect(list.body).toHaveProperty('lastEvaluatedKey')
    expect((await person.call('GET', `/content?operation=getMediaById&id=${created.body.id}`)).body.title).toBe('Song')
  })
})

describe('listing', () => {
  it('is paged from new to old, filtered by type and words of the title, and shows people only what is meant for them', async () => {
    const createdIds: string[] = []
    for (const [at, bytes] of [sound(), video(), sound(), video(), sound()].entries())
      createdIds.push((await post(bytes, { title: `Kept ${at}`, tags: ['archive'], description: 'Wĩmbo' })).body.id)
    const open = (await post(sound(), { title: 'Kept for all', visibility: 'public', tags: ['archive'] })).body.id
    const draft = (await post(sound(), { title: 'Kept for later', state: 'draft', tags: ['archive'] })).body.id
    const list = async (who: { call: Person['call'] }, query: string) =>
      (await who.call('GET', `/api/media?q=kept&${query}`)).body
    const ids = (page: { items: { id: string }[] }) => page.items.map((item) => item.id)
    const newest = [open, ...createdIds.toReversed()]
    expect(ids(await list(reader, 'limit=100&lastKey=null'))).toEqual(newest)
    expect(ids(await list(site, 'limit=100'))).toEqual([open])
    expect(ids({ items: await everyPage(reader, '/api/media?q=kept&limit=4') })).toEqual(newest)
    expect(ids(await list(reader, 'type=video'))).toEqual([createdIds[3], createdIds[1]])
    expect(ids(await list(reader, 'type=VIDEO'))).toEqual([createdIds[3], createdIds[1]])
    expect(ids(await list(reader, 'type='))).toHaveLength(6)
    expect((await reader.call('GET', '/api/media?type=text')).status).toBe(400)
    expect(ids((await reader.call('GET', '/api/explore?q=wimbo')).body)).toHaveLength(5)
    for (const other of ['wimbo', 'archive'])
      expect(ids((await reader.call('GET', `/api/media?q=${other}`)).body)).toEqual([])
    expect((await reader.call('GET', `/api/media/${draft}`)).status).toBe(404)
    expect((await person.call('GET', `/api/media/${draft}`)).status).toBe(200)
  })
})

describe('changing', () => {
  it('a post leaves its other fields and its type as they were', async () => {
    const { id } = (await post(sound(), { title: 'Before' })).body
    expect((await site.call('GET', `/api/media/${id}`)).status).toBe(404)
    const changed = await person.call('PATCH', `/api/media/${id}`, { title: 'After', tags: ['x'] })
    expect(changed.body).toMatchObject({ title: 'After', tags: ['x'], description: '' })
    expect((await person.call('PATCH', `/api/media/${id}`, { type: 'image' })).status).toBe(400)
  })

  it('keeps the file if an admin does it', async () => {
    const admin = await site.person({ roles: ['admin'] })
    const { id, link } = (await post(sound(), { title: 'Of a member' })).body
    expect((await admin.call('PATCH', `/api/media/${id}`, { title: 'Mended' })).body).toMatchObject({
      title: 'Mended',
      link,
    })
  })
})

describe('details of a recording', () => {
  const details = {
    transcript: 'Sample line one.\nSample line two.',
    translation: 'Sample translation.',
    language: 'Sample language',
    speakers: ['First Speaker', 'Second Speaker'],
    recordedAt: '2001-02-03',
    place: 'Sample place',
  }

  it('are stored, searchable and editable, with dates in Nairobi time', async () => {
    const { status, body } = await post(sound(), { title: 'With words', ...details })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...details, recordedAt: '2001-02-02T21:00:00.000Z' })
    const countResults = async (q: string) => (await reader.call('GET', `/api/explore?q=${q}`)).body.items.length
    expect(await Promise.all(['translation', 'speaker', 'two'].map(countResults))).toEqual([1, 1, 1])
    const change = { recordedAt: '2001-02-03T10:00:00+01:00', speakers: [], transcript: 'Other sentence' }
    const changed = (await person.call('PATCH', `/api/media/${body.id}`, change)).body
    expect(changed).toMatchObject({ ...details, ...change, recordedAt: '2001-02-03T09:00:00.000Z' })
    expect(await Promise.all(['two', 'sentence', 'place'].map(countResults))).toEqual([0, 1, 1])
    expect((await person.call('PATCH', `/api/media/${body.id}`, { recordedAt: null })).body.recordedAt).toBeNull()
    await person.call('DELETE', `/api/media/${body.id}`)
  })

  it.each([
    [{ recordedAt: 'yesterday' }, 'recordedAt'],
    [{ recordedAt: '2001-02-30' }, 'recordedAt'],
    [{ speakers: [''] }, 'speakers.0'],
    [{ speakers: 'One' }, 'speakers'],
    [{ transcript: 'x'.repeat(50_001) }, 'transcript'],
  ])('refuses %.60j', async (more, path) => {
    const { status, body } = await post(sound(), more)
    expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  })
})

describe('transcripts', () => {
  const words = { language: 'Sample language', text: 'Sample words', translation: '' }

  it('can be added by members who may see the recording, and are listed with their authors, oldest first', async () => {
    const { id } = (await post(sound(), { title: 'To be written down' })).body
    const path = `/api/media/${id}/transcripts`
    const added = await reader.call('POST', path, words)
    expect([added.status, added.body]).toEqual([
      201,
      {
        ...words,
        id: expect.any(String),
        createdAt: expect.any(String),
        author: expect.objectContaining({ id: reader.id }),
        may: ['delete'],
      },
    ])
    await person.call('POST', path, { translation: 'Sample translation' })
    const { body } = await reader.call('GET', path)
    expect(body.items.map((one: { author: { id: string } }) => one.author.id)).toEqual([reader.id, person.id])
    const empty = await reader.call('POST', path, { language: 'Sample language', text: '  ' })
    expect([empty.status, empty.body.issues[0].path]).toEqual([400, 'text'])
    expect((await site.call('POST', path, words)).status).toBe(401)
    expect((await site.call('GET', path)).status).toBe(404)
    await person.call('PATCH', `/api/media/${id}`, { visibility: 'public' })
    expect((await site.call('GET', path)).body.items).toHaveLength(2)
    await person.call('PATCH', `/api/media/${id}`, { state: 'draft' })
    expect((await reader.call('GET', path)).status).toBe(404)
    expect((await reader.call('POST', path, words)).status).toBe(404)
  })

  it('can be deleted by their writer, the author of the recording and keepers', async () => {
    const { id } = (await post(sound(), { title: 'Written down often' })).body
    const other = (await post(sound(), { title: 'Another' })).body
    const keeper = await site.person({ roles: ['keeper'] })
    const stranger = await site.person()
    const path = `/api/media/${id}/transcripts`
    for (const remover of [reader, person, keeper]) {
      const written = (await reader.call('POST', path, words)).body
      expect((await stranger.call('DELETE', `${path}/${written.id}`)).status).toBe(403)
      expect((await remover.call('DELETE', `/api/media/${other.id}/transcripts/${written.id}`)).status).toBe(404)
      expect((await remover.call('DELETE', `${path}/${written.id}`)).body).toEqual({ id: written.id })
    }
    expect((await reader.call('GET', path)).body.items).toEqual([])
    expect((await reader.call('DELETE', `${path}/${crypto.randomUUID()}`)).status).toBe(404)
  })

  it('are deleted with their writer’s account, or stay without a name if the writer chooses that', async () => {
    const { id } = (await post(sound(), { title: 'Of somebody who left' })).body
    for (const entries of ['keep', 'delete']) {
      const leaving = await site.person()
      await leaving.call('POST', `/api/media/${id}/transcripts`, words)
      const left = await leaving.call('DELETE', '/api/auth/account', { password: 'test password', entries })
      expect(left.status).toBe(200)
    }
    const { items } = (await reader.call('GET', `/api/media/${id}/transcripts`)).body
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ ...words, author: null })
    expect((await person.call('DELETE', `/api/media/${id}`)).status).toBe(200)
  })
})
