import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono, type Context as HonoContext } from 'hono'
import { compress } from 'hono/compress'
import { kindOf, pageOf, personPage } from '#content/entry/address.ts'
import { descriptionOf } from '#content/entry/dublin-core.ts'
import { batchPage, explorePages, explorePath } from '#content/entry/explore-pages.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import type { Batch } from '#content/entry/link/schema.ts'
import { parts } from '#content/section/parts.ts'
import type { Site } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { Invalid, NotFound, TooLarge } from '#core/errors.ts'
import { isId, lowestId } from '#core/id.ts'
import { readBody } from '#core/input/body.ts'
import { isNamed } from '#core/input/if-none-match.ts'
import { hasControlCharacter } from '#core/input/input.ts'
import { refusals } from '#core/refusals.ts'
import type { Storage } from '#core/storage.ts'
import { declaration, element } from '#text/xml.ts'
import { filmMaker } from './film/serve.ts'
import { oaiAnswer } from './oai-pmh/answer.ts'
import { cardMaker, type SiteCard } from './preview/serve.ts'
import { addresses, type EntryRecord, partsOf, peopleAfter } from './queries.ts'
import { newestRecords, openStamps } from './stamps/queries.ts'

type Deps = {
  db: NodePgDatabase
  /** For stamps, which requests write. */
  writes: NodePgDatabase
  site: Site
  storage: Storage
  disk: Disk
  siteCard: SiteCard
  /** Sends an answer from the page cache, or makes it and caches it. */
  sendCached(c: HonoContext, contentType: string, make: () => Promise<string>): Promise<Response>
}

/** Public pages that are not entries. */
const pages = [
  '/',
  ...parts.flatMap(({ children }) => children.map(({ href }) => href)),
  explorePath,
  ...Object.values(explorePages),
  '/people',
  '/shop',
  '/about',
  '/contact',
  '/privacy',
]
const feedLength = 30
/** The maximum size of a form in bytes. The arguments of OAI-PMH need less. */
const maxFormSize = 16 * 1024

