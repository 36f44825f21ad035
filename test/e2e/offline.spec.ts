import type { Locator, Page } from '@playwright/test'
import { expect, post, register, saveDictionary, send, signOut, test, waitUntilKept } from './site.ts'

test.use({ serviceWorkers: 'allow' })

/** What lies in a store of the device's databases, by key; nothing is made where there is none. */
function stored(page: Page, name: string, store: string): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ([name, store]) => {
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return {}
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
      })
      const read = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((resolve) => {
          asked.onsuccess = () => resolve(asked.result)
        })
      const rows = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([read(rows.getAllKeys()), read(rows.getAll())])
      database.close()
      return Object.fromEntries(keys.map((key, at) => [String(key), values[at]]))
    },
    [name, store] as const,
  )
}

/** What the device holds for accounts: names of caches, keys of what the dashboard fetched, the dictionary's own part. */
async function kept(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys())
  const queries = await stored(page, 'urithi-offline-queries', 'queries')
  const parts = await stored(page, 'urithi-offline-dictionary', 'dictionary')
  return [
    ...names.filter((name) => name.startsWith('urithi-of-')),
    ...Object.keys(queries),
    ...Object.keys(parts).filter((key) => key === 'own'),
  ]
}

/** What stands under a word: how certain it is, and its sound. */
function mark(row: Locator): Promise<string> {
  return row.locator('.mark').evaluate((one) => one.outerHTML)
}

