import { beforeAll, describe, expect, test } from 'vitest'
import { buildArticle, buildEvent } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const { member } = cast(site)
let closed: { id: string }

beforeAll(async () => {
  closed = await buildArticle(member, { title: 'Sample article for members', visibility: 'members' })
})

const page = async (path: string, headers?: Record<string, string>) => {
  const { status, body } = await site.call('GET', path, undefined, headers)
  return { status, html: String(body) }
}
const logIn = (path: string) => `href="/login?redirect=${encodeURIComponent(path)}"`

describe('a page that a guest may not see', () => {
  test('offers a login that leads back to it, exactly as a page that doesn’t exist does', async () => {
    const absent = '00000000-0000-7000-8000-000000000001'
    const [hidden, missing] = [await page(`/articles/${closed.id}`), await page(`/articles/${absent}`)]
    expect(hidden.status).toBe(404)
    expect(hidden.html).toContain('Page not found')
    expect(hidden.html.split(logIn(`/articles/${closed.id}`))).toHaveLength(5)
    expect(hidden.html.replaceAll(closed.id, absent)).toBe(missing.html)
    expect(hidden.html).not.toContain('Sample article for members')
  })

  test.each(['events', 'media', 'articles', 'heritage', 'artifacts', 'conservation', 'shop', 'language/poems'])(
    'looks the same as a missing page below /%s, whatever the end of the address is',
    async (list) => {
      const absent = '00000000-0000-7000-8000-000000000001'
      const [hidden, missing, nonsense] = [closed.id, absent, 'nonsense'].map((id) => page(`/${list}/${id}`))
      const expected = (await missing)?.html
      expect((await hidden)?.html.replaceAll(closed.id, absent)).toBe(expected)
      expect((await nonsense)?.html.replaceAll('nonsense', absent)).toBe(expected)
    },
  )
})

describe('the links to log in and to sign up', () => {
  test('lead back to the page they are on, with its query', async () => {
    const { html } = await page('/search?q=one&type=poem')
    expect(html).toContain(logIn('/search?q=one&type=poem'))
    expect(html).toContain(`href="/register?redirect=${encodeURIComponent('/search?q=one&type=poem')}"`)
    expect((await page('/')).html).toContain('href="/login"')
  })

  test('keep the page to return to through login, sign-up and a forgotten password', async () => {
    const query = `?redirect=${encodeURIComponent('/events/1?a=b')}`
    expect((await page(`/login${query}`)).html).toContain(`href="/register${query}"`)
    expect((await page(`/login${query}`)).html).toContain(`href="/forgot-password${query}"`)
    expect((await page(`/register${query}`)).html).toContain(`href="/login${query}"`)
    expect((await page(`/forgot-password${query}`)).html).toContain(`href="/login${query}"`)
  })

  test('never lead a guest to another guest’s page, although pages are cached', async () => {
    const paths = ['/about', '/about?from=one', '/about?from=two', '/?redirect=%2Fdashboard%2Forders%2F1', '/']
    const first = []
    for (const path of paths) first.push((await page(path)).html)
    for (const [at, path] of paths.entries()) {
      const again = (await page(path)).html
      expect(site.cache.get(path), path).toBeDefined()
      expect(again).toBe(first[at])
      for (const other of paths) {
        const isAnotherGuestsPage = other.startsWith('/about?') && other !== path
        if (isAnotherGuestsPage) expect(again).not.toContain(encodeURIComponent(other))
      }
    }
    expect(first[3]).toContain(logIn('/dashboard/orders/1'))
    expect(first[4]).not.toContain('href="/login?')
  })
})

test('the public page of an event shows only registered people how to cancel', async () => {
  const organizer = await site.person()
  const event = await buildEvent(organizer)
  const person = { fullName: 'Sample Person', email: member.email, phone: '+254700000000' }
  await member.call('POST', `/api/events/${event.id}/registration`, person)
  const cookieOf = (person: Person) => ({ cookie: `session=${person.token}` })
  const memberHtml = (await page(`/events/${event.id}`, cookieOf(member))).html
  expect(memberHtml).toContain('Cancel registration')
  expect(memberHtml).toContain(`name="email" value="${member.email}"`)
  for (const { html } of [await page(`/events/${event.id}`), await page(`/events/${event.id}`, cookieOf(organizer))]) {
    expect(html).not.toContain('Cancel registration')
    expect(html).not.toContain(member.email)
  }
})
