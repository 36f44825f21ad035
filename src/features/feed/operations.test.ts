import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { publishedUntil } from '#content/entry/list/published-until.ts'
import { insertEntries } from '#content/entry/write/bulk.ts'
import { buildArticle, buildEvent, buildPoem } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { phonePhoto, sound, uploadFile, video } from '#test/samples.ts'

const site = testSite()
const { member, author } = cast(site)

test('the newest entry of each kind is one that the member may see', async () => {
  const newest = async (person: Person) =>
    (await person.call('GET', '/api/feed/newest')).body.items.map(({ title }: { title: string }) => title)
  await buildPoem(author, { title: 'Poem' })
  await buildEvent(author, { title: 'Event' })
  await buildArticle(author, { title: 'Older article' })
  await buildArticle(author, { title: 'Article' })
  const hidden = await buildArticle(author, { title: 'Hidden article' })
  await author.call('PATCH', `/api/articles/${hidden.id}`, { state: 'draft' })
  const [article, event, ...more] = await newest(member)
  expect([article, event, more.at(-1)]).toEqual(['Article', 'Event', 'Poem'])
  expect((await site.call('GET', '/api/feed/newest')).status).toBe(401)
})

const newsSince = async (since?: string) =>
  (await member.call('GET', `/api/news${since ? `?since=${since}` : ''}`)).body

/** Begins a transaction that imports proverbs before or after `waitingFor` has run. Returns a function that commits it. */
async function beginImport(order: 'imports first' | 'waits first', waitingFor: () => Promise<void>) {
  const [begun, going, commit] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const write = async (tx: typeof site.db) => {
    const shared = { visibility: 'members' as const, words: '', names: [], confirmed: false, confirmedBy: null }
    await insertEntries(tx, 'proverb', [{ id: randomUUIDv7(), title: 'Sample', ...shared }])
  }
  const done = site.services.db.transaction(async (tx) => {
    await tx.execute('select 1')
    if (order === 'imports first') await write(tx)
    begun?.resolve()
    await going?.promise
    if (order === 'waits first') await write(tx)
    await commit?.promise
  })
  await begun?.promise
  await waitingFor()
  going?.resolve()
  return async () => {
    commit?.resolve()
    await done
  }
}

test.each(['imports first', 'waits first'] as const)(
  'an import that is committed between two questions is news, if it %s',
  async (order) => {
    let { now } = await newsSince()
    const commit = await beginImport(order, async () => {
      await buildArticle(author)
      // The question that another post answers must not move the time past the import.
      const { types, now: later } = await newsSince(now)
      expect(types).toEqual(['article'])
      now = later
    })
    await commit()
    expect((await newsSince(now)).types).toContain('proverb')
  },
)

test('what was told once isn’t told again when nothing is being written', async () => {
  const { now } = await newsSince()
  await buildPoem(author)
  const first = await newsSince(now)
  expect(first.types).toEqual(['poem'])
  expect((await newsSince(first.now)).types).toEqual([])
})

test('the time that a stream sends is before what an open transaction will publish', async () => {
  const commit = await beginImport('imports first', async () => {})
  const before = await publishedUntil(site.db)
  await buildPoem(author)
  expect(Date.parse(await publishedUntil(site.db))).toBe(Date.parse(before))
  await commit()
  expect(Date.parse(await publishedUntil(site.db))).toBeGreaterThan(Date.parse(before))
})

test('the list of media has pictures, videos and recordings, newest first, and nothing else', async () => {
  const files = [
    ['Picture', await phonePhoto(60, 40), 'image/jpeg'],
    ['Video', video(), 'video/mp4'],
    ['Recording', sound(), 'audio/mpeg'],
  ] as const
  for (const [title, bytes, contentType] of files) {
    const link = await uploadFile(site, author, bytes, { contentType })
    expect((await author.call('POST', '/api/media', { title, link })).status).toBe(201)
    await buildPoem(author, { title: `Poem after ${title}` })
  }
  const { body } = await member.call('GET', '/api/explore?by=members&kind=media')
  expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Recording', 'Video', 'Picture'])
})
