import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { sql } from 'drizzle-orm'
import { Hono, type Context as HonoContext } from 'hono'
import { compress } from 'hono/compress'
import { requestId } from 'hono/request-id'
import type { ServerBuild } from 'react-router'
import { changePreferences } from '#accounts/preferences.ts'
import { call } from '#core/call.ts'
import type { Caller, Context, Viewer } from '#core/context.ts'
import { Invalid, NotFound, Unauthorized } from '#core/errors.ts'
import { hasControlCharacter } from '#core/input/input.ts'
import type { AnyOperation, Table } from '#core/operation.ts'
import { proofHeader } from '#core/proof-of-work.ts'
import { refusals } from '#core/refusals.ts'
import { senderOf } from '#core/sender.ts'
import {
  bagApp,
  eventApp,
  exportApp,
  exportsApp,
  filesApp,
  harvestApp,
  importApp,
  shopApp,
  siteApp,
  siteCard,
} from '#src/http.ts'
import { operations } from '#src/operations.ts'
import { personalData } from '#src/personal-data.ts'
import { language } from '#text/language.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Telemetry } from '../observability/telemetry.ts'
import type { Usage } from '../observability/usage.ts'
import { type PageCache, pageKey, pageResponse, toPage } from '../pages/page-cache.ts'
import { pages } from '../pages/pages.ts'
import { webManifest } from '../pages/web-manifest.ts'
import { wellKnownApp } from '../pages/well-known.ts'
import {
  cookieOf,
  deviceCookieLine,
  deviceOf,
  replacedCookieLines,
  sessionCookieLine,
  type sessionReader,
} from '../sessions/session.ts'
import { isOwn, openBodies, withoutBody } from './bodies.ts'
import { contextOf, inTransaction, type Services } from './context.ts'
import { errorAnswer, notFoundAnswer, restApi, specAddresses } from './http.ts'
import { answerIn, chosenLanguage, guestLanguage, languageApp, startIn } from './language.ts'
import { apiDocs, openApi } from './openapi.ts'
import { securityHeaders } from './security-headers.ts'
import type { Streams } from './streams.ts'

export type AppOptions = {
  services: Services
  sessions: ReturnType<typeof sessionReader>
  cache: PageCache
  metrics: Metrics
  usage: Usage
  /** Undefined unless the settings name a collector. */
  telemetry: Telemetry | undefined
  /** Bearer token that opens /metrics from any address. */
  metricsToken: string | undefined
  /** Number of proxies whose X-Forwarded-For is trusted. */
  trustProxy: number
  loadBuild(): Promise<ServerBuild>
  /** Undefined in development, where Vite serves the files. */
  clientFolder: string | undefined
  uploadOrigin: string | undefined
  streams: Streams
  /** True while the server finishes its requests before it stops. */
  draining(): boolean
}

