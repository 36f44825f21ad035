import { describe, expect, test } from 'vitest'
import { buildArtifact } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { getFile, phonePhoto, sound, uploadFile } from '#test/samples.ts'

// Permissions to change it are tested in entry/write/change.test.ts, for all types.

const site = testSite()
const { keeper, other, member } = cast(site, { other: { roles: ['keeper'] } })

const photoOf = async (person: Person) => uploadFile(site, person, await phonePhoto(64, 48))

test('returns every field, with null for empty texts', async () => {
  const artifact = await buildArtifact(keeper, {
    localName: ' sample local name ',
    materials: ['one', 'two'],
    use: '  ',
  })
  expect(artifact).toMatchObject({
    type: 'artifact',
    name: 'Sample artifact name',
    title: 'Sample artifact name',
    localName: 'sample local name',
    description: null,
    materials: ['one', 'two'],
    use: null,
    maker: null,
    period: null,
    dimensions: null,
    heldAt: null,
    images: [],
    author: { id: keeper.id, name: 'Sample Keeper' },
  })
  const { may, ...rest } = artifact
  expect(may).toContain('edit')
  expect((await site.call('GET', `/api/artifacts/${artifact.id}`)).body).toEqual(rest)
  const { body } = await keeper.call('PATCH', `/api/artifacts/${artifact.id}`, {
    name: 'Another sample',
    heldAt: 'Sample',
  })
  expect(body).toMatchObject({
    name: 'Another sample',
    title: 'Another sample',
    heldAt: 'Sample',
    materials: ['one', 'two'],
  })
})

test.each([
  [{}, ['name']],
  [{ name: ' ' }, ['name']],
  [{ name: 'two\nlines' }, ['name']],
  [{ name: 'x', description: 'x'.repeat(10_001) }, ['description']],
  [{ name: 'x', materials: 'wood' }, ['materials']],
  [{ name: 'x', materials: [''] }, ['materials.0']],
  [{ name: 'x', images: [{ url: '/files/nothing' }] }, ['images.0.url']],
  [{ name: 'x', images: [{ alt: 'no address' }] }, ['images.0.url']],
  [{ name: 'x', images: Array(31).fill({ url: 'x' }) }, ['images']],
  [{ name: 'x', state: 'hidden' }, ['state']],
])('refuses %j and names the invalid fields', async (input, fields) => {
  const { status, body } = await keeper.call('POST', '/api/artifacts', input)
  expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, fields])
})

test('is found by its local name, materials, place and alternative texts', async () => {
  const images = [{ url: await photoOf(keeper), alt: 'bandicoot' }]
  const { id } = await buildArtifact(keeper, { localName: 'quokka', materials: ['numbat'], heldAt: 'wallaby', images })
  for (const q of ['quokka', 'numbat', 'wallaby sample', 'bandic']) {
    const { body } = await site.call('GET', `/api/artifacts?q=${q}`)
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([id])
  }
})

describe('its pictures', () => {
  test('keep their order and texts, have small copies, and are deleted when they leave the list', async () => {
    const [first, second, third] = [await photoOf(keeper), await photoOf(keeper), await photoOf(keeper)]
    const artifact = await buildArtifact(keeper, {
      images: [
        { url: first, alt: 'Sample front' },
        { url: second, alt: '' },
      ],
    })
    expect(artifact.images.map(({ url, alt, kind, role }: any) => [url, alt, kind, role])).toEqual([
      [first, 'Sample front', 'image', null],
      [second, '', 'image', null],
    ])
    await site.runJobs({ copies: true })
    const path = `/api/artifacts/${artifact.id}`
    const [seen] = (await site.call('GET', '/api/artifacts?limit=1')).body.items
    expect(seen.images[0].variants.length).toBeGreaterThan(0)
    const changed = await keeper.call('PATCH', path, { images: [{ url: third, alt: 'New' }, artifact.images[0]] })
    expect(changed.body.images.map(({ url, alt }: any) => [url, alt])).toEqual([
      [third, 'New'],
      [first, 'Sample front'],
    ])
    expect((await getFile(site, second)).status).toBe(404)
    expect((await getFile(site, first)).status).toBe(200)
    const patched = await keeper.call('PATCH', path, { use: 'Sample use' })
    expect(patched.body.images).toHaveLength(2)
    expect((await keeper.call('PATCH', path, { images: [] })).body.images).toEqual([])
    expect((await getFile(site, first)).status).toBe(404)
  })

  test('the first one is the entry’s cover in mixed lists', async () => {
    const url = await photoOf(keeper)
    const { id } = await buildArtifact(keeper, { images: [{ url, alt: 'Sample' }] })
    const before = await site.db.execute<{ cover_id: string }>(`select cover_id from entries where id = '${id}'`)
    expect(`/files/${before.rows[0]?.cover_id}`).toBe(url)
    await keeper.call('PATCH', `/api/artifacts/${id}`, { images: [] })
    const after = await site.db.execute<{ cover_id: string }>(`select cover_id from entries where id = '${id}'`)
    expect(after.rows[0]?.cover_id).toBeNull()
  })

  test('are visible only to people who may see the artifact now', async () => {
    const url = await photoOf(keeper)
    const { id } = await buildArtifact(keeper, { images: [{ url, alt: '' }], visibility: 'members' })
    await site.runJobs({ copies: true })
    expect((await getFile(site, url)).status).toBe(404)
    expect((await getFile(site, url, member)).status).toBe(200)
    await other.call('PATCH', `/api/artifacts/${id}`, { visibility: 'keepers' })
    expect((await getFile(site, url, member)).status).toBe(404)
    expect((await getFile(site, url, other)).status).toBe(200)
    await other.call('DELETE', `/api/artifacts/${id}`)
    expect((await getFile(site, url, other)).status).toBe(404)
  })

  test('must be the member’s own and belong to no other entry', async () => {
    const images = (url: string) => ({ name: 'x', images: [{ url, alt: '' }] })
    const foreign = await photoOf(other)
    const recording = await uploadFile(site, keeper, sound(), { filename: 'a.mp3', contentType: 'audio/mpeg' })
    const usedUrl = (await buildArtifact(keeper, { images: [{ url: await photoOf(keeper), alt: '' }] })).images[0].url
    for (const url of [foreign, recording, usedUrl, 'https://example.org/a.png']) {
      const { status, body } = await keeper.call('POST', '/api/artifacts', images(url))
      expect([status, body.issues[0].path], url).toEqual([400, 'images.0.url'])
    }
    const { id } = await buildArtifact(keeper)
    expect((await keeper.call('PATCH', `/api/artifacts/${id}`, images(foreign))).status).toBe(400)
    expect((await other.call('POST', '/api/artifacts', images(foreign))).status).toBe(201)
  })

  test('a picture listed twice is stored as one file', async () => {
    const url = await photoOf(keeper)
    const { images } = await buildArtifact(keeper, { images: [{ url }, { url, alt: 'again' }] })
    expect(images.map((image: any) => [image.url, image.alt])).toEqual([
      [url, ''],
      [url, 'again'],
    ])
  })
})
