import { expect, register, test } from './site.ts'

/** Compressed bytes of script that the dashboard may ask for before anything is pressed. */
const budget = 190 * 1024

test('the first load of the dashboard keeps its budget of script', async ({ page, browser, site }) => {
  await register(page)
  const state = await page.context().storageState()
  const fresh = await (await browser.newContext({ baseURL: site.url, storageState: state })).newPage()
  const cdp = await fresh.context().newCDPSession(fresh)
  await cdp.send('Network.enable')
  const scripts = new Map<string, { url: string; bytes: number }>()
  // What crosses the line is the body as compressed; headers are counted apart.
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && !response.mimeType.includes('javascript')) return
    const length = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1]
    scripts.set(requestId, { url: response.url, bytes: Number(length ?? Number.NaN) })
  })
  await fresh.goto('/dashboard')
  await expect(fresh.getByRole('heading', { name: 'Poems' })).toBeVisible()
  await fresh.waitForTimeout(1500)
  const loaded = [...scripts.values()].sort((a, b) => b.bytes - a.bytes)
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`/dashboard first load: ${(total / 1024).toFixed(1)} KB of script in ${loaded.length} files`)
  for (const { url, bytes } of loaded.slice(0, 8))
    console.log(`  ${(bytes / 1024).toFixed(1)} KB ${new URL(url).pathname}`)
  expect(loaded.length).toBeGreaterThan(3)
  expect(total).toBeGreaterThan(50 * 1024)
  expect(total).toBeLessThanOrEqual(budget)
})
