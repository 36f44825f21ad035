import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addressesIn, crawl, read } from '#test/crawl.ts'
import { deep } from '#test/depth.ts'
import { enterAsAdmin, enterAsMember, type Filled, fillWithEveryKind, mailsTo } from '#test/every-kind.ts'
import { type RunningSite, startSite } from '#test/running-site.ts'
import { until } from '#test/until.ts'

// Reads the site as `npm start` runs it, with its own PostgreSQL, link by link: several hundred pages and pictures.
vi.setConfig({ testTimeout: 300_000 })

/** Addresses for machines that no page links to. */
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

/** Pages read of those that differ only in an id or in values of the query. Pages of the filled entries are all read. */
const sample = deep ? 20 : 3

describe('a site with one public entry of every kind and variant', () => {
  let site: RunningSite
  let filled: Filled
  /** Paths that the guest has requested from the home page on. */
  let guests: Iterable<string> = []

  beforeAll(async () => {
    site = await startSite()
    filled = await fillWithEveryKind(site)
  })
  afterAll(() => site?.stop())

  const idsOf = (paths: string[]) => paths.map((path) => path.slice(-36))

  test('a guest who follows every link from the home page finds every entry and no broken link', async () => {
    const { visited, faults } = await crawl(site.url, ['/'], { sample, ids: idsOf(filled.pages) })
    guests = [...visited.keys()]
    expect(faults).toEqual([])
    expect(filled.pages.filter((page) => !visited.has(page))).toEqual([])
    expect([...visited.keys()].filter((path) => filled.membersOnly.includes(path))).toEqual([])
    expect(['/people', ...peoplePages()].filter((page) => !visited.has(page))).toEqual([])
    expect(visited.size).toBeGreaterThanOrEqual(300)
  })

  test('sitemaps, feeds, OAI-PMH and exports list every public entry and no broken link', async () => {
    const options = { sample, ids: idsOf(filled.pages), known: guests }
    const { found, faults } = await crawl(site.url, [...forMachines, ...feeds], options)
    expect(faults).toEqual([])
    expect([...filled.pages, ...peoplePages()].filter((page) => !found.has(page))).toEqual([])
  })

  test.each(['member', 'admin'] as const)(
    'the same holds for a signed-in %s, on public pages and in the dashboard',
    async (who) => {
      const ids = idsOf([...filled.pages, ...filled.membersOnly])
      const { visited, faults } = await crawl(site.url, ['/', '/dashboard'], {
        sample,
        ids,
        cookie: filled[who].cookie,
      })
      expect(faults).toEqual([])
      expect(filled.pages.filter((page) => !visited.has(page))).toEqual([])
      expect(visited.size).toBeGreaterThanOrEqual(300)
    },
  )

  test('every link in a mail works for its recipient', async () => {
    const links = await until(() => {
      const sent = mailsTo(site, filled.member.email)
      return sent.length >= 8 && sent.flatMap(({ text }) => addressesIn(site.url, text))
    }, 'eight mails to the member')
    const paths = [...new Set(links.map((link) => link.slice(site.url.length) || '/'))]
    for (const expected of [
      '/verify-email?token=',
      '/reset-password?token=',
      '/events/',
      '/articles/',
      '/dashboard/orders/',
    ])
      expect(
        paths.some((path) => path.startsWith(expected)),
        expected,
      ).toBe(true)
    const faults: string[] = []
    for (const path of paths) {
      const page = await read(site.url, path, filled.member.cookie)
      faults.push(
        ...(page.status === 200 ? page.faults : [`answers ${page.status}`]).map((fault) => `${path} ${fault}`),
      )
    }
    expect(faults).toEqual([])
  })

  /** The pages of the two authors, to which the names in their entries lead. */
  function peoplePages(): string[] {
    return [filled.admin, filled.member].map(({ id }) => `/people/${id}`)
  }
})

describe('a site with only the first word list', () => {
  let site: RunningSite

  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site?.stop())

  test('shows guests and machines nothing broken or empty', async () => {
    const { visited, faults } = await crawl(site.url, ['/', ...forMachines, ...feeds], { sample })
    expect(faults).toEqual([])
    expect(visited.size).toBeGreaterThan(60)
  })

  test('shows members and admins nothing broken or empty', async () => {
    for (const member of [await enterAsMember(site), await enterAsAdmin(site)]) {
      const { visited, faults } = await crawl(site.url, ['/', '/dashboard'], { sample, cookie: member.cookie })
      expect(faults).toEqual([])
      expect(visited.size).toBeGreaterThan(60)
    }
  })
})
