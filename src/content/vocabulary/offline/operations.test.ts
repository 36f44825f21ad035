import pg, { Client } from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cast, type Person, testSite } from '#test/harness.ts'
import { until } from '#test/until.ts'

const site = testSite()
const { keeper, member, other, author, insider } = cast(site, { insider: {} })
let group: string

const word = (english: string, more: object = {}) => ({ form: 'sample', english, ...more })

beforeAll(async () => {
  group = (await keeper.call('POST', '/api/groups', { name: 'Sample group' })).body.id
  await keeper.call('PUT', `/api/groups/${group}/members/${insider.id}`)
  await keeper.call('POST', '/api/vocabulary', word('for everyone'))
  await keeper.call('POST', '/api/vocabulary', word('for members', { visibility: 'members' }))
  await keeper.call('POST', '/api/vocabulary', word('for a group', { visibility: 'members', groups: [group] }))
})

type Chunk = { first: string; last: string; words: number; hash: string; bytes: number }

async function take(call: Person['call'], part: 'public' | 'own') {
  const { body } = await call('GET', `/api/vocabulary/offline?part=${part}`)
  const chunks: Chunk[] = body.chunks
  const words: string[] = []
  for (const { first, last } of chunks) {
    const answer = await call('GET', `/api/vocabulary/offline/chunk?part=${part}&first=${first}&last=${last}`)
    words.push(...answer.body.words.map((one: string[]) => one[2]))
  }
  return { chunks, words, total: body.words }
}

test('guests can download only public words, whichever part they ask for', async () => {
  const { words, total } = await take(site.call, 'public')
  expect(words).toEqual(['for everyone'])
  expect(total).toBe(1)
  expect((await take(site.call, 'own')).words).toEqual([])
})

test('members can also download words for members, and a group’s words only if they are in it', async () => {
  expect((await take(member.call, 'own')).words).toEqual(['for members'])
  expect((await take(insider.call, 'own')).words).toEqual(['for members', 'for a group'])
  expect((await take(insider.call, 'public')).words).toEqual(['for everyone'])
})

test('a hash stays until its words change; deleted words are missing from the next download', async () => {
  const { body: created } = await keeper.call('POST', '/api/vocabulary', word('withdrawn soon'))
  const before = await take(site.call, 'public')
  expect(before.words).toContain('withdrawn soon')
  expect((await take(site.call, 'public')).chunks).toEqual(before.chunks)
  await keeper.call('DELETE', `/api/vocabulary/${created.id}`)
  const after = await take(site.call, 'public')
  expect(after.words).not.toContain('withdrawn soon')
  const oldHashes = new Set(before.chunks.map(({ hash }) => hash))
  expect(after.chunks.some(({ hash }) => !oldHashes.has(hash))).toBe(true)
  expect((await site.call('GET', `/api/entries/still?ids=${created.id}`)).body).toEqual({ ids: [] })
})

test('simultaneous downloads wait for each other, and hold one connection', async () => {
  const members = [member, insider, ...(await Promise.all([site.person(), site.person()]))]
  const [lock, observer] = await Promise.all([connect(), connect()])
  const waiting = async () => {
    const { rows } = await observer.query(
      `select count(*)::int as count from pg_locks where not granted and relation = 'vocabulary'::regclass`,
    )
    return rows[0].count as number
  }
  await lock.query('begin; lock table vocabulary')
  const downloads = members.flatMap((person) => [
    person.call('GET', '/api/vocabulary/offline?part=own'),
    person.call('GET', '/api/vocabulary/offline/chunk?part=own'),
  ])
  await until(async () => (await waiting()) >= 1, 'a download that reads the words')
  // Downloads that wait for their turn hold no connection that others need.
  expect((await member.call('GET', '/api/auth/profile')).status).toBe(200)
  expect(await waiting()).toBe(1)
  await lock.query('rollback')
  expect((await Promise.all(downloads)).map(({ status }) => status)).toEqual(downloads.map(() => 200))
})

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: site.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('only the ids of stored words that the caller may still read are returned', async () => {
  const { body } = await keeper.call('GET', '/api/vocabulary?q=for&limit=10')
  const ids = body.items.map(({ id }: { id: string }) => id).join()
  expect((await site.call('GET', `/api/entries/still?ids=${ids}`)).body.ids).toHaveLength(1)
  expect((await member.call('GET', `/api/entries/still?ids=${ids}`)).body.ids).toHaveLength(2)
  expect((await insider.call('GET', `/api/entries/still?ids=${ids}`)).body.ids).toHaveLength(3)
  expect((await site.call('GET', '/api/entries/still?ids=nothing')).status).toBe(400)
})

