import { expect, test } from 'vitest'
import { buildEvent, inHours } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'

const site = testSite()
const { organizer } = cast(site)

const titles = async (path: string) =>
  (await site.call('GET', path)).body.items.map(({ title }: { title: string }) => title)

test.each([
  ['began three days ago and ends tomorrow', -72, 24, true],
  ['began a minute ago and lasts a week', -1 / 60, 7 * 24, true],
  ['ended a minute ago', -48, -1 / 60, false],
  ['begins in an hour', 1, 2, true],
])('a list of coming events shows an event that %s: %#', async (when, from, to, shown) => {
  const title = `Sample event that ${when}`
  await buildEvent(organizer, { title, startDate: inHours(from), endDate: inHours(to) })
  expect((await titles('/api/events/upcoming?limit=100')).includes(title)).toBe(shown)
  expect((await titles('/api/explore?kind=event&sort=upcoming&limit=100')).includes(title)).toBe(shown)
  expect((await titles('/api/explore?kind=event&sort=past&limit=100')).includes(title)).toBe(!shown)
  const [section = ''] = (await site.call('GET', '/')).body.split('id="together"')[1]?.split('</section>') ?? []
  expect(section.includes(title)).toBe(shown)
})

test('events under way are paged with those to come, by their start', async () => {
  const start = inHours(-400)
  for (const title of ['Pagedsample one', 'Pagedsample two'])
    await buildEvent(organizer, { title, startDate: start, endDate: inHours(400) })
  const first = (await site.call('GET', '/api/events/upcoming?limit=1')).body
  const second = (await site.call('GET', `/api/events/upcoming?limit=1&${after(first.lastKey)}`)).body
  expect([...first.items, ...second.items].map(({ title }) => title).sort()).toEqual([
    'Pagedsample one',
    'Pagedsample two',
  ])
})
