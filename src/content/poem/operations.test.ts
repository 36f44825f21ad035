import { describe, expect, test } from 'vitest'
import { buildPoem } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'
import { getFile, pixel, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { author, other } = cast(site)

const recordingOf = (person: Person) =>
  uploadFile(site, person, sound(), { filename: 'sample.mp3', contentType: 'audio/mpeg' })

async function idsFor(caller: Person['call'], query = ''): Promise<string[]> {
  const { body } = await caller('GET', `/api/poems?limit=100${query}`)
  return body.items.map((item: { id: string }) => item.id)
}

test('returns every field with its line breaks, and null for empty ones', async () => {
  const poem = await buildPoem(author, { translation: ' sample translation ', poet: '  ' })
  expect(poem).toMatchObject({
    type: 'poem',
    title: 'Sample poem title',
    original: 'sample line one\nsample line two',
    translation: 'sample translation',
    poet: null,
    recording: null,
    visibility: 'public',
    author: { id: author.id, name: 'Sample Author' },
  })
  const { may, ...rest } = poem
  expect(may).toContain('edit')
  expect((await site.call('GET', `/api/poems/${poem.id}`)).body).toEqual(rest)
})

test.each([
  [{}, ['title', 'original']],
  [{ title: ' ', original: ' \n ' }, ['title', 'original']],
  [{ title: 'x', original: 'x'.repeat(20_001) }, ['original']],
  [{ title: 'x', original: 'x', translation: 7 }, ['translation']],
  [{ title: 'x', original: 'x', recording: '/files/nothing' }, ['recording']],
  [{ title: 'x', original: 'x', state: 'hidden' }, ['state']],
])('refuses %j and names the invalid fields', async (input, fields) => {
  const { status, body } = await author.call('POST', '/api/poems', input)
  expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, fields])
})

test('the older addresses return the same data', async () => {
  const created = await author.call('POST', '/content?operation=createPoem', { title: 'Sample', original: 'sample' })
  expect(created.status).toBe(201)
  const one = await author.call('GET', `/content?operation=getPoemById&id=${created.body.id}`)
  expect(one.body).toEqual(created.body)
  const { body } = await site.call('GET', '/content?operation=getPoems&limit=1')
  expect([body.data[0].id, body.lastEvaluatedKey]).toEqual([created.body.id, body.lastKey])
})

describe('a recording', () => {
  test('belongs to the poem, is audible to everyone who can see the poem, and is deleted when it is removed', async () => {
    const poem = await buildPoem(author, { recording: await recordingOf(author), visibility: 'members' })
    expect(poem.recording).toMatchObject({ kind: 'audio', contentType: 'audio/mpeg' })
    const { url } = poem.recording
    expect((await getFile(site, url)).status).toBe(404)
    expect((await getFile(site, url, other)).status).toBe(200)
    const changed = await author.call('PATCH', `/api/poems/${poem.id}`, { recording: null })
    expect(changed.body.recording).toBeNull()
    expect((await getFile(site, url, other)).status).toBe(404)
  })

  test('stays when another field changes, and must be the member’s own recording', async () => {
    const poem = await buildPoem(author, { recording: await recordingOf(author) })
    const changed = await author.call('PATCH', `/api/poems/${poem.id}`, { poet: 'Sample Poet' })
    expect(changed.body).toMatchObject({ poet: 'Sample Poet', recording: poem.recording, title: poem.title })
    const body = { title: 'x', original: 'x', recording: await recordingOf(other) }
    expect((await author.call('POST', '/api/poems', body)).status).toBe(400)
    expect((await author.call('POST', '/api/poems', { ...body, recording: pixel })).status).toBe(400)
  })
})

test('is found by its current lines, translation and poet', async () => {
  const { id } = await buildPoem(author, { original: 'zebrafinch', translation: 'wombat', poet: 'Numbat' })
  for (const q of ['ZEBRAF', 'wombat', 'numbat sample']) expect(await idsFor(site.call, `&q=${q}`)).toEqual([id])
  await author.call('PATCH', `/api/poems/${id}`, { translation: null })
  expect(await idsFor(site.call, '&q=wombat')).toEqual([])
})

test('is listed for everyone it is meant for, newest first, page by page', async () => {
  const hidden = await buildPoem(author, { visibility: 'members' })
  const draft = await buildPoem(author, { state: 'draft' })
  expect(await idsFor(site.call)).not.toContain(hidden.id)
  expect((await idsFor(other.call))[0]).toBe(hidden.id)
  expect(await idsFor(author.call)).not.toContain(draft.id)
  const first = await other.call('GET', '/api/poems?limit=2')
  await buildPoem(author)
  const second = await other.call('GET', `/api/poems?limit=100&${after(first.body.lastKey)}`)
  const seen = [...first.body.items, ...second.body.items].map((item: { id: string }) => item.id)
  expect(seen).toEqual((await idsFor(other.call)).slice(1))
})
