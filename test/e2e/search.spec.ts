import { deep } from '../depth.ts'
import { inspectBoth } from './inspect.ts'
import { expect, post, register, test } from './site.ts'

const hostile = (width: number) => `Sample <img src=x onerror=alert(1)> & "quoted" mountain ${width}`

for (const width of deep ? [360, 1440] : [360])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: 'light' })

    test('a member searches from the dashboard by keyboard, and finds what guests don’t', async ({
      page,
      complaints,
      browser,
    }) => {
      await register(page)
      await post(page, { title: hostile(width), visibility: 'members' })
      await page.goto('/dashboard')
      await page.getByRole('banner').getByRole('link', { name: 'Search everything' }).press('Enter')
      const field = page.getByRole('main').getByRole('searchbox', { name: 'Search everything' })
      await field.fill('mountain')
      await field.press('Enter')
      await expect(page.getByRole('heading', { name: 'Results for “mountain”' })).toBeVisible()
      await expect(page.locator('#results mark').first()).toHaveText('mountain')
      const results = page.locator('#results').getByRole('link', { name: hostile(width) })
      await expect(results).toBeVisible()
      await expect(results.locator('mark')).toHaveText('mountain')
      await inspectBoth(page, 'search', width)
      await results.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: hostile(width) })).toBeVisible()
      expect(complaints).toEqual([])

      const guest = await browser.newPage()
      await guest.goto('/search?q=mountain')
      await expect(guest.locator('#results mark').first()).toBeVisible()
      await expect(guest.getByRole('link', { name: hostile(width) })).toHaveCount(0)
    })

    test('the search answers as you type, filters by kind, and Load More adds results in place', async ({
      page,
      complaints,
    }) => {
      await page.goto('/search')
      await expect(page.getByText('What are you looking for?')).toBeVisible()
      const field = page.locator('main').getByRole('searchbox')
      // Every word in the list has this dialect, so the results exceed one page.
      await field.pressSequentially('endo', { delay: 20 })
      const rows = page.locator('#results .list > li')
      await expect(rows).toHaveCount(20)
      await expect(page).toHaveURL(/[?]q=endo/)
      await page.getByRole('link', { name: 'Load More' }).click()
      await expect(async () => expect(await rows.count()).toBeGreaterThan(20)).toPass()
      const links = await rows.getByRole('link').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
      expect(new Set(links).size).toBe(links.length)
      await page.getByRole('navigation', { name: 'Show only' }).getByRole('link', { name: 'Poems' }).click()
      await expect(page.getByRole('heading', { name: 'No results for “endo”' })).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Search everything' }).click()
      await expect(rows.first()).toBeVisible()
      expect(complaints).toEqual([])
    })

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false })

      test('the search shows pages of results, and offers similar spellings', async ({ page }) => {
        await page.goto('/')
        await page.getByRole('banner').getByRole('link', { name: 'Search everything' }).click()
        const field = page.getByRole('main').getByRole('searchbox', { name: 'Search everything' })
        await field.fill('endo')
        await field.press('Enter')
        const first = page.locator('#results .list > li').first()
        await expect(first).toBeVisible()
        const before = await first.textContent()
        await page.getByRole('link', { name: 'Load More' }).click()
        await expect(first).not.toHaveText(before ?? '')
        await page.goto('/search?q=mountian')
        await expect(page.getByRole('heading', { name: 'Did you mean one of these words?' })).toBeVisible()
        await expect(page.locator('#results').getByText('mountain, hill').first()).toBeVisible()
      })
    })
  })

test('a page describes itself to search engines in its head', async ({ page, complaints }) => {
  const { items } = await page.request.get('/api/vocabulary?q=mountain&limit=1').then((answer) => answer.json())
  await page.goto(`/language/vocabulary/${items[0].id}`)
  const content = (selector: string) => page.locator(selector).getAttribute('content')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(page.url())
  expect(await content('meta[property="og:title"]')).toContain('mountain')
  const picture = (await content('meta[property="og:image"]')) ?? ''
  const answer = await page.request.get(picture)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
  const [schema = ''] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(schema)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'DefinedTerm',
    name: items[0].title,
    url: page.url(),
  })
  expect(complaints).toEqual([])
})
