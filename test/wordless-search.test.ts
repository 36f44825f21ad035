import { beforeAll, expect, test } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { types } from '#test/types.ts'

const site = testSite()
const { person } = cast(site, { person: { roles: ['admin', 'keeper'] } })
let article: { id: string }
let group: { id: string }

beforeAll(async () => {
  await site.person({ name: 'Sample @ Person. (one)' })
  article = await buildArticle(person, { title: 'Sample (article) – one.' })
  for (const { title, build } of Object.values(types))
    await build(person, { [title]: 'Sample (title) – one.', visibility: 'public' })
  group = (await person.call('POST', '/api/groups', { name: 'Sample group (one).' })).body
})

test('a search without letters and digits finds nothing in any list', async () => {
  const { paths } = (await site.call('GET', '/api/openapi.json')).body
  const lists = Object.keys(paths).filter((path) =>
    paths[path].get?.parameters?.some(({ name }: { name: string }) => name === 'q'),
  )
  expect(lists.length).toBeGreaterThan(15)
  const full: string[] = []
  for (const list of lists) {
    const path = list.replace('{id}', list.includes('/groups/') ? group.id : article.id)
    const read = async (q: string) => {
      const { status, body } = await person.call('GET', `${path}?q=${encodeURIComponent(q)}`)
      expect(status, `${path} ${q} ${JSON.stringify(body)}`).toBe(200)
      return body.items ?? (body.total > 0 ? ['counted'] : [])
    }
    for (const q of ['?!', '.', '@', '(', '–', '\u200b', '\ufeff', '\u00ad \u2060', '“ ”', "'", '😀'])
      expect([path, q, await read(q)]).toEqual([path, q, []])
    if (!/candidates|glottolog|search$/.test(path) && (await read('')).length > 0) full.push(path)
  }
  expect(full.length).toBeGreaterThan(12)
})
