import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { sql } from 'drizzle-orm'
import { Hono, type Context as HonoContext } from 'hono'
import { compress } from 'hono/compress'
import { requestId } from 'hono/request-id'
import type { ServerBuild } from 'react-router'
import { eventApp } from '#content/event/http.ts'
import { filesApp } from '#content/media/http.ts'
import { call } from '#core/call.ts'
import type { Caller, Context, Viewer } from '#core/context.ts'
import { NotFound, Unauthorized } from '#core/errors.ts'
import { language } from '#core/language.ts'
import type { Table } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import { exportApp } from '#features/account/leaving/http.ts'
import { exportsApp } from '#features/export/http.ts'
import { harvestApp } from '#features/harvest/http.ts'
import { importApp } from '#features/import/http.ts'
import { bagApp } from '#features/preservation/bag/http.ts'
import { shopApp } from '#features/shop/http.ts'
import { operations } from '#src/operations.ts'
import { apiDocs } from './api-docs.ts'
import { contextOf, type House, inTransaction } from './context.ts'
import { errorAnswer, notFoundAnswer, restApi } from './http.ts'
import { answerIn, chosenLanguage, startIn } from './language.ts'
import { languageApp } from './language-choice.ts'
import type { Metrics } from './metrics.ts'
import { openApi } from './openapi.ts'
import { type PageCache, pageKey, pageResponse, toPage } from './page-cache.ts'
import { pages } from './pages.ts'
import { RememberingRouter } from './router.ts'
import { cookieOf, sessionCookieLine, type sessionReader } from './session.ts'
import { specAddresses } from './spec-addresses.ts'
import type { Streams } from './streams.ts'
import type { Telemetry } from './telemetry.ts'
import type { Usage } from './usage.ts'
import { webManifest } from './web-manifest.ts'

export type AppOptions = {
  house: House
  sessions: ReturnType<typeof sessionReader>
  cache: PageCache
  metrics: Metrics
  usage: Usage
  /** Absent unless the settings name a receiver. */
  telemetry: Telemetry | undefined
  /** Who sends it reads the metrics from anywhere. */
  metricsToken: string | undefined
  /** How many proxies' X-Forwarded-For to believe. */
  trustProxy: number
  loadBuild(): Promise<ServerBuild>
  /** Absent in development, where Vite serves what it builds. */
  clientFolder: string | undefined
  uploadOrigin: string | undefined
  /** Whoever listens for what is new. */
  streams: Streams
  /** True while the server empties itself before it stops. */
  draining(): boolean
}

