import { Client } from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { cast, type Person, testSite } from '#test/harness.ts'
import { until } from '#test/until.ts'

const site = testSite()
const { keeper, member, insider } = cast(site, { insider: {} })

const word = (english: string, more: object = {}) => ({ form: 'sample', english, ...more })

beforeAll(async () => {
  const { body: group } = await keeper.call('POST', '/api/groups', { name: 'Sample group' })
  await keeper.call('PUT', `/api/groups/${group.id}/members/${insider.id}`)
  await keeper.call('POST', '/api/vocabulary', word('for everyone'))
  await keeper.call('POST', '/api/vocabulary', word('for members', { visibility: 'members' }))
  await keeper.call('POST', '/api/vocabulary', word('for a group', { visibility: 'members', groups: [group.id] }))
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