/** Builds the Hono app that answers all HTTP requests. */
export function buildApp(options: AppOptions): Hono {
  const { services, sessions, streams, cache, clientFolder, uploadOrigin, draining } = options
  const secure = services.site.baseUrl.startsWith('https:')
  const callerOf = (c: HonoContext) => {
    if (options.trustProxy === 0 && c.req.raw.headers.has('x-forwarded-for'))
      services.notices.add('proxy-headers-ignored')
    return readCaller(c, options.trustProxy, secure)
  }

  async function apiContext(c: HonoContext, answer: Headers, row?: AnyOperation): Promise<Context> {
    // A write that guests may make, such as logging in, ignores an expired or unreadable token. Otherwise a returning
    // member with an old token couldn't log in, even with the right password.
    const isForGuests = row?.permission === 'public' && row.method !== 'GET'
    const viewer = isForGuests ? await bearerOrGuest(c.req.raw) : await bearerOf(c.req.raw)
    if (viewer && secure)
      for (const line of replacedCookieLines(c.req.raw.headers, services.site.tokenTtlSeconds))
        answer.append('set-cookie', line)
    const caller = callerOf(c)
    return contextOf(services, viewer, caller, {
      // A form of another site must not replace the session that the browser's pages use.
      setPageCookie: (token) =>
        isOwn(c.req.raw.headers, originsOf(caller)) === false ||
        answer.append('set-cookie', sessionCookieLine(token, services.site.tokenTtlSeconds, secure)),
      setDeviceCookie: (secret) => answer.append('set-cookie', deviceCookieLine(secret, secure)),
    })
  }

  function originsOf({ origin }: Caller): string[] {
    return [services.site.baseUrl, origin]
  }

  async function bearerOrGuest(request: Request): Promise<Viewer | null> {
    const viewer = await sessions.byBearer(request.headers)
    return viewer === 'invalid' ? null : inPreferredLanguage(request, viewer)
  }

  async function bearerOf(request: Request): Promise<Viewer | null> {
    const viewer = await sessions.byBearer(request.headers)
    if (viewer === 'invalid') throw new Unauthorized(refusals.sessionEnded)
    return inPreferredLanguage(request, viewer)
  }

  async function viewerOf(request: Request): Promise<Viewer | null> {
    return (await bearerOf(request)) ?? inPreferredLanguage(request, await sessions.byCookie(request.headers))
  }

  /** Returns an entry as the `get` operation of its type does. */
  async function readEntry(c: HonoContext, viewer: Viewer | null, type: string, id: string): Promise<unknown> {
    const rows: Table = operations
    const row = rows[type]?.get
    return row && call(row, contextOf(services, viewer, callerOf(c)), { id })
  }

  /** Answers guests from the page cache; the query is ignored. */
  async function sendCached(c: HonoContext, contentType: string, make: () => Promise<string>): Promise<Response> {
    const headers = { 'content-type': contentType, 'cache-control': 'public, max-age=0, must-revalidate' }
    const page = await cache.of(pageKey(language(), c.req.path), async () =>
      toPage(200, headers, Buffer.from(await make()), true),
    )
    return pageResponse(page, c.req.raw)
  }

  const app = new Hono()
  app.onError(errorAnswer)
  app.use(endUnsent)
  // A request keeps the id that a proxy gave it, or gets one here. The id is logged, and shown with internal errors.
  app.use(requestId({ limitLength: 100 }))
  if (options.telemetry) app.use(options.telemetry.middleware)
  app.use(options.metrics.middleware)
  app.use(options.usage.middleware)
  app.use((c, next) => startIn(guestLanguage(c.req.header('cookie'), c.req.header('accept-language')), next))
  app.use(securityHeaders(services.site.baseUrl))
  app.use(refuseControlCharacters)
  app.get('/metrics', (c) => options.metrics.answer(c, options.metricsToken))
  app.get('/healthz', (c) => c.text('ok'))
  let checking: Promise<unknown> | undefined
  app.get('/readyz', async (c) => {
    if (draining()) return c.text('draining', 503)
    // Everyone shares the check under way, because anyone may ask, and it writes to the storage.
    checking ??= Promise.all([services.db.execute(sql`select 1`), services.storage.check()]).finally(() => {
      checking = undefined
    })
    await checking
    return c.text('ok')
  })
  app.get('/api/openapi.json', compress(), (c) => c.json(openApi(operations, services.site)))
  app.get('/api/docs', compress(), (c) => c.html(apiDocs(operations, services.site)))
  app.route(
    '/',
    eventApp({
      apiContext: (c) => apiContext(c, new Headers()),
      fileContext: async (c) => contextOf(services, await viewerOf(c.req.raw), callerOf(c)),
    }),
  )
  app.route('/', shopApp({ apiContext: (c) => apiContext(c, new Headers()) }))
  const bodies = openBodies(services.site.maxUploadBytes)
  app.route('/', specAddresses(operations, apiContext, bodies))
  app.route('/', restApi(operations, apiContext, bodies, cache))
  app.get('/api/stream', async (c) => {
    const viewer = await bearerOf(c.req.raw)
    if (!viewer) throw new Unauthorized()
    return streams.open(viewer)
  })
  app.route('/', exportApp({ ...services, personalData, bearerOf, viewerOf, readEntry }))
  app.route(
    '/',
    importApp({
      ...services,
      bearerOf,
      transaction: (work) =>
        inTransaction(services, (inside) => work({ ...inside, site: services.site, tokens: services.tokens })),
    }),
  )
  app.route('/', bagApp({ ...services, db: services.reads, viewerOf }))
  app.route(
    '/',
    exportsApp({
      ...services,
      db: services.reads,
      bearerOf,
      readEntry,
      folder: services.workFolder,
      version: () => cache.version,
      addressOf: (c) => senderOf({ viewer: null, caller: callerOf(c) }),
    }),
  )
  app.all('/api/*', () => {
    throw new NotFound()
  })
  app.route('/', filesApp({ ...services, viewerOf }))
  app.route('/', harvestApp({ ...services, db: services.reads, writes: services.db, sendCached, siteCard }))
  app.route('/', siteApp({ db: services.reads }))
  app.route(
    '/',
    languageApp(secure, async (headers, language) => {
      const viewer = await sessions.byCookie(headers)
      if (viewer) await changePreferences(services.db, viewer.id, { language })
    }),
  )
  app.route('/', wellKnownApp(services.site))
  // A person who logged out without signal no longer has a token, so this ends the session that the cookie names
  // (src/offline/register.ts).
  app.post('/leave', async (c) => {
    const { headers } = c.req.raw
    const viewer = await sessions.byCookie(headers)
    if (viewer) await call(operations.account.logout, contextOf(services, viewer, callerOf(c)), {})
    // The cookie is cleared even if the session has ended, because an earlier answer that cleared it may have been
    // lost.
    if (cookieOf(headers, secure)) c.header('set-cookie', sessionCookieLine(null, 0, secure))
    return c.body(null, 204)
  })
  app.get('/manifest.webmanifest', (c) =>
    c.json(webManifest(services.site), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    }),
  )
  // Browsers request this for pictures, feeds and everything else that can't name an icon.
  app.get('/favicon.ico', (c) => {
    c.header('cache-control', 'public, max-age=3600')
    return c.redirect(services.site.logo ?? '/icon-192.png')
  })

  if (clientFolder) app.use(assets(clientFolder))
  const page = pages({
    cache,
    uploadOrigin,
    development: !clientFolder,
    loadBuild: options.loadBuild,
    viewerOf: async (c) => inPreferredLanguage(c.req.raw, await sessions.byCookie(c.req.raw.headers)),
    contextFor: (c, viewer) => contextOf(services, viewer, callerOf(c)),
  })
  // The contact form works without JavaScript and is answered with a page, so its request is handled here.
  app.post('/contact/send', async (c) => {
    const caller = callerOf(c)
    return page(c, await bodies.form(c.req.raw, originsOf(caller), caller))
  })
  // The tokens in their addresses are all that these forms need. Mail programs post the first from anywhere (RFC 8058).
  for (const path of ['/unsubscribe', '/verify-email', '/cancel-email', '/cancel-registration', '/undo-factor'])
    app.post(path, (c) => page(c, withoutBody(c.req.raw)))
  app.on(['GET', 'HEAD'], '*', (c) => page(c, c.req.raw))
  app.notFound(notFoundAnswer)
  return app
}

