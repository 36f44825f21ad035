import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
import { buildArticle, buildArtifact, buildEvent, buildPoem } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'
import { getFile } from '#test/samples.ts'

// Groups narrow who sees an entry, and no role stands in for one.

const site = testSite()
let author: Person
let inside: Person
let outside: Person
let keeper: Person
let other: Person
let moderator: Person
let admin: Person
let group: string
let names = 0

const nobody = '00000000-0000-7000-8000-000000000000'
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

beforeAll(async () => {
  author = await site.person({ name: 'Sample Author' })
  inside = await site.person({ name: 'Sample Insider' })
  outside = await site.person({ name: 'Sample Outsider' })
  keeper = await site.person({ roles: ['keeper'] })
  other = await site.person({ roles: ['keeper'] })
  moderator = await site.person({ roles: ['moderator'] })
  admin = await site.person({ roles: ['admin'] })
})

beforeEach(async () => {
  group = await makeGroup(inside)
})

async function makeGroup(...members: Person[]): Promise<string> {
  const { status, body } = await keeper.call('POST', '/api/groups', { name: `Sample group ${++names}` })
  expect(status).toBe(201)
  for (const { id } of members)
    expect((await keeper.call('PUT', `/api/groups/${body.id}/members/${id}`)).status).toBe(200)
  return body.id
}

const status = async (person: { call: Person['call'] }, path: string) => (await person.call('GET', path)).status

