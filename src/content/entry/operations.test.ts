import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { buildArticle, buildWord } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'

const site = testSite()
const { author, other, keeper } = cast(site)

const word = async (visibility: string, english: string): Promise<string> =>
  (await buildWord(keeper, { form: 'samplex', english, visibility })).id

/** Returns every id of the list, read page by page. */
const listAll = async (query: string, by: Pick<Person, 'call'> = site, limit = 3): Promise<string[]> =>
  (await everyPage(by, `/api/entries?limit=${limit}&${query}`)).map(({ id }) => id)

describe('the list of entries', () => {
  test('mixes types, newest first, with the common fields only', async () => {
    const first = await buildArticle(author, { title: 'Mixedone' })
    const second = await word('public', 'mixedone')
    const { body } = await site.call('GET', '/api/entries?q=mixedone')
    expect(body.items.map((item: { id: string; type: string }) => [item.id, item.type])).toEqual([
      [second, 'vocabulary'],
      [first.id, 'article'],
    ])
    expect(body.lastKey).toBeNull()
    expect(Object.keys(body.items[1]).sort()).toEqual(
      [
        'allowComments',
        'author',
        'createdAt',
        'deceased',
        'groups',
        'id',
        'labels',
        'point',
        'publishedAt',
        'state',
        'title',
        'type',
        'updatedAt',
        'visibility',
      ].sort(),
    )
    expect(body.items[1]).toMatchObject({ title: 'Mixedone', author: { id: author.id, name: 'Sample Author' } })
  })

  test('can be limited to a type; an unknown type has no entries', async () => {
    const article = await buildArticle(author, { title: 'Narrowed' })
    const id = await word('public', 'narrowed')
    expect(await listAll('q=narrowed&type=article')).toEqual([article.id])
    expect(await listAll('q=narrowed&type=vocabulary')).toEqual([id])
    expect(await listAll('q=narrowed&type=')).toEqual([id, article.id])
    expect(await listAll('type=nothing')).toEqual([])
  })

  test('can be searched by words of the text and prefixes, ignoring marks and case', async () => {
    const { id } = await buildArticle(author, { title: 'Plain', content: '<p>Á Zebrafinch is mentioned</p>' })
    for (const q of ['zebrafinch', 'ZEBRAF', 'a zebra plain']) expect(await listAll(`q=${q}`)).toEqual([id])
    expect(await listAll('q=zebrafinch%20absent')).toEqual([])
  })

  test('shows everyone what is meant for them, in searches and lists alike', async () => {
    const all = await buildArticle(author, { title: 'Audience all' })
    const members = await buildArticle(author, { title: 'Audience members', visibility: 'members' })
    const keepers = await word('keepers', 'audience keepers')
    const draft = await buildArticle(author, { title: 'Audience draft', state: 'draft' })
    const hidden = await buildArticle(author, { title: 'Audience hidden' })
    await site.db.update(entries).set({ state: 'hidden' }).where(eq(entries.id, hidden.id))
    const seen = {
      guest: [all.id],
      author: [members.id, all.id],
      other: [members.id, all.id],
      keeper: [keepers, members.id, all.id],
    }
    const callers = { guest: site, author, other, keeper }
    const created = [all.id, members.id, keepers, draft.id, hidden.id]
    for (const [who, ids] of Object.entries(seen)) {
      const caller = callers[who as keyof typeof callers]
      expect(await listAll('q=audience', caller), who).toEqual(ids)
      expect(
        (await listAll('', caller, 100)).filter((id) => created.includes(id)),
        who,
      ).toEqual(ids)
    }
  })

  test('shows authors their own entries, whatever the audience', async () => {
    const { id } = await buildArticle(author, { title: 'Narrowedbykeeper' })
    await site.db.update(entries).set({ visibility: 'keepers' }).where(eq(entries.id, id))
    expect(await listAll('q=narrowedbykeeper', author)).toEqual([id])
    expect(await listAll('q=narrowedbykeeper', other)).toEqual([])
  })

  test('pages through all entries without gaps or duplicates, even those published at the same moment', async () => {
    for (let i = 0; i < 7; i++) await buildArticle(author, { title: `Paged ${i}` })
    await site.db.update(entries).set({ publishedAt: '2026-01-01T00:00:00.000Z' }).where(eq(entries.type, 'article'))
    const all = await listAll('', site, 100)
    expect(await listAll('')).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
  })

  test.each([
    'limit=0',
    'lastKey=x',
    ...[5, 'x', '2026-99-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z'].map(
      (value) => `lastKey=${JSON.stringify({ value, id: '00000000-0000-7000-8000-000000000000' })}`,
    ),
    `q=${'x'.repeat(201)}`,
  ])('answers 400 to %s', async (query) => {
    const answer = await site.call('GET', `/api/entries?${query}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
  })
})

test('an article list sorted by likes accepts only its own keys', async () => {
  const key = (value: unknown) => JSON.stringify({ value, id: '00000000-0000-7000-8000-000000000000' })
  const statuses = [0, 'x', 1e30, 1.5, '2026-01-01T00:00:00.000Z'].map(
    async (value) => (await site.call('GET', `/api/articles?sort=popular&lastKey=${key(value)}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 400, 400, 400, 400])
})
