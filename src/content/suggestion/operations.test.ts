import { expect, test } from 'vitest'
import { parts } from '#content/section/parts.ts'
import { sections } from '#content/section/schema.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'
import { getFile, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { giver, other, keeper, moderator } = cast(site)

async function give(body: Record<string, unknown> = {}) {
  const answer = await giver.call('POST', '/api/suggestions', { section: 'stories', text: 'Sample text', ...body })
  expect(answer.status).toBe(201)
  return answer.body
}

test('every page of the archive has a section', () => {
  expect([...sections].sort()).toEqual(parts.flatMap(({ children }) => children.map(({ name }) => name)).sort())
})

test('a recording reaches only the keepers, with its sender’s name', async () => {
  const fileUrl = await uploadFile(site, giver, sound(), { filename: 'sample.mp3', contentType: 'audio/mpeg' })
  const suggestion = await give({ text: ' ', fileUrl })
  expect(suggestion).toMatchObject({ section: 'stories', text: null, status: 'waiting', note: null })
  const { body } = await keeper.call('GET', '/api/suggestions')
  expect(body.items[0]).toMatchObject({ id: suggestion.id, author: { name: 'Sample Giver' }, file: { kind: 'audio' } })
  for (const [person, status] of [
    [giver, 200],
    [keeper, 200],
    [other, 404],
    [moderator, 404],
  ] as const) {
    expect((await person.call('GET', `/api/suggestions/${suggestion.id}`)).status).toBe(status)
    expect((await getFile(site, suggestion.file.url, person)).status).toBe(status)
  }
  expect((await getFile(site, suggestion.file.url)).status).toBe(404)
  expect((await site.call('GET', `/api/suggestions/${suggestion.id}`)).status).toBe(401)
  expect((await other.call('GET', '/api/suggestions')).status).toBe(403)
  expect(JSON.stringify((await other.call('GET', '/api/entries?limit=100')).body)).not.toContain(suggestion.id)
  expect((await other.call('GET', '/api/counts')).body).toEqual({})
})

test.each([
  [{ section: 'stories' }, ['text']],
  [{ section: 'elsewhere', text: 'x' }, ['section']],
  [{ text: 'x' }, ['section']],
  [{ section: 'stories', text: '  \n' }, ['text']],
  [{ section: 'stories', fileUrl: 'https://elsewhere.test/a.mp3' }, ['fileUrl']],
])('%j is refused, and the field is named', async (input, fields) => {
  const { status, body } = await giver.call('POST', '/api/suggestions', input)
  expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, fields])
})

test('a keeper’s reply reaches the sender', async () => {
  const { id } = await give()
  const path = `/api/suggestions/${id}`
  expect((await giver.call('PATCH', path, { status: 'done' })).status).toBe(403)
  expect((await keeper.call('PATCH', path, { status: 'gone' })).status).toBe(400)
  const changed = await keeper.call('PATCH', path, { status: 'declined', note: 'Sample note' })
  expect(changed.body).toMatchObject({ status: 'declined', note: 'Sample note', handledAt: expect.any(String) })
  const mine = await giver.call('GET', '/api/suggestions/mine')
  expect(mine.body.items[0]).toMatchObject({ id, status: 'declined', note: 'Sample note' })
  expect((await other.call('GET', '/api/suggestions/mine')).body.items).toEqual([])
  const waiting = await keeper.call('GET', '/api/suggestions?status=waiting&limit=100')
  expect(waiting.body.items.map((item: { id: string }) => item.id)).not.toContain(id)
  const back = await keeper.call('PATCH', path, { status: 'waiting' })
  expect(back.body).toMatchObject({ status: 'waiting', note: 'Sample note', handledAt: null })
  expect((await keeper.call('PATCH', '/api/suggestions/nonsense', { status: 'done' })).status).toBe(404)
})

test('of two keepers who reply at the same time, the second is refused and can read the first reply', async () => {
  const { id, updatedAt } = await give()
  const second = await site.person({ roles: ['keeper'] })
  const reply = (by: Person, note: string, seen = updatedAt) =>
    by.call('PATCH', `/api/suggestions/${id}`, { status: 'waiting', note }, { 'if-match': `"${seen}"` })
  const answers = await Promise.all([reply(keeper, 'Sample note one'), reply(second, 'Sample note two')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed')
  const { body: now } = await second.call('GET', `/api/suggestions/${id}`)
  expect(now.note).toBe(answers.find(({ status }) => status === 200)?.body.note)
  expect((await reply(second, 'Sample note three', now.updatedAt)).body.note).toBe('Sample note three')
})

test('the keepers’ list is paged newest first, without gaps or duplicates', async () => {
  for (let i = 0; i < 5; i++) await give({ text: `Sample ${i}` })
  const all = (await keeper.call('GET', '/api/suggestions?limit=100')).body.items
  const first = (await keeper.call('GET', '/api/suggestions?limit=3')).body
  await give()
  const second = (await keeper.call('GET', `/api/suggestions?limit=100&${after(first.lastKey)}`)).body
  expect([...first.items, ...second.items]).toEqual(all)
})
