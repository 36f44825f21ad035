import { ask, beep, expect, keyHere, register, test } from './site.ts'

// A school filter, a hotspot or a maintenance page answers in place of the site.

test('a post that something else answers waits in the outbox until the site answers', async ({ page }) => {
  await register(page, { at: '/contribute/proverbs' })
  await keyHere(page)
  let status = 200
  const answered = new Set<number>()
  await page.route('**/api/**', (route) => {
    if (route.request().method() === 'POST') answered.add(status)
    return route.fulfill({ status, contentType: 'text/html', body: '<h1>Sample stranger</h1>' })
  })
  await page.getByLabel('Proverb', { exact: true }).fill('Sample proverb behind a filter')
  await page.getByRole('button', { name: 'Add proverb', exact: true }).click()
  await expect(page.getByText('Saved on this device. It will be sent when you’re online.').first()).toBeVisible()
  status = 403
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => [...answered]).toEqual([200, 403])
  await page.unroute('**/api/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const mine = async () => (await ask<{ items: { original: string }[] }>(page, '/api/proverbs?limit=100')).items
  await expect
    .poll(async () => (await mine()).map(({ original }) => original))
    .toContain('Sample proverb behind a filter')
})

test('an upload continues after something else has answered', async ({ page }) => {
  await register(page, { at: '/contribute/poems' })
  await page.getByLabel('Title').fill('Sample poem behind a filter')
  await page.getByLabel('Poem').fill('Sample line')
  const statuses = [403, 200]
  await page.route('**/uploads/**', (route) => {
    const status = statuses.shift()
    return status ? route.fulfill({ status, contentType: 'text/html', body: 'Sample stranger' }) : route.continue()
  })
  // A file of over a megabyte is sent in pieces.
  const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep(90) }
  await page.locator('input[type=file]').setInputFiles(sound)
  await expect.poll(() => statuses).toEqual([])
  await page.getByRole('button', { name: 'Add poem' }).click()
  await page.waitForURL(/\/language\/poems\/[0-9a-f-]{36}$/)
})
