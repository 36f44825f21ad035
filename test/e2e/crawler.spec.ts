import type { Page } from '@playwright/test'
import type { People, Session } from '../../tools/demo/people.ts'
import { readHtml } from '../crawl.ts'
import { deep } from '../depth.ts'
import { filledSite } from '../filled-site.ts'
import { test as base } from './console.ts'
import { inspectBoth, open } from './inspect.ts'
import { dashboardPatterns, matcherOf, publicPatterns } from './routes.ts'
import { movesOf, watchShifts } from './shifts.ts'
import { deaf, expect } from './site.ts'

// Checks pages on a site with every kind and variant of entry: those that React renders from data, by following links
// (`test/crawler.test.ts` checks everything rendered on the server), and that no page moves while it loads.

type Filled = { url: string; people: People; pages: string[] }

const test = base.extend<object, { filled: Filled }>({
  filled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const { site, people, pages } = await filledSite()
      await use({ url: site.url, people, pages })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  context: deaf,
  baseURL: async ({ filled }, use) => use(filled.url),
})

/** Number of pages to open among those that differ only in an id or a query. */
const sample = deep ? 3 : 1
const ofDashboard = /^\/(dashboard|contribute|keepers|admin|seller|profile|settings)(\/|\?|$)/

// In the usual run, each width is covered by one of the two, and the admin opens only the pages that members can't.
const ofStaff = deep ? ofDashboard : /^\/(admin|keepers|seller|dashboard\/keepers)(\/|\?|$)/
const crawls = deep
  ? ([360, 1366] as const).flatMap((width) => (['member', 'admin'] as const).map((who) => ({ who, width })))
  : ([
      { who: 'member', width: 360 },
      { who: 'admin', width: 1366 },
    ] as const)

/** Only its buyer and its seller see an order. The demo has no import; `import.spec` opens its page. */
const notForAdmins = ['/dashboard/keepers/import/:id', '/dashboard/orders/:id']

for (const { who, width } of crawls)
  test(`in the dashboard of the ${who} at ${width} px, pages of every kind show all of their data without moving, and their links work`, async ({
    page,
    filled,
  }) => {
    test.setTimeout(deep ? 1_800_000 : 600_000)
    await page.setViewportSize({ width, height: 800 })
    await watchShifts(page)
    await enter(page, filled.people[who])
    const faults: string[] = []
    const counts = new Map<string, number>()
    const answers = new Map<string, Promise<number>>()
    // Members reach their pages by links. Admins may open every page.
    const known = dashboardPatterns.flatMap((pattern) => pathOf(pattern, filled) ?? [])
    const toOpen = who === 'admin' ? ofStaff : ofDashboard
    const waiting = who === 'admin' ? known.filter((path) => toOpen.test(path)) : ['/dashboard']
    const queued = new Set(waiting)
    const opened = new Set<string>()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await open(page, path)
      faults.push(...(await movesOf(page)).map((fault) => `${path} ${fault}`))
      faults.push(...(await faultsOf(page)).map((fault) => `${path} ${fault}`))
      const route = dashboardPatterns.find((pattern) => matcherOf(pattern)(path)) ?? path
      if (deep && !opened.has(route)) await inspectBoth(page, path, width)
      opened.add(route)
      for (const link of await linksOf(page)) {
        if (queued.has(link)) continue
        queued.add(link)
        const pattern = link.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ':id').replace(/=[^&]*/g, '=*')
        const count = counts.get(pattern) ?? 0
        if (count >= sample) continue
        counts.set(pattern, count + 1)
        if (toOpen.test(link)) waiting.push(link)
        else
          answers.set(
            `${link}, linked from ${path}`,
            page.request.get(link).then((answer) => answer.status()),
          )
      }
    }
    for (const [link, answer] of answers) if ((await answer) !== 200) faults.push(`${link} answers ${await answer}`)
    expect(faults).toEqual([])
    if (who === 'admin') {
      const missed = dashboardPatterns.filter((pattern) => toOpen.test(pattern) && !opened.has(pattern))
      expect(missed).toEqual(notForAdmins.filter((pattern) => toOpen.test(pattern)))
    } else {
      for (const kind of ['articles', 'events', 'media'])
        expect(counts.get(`/dashboard/${kind}/:id`), `pages of ${kind} that were opened`).toBe(sample)
      expect([...opened]).toEqual(expect.arrayContaining(['/dashboard/orders/:id']))
    }
  })