/** Ends the body of an answer to HEAD, which Hono drops, because the file or stream behind it would stay open. */
async function endUnsent(c: HonoContext, next: () => Promise<void>) {
  await next()
  if (c.req.raw.method === 'HEAD') await c.res.body?.cancel()
}

/** Refuses addresses with control characters, for everything that reads them: operations, pages, files, OAI-PMH. */
async function refuseControlCharacters(c: HonoContext, next: () => Promise<void>) {
  if (hasControlCharacter(c.req.url)) throw new Invalid()
  await next()
}

/** Serves the built files, which the build has compressed. Browsers cache those with a hash in the name for a year. */
function assets(folder: string) {
  return serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, c) => {
      const hashed = path.includes('/assets/') || path.includes('/reading/')
      // Workers and the list of files they download are revalidated each time, because a deploy would otherwise leave
      // old ones in place.
      const unhashed = /(sw|worker)\.js$|forms\.json$/.test(path) ? 'no-cache' : 'public, max-age=3600'
      c.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : unhashed)
    },
  })
}

/** Switches the answer to a member's preferred language, unless one was chosen on this device. */
function inPreferredLanguage<V extends Viewer | null>({ headers }: Request, viewer: V): V {
  if (viewer?.language && !chosenLanguage(headers.get('cookie') ?? '')) answerIn(viewer.language)
  return viewer
}

function readCaller(c: HonoContext, trustProxy: number, secure: boolean): Caller {
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
    proof: headers.get(proofHeader) ?? undefined,
    device: deviceOf(headers, secure),
    language: chosenLanguage(headers.get('cookie') ?? ''),
    changedFrom: changedFromOf(headers.get('if-match')),
  }
}

/** Returns the `updatedAt` in `If-Match`. `*` matches anything, so it requires nothing. */
function changedFromOf(ifMatch: string | null): string | undefined {
  const version = ifMatch?.trim().replace(/^W\//, '')
  return version && version !== '*' ? version.replace(/^"|"$/g, '') : undefined
}

/** Returns the city and country from the headers of proxies that report them. */
function placeOf(headers: Headers): string | undefined {
  const names = [
    ['cf-ipcity', 'cf-ipcountry'],
    ['cloudfront-viewer-city', 'cloudfront-viewer-country-name'],
    ['x-geo-city', 'x-geo-country'],
  ]
  const places = names.map((pair) => pair.flatMap((name) => headers.get(name)?.trim() || []).join(', '))
  return places.find((place) => place !== '')?.slice(0, 100)
}
