import type { Locator, Page } from '@playwright/test'
import {
  ask,
  expect,
  fillLogIn,
  keyHere,
  ofSite,
  post,
  register,
  saveDictionary,
  send,
  signOut,
  test,
  waitUntilStored,
} from './site.ts'

test.use({ serviceWorkers: 'allow' })

/** Returns the contents of a store in a database of the device, by key. Doesn't create the database. */
function stored(page: Page, name: string, store: string): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ([name, store]) => {
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return {}
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
      })
      const read = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => {
          request.onsuccess = () => resolve(request.result)
        })
      const rows = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([read(rows.getAllKeys()), read(rows.getAll())])
      database.close()
      return Object.fromEntries(keys.map((key, at) => [String(key), values[at]]))
    },
    [name, store] as const,
  )
}

/**
 * Returns what the device stores for accounts: names of caches, keys of the dashboard's data, and the private part of
 * the dictionary.
 */
async function readStored(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys())
  const queries = await stored(page, 'urithi-offline-queries', 'queries')
  const parts = await stored(page, 'urithi-offline-dictionary', 'dictionary')
  return [
    ...names.filter((name) => name.startsWith('urithi-of-')),
    ...Object.keys(queries),
    ...Object.keys(parts).filter((key) => key === 'own'),
  ]
}

/** Returns the marks below a word: its certainty and sound. */
function mark(row: Locator): Promise<string> {
  return row.locator('.mark').evaluate((one) => one.outerHTML)
}

test('without signal, a guest can read visited pages, search the dictionary and see what is stored', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await waitUntilStored(page, '/about')
  const english = await saveDictionary(page)
  const first = page.locator('#results .entry', { hasText: english }).first()
  const approximate = page.locator('#results .entry', { hasText: 'approx.' }).first()
  const [form, meaning] = await approximate.locator('.word, .strong').allTextContents()
  const marks = [await mark(first), await mark(approximate)]
  await first.getByRole('link').first().click()
  await page.waitForURL(/vocabulary\/./)
  const word = new URL(page.url()).pathname
  await waitUntilStored(page, word)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  // This counts the bytes received, including those of the workers, but no data from the device.
  const used = () => page.evaluate(() => JSON.parse(localStorage.getItem('data-used') ?? '{}').bytes as number)
  const received = await used()
  expect(received).toBeGreaterThan(40_000)

  await context.setOffline(true)
  await page.goto(word)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
  await expect(page.getByText('This is a copy saved on this device')).toBeVisible()
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'About Us', exact: true })).toBeVisible()
  // The outage of this test doesn't reach what the browser fetches while a link is pressed, so the address is opened.
  await page.goto((await page.getByRole('link', { name: 'Look up a word' }).getAttribute('href')) ?? '')
  await expect(page.getByText('This is a copy saved on this device')).toBeVisible()

  await page.goto(`/language/vocabulary?q=${encodeURIComponent(english)}`)
  await expect(page.getByText('These are the words saved on this device')).toBeVisible()
  await expect(page.locator('[data-live-form] input[name=q]')).toHaveValue(english)
  const results = page.locator('#results .entry', { hasText: english })
  await expect(results.first().getByRole('link')).toHaveAttribute('href', word)
  // As on the site, unconfirmed words must not look confirmed.
  expect(await mark(results.first())).toBe(marks[0])
  await page.goto(`/language/vocabulary?q=${encodeURIComponent(meaning ?? '')}`)
  const same = page.locator('#results .entry', { has: page.getByText(form ?? '', { exact: true }) })
  expect(await mark(same.first())).toBe(marks[1])
  // Search as you type, with one letter missing, finds the same words on the device.
  const misspelt = english.slice(0, 1) + english.slice(2)
  const requests: string[] = []
  page.on('request', (request) => 'x-part' in request.headers() && requests.push(request.url()))
  await page.locator('[data-live-form] input[name=q]').fill(misspelt)
  await expect(page.getByRole('heading', { name: `Words for “${misspelt}”` })).toBeVisible()
  await expect(results.first()).toBeVisible()
  expect(requests).toEqual([])
  // An empty search shows the stored page.
  await page.locator('[data-live-form] input[name=q]').fill('')
  await expect(page.getByRole('heading', { name: 'All words' })).toBeVisible()
  // A worker that doesn't support the message, such as an older one, answers a request instead.
  await page.evaluate(() => {
    ServiceWorker.prototype.postMessage = () => {}
  })
  await page.locator('[data-live-form] input[name=q]').fill(misspelt)
  await expect(page.getByRole('heading', { name: `Words for “${misspelt}”` })).toBeVisible()
  expect(await used()).toBe(received)
})