/** All that answers HTTP, as one Hono app. */
export function buildApp(options: AppOptions): Hono {
  const { house, sessions, streams, cache, clientFolder, uploadOrigin, draining } = options
  const callerOf = (c: HonoContext) => {
    if (options.trustProxy === 0 && c.req.raw.headers.has('x-forwarded-for')) house.notices.add('proxy-headers-ignored')
    return readCaller(c, options.trustProxy)
  }
  const secure = house.site.baseUrl.startsWith('https:')

  async function apiContext(c: HonoContext, answer: Headers): Promise<Context> {
    return contextOf(house, await bearerOf(c.req.raw), callerOf(c), (token) =>
      answer.append('set-cookie', sessionCookieLine(token, house.site.tokenTtlSeconds, secure)),
    )
  }

  async function bearerOf(request: Request): Promise<Viewer | null> {
    const viewer = await sessions.byBearer(request.headers)
    if (viewer === 'invalid') throw new Unauthorized(refusals.sessionEnded)
    return known(viewer)
  }

  async function viewerOf(request: Request): Promise<Viewer | null> {
    return (await bearerOf(request)) ?? known(await sessions.byCookie(request.headers))
  }

  /** An entry as the operation `get` of its type answers it. */
  async function readEntry(c: HonoContext, viewer: Viewer | null, type: string, id: string): Promise<unknown> {
    const rows: Table = operations
    const row = rows[type]?.get
    return row && call(row, contextOf(house, viewer, callerOf(c)), { id })
  }

  /** What every guest is told by this address, whatever its query says: made once, and kept like a page. */
  async function kept(c: HonoContext, contentType: string, make: () => Promise<string>): Promise<Response> {
    const headers = { 'content-type': contentType, 'cache-control': 'public, max-age=0, must-revalidate' }
    const page = await cache.of(pageKey(language(), c.req.path), async () =>
      toPage(200, headers, Buffer.from(await make()), true),
    )
    return pageResponse(page, c.req.raw)
  }

  const app = new Hono({ router: new RememberingRouter() })
  app.onError(errorAnswer)
  // Of the proxy, or one of ours: the log says it, and faults tell it to people.
  app.use(requestId({ limitLength: 100 }))
  if (options.telemetry) app.use(options.telemetry.middleware)
  app.use(options.metrics.middleware)
  app.use(options.usage.middleware)
  app.use((c, next) => startIn(chosenLanguage(c.req.header('cookie')), next))
  app.use(securityHeaders(everyAnswer(house.site.baseUrl)))
  app.get('/metrics', (c) => options.metrics.answer(c, options.metricsToken))
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    if (draining()) return c.text('draining', 503)
    await Promise.all([house.db.execute(sql`select 1`), house.storage.check()])
    return c.text('ok')
  })

  app.get('/api/openapi.json', compress(), (c) => c.json(openApi(operations, house.site)))
  app.get('/api/docs', compress(), (c) => c.html(apiDocs(operations, house.site)))
  app.route(
    '/',
    eventApp({
      apiContext: (c) => apiContext(c, new Headers()),
      fileContext: async (c) => contextOf(house, await viewerOf(c.req.raw), callerOf(c)),
    }),
  )
  app.route('/', shopApp({ apiContext: (c) => apiContext(c, new Headers()) }))
  app.route('/', specAddresses(operations, apiContext, house.site.maxUploadBytes))
  app.route('/', restApi(operations, apiContext, house.site.maxUploadBytes, cache))
  app.get('/api/stream', async (c) => {
    const viewer = await bearerOf(c.req.raw)
    if (!viewer) throw new Unauthorized()
    return streams.open(viewer)
  })
  app.route('/', exportApp({ ...house, bearerOf, viewerOf, readEntry }))
  app.route(
    '/',
    importApp({
      ...house,
      bearerOf,
      transaction: (work) => inTransaction(house, (inside) => work({ ...inside, site: house.site })),
    }),
  )
  app.route('/', bagApp({ ...house, db: house.reads, viewerOf }))
  app.route('/', exportsApp({ ...house, db: house.reads, bearerOf, readEntry }))
  app.all('/api/*', () => {
    throw new NotFound()
  })
  app.route('/', filesApp({ ...house, viewerOf }))
  app.route('/', harvestApp({ ...house, db: house.reads, kept }))
  app.route('/', languageApp(secure))
  // Who signed out without signal has no token any more. What the cookie may end is its own session (src/offline/register.ts).
  app.post('/leave', async (c) => {
    const { headers } = c.req.raw
    const viewer = await sessions.byCookie(headers)
    if (viewer) await call(operations.account.logout, contextOf(house, viewer, callerOf(c)), {})
    // Of a session that has ended, too: the answer that said so may not have come.
    if (cookieOf(headers)) c.header('set-cookie', sessionCookieLine(null, 0, secure))
    return c.body(null, 204)
  })
  app.get('/manifest.webmanifest', (c) =>
    c.json(webManifest(house.site.name), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    }),
  )

  if (clientFolder) app.use(assets(clientFolder))
  const page = pages({
    cache,
    uploadOrigin,
    development: !clientFolder,
    loadBuild: options.loadBuild,
    viewerOf: async (c) => known(await sessions.byCookie(c.req.raw.headers)),
    contextFor: (c, viewer) => contextOf(house, viewer, callerOf(c)),
  })
  app.on(['GET', 'HEAD'], '*', page)
  app.notFound(notFoundAnswer)
  return app
}

/** Built files: their names carry a hash, so a browser keeps them for good; compressed once, by the build. */
function assets(folder: string) {
  return serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, c) => {
      const hashed = path.includes('/assets/') || path.includes('/reading/')
      // A worker is looked at anew each time, or an old one would stay after a deploy.
      const unhashed = /(sw|worker)\.js$/.test(path) ? 'no-cache' : 'public, max-age=3600'
      c.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : unhashed)
    },
  })
}

function securityHeaders(headers: Record<string, string>) {
  return async (c: HonoContext, next: () => Promise<void>) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  }
}

/** The headers that every answer of a site carries. */
export function everyAnswer(baseUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** A member is answered in the language of their preference, whatever this browser's guest chose. */
function known<V extends Viewer | null>(viewer: V): V {
  if (viewer) answerIn(viewer.language)
  return viewer
}

function readCaller(c: HonoContext, trustProxy: number): Caller {
  const headers = c.req.raw.headers
  const forwarded = (name: string) =>
    trustProxy > 0 ? headers.get(name)?.split(',').at(-trustProxy)?.trim() : undefined
  const socketAddress = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  const url = new URL(c.req.url)
  return {
    address: forwarded('x-forwarded-for') ?? socketAddress ?? '',
    userAgent: headers.get('user-agent') ?? '',
    location: trustProxy > 0 ? placeOf(headers) : undefined,
    origin: `${forwarded('x-forwarded-proto') ?? url.protocol.slice(0, -1)}://${url.host}`,
    requestId: c.get('requestId'),
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
    changedFrom: headers.get('if-match')?.replace(/^"|"$/g, ''),
  }
}

/** City and country, in the headers of the proxies that tell them. */
function placeOf(headers: Headers): string | undefined {
  const names = [
    ['cf-ipcity', 'cf-ipcountry'],
    ['cloudfront-viewer-city', 'cloudfront-viewer-country-name'],
    ['x-geo-city', 'x-geo-country'],
  ]
  const places = names.map((pair) => pair.flatMap((name) => headers.get(name)?.trim() || []).join(', '))
  return places.find((place) => place !== '')?.slice(0, 100)
}
