import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { withoutUnusedHill } from '#ui/drawing/terraces.tsx'
import { isHydrated } from '#web/page.ts'

export { speak } from '#text/language.ts'
export { apiContext } from '#web/api.ts'
export { default as headScript } from '#web/head-script.ts?script'
export { awayContext, nonceContext, reportContext, siteContext, viewerContext } from '#web/page.ts'

import { learn } from '#text/language.ts'
import { nonceContext, reportContext } from '#web/page.ts'
import { kiswahili } from './kiswahili.ts'

learn(kiswahili)

/** Renders a complete page. A page that doesn't hydrate is plain HTML without React's markers. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const { matches } = entry.staticHandlerContext
  const hydrated = isHydrated(matches.map(({ route }) => entry.routeModules[route.id]?.handle))
  if (!hydrated) {
    const html = renderToStaticMarkup(<ServerRouter context={entry} url={request.url} />)
    return new Response(`<!doctype html>${withoutUnusedHill(html)}`, { status, headers })
  }
  headers.set('x-hydrated', '1')
  const nonce = context.get(nonceContext)
  const stream = await renderToReadableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
    nonce,
    signal: request.signal,
  })
  await stream.allReady
  return new Response(stream, { status, headers })
}

/** Reports an error, unless it is a response (refusals are normal answers) or the client has hung up. */
export function handleError(error: unknown, { request, context }: ErrorOrigin): void {
  if (request.signal.aborted || error instanceof Response || isRouteErrorResponse(error)) return
  context.get(reportContext)(error)
}

type ErrorOrigin = { request: Request; context: Readonly<RouterContextProvider> }