test('a small dictionary is saved at the first visit, but not in data-saver mode or after it was removed', async ({
  page,
}) => {
  await page.goto('/about')
  await page.evaluate(() => localStorage.setItem('pictures', 'tap'))
  await page.goto('/language/vocabulary')
  const block = page.locator('[data-dictionary]')
  const save = block.getByRole('button', { name: 'Save dictionary' })
  await expect(block).toContainText(/About \d+ KB to download/)
  await expect(save).toBeEnabled()
  await page.evaluate(() => localStorage.removeItem('pictures'))
  await page.reload()
  await expect(block).toContainText('Words on this device')
  await block.getByRole('button', { name: 'Remove dictionary' }).click()
  await expect(save).toBeEnabled()
  await page.reload()
  await expect(block).toContainText(/About \d+ KB to download/)
  await expect(save).toBeEnabled()
  await save.click()
  await expect(block).toContainText('Words on this device')
})

test('pages that a member has read are stored for them alone, expire, and are deleted when they log out', async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(/status of 500/, /^Failed to fetch articles 500/)
  // This device never had the script of one of the pages.
  expectErrors(/^Error loading route module/, /Failed to fetch dynamically imported module/)
  test.slow()
  await register(page)
  const { id } = await post(page, {
    title: 'Sample offline article',
    category: 'culture',
    content: '<p>Sample text for members.</p>',
  })
  const shared = page.getByRole('article').filter({ hasText: 'Sample offline article' })
  await page.goto('/dashboard')
  await expect(shared).toBeVisible()
  const path = `/articles/${id}`
  await page.goto(path)
  await waitUntilStored(page, path)
  await page.goto('/dashboard')
  await waitUntilStored(page, '/dashboard')
  await expect
    .poll(async () => JSON.stringify(await stored(page, 'urithi-offline-queries', 'queries')))
    .toContain('Sample offline article')
  // Errors of the site don't remove stored data.
  await context.route('**/api/explore?*', (route) => route.fulfill(ofSite(500, { error: 'Sample fault.' })))
  await page.reload()
  await expect(page.getByText('The site isn’t responding.')).toBeVisible()
  await expect(shared).toBeVisible()
  await context.unroute('**/api/explore?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The site isn’t responding.')).toBeHidden()
  await expect(shared).toBeVisible()

  // This page belongs neither to an account nor to the site's own pages.
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(shared).toBeVisible()
  await expect(page.getByText('You’re seeing a saved copy')).toBeVisible()
  // If the device never had a page's script, navigation leads to a list of stored pages, not back to the current page.
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Look up a word' })).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/events$/)
  await page.goto(path)
  await expect(page.getByText('Sample text for members.')).toBeVisible()

  // The device's clock is set back by a year, earlier than the latest time seen.
  const shift = (by: number) =>
    page.evaluate(
      (by) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('urithi-offline')
          opening.onsuccess = () => {
            const store = opening.result.transaction('device', 'readwrite').objectStore('device')
            const reading = store.get('device')
            reading.onsuccess = () => {
              store.put({ ...reading.result, offset: reading.result.offset + by }, 'device').onsuccess = () => resolve()
            }
          }
        }),
      by,
    )
  const year = 365 * 24 * 60 * 60 * 1000
  await shift(-year)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await shift(year)
  await page.goto(path)
  await expect(page.getByText('Sample text for members.')).toBeVisible()
  // After eight days without network, the lease has expired.
  await page.evaluate(async (path) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const answer = await cache.match(path, { ignoreVary: true })
      if (!answer) continue
      const headers = new Headers(answer.headers)
      headers.set('x-stored-at', String(Number(headers.get('x-stored-at')) - 8 * 24 * 60 * 60 * 1000))
      await cache.delete(path, { ignoreVary: true })
      await cache.put(path, new Response(await answer.text(), { headers }))
    }
  }, path)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()

  await context.setOffline(false)
  await page.goto('/dashboard')
  await expect(shared).toBeVisible()
  await page.goto(path)
  await waitUntilStored(page, path)
  await page.goto('/dashboard')
  await expect.poll(() => readStored(page)).not.toEqual([])
  await context.setOffline(true)
  // The page may load before the network is gone, and then reports immediately that the member has logged out.
  const leaveAnswer = context.waitForEvent('response', (answer) => new URL(answer.url()).pathname === '/leave')
  const failedLogOut = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/auth/logout'))
  await signOut(page)
  await failedLogOut
  await expect.poll(() => readStored(page)).toEqual([])
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await expect(page.getByText('Sample offline article')).toHaveCount(0)
  // The request to log out has not reached the server: the remaining cookie ends the session once there is signal.
  await context.setOffline(false)
  expect((await leaveAnswer).status()).toBe(204)
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('session')
  // The page may reload meanwhile, because it may show what the cookie opened.
  await page.waitForFunction(() => localStorage.getItem('leaving') === null)
})

