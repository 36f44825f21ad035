import type { Page } from '@playwright/test'
import type { People, Session } from '../../tools/demo/people.ts'
import { readHtml } from '../crawl.ts'
import { deep } from '../depth.ts'
import { startFilledSite } from '../filled-site.ts'
import { test as base } from './console.ts'
import { open } from './inspect.ts'
import { deaf, expect } from './site.ts'

// Checks the pages that React renders from data: the dashboard of a site with every kind and variant of entry
// (`test/crawler.test.ts` checks everything rendered on the server).

type Filled = { url: string; people: People }

const test = base.extend<object, { filled: Filled }>({
  filled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const { site, people } = await startFilledSite()
      await use({ url: site.url, people })
      await site.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  context: deaf,
  baseURL: async ({ filled }, use) => use(filled.url),
})

/** Number of pages to open among those that differ only in an id or a query. */
const sample = deep ? 3 : 2
const ofDashboard = /^\/(dashboard|contribute|keepers|admin|seller|profile|settings)(\/|\?|$)/

for (const who of ['member', 'admin'] as const)
  test(`in the dashboard of the ${who}, pages of every kind show all of their data, and their links work`, async ({
    page,
    filled,
  }) => {
    test.setTimeout(600_000)
    await enter(page, filled.people[who])
    const faults: string[] = []
    const counts = new Map<string, number>()
    const answers = new Map<string, Promise<number>>()
    const waiting = ['/dashboard']
    const queued = new Set(waiting)
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await open(page, path)
      faults.push(...(await faultsOf(page)).map((fault) => `${path} ${fault}`))
      for (const link of await linksOf(page)) {
        if (queued.has(link)) continue
        queued.add(link)
        const pattern = link.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ':id').replace(/=[^&]*/g, '=*')
        const count = counts.get(pattern) ?? 0
        if (count >= sample) continue
        counts.set(pattern, count + 1)
        if (ofDashboard.test(link)) waiting.push(link)
        else
          answers.set(
            `${link}, linked from ${path}`,
            page.request.get(link).then((answer) => answer.status()),
          )
      }
    }
    for (const [link, answer] of answers) if ((await answer) !== 200) faults.push(`${link} answers ${await answer}`)
    expect(faults).toEqual([])
    for (const kind of ['articles', 'events', 'media'])
      expect(counts.get(`/dashboard/${kind}/:id`), `pages of ${kind} that were opened`).toBeGreaterThan(1)
  })

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
