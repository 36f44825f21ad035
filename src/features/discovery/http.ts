import { Readable } from 'node:stream'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono, type Context as HonoContext } from 'hono'
import { compress } from 'hono/compress'
import { kindOf } from '#content/entry/address.ts'
import { explorePages, explorePath } from '#content/entry/explore-pages.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { parts } from '#content/section/parts.ts'
import type { Site } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { Invalid, NotFound, TooLarge } from '#core/errors.ts'
import { isId } from '#core/id.ts'
import { readBody } from '#core/input/body.ts'
import { isNamed } from '#core/input/if-none-match.ts'
import { hasControlCharacter } from '#core/input/input.ts'
import { refusals } from '#core/refusals.ts'
import type { Storage } from '#core/storage.ts'
import { atom } from './atom.ts'
import { filmMaker } from './film/serve.ts'
import { oaiAnswer } from './oai-pmh/answer.ts'
import { cardMaker, type SiteCard } from './preview/serve.ts'
import { sitemapIndex, sitemapOfPages, sitemapOfPeople, sitemapPart } from './sitemap.ts'
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
