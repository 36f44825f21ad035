import type { Page } from '@playwright/test'
import { renewable } from './renewable.ts'
import { ask, deaf, expect, keyHere, register, saveDictionary, scriptIsThere, test, waitUntilKept } from './site.ts'
import { openWindow } from './tabs.ts'

/** Counts the documents that a page asks for. */
function documentsOf(page: Page): { count: number } {
  const documents = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.count++
  })
  return documents
}

test('pages of the former build lose nothing at a deploy, and come to the new one by one reload', async ({
  browser,
  site,
}) => {
  test.slow()
  const front = await renewable(site.url)
  const context = await browser.newContext({ baseURL: front.url, serviceWorkers: 'allow' })
  await deaf({ context }, async () => {})
  const page = await context.newPage()
  await register(page)
  await keyHere(page)
  await waitUntilKept(page, '/dashboard')
  const telling = await context.newPage()
  await telling.goto('/contribute/story')
  await page.goto('/contribute/proverbs')
  await page.getByLabel('The proverb, as it is said').fill('Sample text that is not sent yet')

  await context.setOffline(true)
  await telling.getByLabel('Your words').fill('Sample story of a deploy')
  await telling.getByRole('button', { name: 'Give it to the keepers' }).click()
  await expect(telling.getByText('Kept on this device. It goes out when there is signal.').first()).toBeVisible()
  await expect(telling.getByLabel('Your words')).toHaveValue('')
  front.renew()
  await context.setOffline(false)

  // A part that this page has not had is gone: a sentence says so, and what is typed stands.
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText('The site has been renewed since this page was opened.')).toBeVisible()
  await expect(page.getByLabel('The proverb, as it is said')).toHaveValue('Sample text that is not sent yet')

  // A step to a page whose script is gone: one reload, and the step is finished.
  const documents = documentsOf(page)
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.waitForURL('**/dashboard/events')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(documents.count).toBe(2)
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap((one) => /\/assets\/.*/.exec(one.name)?.[0] ?? []),
  )
  expect(files.length).toBeGreaterThan(5)
  const former = []
  for (const file of files) if (!(await front.isCurrent(file))) former.push(file)
  expect(former).toEqual([])

  await page.goto('/contribute/proverbs')
  await expect(page.getByLabel('The proverb, as it is said')).toHaveValue('Sample text that is not sent yet')
  await page.goto('/dashboard/outbox')
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  const { items } = await ask<{ items: { text: string }[] }>(page, '/api/suggestions/mine')
  expect(items.map(({ text }) => text)).toEqual(['Sample story of a deploy'])
  await context.close()

  // The page came from the former build, its script is of the new one: loaded once more, and never again and again.
  const guest = await (await browser.newContext({ baseURL: front.url, serviceWorkers: 'block' })).newPage()
  const loaded = documentsOf(guest)
  front.behind = 1
  await guest.goto('/register').catch(() => {}) // the reload may come before it has ended
  await scriptIsThere(guest)
  expect(loaded.count).toBe(2)
  front.behind = 1
  await guest.goto('/about').catch(() => {})
  await expect.poll(() => loaded.count).toBe(4)
  await expect.poll(() => guest.evaluate(() => sessionStorage.getItem('again')).catch(() => '')).toBeNull()
  front.behind = 9
  loaded.count = 0
  await guest.goto('/about').catch(() => {})
  await expect.poll(() => loaded.count).toBe(2)
  await guest.waitForLoadState()
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loaded.count).toBe(2)
  await guest.context().close()
  await front.stop()
})

test('a renewed worker takes over once no page of the site is in sight', async ({ browser, site }) => {
  const front = await renewable(site.url)
  const seen = await openWindow(browser)
  const tab = await seen.open(`${front.url}/about`)
  const workers = () =>
    tab.evaluate(`navigator.serviceWorker.getRegistration().then(({ waiting, active }) =>
      [document.visibilityState, waiting?.state, active?.state].join(' '))`)
  await expect.poll(workers).toBe('visible  activated')
  front.renew()
  await tab.evaluate('navigator.serviceWorker.getRegistration().then((here) => here.update()).then(() => {})')
  await expect.poll(workers).toBe('visible installed activated')
  await seen.open(`${front.url}/privacy`)
  await expect.poll(workers).toBe('hidden installed activated')
  await new Promise((resolve) => setTimeout(resolve, 2500)) // longer than a page takes to say that it is out of sight
  expect(await workers()).toBe('hidden installed activated')
  await seen.open('about:blank')
  await expect.poll(workers).toBe('hidden  activated')
  await seen.close()
  await front.stop()
})

test('while the site is stopped, its proxy answers less than the device has kept', async ({ browser, site }) => {
  const front = await renewable(site.url)
  const context = await browser.newContext({ baseURL: front.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/about')
  await waitUntilKept(page, '/about')
  front.away = true
  await page.goto('/about')
  await expect(page.getByText('The site cannot answer just now. This is a copy kept on this device')).toBeVisible()
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'Bad gateway' })).toBeVisible()
  front.away = false
  await page.goto('/about')
  await expect(page.getByText('This is a copy')).toHaveCount(0)
  // The dictionary is searched as one types, though the line is there and only the site isn't.
  const english = await saveDictionary(page)
  const search = page.locator('[data-live-form] input[name=q]')
  await search.fill(english.slice(0, 3))
  await expect(page.getByRole('heading', { name: `Words like “${english.slice(0, 3)}”` })).toBeVisible()
  front.away = true
  await search.fill(english)
  await expect(page.getByRole('heading', { name: `Words for “${english}”` })).toBeVisible()
  await expect(page.locator('#results .entry', { hasText: english }).first()).toBeVisible()
  await context.close()
  await front.stop()
})
