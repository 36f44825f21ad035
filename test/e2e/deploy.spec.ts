import type { Page } from '@playwright/test'
import { long } from './long.ts'
import { renewable } from './renewable.ts'
import { ask, deaf, expect, keyHere, register, saveDictionary, scriptIsThere, test, waitUntilStored } from './site.ts'
import { openWindow } from './tabs.ts'

/** Returns a count that rises with each document that the page requests. */
function documentsOf(page: Page): { count: number } {
  const documents = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.count++
  })
  return documents
}

long(
  'pages of the previous build lose nothing during a deploy, and reload once',
  async ({ browser, site, expectErrors }) => {
    expectErrors(
      /^Error loading route module/,
      /Failed to fetch dynamically imported module/,
      /status of 5/,
      // A page of the old build requests its style sheet, which is gone.
      /^Refused to apply style from/,
    )
    test.slow()
    const front = await renewable(site.url)
    const context = await browser.newContext({ baseURL: front.url, serviceWorkers: 'allow' })
    await deaf({ context }, async () => {})
    const page = await context.newPage()
    await register(page)
    await keyHere(page)
    await waitUntilStored(page, '/dashboard')
    const storyPage = await context.newPage()
    await storyPage.goto('/contribute/story')
    await page.goto('/contribute/proverbs')
    await page.getByLabel('Proverb').fill('Sample text that is not sent yet')

    await context.setOffline(true)
    await storyPage.getByLabel('In your own words').fill('Sample story of a deploy')
    await storyPage.getByRole('button', { name: 'Send to the keepers' }).click()
    await expect(storyPage.getByText('Saved on this device. It will be sent when you’re online.').first()).toBeVisible()
    await expect(storyPage.getByLabel('In your own words')).toHaveValue('')
    front.renew()
    await context.setOffline(false)

    // A script that the browser hasn't stored is gone: a message says so, and what was typed stays.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByText('The site has been updated since you opened this page.')).toBeVisible()
    await expect(page.getByLabel('Proverb')).toHaveValue('Sample text that is not sent yet')

    // Navigation to a page whose script is gone takes one reload and then continues.
    const documents = documentsOf(page)
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Events', exact: true }).click()
    await page.waitForURL('**/dashboard/events')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(documents.count).toBe(2)
    const files = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap((one) => /\/assets\/.*/.exec(one.name)?.[0] ?? []),
    )
    expect(files.length).toBeGreaterThan(5)
    const formerFiles = []
    for (const file of files) if (!(await front.isCurrent(file))) formerFiles.push(file)
    expect(formerFiles).toEqual([])

    await page.goto('/contribute/proverbs')
    await expect(page.getByLabel('Proverb')).toHaveValue('Sample text that is not sent yet')
    await page.goto('/dashboard/outbox')
    await expect(page.getByRole('heading', { name: 'No posts waiting' })).toBeVisible()
    const { items } = await ask<{ items: { text: string }[] }>(page, '/api/suggestions/mine')
    expect(items.map(({ text }) => text)).toEqual(['Sample story of a deploy'])
    await context.close()

    // A page of the old build with scripts of the new one is reloaded once, but not in a loop.
    const guest = await (await browser.newContext({ baseURL: front.url, serviceWorkers: 'block' })).newPage()
    const loaded = documentsOf(guest)
    front.behind = 1
    await guest.goto('/register').catch(() => {}) // the reload may interrupt it
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
  },
)

/**
 * Runs in a worker. There, `decision` resolves once a hidden page has asked the worker to take over, and the worker has
 * looked at its pages and decided.
 */
const watchDecision = `void (() => {
  let decided = 'stays'
  const { skipWaiting } = self
  self.skipWaiting = () => {
    decided = 'takes over'
    return skipWaiting.call(self)
  }
  self.decision = new Promise((resolve) =>
    self.addEventListener('message', async ({ data }) => {
      if (data.type !== 'unseen') return
      await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      resolve(decided)
    }),
  )
})()`

long('a new worker takes over once no page of the site is visible', async ({ browser, site }) => {
  const front = await renewable(site.url)
  const browserWindow = await openWindow(browser)
  const tab = await browserWindow.open(`${front.url}/about`)
  const workers = () =>
    tab.evaluate(`navigator.serviceWorker.getRegistration().then(({ waiting, active }) =>
      [document.visibilityState, waiting?.state, active?.state].join(' '))`)
  await expect.poll(workers).toBe('visible  activated')
  front.renew()
  await tab.evaluate('navigator.serviceWorker.getRegistration().then((here) => here.update()).then(() => {})')
  await expect.poll(workers).toBe('visible installed activated')
  const both = await browserWindow.workers()
  for (const worker of both) await worker.evaluate(watchDecision)
  const { promise: isHidden, resolve: letRun } = Promise.withResolvers<void>()
  front.scriptsAfter = isHidden
  // The new worker has fetched the scripts already.
  await tab.evaluate(
    'caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => {})',
  )
  await tab.clearCache()
  const second = await browserWindow.open(`${front.url}/privacy`)
  await expect.poll(workers).toBe('hidden installed activated')
  expect(await Promise.race(both.map((worker) => worker.evaluate('decision')))).toBe('stays')
  expect(await workers()).toBe('hidden installed activated')
  await browserWindow.open('about:blank')
  // The second page is hidden before its script runs.
  await expect.poll(() => second.evaluate('document.visibilityState')).toBe('hidden')
  letRun()
  await expect.poll(workers).toBe('hidden  activated')
  await browserWindow.close()
  await front.stop()
})

test('while something else answers in place of the site, it neither replaces nor removes what the device has stored', async ({
  browser,
  site,
  expectErrors,
}) => {
  expectErrors(/status of 502/)
  const front = await renewable(site.url)
  const context = await browser.newContext({ baseURL: front.url, serviceWorkers: 'allow' })
  await deaf({ context }, async () => {})
  const page = await context.newPage()
  await register(page)
  await waitUntilStored(page, '/dashboard')
  await page.goto('/about')
  await waitUntilStored(page, '/about')
  for (const status of [200, 403, 502]) {
    front.stranger = status
    // A page that the device hasn't stored shows who answers.
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { name: 'Sample stranger' })).toBeVisible()
    await page.goto('/about')
    await expect(page.getByText('The site isn’t responding. This is a copy saved on this device')).toBeVisible()
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  front.stranger = undefined
  await page.goto('/about')
  await expect(page.getByText('This is a copy')).toHaveCount(0)
  // Search as you type uses the stored dictionary even if only the site is down, not the network.
  const english = await saveDictionary(page)
  const search = page.locator('[data-live-form] input[name=q]')
  await search.fill(english.slice(0, 3))
  await expect(page.getByRole('heading', { name: `Words like “${english.slice(0, 3)}”` })).toBeVisible()
  front.stranger = 502
  await search.fill(english)
  await expect(page.getByRole('heading', { name: `Words for “${english}”` })).toBeVisible()
  await expect(page.locator('#results .entry', { hasText: english }).first()).toBeVisible()
  await context.close()
  await front.stop()
})
