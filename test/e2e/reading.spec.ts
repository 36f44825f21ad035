import { measureReadingPages } from '../../tools/bench/slow-line.ts'
import { deep } from '../depth.ts'
import { announce, expect, holdBack, openDeviceSettings, post, register, scriptIsThere, test } from './site.ts'

const reading = ['/', '/language/vocabulary', '/language/proverbs', '/about', '/contact', '/privacy']

test('reading pages have no framework: 8 KB of script at most', async ({ page, browser }) => {
  const member = await browser.newPage()
  await register(member)
  const event = await announce(member, { title: 'Sample event' })
  for (const path of [...reading, `/events/${event.id}`]) {
    const scripts: Promise<{ url: string; bytes: number }>[] = []
    const noteScript = (response: import('@playwright/test').Response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(
          response
            .request()
            .sizes()
            .then((sizes) => ({ url: response.url(), bytes: sizes.responseBodySize })),
        )
    }
    page.on('response', noteScript)
    await page.goto(path, { waitUntil: 'networkidle' })
    page.off('response', noteScript)
    const sizes = await Promise.all(scripts)
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src], [type$=json])')].reduce(
        (sum, script) => sum + (script.textContent?.length ?? 0),
        0,
      ),
    )
    expect(
      sizes.reduce((sum, { bytes }) => sum + bytes, inline),
      path,
    ).toBeLessThanOrEqual(8192)
    const paths = sizes.map(({ url }) => new URL(url).pathname)
    expect(paths.length, path).toBeGreaterThan(0)
    expect(paths.filter((one) => !/^\/(reading\/|dictionary-worker\.js$)/.test(one))).toEqual([])
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the archive can be read, searched and paged', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('main').getByRole('searchbox', { name: 'Search everything' }).fill('tongue')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('link', { name: 'ŋaljap', exact: true })).toBeVisible()
    await page.goto('/language/vocabulary')
    const first = await page.locator('.words .entry').first().textContent()
    await page.getByRole('link', { name: 'Load More' }).click()
    await expect(page.locator('.words .entry').first()).not.toHaveText(first ?? '')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/about')
    await page.locator('details.menu summary').click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Language' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vocabulary')
  })

  test('the dashboard and the login page say that they need JavaScript', async ({ page }) => {
    for (const path of ['/dashboard', '/login']) {
      await page.goto(path)
      await expect(page.getByText(/needs JavaScript/)).toBeVisible()
    }
  })
})

test('the dictionary answers as you type, and Load More adds words in place', async ({ page, complaints }) => {
  await page.goto('/language/vocabulary')
  const rows = page.locator('.words .entry')
  await expect(rows).toHaveCount(24)
  await scriptIsThere(page)
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect(rows).toHaveCount(48)
  const forms = await rows
    .locator('a')
    .first()
    .evaluateAll((links) => links.length)
  expect(forms).toBe(1)
  const hrefs = await page
    .locator('.words .entry p a')
    .evaluateAll((links) => links.map((a) => (a as HTMLAnchorElement).href))
  expect(new Set(hrefs).size).toBe(hrefs.length)
  const answer = page.waitForResponse((one) => one.url().endsWith('?q=tonge'))
  await page.getByRole('searchbox', { name: 'Look up a word' }).pressSequentially('tonge')
  expect(await (await answer).text()).toMatch(/^<div id="results"/) // not the whole page again
  await expect(rows.first()).toContainText('ŋaljap')
  expect(await rows.count()).toBeLessThan(10)
  await expect(page).toHaveURL(/\?q=tonge$/)
  // Only the list was requested at this address; going back shows the complete page.
  await rows.first().getByRole('link').first().click()
  await page.waitForURL(/\/vocabulary\/[\w-]+$/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Vocabulary', level: 1 })).toBeVisible()
  await expect(rows.first()).toContainText('ŋaljap')
  expect(complaints).toEqual([])
})

for (const late of ['reading', 'live'])
  test(`text typed before the script “${late}” has loaded is searched for, too`, async ({ page }) => {
    const arrive = await holdBack(page, late)
    await page.goto('/language/vocabulary', { waitUntil: 'commit' })
    await page.getByRole('searchbox', { name: 'Look up a word' }).pressSequentially('tonge')
    arrive()
    await expect(page).toHaveURL(/\?q=tonge$/)
    await expect(page.locator('.words .entry').first()).toContainText('ŋaljap')
  })

test('a click before the script has loaded is handled once it has', async ({ page }) => {
  const arrive = await holdBack(page, 'reading')
  await page.goto('/about', { waitUntil: 'commit' })
  await openDeviceSettings(page)
  await page.getByLabel('Dark', { exact: true }).check()
  arrive()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Dark', { exact: true })).toBeChecked()
})

test('the choice of light or dark is remembered on other pages', async ({ page }) => {
  await page.goto('/about')
  await openDeviceSettings(page)
  await page.getByLabel('Dark', { exact: true }).check()
  // The choice is made once the page has changed, which takes the script of the page.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto('/contact')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Dark', { exact: true })).toBeChecked()
  await openDeviceSettings(page)
  await page.getByLabel('Same as this device').check()
  await page.reload()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

test('a guest’s page is cached, and updated as soon as something is posted', async ({ page, request }) => {
  const before = await request.get('/')
  const etag = before.headers().etag ?? ''
  expect(etag).not.toBe('')
  expect((await request.get('/', { headers: { 'if-none-match': etag } })).status()).toBe(304)
  await register(page)
  const title = `Fresh sample ${Date.now()}`
  const { id } = await post(page, { title, visibility: 'public' })
  expect(await (await request.get('/')).text()).toContain(title)
  expect(await (await request.get(`/articles/${id}`)).text()).toContain(title)
})

test('an unknown address shows a helpful page with status 404', async ({ page }) => {
  for (const path of [
    '/nothing',
    '/articles/nothing',
    '/articles/00000000-0000-7000-8000-000000000000',
    '/language/vocabulary/nothing',
  ]) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Look up a word' })).toBeVisible()
  }
})

test('the home page weighs at most 60 KB; its LCP on a slow phone is printed', async ({ site }) => {
  test.skip(!deep, 'budget.spec measures the page, too')
  const [measurement] = (await measureReadingPages([`${site.url}/`], new AbortController().signal)) ?? []
  if (!measurement) throw new Error('Chromium is not installed')
  const { kilobytes, parts, lcp } = measurement
  const line = '1.6 Mbit/s, 150 ms round trip, 4 times slower processor'
  console.log(`home page: ${kilobytes.toFixed(1)} KB in all (${parts}); LCP ${Math.round(lcp)} ms at ${line}`)
  expect(kilobytes).toBeLessThanOrEqual(60)
})
