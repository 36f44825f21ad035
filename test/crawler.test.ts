import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addressesIn, crawl, read } from '#test/crawl.ts'
import { deep } from '#test/depth.ts'
import { filledSite } from '#test/filled-site.ts'
import { type RunningSite, startSite } from '#test/running-site.ts'
import { until } from '#test/until.ts'
import { accounts, enterAll, type People, type Site } from '../tools/demo/people.ts'
import { readMailFiles } from '../tools/mail-files.ts'

// Follows the links of a site that was started like `npm start`, with its own PostgreSQL. This visits several hundred
// pages and pictures.
vi.setConfig({ testTimeout: 300_000 })

/** Addresses for machines, which a crawl from the home page may not reach. */
const forMachines = [
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/manifest.webmanifest',
  '/oai?verb=Identify',
  '/oai?verb=ListSets',
  '/oai?verb=ListMetadataFormats',
  '/oai?verb=ListRecords&metadataPrefix=oai_dc',
  '/export/everything.jsonld',
  '/api/docs',
  '/api/openapi.json',
]
const kinds = [
  'article',
  'artifact',
  'conservation',
  'event',
  'heritage',
  'media',
  'poem',
  'product',
  'proverb',
  'vocabulary',
]
const feeds = kinds.map((kind) => `/feed/${kind}.xml`)

/** Limits how many similar pages a crawl visits, in addition to the pages of all entries. */
const sampling = deep ? { sample: 8, everyValue: true } : { sample: 1 }

/** Beginnings of the paths to which the emails to the demo's member must link. */
const mailed = ['/verify-email?token=', '/reset-password?token=', '/events/', '/articles/', '/dashboard/orders/']

describe('the demo, with public entries of every kind and variant', () => {
  let site: Site
  let filled: Awaited<ReturnType<typeof filledSite>>
  /** Paths that the guest requested, starting from the home page. */
  let guests: Iterable<string> = []

  beforeAll(async () => {
    filled = await filledSite()
    site = filled.site
  })

  const idsOf = (paths: string[]) => paths.map((path) => path.slice(-36))

  test('a guest who follows the links from the home page finds every public entry and no broken link', async () => {
    const { visited, faults } = await crawl(site.url, ['/'], {
      ...sampling,
      ids: idsOf([...filled.pages, ...peoplePages()]),
    })
    guests = [...visited.keys()]
    expect(faults).toEqual([])
    expect(filled.pages.filter((page) => !visited.has(page))).toEqual([])
    expect([...visited.keys()].filter((path) => filled.membersOnly.includes(path))).toEqual([])
    expect(['/people', ...peoplePages()].filter((page) => !visited.has(page))).toEqual([])
    expect(visited.size).toBeGreaterThanOrEqual(300)
  })

  test('every public entry can be shared by the device’s menu, WhatsApp, SMS and a copied link', async () => {
    const missing: string[] = []
    for (const page of filled.pages) {
      const html = await (await fetch(site.url + page)).text()
      for (const part of ['data-share=', 'https://wa.me/?text=', 'sms:?&amp;body=', 'data-copy-link'])
        if (!html.includes(part)) missing.push(`${page} has no ${part}`)
    }
    expect(missing).toEqual([])
  })

  test('sitemaps, feeds, OAI-PMH and exports list every public entry and no broken link', async () => {
    const options = { ...sampling, ids: idsOf([...filled.pages, ...peoplePages()]), known: guests }
    const { found, faults } = await crawl(site.url, [...forMachines, ...feeds], options)
    expect(faults).toEqual([])
    expect([...filled.pages, ...peoplePages()].filter((page) => !found.has(page))).toEqual([])
  })

  // In a browser, `crawler.spec` opens every page of an admin's dashboard.
  test.each(deep ? (['member', 'admin'] as const) : (['member'] as const))(
    'a logged-in %s finds every public entry and no broken link, on public pages and in the dashboard',
    async (who) => {
      const ids = idsOf([...filled.pages, ...filled.membersOnly])
      const { visited, faults } = await crawl(site.url, ['/', '/dashboard'], {
        ...sampling,
        ids,
        cookie: filled.people[who].cookie,
      })
      expect(faults).toEqual([])
      expect(filled.pages.filter((page) => !visited.has(page))).toEqual([])
      expect(visited.size).toBeGreaterThanOrEqual(300)
    },
  )

  test('every link in an email works for its recipient', async () => {
    const { email, cookie } = filled.people.member
    const body = JSON.stringify({ email })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${site.url}/api/auth/password/reset-request`, { method: 'POST', headers, body })
    const paths = await until(
      () => {
        const sent = readMailFiles(join(site.dataDir, 'outbox')).filter(({ to }) => to === email)
        const links = sent.flatMap(({ text }) => addressesIn(site.url, text))
        const urls = [...new Set(links.map((link) => link.slice(site.url.length) || '/'))]
        return sent.length >= 8 && mailed.every((start) => urls.some((path) => path.startsWith(start))) && urls
      },
      `eight emails, with links to ${mailed.join(', ')}`,
    )
    const faults: string[] = []
    for (const path of paths) {
      const page = await read(site.url, path, cookie)
      faults.push(
        ...(page.status === 200 ? page.faults : [`answers ${page.status}`]).map((fault) => `${path} ${fault}`),
      )
    }
    expect(faults).toEqual([])
  })

  /** Returns the pages of the authors, to which the names on their entries link. */
  function peoplePages(): string[] {
    const { member, writer, speaker, keeper, moderator, seller } = filled.people
    return [member, writer, speaker, keeper, moderator, seller].map(({ id }) => `/people/${id}`)
  }
})

describe('a site with only the first word list', () => {
  let site: RunningSite
  let people: People

  beforeAll(async () => {
    const { email, password } = accounts.admin
    site = await startSite(undefined, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
    people = (await enterAll(site)).people
  })
  afterAll(() => site?.stop())

  test.each([
    ['guests', ['/']],
    ['machines', [...forMachines, ...feeds]],
  ])('shows %s nothing broken or empty', async (_, starts) => {
    const { visited, faults } = await crawl(site.url, starts, sampling)
    expect(faults).toEqual([])
    expect(visited.size).toBeGreaterThan(60)
  })

  test('shows members and admins nothing broken or empty', async () => {
    for (const { cookie } of deep ? [people.member, people.admin] : [people.admin]) {
      const { visited, faults } = await crawl(site.url, ['/', '/dashboard'], { ...sampling, cookie })
      expect(faults).toEqual([])
      expect(visited.size).toBeGreaterThan(60)
    }
  })
})
