import { expect, test } from 'vitest'
import { buildArticle, buildEvent, buildPoem } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'

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