test('a guest reads again, searches the dictionary and is told what is here, without signal', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await waitUntilKept(page, '/about')
  const english = await saveDictionary(page)
  const first = page.locator('#results .entry', { hasText: english }).first()
  const approximate = page.locator('#results .entry', { hasText: 'approx.' }).first()
  const [form, meaning] = await approximate.locator('.word, .strong').allTextContents()
  const marks = [await mark(first), await mark(approximate)]
  await first.getByRole('link').first().click()
  await page.waitForURL(/vocabulary\/./)
  const word = new URL(page.url()).pathname
  await waitUntilKept(page, word)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  // The bytes that were received, those of the workers too; what comes from the device costs none.
  const used = () => page.evaluate(() => JSON.parse(localStorage.getItem('data-used') ?? '{}').bytes as number)
  const received = await used()
  expect(received).toBeGreaterThan(40_000)

  await context.setOffline(true)
  await page.goto(word)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
  await expect(page.getByText('This is a copy kept on this device')).toBeVisible()
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await expect(page.getByRole('link', { name: /About Us \|/ })).toBeVisible()

  await page.goto(`/language/vocabulary?q=${encodeURIComponent(english)}`)
  await expect(page.getByText('These are the words kept on this device')).toBeVisible()
  await expect(page.locator('[data-live-form] input[name=q]')).toHaveValue(english)
  const found = page.locator('#results .entry', { hasText: english })
  await expect(found.first().getByRole('link')).toHaveAttribute('href', word)
  // As on the site: what no speaker has confirmed never looks as if one had.
  expect(await mark(found.first())).toBe(marks[0])
  await page.goto(`/language/vocabulary?q=${encodeURIComponent(meaning ?? '')}`)
  const same = page.locator('#results .entry', { has: page.getByText(form ?? '', { exact: true }) })
  expect(await mark(same.first())).toBe(marks[1])
  // As you type, with a letter wrong: the same words from the same device.
  const misspelt = english.slice(0, 1) + english.slice(2)
  const requests: string[] = []
  page.on('request', (request) => 'x-part' in request.headers() && requests.push(request.url()))
  // The part of the script that hears it comes with the first focus: what is typed before it is there is typed again.
  await expect(async () => {
    const field = page.locator('[data-live-form] input[name=q]')
    await field.fill('')
    await field.fill(misspelt)
    await expect(page.getByRole('heading', { name: `Words for “${misspelt}”` })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(found.first()).toBeVisible()
  expect(requests).toEqual([])
  // Emptied, it shows the page as it lies here.
  await page.locator('[data-live-form] input[name=q]').fill('')
  await expect(page.getByRole('heading', { name: 'All words' })).toBeVisible()
  // A worker that doesn't understand what it is asked, such as one of before a deploy, answers a request.
  await page.evaluate(() => {
    ServiceWorker.prototype.postMessage = () => {}
  })
  await page.locator('[data-live-form] input[name=q]').fill(misspelt)
  await expect(page.getByRole('heading', { name: `Words for “${misspelt}”` })).toBeVisible()
  expect(await used()).toBe(received)
})

test('what a member read is theirs alone: a lease, and nothing left once they sign out', async ({ page, context }) => {
  test.slow()
  await register(page)
  const { id } = await post(page, {
    title: 'Sample offline article',
    category: 'culture',
    content: '<p>Sample text for members.</p>',
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Sample offline article')).toBeVisible()
  const path = `/articles/${id}`
  await page.goto(path)
  await waitUntilKept(page, path)
  await page.goto('/dashboard')
  await waitUntilKept(page, '/dashboard')
  await expect
    .poll(async () => JSON.stringify(await stored(page, 'urithi-offline-queries', 'queries')))
    .toContain('Sample offline article')
  // A site that fails takes nothing away of what is here.
  await context.route('**/api/articles?*', (route) => route.fulfill({ status: 500, json: { error: 'Sample fault.' } }))
  await page.reload()
  await expect(page.getByText('The site cannot answer just now.')).toBeVisible()
  await expect(page.getByText('Sample offline article')).toBeVisible()
  await context.unroute('**/api/articles?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The site cannot answer just now.')).toBeHidden()
  await expect(page.getByText('Sample offline article')).toBeVisible()

  // It is made for no account, and no page of the site.
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByText('Sample offline article')).toBeVisible()
  await expect(page.getByText('You see what this device has kept')).toBeVisible()
  // A step whose script this device never had leads to what it has, not back to where one stands.
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/events$/)
  await page.goto(path)
  await expect(page.getByText('Sample text for members.')).toBeVisible()

  // The device's clock is set back by a year: what was seen later than now can't be true.
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
  // Eight days later without network: the lease is over.
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
  await expect(page.getByText('Sample offline article')).toBeVisible()
  await page.goto(path)
  await waitUntilKept(page, path)
  await page.goto('/dashboard')
  await expect.poll(() => kept(page)).not.toEqual([])
  await context.setOffline(true)
  // A page that opens may be a moment ahead of the browser that takes its network away: it says so whenever it can.
  const left = context.waitForEvent('response', (answer) => new URL(answer.url()).pathname === '/leave')
  const unheard = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/auth/logout'))
  await signOut(page)
  await unheard
  await expect.poll(() => kept(page)).toEqual([])
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await expect(page.getByText('Sample offline article')).toHaveCount(0)
  // The server has heard nothing of that: the cookie that stayed ends its session as soon as there is signal.
  await context.setOffline(false)
  expect((await left).status()).toBe(204)
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('session')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('leaving'))).toBeNull()
})

test('what a search had looked up for a member is not shown once they have signed out elsewhere', async ({
  page,
  context,
}) => {
  await register(page)
  await send(page, '/api/vocabulary', { marakwet: 'xelpmas', english: 'unheardof', visibility: 'members' })
  await saveDictionary(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await context.setOffline(true)
  /** Tells the worker that a search is being typed, may sign out meanwhile, and answers what it finds then. */
  const search = (leaves: boolean) =>
    page.evaluate(async (leaves) => {
      const worker = navigator.serviceWorker.controller
      worker?.postMessage({ type: 'typing' })
      await new Promise((resolve) => setTimeout(resolve, 100))
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
  expect(await search(false)).toContain('xelpmas')
  expect(await search(true)).toBe('none')
})
