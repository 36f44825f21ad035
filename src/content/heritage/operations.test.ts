import { describe, expect, test } from 'vitest'
import { buildHeritage } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { getFile, phonePhoto, sound, uploadFile } from '#test/samples.ts'

// Permissions to change it are tested in entry/write/change.test.ts, for all types.

const site = testSite()
const { keeper, other } = cast(site, { other: { roles: ['keeper'] } })

const photoOf = async (person: Person) => uploadFile(site, person, await phonePhoto(64, 48))
const recordingOf = (person: Person) =>
  uploadFile(site, person, sound(), { filename: 'sample.mp3', contentType: 'audio/mpeg' })

test('returns every field; lists leave out the text and its files', async () => {
  const heritage = await buildHeritage(keeper, { summary: 'Sample summary', narrator: 'Sample Narrator', place: ' ' })
  expect(heritage).toMatchObject({
    type: 'heritage',
    section: 'ceremony',
    title: 'Sample ceremony title',
    summary: 'Sample summary',
    body: null,
    cover: null,
    coverFile: null,
    media: [],
    place: null,
    narrator: 'Sample Narrator',
  })
  const { may, ...rest } = heritage
  expect(may).toContain('edit')
  expect((await site.call('GET', `/api/heritage/${heritage.id}`)).body).toEqual(rest)
  const { body: _, media: __, ...listItem } = rest
  expect((await site.call('GET', '/api/heritage?limit=1')).body.items).toEqual([listItem])
})

test.each([
  [{}, ['section', 'title']],
  [{ section: 'nothing', title: 'x' }, ['section']],
  [{ section: 'story', title: 'x', body: 'x'.repeat(1_000_001) }, ['body']],
  [{ section: 'story', title: 'x', cover: '/files/nothing' }, ['cover']],
  [{ section: 'story', title: 'x', media: [{ url: '/files/nothing' }] }, ['media.0.url']],
  [{ section: 'story', title: 'x', state: 'hidden' }, ['state']],
])('refuses %j and names the invalid fields', async (input, fields) => {
  const { status, body } = await keeper.call('POST', '/api/heritage', input)
  expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, fields])
})

test('a section lists its own entries, and its search stays within it', async () => {
  const story = await buildHeritage(keeper, { section: 'story', title: 'Kookaburra' })
  const custom = await buildHeritage(keeper, { section: 'custom', title: 'Kookaburra' })
  const idsOf = async (query: string) =>
    (await site.call('GET', `/api/heritage?${query}`)).body.items.map((item: { id: string }) => item.id)
  expect(await idsOf('section=story')).toEqual([story.id])
  expect(await idsOf('section=custom&q=kooka')).toEqual([custom.id])
  expect(await idsOf('section=&q=kooka')).toEqual([custom.id, story.id])
  expect((await site.call('GET', '/api/heritage?section=nothing')).status).toBe(400)
  await keeper.call('PATCH', `/api/heritage/${story.id}`, { section: 'custom' })
  expect(await idsOf('section=story')).toEqual([])
})

test('hostile HTML is cleaned on every write', async () => {
  const hostile =
    '<p onclick="x()">Sample <b>text</b></p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">a</a><iframe src="/"></iframe><style>*{}</style>'
  const heritage = await buildHeritage(keeper, { body: hostile })
  const clean = '<p>Sample <strong>text</strong></p><a rel="nofollow ugc noopener">a</a>'
  expect(heritage.body).toBe(clean)
  const empty = await keeper.call('PATCH', `/api/heritage/${heritage.id}`, { body: '<script>alert(1)</script>' })
  expect(empty.body.body).toBeNull()
  expect((await keeper.call('PATCH', `/api/heritage/${heritage.id}`, { body: hostile })).body.body).toBe(clean)
})

test('is found by each of its texts, but not by the HTML tags of its body', async () => {
  const fields = { summary: 'dingo', narrator: 'Potoroo', place: 'Echidna', body: '<p>em<strong>u</strong></p>' }
  const media = [{ url: await photoOf(keeper), caption: 'cassowary' }]
  const { id } = await buildHeritage(keeper, { ...fields, media })
  const search = async (q: string) =>
    (await site.call('GET', `/api/heritage?q=${q}`)).body.items.map((item: { id: string }) => item.id)
  for (const q of ['dingo', 'potoroo', 'echidna', 'emu', 'cassow']) expect(await search(q), q).toEqual([id])
  expect(await search('strong')).toEqual([])
  await keeper.call('PATCH', `/api/heritage/${id}`, { summary: '' })
  expect(await search('dingo')).toEqual([])
  expect(await search('emu cassowary')).toEqual([id])
})

describe('its files', () => {
  test('cover, list and pictures in the text, which have their size, belong to it, and are deleted when they are removed', async () => {
    const [cover, inText, listed] = [await photoOf(keeper), await photoOf(keeper), await recordingOf(keeper)]
    const heritage = await buildHeritage(keeper, {
      cover,
      body: `<p>Sample</p><img src="${inText}" alt="Sample">`,
      media: [{ url: listed, caption: 'Sample caption' }],
      visibility: 'keepers',
    })
    expect(heritage).toMatchObject({ cover, coverFile: { url: cover, kind: 'image' } })
    // The size leaves room for the picture before it has loaded.
    expect(heritage.body).toContain(`<img src="${inText}" width="48" height="64" alt="Sample"`)
    expect(heritage.media).toMatchObject([{ url: listed, kind: 'audio', caption: 'Sample caption' }])
    const statuses = async (person?: Person) =>
      Promise.all([cover, inText, listed].map(async (url) => (await getFile(site, url, person)).status))
    expect(await statuses()).toEqual([404, 404, 404])
    expect(await statuses(other)).toEqual([200, 200, 200])
    const path = `/api/heritage/${heritage.id}`
    await site.runJobs({ copies: true })
    await other.call('PATCH', path, { visibility: 'public', title: 'Changed' })
    expect(await statuses()).toEqual([200, 200, 200])
    await other.call('PATCH', path, { body: '<p>No picture</p>' })
    expect(await statuses()).toEqual([200, 404, 200])
    await other.call('PATCH', path, { cover: null })
    expect(await statuses()).toEqual([404, 404, 200])
    expect((await other.call('PATCH', path, { media: [] })).body.media).toEqual([])
    expect(await statuses()).toEqual([404, 404, 404])
  })

  test('must be the member’s own: someone else’s picture is refused in each place', async () => {
    const foreign = await photoOf(other)
    const usedUrl = (await buildHeritage(keeper, { cover: await photoOf(keeper) })).cover
    for (const url of [foreign, usedUrl]) {
      const places = { cover: url, body: `<img src="${url}">`, media: [{ url }] }
      for (const [field, value] of Object.entries(places)) {
        const input = { section: 'story', title: 'x', [field]: value }
        const { status, body } = await keeper.call('POST', '/api/heritage', input)
        expect([status, body.issues[0].path]).toEqual([400, field === 'media' ? 'media.0.url' : field])
      }
    }
    const sounding = { section: 'story', title: 'x', cover: await recordingOf(keeper) }
    expect((await keeper.call('POST', '/api/heritage', sounding)).status).toBe(400)
  })
})
