import { createHash, randomBytes } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { call } from '#core/call.ts'
import type { Context, Viewer } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { mapTable } from '#core/operation.ts'
import { speculationRules } from '#src/offline/speculation.ts'
import { operations } from '#src/operations.ts'
import type { Api } from '#web/api.ts'
import { headScript } from '#web/head-script.ts'
import { requestLanguage } from './language.ts'
import { log } from './log.ts'
import { loggedOutage } from './outage.ts'
import { type Page, type PageCache, pageKey, pageResponse, toPage } from './page-cache.ts'
import { type PageForm, pageForm, resultsOf, withStyles } from './page-form.ts'

const inlineHashes = [headScript, speculationRules].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)

/** Content-Security-Policy of a page. Where HTML is cached, inline script is allowed by its hash; a hydrated page has a nonce. */
function policy(nonce: string | undefined, styleHash: string | undefined, uploadOrigin: string | undefined): string {
  const scripts = `'self' ${inlineHashes.join(' ')}${nonce ? ` 'nonce-${nonce}'` : ''}`
  // Widgets that run in the browser (toasts, the editor) bring style elements of their own.
  const styles = nonce ? "'self' 'unsafe-inline'" : `'self'${styleHash ? ` 'sha256-${styleHash}'` : ''}`
  const connect = uploadOrigin ? `'self' ${uploadOrigin}` : "'self'"
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src ${connect}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export type PagesOptions = {
  cache: PageCache
  /** Who asks, by the cookie. */
  viewerOf(c: HonoContext): Promise<Viewer | null>
  contextFor(c: HonoContext, viewer: Viewer | null): Context
  loadBuild(): Promise<ServerBuild>
  /** Where the browser may upload to besides this site. */
  uploadOrigin: string | undefined
  development: boolean
}

/** Answers pages: a guest's from the cache or rendered once for all, a member's rendered for them alone. */
export function pages({ cache, viewerOf, contextFor, loadBuild, uploadOrigin, development }: PagesOptions) {
  async function render(request: Request, ctx: Context, { form = 'whole', away = false }: Rendering): Promise<Page> {
    const build = await loadBuild()
    const { apiContext, siteContext, viewerContext, awayContext, nonceContext, speak } = build.entry
      .module as unknown as PageContexts
    // The bundle has a `core` of its own, which has to speak as this one does.
    speak(requestLanguage)
    const nonce = randomBytes(16).toString('base64')
    const provider = new RouterContextProvider()
    provider.set(apiContext, away ? awayApi : pageApi(ctx))
    provider.set(siteContext, ctx.site)
    provider.set(viewerContext, ctx.viewer)
    provider.set(awayContext, away)
    provider.set(nonceContext, nonce)
    const response = await createRequestHandler(build, development ? 'development' : 'production')(request, provider)
    const hydrated = response.headers.has('x-hydrated')
    const shared = !ctx.viewer && !hydrated && !away
    const html = await response.text()
    const styled = form === 'first' && shared ? await withStyles(html) : null
    const body = form === 'results' ? resultsOf(html) : (styled?.html ?? html)
    const headers: Record<string, string> = {
      'content-language': requestLanguage(),
      // A browser that keeps pages for reading without signal learns whose this one is (src/offline).
      ...(ctx.viewer && { 'x-reader': ctx.viewer.id }),
      ...(response.status === 503 && { 'retry-after': '5' }),
      'cache-control': shared ? 'public, max-age=0, must-revalidate' : 'private, no-store',
      ...(!development && {
        'content-security-policy': policy(hydrated ? nonce : undefined, styled?.hash, uploadOrigin),
      }),
    }
    for (const name of ['content-type', 'location', 'x-remix-response']) {
      const value = response.headers.get(name)
      if (value) headers[name] = value
    }
    return toPage(response.status, headers, Buffer.from(body), shared && response.status === 200)
  }

  return async (c: HonoContext): Promise<Response> => {
    const request = c.req.raw
    const viewer = await viewerOf(c).catch((error: unknown) => {
      if (!loggedOutage(error, { requestId: c.get('requestId'), path: c.req.path })) throw error
      return 'unknown' as const
    })
    // A member's page is no guest's: the worker on their device would take them for signed out.
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

type Rendering = { form?: PageForm; away?: boolean }

/** The in-process client of loaders; a refusal becomes the page of its status, a fault one with the id of its log line. */
function pageApi(ctx: Context): Api {
  return mapTable(operations, (row) => async (input: unknown) => {
    try {
      return await call(row, ctx, input)
    } catch (error) {
      if (error instanceof Refusal) throw new Response(error.message, { status: error.status })
      const { requestId } = ctx.caller
      const outage = loggedOutage(error, { requestId, operation: row.path })
      if (outage) throw Response.json({ requestId }, { status: outage.status })
      log.error({ err: error, requestId, operation: row.path }, 'page failed')
      throw Response.json({ requestId }, { status: 500 })
    }
  }) as unknown as Api
}

/** For loaders while nobody can be told apart. */
const awayApi = mapTable(operations, () => async () => {
  throw Response.json({}, { status: 503 })
}) as unknown as Api

type PageContexts = typeof import('#src/entry.server.tsx')
