import type { Page } from '@playwright/test'
import { expect, post, register, signOut, test } from './site.ts'

test.use({ serviceWorkers: 'allow' })

/** What the device holds for accounts: names of caches, keys of what the dashboard fetched, the dictionary's own part. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const read = (name: string, store: string) =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains(store)) return resolve([])
          const keys = database.transaction(store).objectStore(store).getAllKeys()
          keys.onsuccess = () => resolve(keys.result.map(String))
        }
      })
    const names = (await caches.keys()).filter((name) => name.startsWith('urithi-of-'))
    const parts = (await read('urithi-offline-dictionary', 'dictionary')).filter((key) => key === 'own')
    return [...names, ...(await read('urithi-offline-queries', 'queries')), ...parts]
  })
}

/** What of the dashboard's data is kept, as text. */
function fetched(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('urithi-offline-queries')
        opening.onsuccess = () => {
          if (!opening.result.objectStoreNames.contains('queries')) return resolve('')
          const all = opening.result.transaction('queries').objectStore('queries').getAll()
          all.onsuccess = () => resolve(JSON.stringify(all.result))
        }
      }),
  )
}

/** Waits until the worker keeps the page of this path. */
async function waitUntilKept(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined, path))
    .toBe(true)
}

test('a guest reads again, searches the dictionary and is told what is here, without signal', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await waitUntilKept(page, '/about')
  await page.goto('/language/vocabulary')
  const block = page.locator('[data-dictionary]')
  await expect(block).toContainText(/about \d+ KB to download/)
  await block.getByRole('button', { name: 'Save the dictionary' }).click()
  await expect(block).toContainText('are on this device')
  await waitUntilKept(page, '/language/vocabulary')
  const glosses = await page.locator('#results .entry .strong').allTextContents()
  const english = glosses.find((gloss) => /^[a-z]{5,}$/.test(gloss)) ?? ''
  const first = page.locator('#results .entry', { hasText: english }).first()
  await first.getByRole('link').first().click()
  await page.waitForURL(/vocabulary\/./)
  const word = new URL(page.url()).pathname
  await waitUntilKept(page, word)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()

  await context.setOffline(true)
  await page.goto(word)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
  await expect(page.getByText('This is a copy kept on this device')).toBeVisible()
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await expect(page.getByRole('link', { name: /About Us \|/ })).toBeVisible()

  await page.goto(`/language/vocabulary?q=${encodeURIComponent(english)}`)
  await expect(page.getByText('These are the words kept on this device')).toBeVisible()
  const found = page.locator('#results .entry', { hasText: english })
  await expect(found.first().getByRole('link')).toHaveAttribute('href', word)
  // As you type, with a letter wrong: the same words from the same device.
  const misspelt = english.slice(0, 1) + english.slice(2)
  // The part of the script that hears it comes with the first focus: what is typed before it is there is typed again.
  await expect(async () => {
    const field = page.locator('[data-live-form] input[name=q]')
    await field.fill('')
    await field.fill(misspelt)
    await expect(page.getByRole('heading', { name: `Words for “${misspelt}”` })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(found.first()).toBeVisible()
})

test('what a member read is theirs alone: a lease, and nothing left once they sign out', async ({ page, context }) => {
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
  await expect.poll(() => fetched(page)).toContain('Sample offline article')
  // It is made for no account, and no page of the site.
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByText('Sample offline article')).toBeVisible()
  await expect(page.getByText('You see what this device has kept')).toBeVisible()
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
  await signOut(page)
  await expect.poll(() => kept(page)).toEqual([])
  await context.setOffline(true)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await expect(page.getByText('Sample offline article')).toHaveCount(0)
})
