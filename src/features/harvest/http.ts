import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { Site } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { parts } from '#features/home/sections.ts'
import { text } from '#features/search/text.ts'
import { atom } from './feed.ts'
import { oaiAnswer } from './oai/answer.ts'
import { cardMaker } from './picture/serve.ts'
import { newestRecords, types } from './queries.ts'
import { sitemapIndex, sitemapOfPages, sitemapPart } from './sitemap.ts'

type Deps = {
  db: NodePgDatabase
  site: Site
  storage: Storage
  /** Answers what every guest is told from memory, until content changes. */
  kept(c: HonoContext, contentType: string, make: () => Promise<string>): Promise<Response>
}

/** The public pages that are no entries. */
const pages = [
  '/',
  ...parts.flatMap(({ children }) => children.map(({ href }) => href)),
  '/shop',
  '/about',
  '/contact',
  '/privacy',
]
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const feedLength = 30
/** Bytes; the arguments of OAI-PMH take less. */
const longestForm = 16 * 1024

/** What others fetch by themselves: robots.txt, sitemaps, Atom feeds, cards, OAI-PMH. Only what guests see. */
export function harvestApp({ db, site, storage, kept }: Deps): Hono {
  const app = new Hono()
  const { baseUrl, name } = site

  app.get('/robots.txt', (c) => {
    const closed = ['/api/', '/dashboard', '/contribute', '/keepers', '/admin', '/settings', '/profile', '/search?']
    const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${baseUrl}/sitemap.xml`]
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=3600' })
  })

  app.get('/sitemap.xml', (c) => kept(c, 'application/xml; charset=utf-8', () => sitemapIndex(db, baseUrl)))
  app.get('/sitemap/:part{.+\\.xml}', compress(), (c) => {
    const part = c.req.param('part').slice(0, -'.xml'.length)
    const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
    if (part === 'pages') return c.body(sitemapOfPages(baseUrl, pages), 200, headers)
    if (!uuid.test(part)) throw new NotFound()
    return c.body(sitemapPart(db, baseUrl, part) as globalThis.ReadableStream, 200, headers)
  })

  const feed = (c: HonoContext, type?: string) => {
    const names: Record<string, string> = text.types
    const title = type ? `${name}: ${names[type] ?? type}` : name
    return kept(c, 'application/atom+xml; charset=utf-8', async () =>
      atom(site, c.req.path, title, await newestRecords(db, type, feedLength)),
    )
  }
  app.get('/feed.xml', (c) => feed(c))
  app.get('/feed/:file{.+\\.xml}', (c) => {
    const type = c.req.param('file').slice(0, -'.xml'.length)
    if (!types.includes(type)) throw new NotFound()
    return feed(c, type)
  })

  const cardOf = cardMaker({ db, site, storage })
  async function card(c: HonoContext, id?: string): Promise<Response> {
    const drawn = await cardOf(id)
    if (!drawn) return c.text('Busy', 503, { 'retry-after': '10' })
    const headers = { etag: drawn.etag, 'cache-control': 'public, max-age=0, must-revalidate' }
    if (c.req.header('if-none-match') === drawn.etag) return c.body(null, 304, headers)
    return c.body(new Uint8Array(drawn.png), 200, { ...headers, 'content-type': 'image/png' })
  }
  app.get('/og.png', (c) => card(c))
  app.get('/og/:file{.+\\.png}', (c) => {
    const id = c.req.param('file').slice(0, -'.png'.length)
    if (!uuid.test(id)) throw new NotFound()
    return card(c, id)
  })

  app.use('/oai', compress())
  app.get('/oai', (c) => oai(c, new URL(c.req.url).searchParams))
  const limit = bodyLimit({ maxSize: longestForm, onError: (c) => c.text('Too long', 413) })
  app.post('/oai', limit, async (c) => oai(c, new URLSearchParams(await c.req.text())))
  return app

  async function oai(c: HonoContext, given: URLSearchParams): Promise<Response> {
    const answer = await oaiAnswer({ db, name, baseUrl, contactEmail: site.contactEmail }, given)
    return c.body(answer, 200, { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-cache' })
  }
}