test('if a session expires without signal, forms and the recorder still open, and what is written is sent after the next login', async ({
  page,
  context,
}) => {
  const { email, password } = await register(page)
  await keyHere(page)
  for (const path of ['/record', '/contribute/proverbs']) {
    await page.goto(path)
    await waitUntilStored(page, path)
  }
  await context.setOffline(true)
  // Ten days pass. The server would refuse the changed token, as it refuses an expired one.
  await page.evaluate(
    async (ms) => {
      const [head, payload = '', signature] = (localStorage.getItem('token') ?? '').split('.')
      const { iat, exp, ...claims } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
      const earlier = { ...claims, iat: iat - ms / 1000, exp: exp - ms / 1000 }
      localStorage.setItem('token', [head, btoa(JSON.stringify(earlier)), signature].join('.'))
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const answer = await cache.match(request, { ignoreVary: true })
          const headers = new Headers(answer?.headers)
          headers.set('x-stored-at', String(Number(headers.get('x-stored-at')) - ms))
          await cache.put(request, new Response(await answer?.blob(), { headers }))
        }
      }
    },
    10 * 24 * 60 * 60 * 1000,
  )
  await page.goto('/record')
  await expect(page.getByRole('heading', { name: 'Record words' })).toBeVisible()
  await page.goto('/contribute/proverbs')
  await page.getByLabel('Proverb', { exact: true }).fill('Sample of an expired session')
  await page.getByRole('button', { name: 'Add proverb', exact: true }).click()
  await expect(page.getByText('Saved on this device. It will be sent when you’re online.').first()).toBeVisible()

  // The server refuses the post because of the token, and the page leads to the login by itself.
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcontribute%2Fproverbs$/)
  await expect.poll(() => readStored(page)).toEqual([])
  await fillLogIn(page, { email, password })
  await expect(page).toHaveURL(/\/contribute\/proverbs$/)
  const sent = () => ask<{ items: { original: string }[] }>(page, '/api/proverbs?limit=100')
  await expect
    .poll(async () => (await sent()).items.filter(({ original }) => original === 'Sample of an expired session').length)
    .toBe(1)
})

/** Runs in the worker and counts the searches it has prepared. The clock stops, so that no search becomes too old. */
const watchTyping = `
  performance.now = () => 0
  self.prepared = 0
  const { waitUntil } = ExtendableEvent.prototype
  ExtendableEvent.prototype.waitUntil = function (work) {
    if (this.data?.type === 'typing') work.then(() => self.prepared++)
    return waitUntil.call(this, work)
  }`

test('a search prepared for a member is not shown after they have logged out elsewhere', async ({ page, context }) => {
  await register(page)
  await send(page, '/api/vocabulary', { form: 'xelpmas', english: 'unheardof', visibility: 'members' })
  await saveDictionary(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await context.setOffline(true)
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(watchTyping)
  /** Tells the worker that a search is being typed, optionally logs out, and returns what the worker finds. */
  const search = async (leaves: boolean) => {
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'typing' }))
    await expect.poll(() => worker?.evaluate('self.prepared')).toBe(leaves ? 2 : 1)
    return page.evaluate(async (leaves) => {
      const worker = navigator.serviceWorker.controller
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('urithi-offline')
        opening.onsuccess = () => resolve(opening.result)
      })
      const store = database.transaction('device', 'readwrite').objectStore('device')
      await new Promise<void>((resolve) => {
        const reading = store.get('device')
        reading.onsuccess = () => {
          const left = { ...reading.result, ...(leaves && { account: null }) }
          store.put(left, 'device').onsuccess = () => resolve()
        }
      })
      database.close()
      const { port1, port2 } = new MessageChannel()
      const address = new URL('/language/vocabulary?q=unheardof', location.href).href
      worker?.postMessage({ type: 'search', address }, [port2])
      return new Promise<string>((resolve) => {
        port1.onmessage = ({ data }) => resolve(data ?? 'none')
      })
    }, leaves)
  }
  expect(await search(false)).toContain('xelpmas')
  expect(await search(true)).toBe('none')
})
