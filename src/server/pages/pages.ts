import { randomBytes } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { call } from '#core/call.ts'
import type { Context, Viewer } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { mapTable } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import { speculationRules } from '#src/offline/speculation.ts'
import { operations } from '#src/operations.ts'
import type { Api } from '#web/api.ts'
import { requestLanguage } from '../http/language.ts'
import { documentHeaders, hashOf, pagePolicy } from '../http/security-headers.ts'
import { log } from '../observability/log.ts'
import { loggedOutage } from '../observability/outage.ts'
import { type Page, type PageCache, pageKey, pageResponse, toPage } from './page-cache.ts'
import { type PageForm, pageForm, resultsOf, withStyles } from './page-form.ts'

export type PagesOptions = {
  cache: PageCache
  /** Returns the viewer of the session cookie, or null. */
  viewerOf(c: HonoContext): Promise<Viewer | null>
  contextFor(c: HonoContext, viewer: Viewer | null): Context
  loadBuild(): Promise<ServerBuild>
  /** An origin besides this site that the browser may upload to. */
  uploadOrigin: string | undefined
  development: boolean
}

/**
 * Answers requests for pages. Guests get reading pages from the cache, rendered once for all of them. Other pages
 * are rendered for each request.
 */
export function pages({ cache, viewerOf, contextFor, loadBuild, uploadOrigin, development }: PagesOptions) {
  const handlerOf = handlers(development ? 'development' : 'production')

  async function render(request: Request, ctx: Context, { form = 'whole', away = false }: Rendering): Promise<Page> {
    const build = await loadBuild()
    const entry = build.entry.module as unknown as PageEntry
    const { apiContext, siteContext, viewerContext, awayContext, nonceContext, reportContext, speak } = entry
    // The bundle has its own copy of `text/language.ts`, which needs the language of this request.
    speak(requestLanguage)
    const nonce = randomBytes(16).toString('base64')
    const provider = new RouterContextProvider()
    provider.set(apiContext, away ? awayApi : pageApi(ctx))
    // The page and its policy must agree, even if an admin changes the colours meanwhile.
    const site = { ...ctx.site }
    provider.set(siteContext, site)
    provider.set(viewerContext, ctx.viewer)
    provider.set(awayContext, away)
    provider.set(nonceContext, nonce)
    provider.set(reportContext, (err) => log.error({ err, requestId: ctx.caller.requestId }, 'page failed'))
    const response = await handlerOf(build)(request, provider)
    const hydrated = response.headers.has('x-hydrated')
    const shared = !ctx.viewer && !hydrated && !away && request.method !== 'POST'
    const html = await response.text()
    const styled = form === 'first' && shared ? await withStyles(html) : null
    const body = form === 'results' ? resultsOf(html) : (styled?.html ?? html)
    const headers: Record<string, string> = {
      ...documentHeaders,
      'content-language': requestLanguage(),
      // This tells the offline worker which account a page belongs to (src/offline).
      ...(ctx.viewer && { 'x-reader': ctx.viewer.id }),
      ...(response.status === 503 && { 'retry-after': '5' }),
      'cache-control': shared ? 'public, max-age=0, must-revalidate' : 'private, no-store',
      ...(!development && {
        'content-security-policy': pagePolicy(
          {
            scripts: [entry.headScript, speculationRules],
            nonce: hydrated ? nonce : undefined,
            styleHashes: [...(styled?.hashes ?? []), ...(site.colours ? [hashOf(site.colours.css)] : [])],
          },
          uploadOrigin,
        ),
      }),
    }
    for (const name of ['content-type', 'location', 'x-remix-response']) {
      const value = response.headers.get(name)
      if (value) headers[name] = value
    }
    const cacheable = shared && response.status === 200
    const accept = request.headers.get('accept-encoding') ?? ''
    return toPage(response.status, headers, Buffer.from(body), cacheable || { accept })
  }

  return async (c: HonoContext, request: Request): Promise<Response> => {
    const viewer = await viewerOf(c).catch((error: unknown) => {
      if (!loggedOutage(error, { requestId: c.get('requestId'), path: c.req.path })) throw error
      return 'unknown' as const
    })
    // A member must not get a guest's page: the worker on their device would treat them as logged out.
    if (viewer === 'unknown') return pageResponse(await render(request, contextFor(c, null), { away: true }), request)
    const ctx = contextFor(c, viewer)
    const { pathname, search } = new URL(request.url)
    const shared = !ctx.viewer && !development && request.method === 'GET'
    const form = pageForm(request.headers.get('sec-fetch-site'), request.headers.get('x-part'))
    const page = await (shared
      ? cache.of(pageKey(requestLanguage(), pathname + search, form), () => render(request, ctx, { form }))
      : render(request, ctx, { form }))
    return pageResponse(page, request)
  }
}

/** Caches the handler of each build, because creating one ranks all routes, which takes a quarter of a page's time. */
function handlers(mode: 'development' | 'production') {
  const made = new WeakMap<ServerBuild, RequestHandler>()
  return (build: ServerBuild): RequestHandler => {
    const handler = made.get(build) ?? createRequestHandler(build, mode)
    made.set(build, handler)
    return handler
  }
}

type Rendering = { form?: PageForm; away?: boolean }

/**
 * Returns the in-process client of loaders. A refusal becomes the error page of its status, and a fault becomes one
 * with the id of its log line.
 */
function pageApi(ctx: Context): Api {
  return mapTable(operations, (row) => async (input: unknown) => {
    try {
      return await call(row, ctx, input)
    } catch (error) {
      if (error instanceof Refusal) {
        const { status, code, message, issues } = error
        throw Response.json({ error: message, code, issues }, { status })
      }
      const { requestId } = ctx.caller
      const outage = loggedOutage(error, { requestId, operation: row.path })
      if (outage) throw Response.json({ error: outage.message, requestId }, { status: outage.status })
      log.error({ err: error, requestId, operation: row.path }, 'page failed')
      throw Response.json({ error: refusals.ourFault(requestId), requestId }, { status: 500 })
    }
  }) as unknown as Api
}

/** Client of loaders while the database is unavailable and sessions can't be checked. */
const awayApi = mapTable(operations, () => async () => {
  throw Response.json({}, { status: 503 })
}) as unknown as Api

type PageEntry = typeof import('#src/entry.server.tsx')