describe('groups', () => {
  test('are made, named and read by keepers; a name stands once', async () => {
    const made = await keeper.call('POST', '/api/groups', { name: ' Sample elders ', about: 'Sample text' })
    expect(made.body).toEqual({ id: expect.any(String), name: 'Sample elders', about: 'Sample text' })
    const path = `/api/groups/${made.body.id}`
    expect((await other.call('POST', '/api/groups', { name: 'Sample elders' })).body.code).toBe('name_taken')
    expect((await other.call('PATCH', `/api/groups/${group}`, { name: 'Sample elders' })).body.code).toBe('name_taken')
    expect((await other.call('PATCH', path, { name: 'Sample elders', about: 'Other text' })).body.about).toBe(
      'Other text',
    )
    for (const body of [{ name: '' }, { name: 'x'.repeat(101) }, { name: 'a\nb' }, {}])
      expect((await keeper.call('POST', '/api/groups', body)).status).toBe(400)
    const list = await keeper.call('GET', '/api/groups?limit=1')
    expect(list.body.items).toHaveLength(1)
    const next = await keeper.call('GET', `/api/groups?limit=1&lastKey=${JSON.stringify(list.body.lastKey)}`)
    expect(next.body.items[0].name > list.body.items[0].name).toBe(true)
    const found = await keeper.call('GET', '/api/groups?q=ELDERS')
    expect(found.body.items).toMatchObject([{ name: 'Sample elders', members: 0 }])
    for (const person of [inside, moderator]) {
      expect((await person.call('POST', '/api/groups', { name: 'x' })).status).toBe(403)
      expect((await person.call('GET', '/api/groups')).status).toBe(403)
    }
    expect((await site.call('GET', path)).status).toBe(401)
  })

  test('take members by name or whole email, whom they show to keepers and to each other', async () => {
    const asked = (q: string) => keeper.call('GET', `/api/groups/${group}/candidates?q=${encodeURIComponent(q)}`)
    expect((await asked('sample out')).body.items).toMatchObject([{ id: outside.id, name: 'Sample Outsider' }])
    expect((await asked(outside.email)).body.items).toHaveLength(1)
    expect((await asked(outside.email.slice(0, -1))).body.items).toEqual([])
    expect((await asked('Sample Insider')).body.items).toEqual([])
    expect((await asked('%')).body.items).toEqual([])
    expect(JSON.stringify((await asked('sample')).body)).not.toContain('@')
    const members = `/api/groups/${group}/members`
    expect((await inside.call('GET', members)).body.items).toMatchObject([{ id: inside.id }])
    for (const path of [members, `/api/groups/${group}`]) expect(await status(outside, path)).toBe(404)
    expect((await inside.call('GET', '/api/groups/own')).body.items.map((one: any) => one.id)).toContain(group)
    expect((await outside.call('GET', '/api/groups/own')).body.items).toEqual([])
    expect((await keeper.call('PUT', `${members}/${nobody}`)).status).toBe(400)
    expect((await keeper.call('PUT', `${members}/x`)).status).toBe(404)
    expect((await keeper.call('PUT', `/api/groups/${nobody}/members/${outside.id}`)).status).toBe(404)
    expect((await outside.call('DELETE', `${members}/${inside.id}`)).status).toBe(404)
    expect((await inside.call('DELETE', `${members}/${keeper.id}`)).status).toBe(403)
    expect((await inside.call('DELETE', `${members}/${inside.id}`)).status).toBe(200)
    expect((await keeper.call('DELETE', `${members}/${inside.id}`)).status).toBe(404)
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, group))
    expect(acts.map(({ action }) => action)).toEqual(['group:create', 'group:add-member', 'group:remove-member'])
  })

  test('can’t be deleted while entries are limited to them', async () => {
    const poem = await buildPoem(keeper, { groups: [group] })
    const refused = await keeper.call('DELETE', `/api/groups/${group}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
    await keeper.call('PATCH', `/api/poems/${poem.id}`, { groups: [] })
    expect((await keeper.call('DELETE', `/api/groups/${group}`)).status).toBe(200)
    expect((await keeper.call('GET', `/api/groups/${group}`)).status).toBe(404)
  })

  test('a group goes and an entry comes at the same time: one of them waits, none is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await makeGroup()
      const [removed, posted] = await Promise.all([
        keeper.call('DELETE', `/api/groups/${id}`),
        other.call('POST', '/api/poems', { title: 'Sample poem title', original: 'sample', groups: [id] }),
      ])
      expect([[200, 400].join(), [409, 201].join()]).toContain([removed.status, posted.status].join())
    }
  })

  test('guard from keepers, too: none adds themselves to one that guards the entries of others', async () => {
    await buildPoem(other, { groups: [group] })
    const add = (who: Person, whom: Person) => who.call('PUT', `/api/groups/${group}/members/${whom.id}`)
    for (const person of [keeper, admin]) expect((await add(person, person)).status).toBe(403)
    expect((await add(other, other)).status).toBe(200)
    expect((await add(other, keeper)).status).toBe(200)
    const empty = await makeGroup()
    expect((await keeper.call('PUT', `/api/groups/${empty}/members/${keeper.id}`)).status).toBe(200)
  })
})

describe('an entry limited to a group', () => {
  test('is there for its members and its author; for every role outside it is nothing', async () => {
    const { id, cover } = await buildArticle(author, { coverImage: pixel })
    await site.runJobs()
    const path = `/api/articles/${id}`
    expect((await getFile(site, cover.url)).headers.get('cache-control')).toContain('immutable')
    const limited = await keeper.call('PATCH', path, { groups: [group] })
    expect([limited.status, limited.body.groups]).toEqual([200, [group]])
    for (const person of [site, outside, keeper, other, moderator, admin]) {
      expect(await status(person, path)).toBe(404)
      expect((await person.call('GET', cover.url)).status).toBe(404)
    }
    for (const person of [keeper, moderator, admin])
      for (const [method, body] of [['PATCH', { title: 'x' }], ['DELETE'], ['PATCH', { groups: [] }]] as const)
        expect((await person.call(method, path, body)).status).toBe(404)
    for (const person of [inside, author]) {
      expect(await status(person, path)).toBe(200)
      expect((await getFile(site, cover.url, person)).headers.get('cache-control')).toBe('private, no-cache')
    }
    const etag = (await getFile(site, cover.url, inside)).headers.get('etag') ?? ''
    expect((await keeper.call('DELETE', `/api/groups/${group}/members/${inside.id}`)).status).toBe(200)
    expect(await status(inside, path)).toBe(404)
    expect((await getFile(site, cover.url, inside, { 'if-none-match': etag })).status).toBe(404)
  })

  test('only narrows: members of the group still have to satisfy its visibility', async () => {
    const { id } = await buildArtifact(keeper, { groups: [group], visibility: 'keepers' })
    expect(await status(inside, `/api/artifacts/${id}`)).toBe(404)
    expect(await status(other, `/api/artifacts/${id}`)).toBe(404)
    expect((await keeper.call('PUT', `/api/groups/${group}/members/${other.id}`)).status).toBe(200)
    expect(await status(other, `/api/artifacts/${id}`)).toBe(200)
  })

  test('a hidden one is seen by moderators of the group alone', async () => {
    const { id } = await buildArticle(author)
    const path = `/api/articles/${id}`
    await moderator.call('PATCH', path, { state: 'hidden', reason: 'Sample reason' })
    await keeper.call('PATCH', path, { groups: [group] })
    expect((await author.call('GET', path)).body.groups).toEqual([])
    await moderator.call('PATCH', path, { state: 'published' })
    await keeper.call('PATCH', path, { groups: [group] })
    expect((await keeper.call('PUT', `/api/groups/${group}/members/${moderator.id}`)).status).toBe(200)
    expect((await moderator.call('PATCH', path, { state: 'hidden', reason: 'Sample reason' })).status).toBe(200)
    expect(await status(moderator, path)).toBe(200)
    expect(await status(admin, path)).toBe(404)
    expect(await status(inside, path)).toBe(404)
  })

  test('authors choose groups of their own; what a keeper narrowed they can’t widen', async () => {
    const foreign = await makeGroup(outside)
    const post = (groups: unknown) =>
      inside.call('POST', '/api/poems', { title: 'Sample poem title', original: 'sample', groups })
    for (const groups of [[foreign], [nobody], ['x'], 'x', [group, foreign], Array(11).fill(group)]) {
      const { status, body } = await post(groups)
      expect([status, body.issues?.[0].path.split('.')[0]]).toEqual([400, 'groups'])
    }
    expect((await keeper.call('POST', '/api/poems', { title: 'x', original: 'x', groups: [nobody] })).status).toBe(400)
    const { body: poem } = await post([group, group])
    const path = `/api/poems/${poem.id}`
    expect(poem.groups).toEqual([group])
    expect((await inside.call('PATCH', path, { groups: [foreign] })).status).toBe(400)
    expect((await inside.call('PATCH', path, { groups: [] })).body.groups).toEqual([])
    const second = await makeGroup(inside)
    expect((await keeper.call('PATCH', path, { groups: [group, second] })).status).toBe(200)
    for (const change of [{ groups: [] }, { groups: [group, second, foreign] }])
      expect((await inside.call('PATCH', path, change)).status).toBe(403)
    expect((await inside.call('PATCH', path, { groups: [group], title: 'Other title' })).body.groups).toEqual([group])
    // Of the archive, a keeper of the group opens it again; then it is its author's to decide.
    await keeper.call('PUT', `/api/groups/${group}/members/${other.id}`)
    expect((await other.call('PATCH', path, { groups: [] })).status).toBe(200)
    expect((await inside.call('PATCH', path, { groups: [second] })).status).toBe(200)
    expect((await inside.call('PATCH', path, { groups: [] })).status).toBe(200)
  })

  test('keepers narrow a member’s post, and widen it no more', async () => {
    const { id } = await buildArticle(author)
    const path = `/api/articles/${id}`
    expect((await keeper.call('PATCH', path, { visibility: 'members' })).status).toBe(200)
    expect((await author.call('PATCH', path, { visibility: 'public' })).status).toBe(403)
    await keeper.call('PUT', `/api/groups/${group}/members/${other.id}`)
    expect((await other.call('PATCH', path, { groups: [group] })).status).toBe(200)
    const second = await makeGroup()
    for (const groups of [[], [second], [group, second]])
      expect((await other.call('PATCH', path, { groups })).status).toBe(403)
    expect((await outside.call('PATCH', path, { groups: [] })).status).toBe(404)
  })

  test('news of it reach its group alone, and nobody who has left', async () => {
    await site.hear()
    const open = async (person: Person) => {
      const response = await site.app.request('/api/stream', { headers: { authorization: `Bearer ${person.token}` } })
      return (response.body as ReadableStream<Uint8Array>).getReader()
    }
    const left = await site.person()
    await keeper.call('PUT', `/api/groups/${group}/members/${left.id}`)
    const streams = await Promise.all([inside, outside, keeper, admin, left].map(open))
    for (const stream of streams) await stream.read()
    await keeper.call('DELETE', `/api/groups/${group}/members/${left.id}`)
    await buildPoem(author, { groups: [] })
    await buildArticle(keeper, { groups: [group] })
    await buildEvent(author)
    const heard = await Promise.all(
      streams.map(async (stream) => {
        let text = ''
        while (!text.includes('event')) text += new TextDecoder().decode((await stream.read()).value)
        void stream.cancel()
        return text.match(/^data: .*$/gm)
      }),
    )
    const told = ['data: poem', 'data: event']
    expect(heard).toEqual([
      ['data: poem', 'data: article', 'data: event'],
      told,
      ['data: poem', 'data: event'],
      told,
      told,
    ])
  })

  test('mails about an event go to those for whom it is still meant', async () => {
    const event = await buildEvent(author, { visibility: 'members' })
    const path = `/api/events/${event.id}`
    for (const person of [inside, outside]) {
      const seat = { fullName: 'Sample Person', email: person.email, phone: '+254700000000' }
      expect((await person.call('POST', `${path}/registration`, seat)).status).toBe(201)
    }
    await keeper.call('PATCH', path, { groups: [group] })
    const before = await site.mails()
    await author.call('PATCH', path, { cancelled: true })
    const mails = (await site.mails()).slice(before.length)
    expect(mails.map(({ to }) => to)).toEqual([inside.email])
  })
})

describe('labels and the warning', () => {
  test('keepers set labels, each once and in their order; a guest’s list shows them', async () => {
    const poem = await buildPoem(author)
    const path = `/api/poems/${poem.id}`
    expect([poem.labels, poem.deceased]).toEqual([[], false])
    const set = await keeper.call('PATCH', path, { labels: ['sacred', 'attribution', 'sacred'] })
    expect(set.body.labels).toEqual(['attribution', 'sacred'])
    const list = await site.call('GET', '/api/entries?type=poem&limit=1')
    expect(list.body.items[0]).toMatchObject({ labels: ['attribution', 'sacred'], deceased: false })
    expect((await author.call('PATCH', path, { labels: [] })).status).toBe(403)
    expect((await author.call('PATCH', path, { labels: ['attribution', 'sacred'], title: 'x' })).status).toBe(200)
    for (const labels of [['x'], 'sacred', ['commercial', 'noncommercial']])
      expect((await keeper.call('PATCH', path, { labels })).status).toBe(400)
    for (const person of [outside, moderator])
      expect((await person.call('PATCH', path, { labels: ['sacred'] })).status).toBe(403)
    const own = { title: 'Sample poem title', original: 'sample', labels: ['sacred'] }
    expect((await author.call('POST', '/api/poems', own)).status).toBe(403)
  })

  test('the warning is set by the author and by keepers', async () => {
    const { id } = await buildArticle(author, { deceased: true })
    const path = `/api/articles/${id}`
    expect((await site.call('GET', path)).body.deceased).toBe(true)
    expect((await author.call('PATCH', path, { deceased: false })).body.deceased).toBe(false)
    expect((await keeper.call('PATCH', path, { deceased: true })).body.deceased).toBe(true)
    for (const person of [outside, moderator])
      expect((await person.call('PATCH', path, { deceased: false })).status).toBe(403)
    expect((await keeper.call('PATCH', path, { deceased: 'yes' })).status).toBe(400)
  })
})