/** Serves robots.txt, sitemaps, Atom feeds, preview cards, films of recordings and OAI-PMH, with public content only (spec 18.4). */
export function harvestApp({ db, writes, site, storage, disk, sendCached, siteCard }: Deps): Hono {
  const app = new Hono()
  const { baseUrl } = site
  const stamp = openStamps(writes, site)

  app.get('/robots.txt', (c) => {
    const closed = ['/api/', '/dashboard', '/contribute', '/keepers', '/admin', '/settings', '/profile', '/search?']
    const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${baseUrl}/sitemap.xml`]
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=3600' })
  })

  app.get('/sitemap.xml', (c) => sendCached(c, 'application/xml; charset=utf-8', () => sitemapIndex(db, baseUrl)))
  app.get('/sitemap/:part{.+\\.xml}', compress(), (c) => {
    const part = c.req.param('part').slice(0, -'.xml'.length)
    const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
    if (part === 'pages') return c.body(sitemapOfPages(baseUrl, pages), 200, headers)
    if (part === 'people') return c.body(sitemapOfPeople(db, baseUrl) as globalThis.ReadableStream, 200, headers)
    if (!isId(part)) throw new NotFound()
    return c.body(sitemapPart(db, baseUrl, part) as globalThis.ReadableStream, 200, headers)
  })

  const feed = (c: HonoContext, type?: string) => {
    const title = type ? `${site.name}: ${kindPlural(type)}` : site.name
    return sendCached(c, 'application/atom+xml; charset=utf-8', async () => {
      await stamp()
      return atom(site, c.req.path, title, await newestRecords(db, type, feedLength))
    })
  }
  app.get('/feed.xml', (c) => feed(c))
  app.get('/feed/:file{.+\\.xml}', (c) => {
    const type = c.req.param('file').slice(0, -'.xml'.length)
    if (!kindOf(type)) throw new NotFound()
    return feed(c, type)
  })

  const cardOf = cardMaker({ db, site, storage, siteCard })
  async function card(c: HonoContext, id?: string): Promise<Response> {
    const image = await cardOf(id)
    if (!image) return c.text('Busy', 503, { 'retry-after': '10' })
    const headers = { etag: image.etag, 'cache-control': 'public, max-age=0, must-revalidate' }
    if (isNamed(c.req.header('if-none-match'), image.etag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(image.png), 200, { ...headers, 'content-type': 'image/png' })
  }
  const film = filmMaker({ db, storage, disk, site, cardOf })
  app.get('/films/:file{.+\\.mp4}', async (c, next) => {
    const id = c.req.param('file').slice(0, -'.mp4'.length)
    // People who open the link of a film that is gone get a page, which says so.
    const isOpened = c.req.header('accept')?.includes('text/html')
    const found = await (isId(id) ? film(id) : Promise.reject(new NotFound())).catch((error: unknown) => {
      if (isOpened && error instanceof NotFound) return undefined
      throw error
    })
    if (!found) return next()
    const { etag, size, open } = found
    const headers = { etag, 'cache-control': 'public, max-age=0, must-revalidate' }
    if (isNamed(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const body = Readable.toWeb(await open()) as globalThis.ReadableStream
    return c.body(body, 200, { ...headers, 'content-type': 'video/mp4', 'content-length': `${size}` })
  })
  app.get('/og.png', (c) => card(c))
  app.get('/og/:file{.+\\.png}', (c) => {
    const id = c.req.param('file').slice(0, -'.png'.length)
    if (!isId(id)) throw new NotFound()
    return card(c, id)
  })

  app.use('/oai', compress())
  app.get('/oai', (c) => oai(c, new URL(c.req.url).searchParams))
  app.post('/oai', async (c) => {
    const form = await readBody(c.req.raw, { max: maxFormSize, tooLarge: () => new TooLarge(refusals.tooLargeKb(16)) })
    const text = form.toString('utf8')
    if (hasControlCharacter(text)) throw new Invalid()
    return oai(c, new URLSearchParams(text))
  })
  return app

  async function oai(c: HonoContext, params: URLSearchParams): Promise<Response> {
    const { name, contactEmail } = site
    const answer = await oaiAnswer({ db, name, baseUrl, contactEmail, stampedUntil: await stamp() }, params)
    return c.body(answer, 200, { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-cache' })
  }
}

/** The maximum number of addresses in one file (sitemaps.org). */
const partSize = 50_000
const rowsAtATime = 1_000
const sitemapSchema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Returns the sitemap index: the site's pages, its people, and entries in parts named by their first id. */
async function sitemapIndex(db: NodePgDatabase, baseUrl: string): Promise<string> {
  const parts = await partsOf(db, partSize)
  const all = [
    ...['pages', 'people'].map((name) => element('sitemap', {}, element('loc', {}, `${baseUrl}/sitemap/${name}.xml`))),
    ...parts.map(({ first, changed }) =>
      element('sitemap', {}, element('loc', {}, `${baseUrl}/sitemap/${first}.xml`), element('lastmod', {}, changed)),
    ),
  ]
  return declaration + element('sitemapindex', { xmlns: sitemapSchema }, all).xml
}

function sitemapOfPages(baseUrl: string, pages: string[]): string {
  const all = pages.map((path) => element('url', {}, element('loc', {}, baseUrl + path)))
  return declaration + element('urlset', { xmlns: sitemapSchema }, all).xml
}

/** Streams a part, because it can be several MB long. */
function sitemapPart(db: NodePgDatabase, baseUrl: string, first: string): ReadableStream<Uint8Array> {
  const read = (from: string, limit: number, isFirst: boolean) => addresses(db, from, isFirst, limit)
  return streamOf(linesOfSitemap(baseUrl, first, read, pageOf))
}

/** Streams the addresses of the members' pages that guests can find, as many as fit into one file. */
function sitemapOfPeople(db: NodePgDatabase, baseUrl: string): ReadableStream<Uint8Array> {
  return streamOf(linesOfSitemap(baseUrl, lowestId, (from, limit) => peopleAfter(db, from, limit), personPage))
}

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream<Uint8Array>
}

/** Yields the lines of a sitemap. @param read returns the rows from or after an id, ordered by it */
async function* linesOfSitemap<Row extends { id: string; changed: string }>(
  baseUrl: string,
  first: string,
  read: (from: string, limit: number, isFirst: boolean) => Promise<Row[]>,
  pathOf: (row: Row) => string,
): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${sitemapSchema}">`
  let from = first
  for (let written = 0; written < partSize; ) {
    const rows = await read(from, Math.min(rowsAtATime, partSize - written), written === 0)
    for (const row of rows) {
      const loc = element('loc', {}, baseUrl + pathOf(row))
      yield `${element('url', {}, loc, element('lastmod', {}, row.changed)).xml}\n`
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtATime) break
    from = last.id
    written += rows.length
  }
  yield '</urlset>'
}

type FeedSite = { name: string; baseUrl: string }
type Listed = EntryRecord & { updatedAt: string; batch?: Batch | undefined }

/** Returns an Atom feed (RFC 4287) of new entries. @param path the path of this feed */
function atom(site: FeedSite, path: string, title: string, records: Listed[]): string {
  const self = site.baseUrl + path
  const updated =
    records
      .map((record) => record.updatedAt)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z'
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    element('id', {}, self),
    element('title', {}, title),
    element('updated', {}, updated),
    element('author', {}, element('name', {}, site.name)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    element('link', { rel: 'alternate', type: 'text/html', href: `${site.baseUrl}/` }),
    element('icon', {}, `${site.baseUrl}/icon.svg`),
    records.map((record) => entryOf(site, record)),
  )
  return declaration + feed.xml
}

function entryOf(site: FeedSite, record: Listed) {
  const { batch } = record
  const page = site.baseUrl + (batch ? batchPage(record.type, batch.id) : pageOf(record))
  const summary = batch ? '' : descriptionOf(record)
  return element(
    'entry',
    {},
    element('id', {}, `urn:uuid:${batch?.id ?? record.id}`),
    element('title', {}, record.title),
    element('published', {}, record.publishedAt),
    element('updated', {}, record.updatedAt),
    element('link', { rel: 'alternate', type: 'text/html', href: page }),
    record.author !== null && element('author', {}, element('name', {}, record.author)),
    element('category', { term: record.type }),
    summary !== '' && element('summary', {}, summary),
    record.files.map(({ id, contentType, size }) =>
      element('link', {
        rel: 'enclosure',
        type: contentType,
        length: size ?? undefined,
        href: `${site.baseUrl}/files/${id}`,
      }),
    ),
  )
}
