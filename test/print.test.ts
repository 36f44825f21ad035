import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { importPublishedWords } from '#content/vocabulary/import.ts'
import { testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { fill } from '../tools/bench/fill.ts'

const site = testSite()

beforeAll(async () => {
  await importPublishedWords(site, join(import.meta.dirname, '../data/marakwet'))
  const member = await site.person()
  for (let number = 0; number < 60; number++)
    await member.call('POST', '/api/vocabulary', { form: `printable${number}`, english: `gloss ${number}` })
  await member.call('POST', '/api/vocabulary', { form: 'printableclosed', english: 'x', visibility: 'members' })
})

const countWords = async (query: Record<string, string>) =>
  (await everyPage(site, `/api/vocabulary?${new URLSearchParams({ ...query, limit: '100' })}`)).length

test.each<Record<string, string>>([{}, { letter: 'k' }, { q: 'printable' }, { q: 'a' }])(
  '“Print list” opens a page with every word of the list for %j',
  async (query) => {
    const params = new URLSearchParams(query)
    const list = await site.call('GET', `/language/vocabulary?${params}`)
    const address = `/language/vocabulary/print${params.size ? `?${params}` : ''}`
    expect(list.body).toContain(`href="${address}"`)
    const { status, body } = await site.call('GET', address)
    expect(status).toBe(200)
    const expected = await countWords(query)
    expect(expected).toBeGreaterThan(9)
    const words = body.slice(body.indexOf('<ul class="list words">'), body.indexOf('</main>'))
    expect(words.split('<b class="word">')).toHaveLength(expected + 1)
    expect(body).toContain(`<p>${expected.toLocaleString('en')} words</p>`)
    expect(body).not.toContain('printableclosed')
  },
)

test('a list with more words than fit on one page is printed in parts, without a gap', async () => {
  await fill(site.db, { articles: 0, words: 4_000 }, new AbortController().signal)
  // A new post makes the cached pages outdated.
  const member = await site.person()
  await member.call('POST', '/api/vocabulary', { form: 'printablelast', english: 'x' })
  const sizes: number[] = []
  let address: string | undefined = '/language/vocabulary/print'
  while (address) {
    const page: { status: number; body: string } = await site.call('GET', address)
    expect(page.status).toBe(200)
    sizes.push(page.body.split('<b class="word">').length - 1)
    address = /href="([^"]+)">Next part/.exec(page.body)?.[1]?.replaceAll('&amp;', '&')
  }
  const all = await countWords({})
  expect(all).toBeGreaterThan(4_000)
  expect(sizes).toEqual([4_000, all - 4_000])
})

test.each([
  ['?x=1', ''],
  ['?q=a&x=1', '?q=a'],
  ['?q=a&letter=k', '?q=a'],
  ['?q=', ''],
  ['?letter=k&letter=m', '?letter=k'],
])('redirects an address with unneeded parameters (%s) to its canonical address', async (more, canonical) => {
  const { status, headers } = await site.call('GET', `/language/vocabulary/print${more}`)
  expect([status, headers.get('location')]).toEqual([302, `/language/vocabulary/print${canonical}`])
})
