import type { Page } from '@playwright/test'
import type { RunningSite } from '../running-site.ts'
import { budgets } from './budgets.ts'
import { announce, test as base, beep, expect, post, register, share, siteOfWorker, withoutNews } from './site.ts'

/** A site of its own, because what other tests add to theirs has a weight, too. */
const test = base.extend<object, { site: RunningSite }>({ site: siteOfWorker() })

type Kind = 'script' | 'style' | 'document' | 'other'
const kinds: Record<string, Kind> = { Script: 'script', Stylesheet: 'style', Document: 'document' }

test('every listed page stays within its byte budget', async ({ page, browser, site }) => {
  test.setTimeout(180_000)
  await register(page)
  const sample = { title: 'Sample title', visibility: 'public' }
  const article = await post(page, { ...sample, category: 'Culture', content: `<p>${'Sample text. '.repeat(200)}</p>` })
  const event = await announce(page, sample)
  const recording = await share(page, { name: 'beep.wav', type: 'audio/wav', bytes: beep() }, sample)
  const person = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  const member = await page.context().storageState()
  const words = await page.request.get('/api/vocabulary?limit=1&q=one').then((answer) => answer.json())
  const entries: Record<string, { id: string }> = { word: words.items[0], article, event, recording, person }
  const exceeded: string[] = []
  for (const [path, budget] of Object.entries(budgets)) {
    const dashboard = path.startsWith('/dashboard')
    const context = await browser.newContext({ baseURL: site.url, ...(dashboard && { storageState: member }) })
    // The network never becomes idle while a stream of live updates is open.
    await withoutNews(context)
    const address = path.replace(/:(\w+)/, (_, entry: string) => entries[entry]?.id ?? '')
    const weight = await weigh(await context.newPage(), address)
    await context.close()
    const all = Object.values(weight).reduce((sum, bytes) => sum + bytes, 0)
    console.log(
      `${path}: ${kb(all)} in all; ${Object.entries(weight)
        .map(([kind, bytes]) => `${kind} ${kb(bytes)}`)
        .join(', ')}`,
    )
    // A page without any counted bytes would meet every budget.
    expect(weight.document, path).toBeGreaterThan(1024)
    expect(weight.script, path).toBeGreaterThan(dashboard ? 50 * 1024 : 500)
    for (const [kind, bytes] of Object.entries({ ...weight, all })) {
      const max = budget[kind as keyof typeof budget]
      if (max !== undefined && bytes > max) exceeded.push(`${path}: ${kind} ${kb(bytes)} of ${kb(max)}`)
    }
  }
  expect(exceeded).toEqual([])
})

test('the dashboard requests nothing twice, even right after logging in', async ({ page, browser, site }) => {
  await register(page)
  const { cookies, origins } = await page.context().storageState()
  const justNow = origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.filter(({ name }) => name !== 'deviceKey'),
  }))
  const context = await browser.newContext({ baseURL: site.url, storageState: { cookies, origins: justNow } })
  await withoutNews(context)
  const dashboard = await context.newPage()
  const requested: string[] = []
  dashboard.on('request', (request) => requested.push(`${request.method()} ${request.url()}`))
  // The key is requested once the page has nothing else to do, which can take longer than the network is idle.
  const key = dashboard.waitForRequest('**/api/account/device-key')
  await dashboard.goto('/dashboard', { waitUntil: 'networkidle' })
  await key
  await dashboard.waitForLoadState('networkidle')
  await context.close()
  expect(requested.filter((one, at) => requested.indexOf(one) !== at)).toEqual([])
})

/** Returns how many compressed bytes a first visit receives, by kind, without headers and without entries' files. */
async function weigh(page: Page, path: string): Promise<Record<Kind, number>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const heads = new Map<string, { kind: Kind; bytes: number }>()
  const weight = { script: 0, style: 0, document: 0, other: 0 }
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (new URL(response.url).pathname.startsWith('/files/')) return
    heads.set(requestId, { kind: kinds[type] ?? kindOf(response.mimeType), bytes: response.encodedDataLength })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId)
    if (head) weight[head.kind] += Math.max(0, encodedDataLength - head.bytes)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return weight
}

/** Returns the kind of a prefetched file, which has no resource type. */
function kindOf(mimeType: string): Kind {
  if (mimeType.includes('javascript')) return 'script'
  return mimeType === 'text/css' ? 'style' : 'other'
}

const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
