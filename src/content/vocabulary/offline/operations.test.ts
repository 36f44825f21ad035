import { beforeAll, expect, test } from 'vitest'
import { type Person, testSite } from '#test/harness.ts'

const site = testSite()
let keeper: Person
let member: Person
let insider: Person
const word = (english: string, more: object = {}) => ({ marakwet: 'sample', english, ...more })

beforeAll(async () => {
  keeper = await site.person({ roles: ['keeper'] })
  member = await site.person()
  insider = await site.person()
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

test('a guest takes what everybody sees, and nothing else under any name', async () => {
  const { words, total } = await take(site.call, 'public')
  expect(words).toEqual(['for everyone'])
  expect(total).toBe(1)
  expect((await take(site.call, 'own')).words).toEqual([])
})

test('a member takes what they see besides, a group’s words only within it', async () => {
  expect((await take(member.call, 'own')).words).toEqual(['for members'])
  expect((await take(insider.call, 'own')).words).toEqual(['for members', 'for a group'])
  expect((await take(insider.call, 'public')).words).toEqual(['for everyone'])
})

test('a hash stays until what it stands for changes; what is withdrawn is gone from the next one', async () => {
  const { body: made } = await keeper.call('POST', '/api/vocabulary', word('withdrawn soon'))
  const before = await take(site.call, 'public')
  expect(before.words).toContain('withdrawn soon')
  expect((await take(site.call, 'public')).chunks).toEqual(before.chunks)
  await keeper.call('DELETE', `/api/vocabulary/${made.id}`)
  const after = await take(site.call, 'public')
  expect(after.words).not.toContain('withdrawn soon')
  const known = new Set(before.chunks.map(({ hash }) => hash))
  expect(after.chunks.some(({ hash }) => !known.has(hash))).toBe(true)
  expect((await site.call('GET', `/api/entries/still?ids=${made.id}`)).body).toEqual({ ids: [] })
})

test('what a device keeps is asked for by its ids: each is answered to who may read it alone', async () => {
  const { body } = await keeper.call('GET', '/api/vocabulary?q=for&limit=10')
  const ids = body.items.map(({ id }: { id: string }) => id).join()
  expect((await site.call('GET', `/api/entries/still?ids=${ids}`)).body.ids).toHaveLength(1)
  expect((await member.call('GET', `/api/entries/still?ids=${ids}`)).body.ids).toHaveLength(2)
  expect((await insider.call('GET', `/api/entries/still?ids=${ids}`)).body.ids).toHaveLength(3)
  expect((await site.call('GET', '/api/entries/still?ids=nothing')).status).toBe(400)
})