for (const width of deep ? [360, 1366] : [360])
  test(`no public page moves while it loads at ${width} px`, async ({ page, filled }) => {
    test.setTimeout(deep ? 900_000 : 180_000)
    await page.setViewportSize({ width, height: 800 })
    await watchShifts(page)
    if (deep) await slowDown(page)
    const faults: string[] = []
    for (const pattern of publicPatterns) {
      const path = pathOf(pattern, filled) ?? ''
      expect(path, `a page ${pattern} of the demo`).not.toBe('')
      await open(page, path)
      faults.push(...(await movesOf(page)).map((fault) => `${path} ${fault}`))
      if (deep) await inspectBoth(page, path, width)
    }
    expect(faults).toEqual([])
  })

/** Returns the path of a page of the filled site; undefined if it is only found by following links. */
function pathOf(pattern: string, { pages, people }: Filled): string | undefined {
  const idOf = (kind: string) => pages.find(matcherOf(`${kind}/:id`))?.slice(-36)
  const paths: Record<string, string> = {
    '/*': '/nothing',
    '/people/:id': `/people/${people.writer.id}`,
    '/people/:id/:entries': `/people/${people.writer.id}/writing`,
    '/related/:id': `/related/${idOf('/articles')}`,
    '/dashboard/articles/:id': `/dashboard/articles/${idOf('/articles')}`,
    '/dashboard/media/:id': `/dashboard/media/${idOf('/media')}`,
    '/dashboard/events/:id': `/dashboard/events/${idOf('/events')}`,
    '/dashboard/links/:id': `/dashboard/links/${idOf('/articles')}`,
    '/dashboard/consents/:id': `/dashboard/consents/${idOf('/artifacts')}`,
    '/dashboard/keepers/history/:id': `/dashboard/keepers/history/${idOf('/artifacts')}`,
    '/dashboard/keepers/introductions/:section': '/dashboard/keepers/introductions/ceremonies',
    '/contribute/linguistics/:id': `/contribute/linguistics/${idOf('/language/vocabulary')}`,
    '/contribute/linguistics/:id/ask': `/contribute/linguistics/${idOf('/language/vocabulary')}/ask`,
  }
  return paths[pattern] ?? (pattern.includes(':') ? pages.find(matcherOf(pattern)) : pattern)
}

/** Puts the page on a slow connection, on which its parts arrive one after another. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const bytesPerSecond = 200_000
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** Logs in with a session started over the API, including its cookie. */
async function enter(page: Page, member: Session): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { email: member.email, password: member.password },
  })
  const { token, user } = (await answer.json()) as { token: string; user: object }
  await page.goto('/healthz')
  await page.evaluate((stored) => Object.assign(localStorage, stored), {
    token,
    user: JSON.stringify(user),
    clockOffset: '0',
  })
}

function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.origin === location.origin)
      .map((link) => link.pathname + link.search),
  )
}

async function faultsOf(page: Page): Promise<string[]> {
  const main = await page.locator('main').first().innerHTML()
  const bare = readHtml('', `<main>${main}</main>`).faults.filter((fault) => fault.startsWith('has nothing below'))
  const others = await page.evaluate(() => {
    const faults: string[] = []
    const text = document.querySelector('main')?.textContent ?? ''
    for (const [around] of text.matchAll(/.{0,30}(\bundefined\b|\bnull\b|\bNaN\b|\[object \w+\]).{0,30}/g))
      faults.push(`shows “${around}”`)
    if (!document.querySelector('h1')) faults.push('has no heading')
    for (const row of document.querySelectorAll<HTMLElement>(
      'main :is(dd, dt, li, td, th, label, legend, h1, h2, h3, a)',
    )) {
      const says = row.textContent?.trim() || row.getAttribute('aria-label')
      const shows = row.querySelector('img, svg, audio, video, canvas, input, textarea, select, button')
      const isThere = row.checkVisibility() && !row.closest('[aria-hidden=true], [contenteditable], .tiptap')
      if (isThere && !says && !shows) faults.push(`has an empty ${row.outerHTML.slice(0, 80)}`)
    }
    return faults
  })
  return [...others, ...bare]
}