describe('the list of chunks', () => {
  /** Returns how often the words were counted and hashed during `act`. */
  async function listings(act: () => Promise<unknown>): Promise<number> {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    await act()
    const statements = spy.mock.calls.map(([query]) => (query as unknown as { text?: string }).text)
    spy.mockRestore()
    return statements.filter((text) => text?.includes('md5(')).length
  }
  const listBy = async ({ call }: Pick<Person, 'call'>, part = 'own') => {
    const { status, body } = await call('GET', `/api/vocabulary/offline?part=${part}`)
    expect(status).toBe(200)
    return body as { words: number; chunks: Chunk[] }
  }

  test('is made once for everyone who sees the same words, until content changes', async () => {
    const add = () => keeper.call('POST', '/api/vocabulary', word('of the keeper', { visibility: 'members' }))
    await add()
    const requests = Array.from({ length: 20 }, (_, at) => (at % 2 ? member : other))
    expect(await listings(() => Promise.all(requests.map((person) => listBy(person))))).toBe(1)
    expect(await listings(() => Promise.all([site, member, keeper].map((one) => listBy(one, 'public'))))).toBe(1)
    const before = await listBy(member)
    await add()
    expect(await listings(() => listBy(member))).toBe(1)
    expect((await listBy(other)).words).toBe(before.words + 1)
  })

  test('has a changed word at the next download, and no word that was withdrawn', async () => {
    const { body } = await keeper.call('POST', '/api/vocabulary', word('before', { visibility: 'members' }))
    const path = `/api/vocabulary/${body.id}`
    const lists = [await listBy(member)]
    for (const change of [{ english: 'after' }, { visibility: 'keepers' }, { visibility: 'public' }]) {
      expect((await keeper.call('PATCH', path, change)).status).toBe(200)
      lists.push(await listBy(member))
    }
    const [before, changed, forKeepers, forEveryone] = lists.map(({ words }) => words)
    expect(lists[1]?.chunks).not.toEqual(lists[0]?.chunks)
    expect([changed, forKeepers, forEveryone]).toEqual([before, Number(before) - 1, Number(before) - 1])
    expect((await take(site.call, 'public')).words).toContain('after')
  })

  test('is never another reader’s: each sees the same words as in the chunks', async () => {
    await keeper.call('POST', '/api/vocabulary', word('for keepers', { visibility: 'keepers' }))
    // The author and a member of the group see words that others of their audience don't.
    await author.call('POST', '/api/vocabulary', word('by the author', { visibility: 'members' }))
    const { body } = await author.call('POST', '/api/vocabulary', word('narrowed', { visibility: 'members' }))
    await keeper.call('PATCH', `/api/vocabulary/${body.id}`, { visibility: 'keepers' })
    const rare = ['for a group', 'for keepers', 'narrowed']
    const seen = new Map([
      [keeper, ['for keepers', 'narrowed', 'for a group']],
      [member, []],
      [author, ['narrowed']],
      [insider, ['for a group']],
      [other, []],
      [site, []],
    ] as [Pick<Person, 'call'>, string[]][])
    for (const [person, expected] of seen) {
      const { words, total } = await take(person.call, 'own')
      expect(words.filter((one) => rare.includes(one)).sort()).toEqual([...expected].sort())
      expect(total).toBe(words.length)
    }
    const { body: second } = await keeper.call('POST', '/api/groups', { name: 'Second sample group' })
    await keeper.call('PUT', `/api/groups/${second.id}/members/${insider.id}`)
    await keeper.call('POST', '/api/vocabulary', word('second', { visibility: 'members', groups: [second.id] }))
    const before = await listBy(insider)
    expect((await keeper.call('DELETE', `/api/groups/${group}/members/${insider.id}`)).status).toBe(200)
    expect((await listBy(insider)).words).toBe(before.words - 1)
    await keeper.call('DELETE', `/api/groups/${second.id}/members/${insider.id}`)
    expect(await listBy(insider)).toEqual(await listBy(member))
  })
})
