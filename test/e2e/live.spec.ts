import type { Page } from '@playwright/test'
import { long } from './long.ts'
import { announce, expect, post, register, test } from './site.ts'

test.use({ live: true })

const article = (title: string) => ({ title, category: 'Culture', content: '<p>livesample</p>', visibility: 'members' })

/** Resolves when the page has requested missed updates, which it does once it has a stream or can't get one. */
const catchUpOf = (page: Page) => page.waitForResponse(/\/api\/news\b/)

/** Returns a list that grows with each stream that the page's browser opens. */
function streamsOf(page: Page): string[] {
  const streams: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/stream')) streams.push(request.url())
  })
  return streams
}

test('new posts by others are announced, and appear without moving the text being read', async ({ page, browser }) => {
  await register(page, { name: 'Sample Reader' })
  const others = await Promise.all(
    ['One', 'Two'].map(async (name) => {
      const other = await browser.newPage()
      await register(other, { name: `Sample Writer ${name}` })
      return other
    }),
  )
  const [one, two] = others as [Page, Page]
  for (let i = 0; i < 12; i++) await post(one, article(`Live sample before ${i}`))

  const opened = page.waitForRequest('**/api/stream')
  await page.goto('/dashboard/articles?q=livesample')
  await opened
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(10)
  const more = page.getByRole('button', { name: 'Load More' })
  await more.scrollIntoViewIfNeeded()
  const before = await more.evaluate((element) => element.getBoundingClientRect().top)

  await Promise.all([post(one, article('Live sample from One')), post(two, article('Live sample from Two'))])
  const offer = page.getByRole('button', { name: 'New articles' })
  await expect(offer).toBeVisible()
  expect(await more.evaluate((element) => element.getBoundingClientRect().top)).toBe(before)

  await more.click()
  await expect(cards).toHaveCount(12)
  const titles = () => cards.getByRole('heading').allTextContents()
  expect(new Set(await titles()).size).toBe(12)
  await offer.click()
  await expect(cards.first()).toContainText('Live sample from')
  await expect(offer).toHaveCount(0)
  while (await more.isVisible()) await more.click()
  await expect(cards).toHaveCount(14)
  const all = await titles()
  expect(new Set(all).size).toBe(14)
  for (const title of ['Live sample from One', 'Live sample from Two']) expect(all).toContain(title)
})

long(
  'the feed announces new posts by kind; one stream serves all tabs of a browser',
  async ({ page, browser, complaints }) => {
    const streams = streamsOf(page)
    const opened = page.waitForRequest('**/api/stream')
    await register(page, { name: 'Sample Reader' })
    await opened
    const second = await page.context().newPage()
    await second.goto('/dashboard')
    await expect(second.getByRole('region', { name: 'What people shared' })).toBeVisible()

    const other = await browser.newPage()
    await register(other, { name: 'Sample Writer' })
    await post(other, article('Sample in both tabs'))
    for (const tab of [page, second]) await expect(tab.getByRole('button', { name: 'New: articles' })).toBeVisible()
    expect(streams).toHaveLength(1)

    // The tab that holds the stream is closed, and the other takes over.
    await second.getByRole('button', { name: 'New: articles' }).click()
    await expect(second.getByRole('article').filter({ hasText: 'Sample in both tabs' })).toBeVisible()
    const tookOver = catchUpOf(second)
    await page.close()
    await tookOver
    expect(streams).toHaveLength(2)
    await post(other, article('Sample after the first tab'))
    await expect(second.getByRole('button', { name: 'New: articles' })).toBeVisible()
    expect(complaints).toEqual([])
  },
)

long('without a stream, updates are requested every minute', async ({ page, browser }) => {
  await page.clock.install()
  await page.route('**/api/stream', (route) => route.abort())
  const first = catchUpOf(page)
  await register(page, { name: 'Sample Reader' })
  await first
  await expect(page.getByRole('region', { name: 'What people shared' })).toBeVisible()
  const other = await browser.newPage()
  await register(other, { name: 'Sample Writer' })
  await post(other, article('Sample without a stream'))
  const next = catchUpOf(page)
  // This is a minute plus the longest pause between two attempts to open a stream.
  await page.clock.runFor(60_000 + 90_000)
  await next
  await expect(page.getByRole('button', { name: 'New: articles' })).toBeVisible()
})

long('members’ own posts are not announced to them', async ({ page, browser }) => {
  const opened = catchUpOf(page)
  await register(page)
  await opened
  const other = await browser.newPage()
  await register(other, { name: 'Sample Writer' })
  await post(page, article('Sample of one’s own'))
  // Updates arrive in order, so the member’s own post would have been announced before this event.
  await announce(other, { title: 'Sample event of another member' })
  await expect(page.getByRole('button', { name: /^New/ })).toHaveText('New: events')
})
