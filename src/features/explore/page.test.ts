import { beforeAll, describe, expect, test } from 'vitest'
import { buildArticle, buildEvent, inHours } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'

const site = testSite()
const { member } = cast(site)

beforeAll(async () => {
  for (let number = 1; number <= 26; number++)
    await buildArticle(member, { title: `Article ${number}`, tags: ['<b>Bold</b> & "quoted"'] })
  await buildEvent(member, { title: 'To come', startDate: inHours(50), endDate: inHours(51) })
  await buildEvent(member, { title: 'Gone', startDate: '2020-05-01T08:00:00Z', endDate: '2020-05-01T09:00:00Z' })
  await buildArticle(member, { title: 'For members', visibility: 'members' })
})

async function page(path: string, headers: Record<string, string> = {}) {
  const { status, body, headers: answered } = await site.call('GET', path, undefined, headers)
  return { status, html: String(body), location: answered.get('location') }
}
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

describe('the pages of Explore', () => {
  test.each(['/explore', '/articles', '/recordings', '/pictures', '/videos', '/events'])(
    '%s works without React, lists only public entries and links to Explore',
    async (path) => {
      const { status, html } = await page(path)
      expect(status).toBe(200)
      expect(html).not.toContain('type="module"')
      expect(html).not.toContain('For members')
      if (path !== '/explore') expect(hrefs(html)).toContain('/explore')
      expect(html).not.toContain('noindex')
    },
  )

  test('link to the parts of the archive above the list of all kinds, because a narrow header hides them', async () => {
    const main = (html: string) => hrefs(html.slice(html.indexOf('<main')))
    const parts = ['/language', '/culture', '/social-structure', '/traditions']
    expect(main((await page('/explore')).html)).toEqual(expect.arrayContaining(parts))
    expect(main((await page('/articles')).html)).not.toContain('/language')
  })

  test('link to the next page with a plain link, without gaps', async () => {
    const first = await page('/articles')
    const next = hrefs(first.html).find((href) => href.includes('lastKey='))
    const second = await page(next ?? '')
    const titles = [first, second].flatMap(({ html }) => html.match(/>Article \d+</g) ?? [])
    expect(new Set(titles).size).toBe(26)
    expect(hrefs(second.html).some((href) => href.includes('lastKey='))).toBe(false)
  })

  test('leave no empty column if there is nothing left to filter by', async () => {
    expect((await page('/explore')).html).toContain('class="filtered"')
    expect((await page('/explore?topic=none&q=nothing')).html).not.toContain('class="filtered"')
  })

  test('send only the entries of a further page to the script', async () => {
    const next = hrefs((await page('/articles')).html).find((href) => href.includes('lastKey=')) ?? ''
    const { html } = await page(next, { 'x-part': 'results' })
    expect(html).toContain('Article 1<')
    expect(html).not.toMatch(/class="(pills|filters)/)
  })

  test('link from tags to topics, whatever the tags contain', async () => {
    const { html } = await page('/articles')
    const article = hrefs(html).find((href) => /^\/articles\/[0-9a-f-]{36}$/.test(href)) ?? ''
    const topic = hrefs((await page(article)).html).find((href) => href.includes('topic=%3Cb')) ?? ''
    const listed = await page(topic)
    expect(listed.status).toBe(200)
    expect(listed.html).toContain('26 entries')
    expect(listed.html).not.toContain('<b>Bold')
  })

  test('show upcoming events first, and past ones separately', async () => {
    const { html } = await page('/events')
    expect(html.indexOf('To come<')).toBeLessThan(html.indexOf('id="past"'))
    expect(html.indexOf('id="past"')).toBeLessThan(html.indexOf('Gone<'))
    const past = await page('/events?sort=past')
    expect(past.html).not.toContain('To come<')
  })

  test('are left out of search engines in another order, or if filtered by anything but a topic', async () => {
    expect((await page('/explore?topic=culture')).html).not.toContain('noindex')
    for (const query of ['q=sample', 'year=2026', `person=${member.id}`, 'topic=culture&year=2026', 'sort=oldest'])
      expect((await page(`/explore?${query}`)).html, query).toContain('noindex')
  })

  test('redirect a kind to its own page, and a page whose entries are gone to the list', async () => {
    expect(await page('/explore?kind=article&topic=culture')).toMatchObject({
      ...{ status: 302, location: '/articles?topic=culture' },
    })
    const lastKey = JSON.stringify({ value: '1970-01-01T00:00:00.000Z', id: member.id })
    const gone = new URLSearchParams({ topic: 'culture', lastKey })
    expect(await page(`/articles?${gone}`)).toMatchObject({ status: 302, location: '/articles?topic=culture' })
  })

  test.each(['kind=nothing', 'sort=upcoming', 'year=x%00', `topic=${'x'.repeat(500)}`, 'kind=product', 'person=%FF'])(
    'cause no server error for %s',
    async (query) => {
      expect((await page(`/explore?${query}`)).status).toBeLessThan(500)
    },
  )
})
