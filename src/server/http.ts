import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { call } from '#core/call.ts'
import type { Context } from '#core/context.ts'
import { Invalid, NotFound, Refusal, TooLarge } from '#core/errors.ts'
import { language } from '#core/language.ts'
import { type AnyOperation, mapTable, type Table } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import { jsonAnswer } from './json-answer.ts'
import { log } from './log.ts'
import { loggedOutage } from './outage.ts'
import { type PageCache, pageResponse, toPage } from './page-cache.ts'

/** Makes the context of an API request; the headers it sets go into the answer. */
export type ContextFor = (c: HonoContext, answer: Headers) => Promise<Context>

const bodyBytes = 2 * 1024 * 1024

/** Binds every row to its REST route below `/api`, and the auth rows below `/auth` too (spec §7). */
export function restApi(table: Table, contextFor: ContextFor, maxUploadBytes: number, cache: PageCache): Hono {
  const app = new Hono()
  // Fixed parts before parameters, so that /events/upcoming is not taken for an id.
  const rows = Object.values(mapTable(table, (row) => row)).flatMap((group) => Object.values(group))
  rows.sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  for (const row of rows) {
    const paths = row.path.startsWith('/auth/') ? [`/api${row.path}`, row.path] : [`/api${row.path}`]
    const handler = async (c: HonoContext) =>
      isKept(c, row) ? respondKept(c, row, contextFor, cache) : respond(c, row, contextFor, await inputOf(c))
    // The limit looks at the body, which a GET would be given a whole second Request for.
    if (row.method === 'GET') app.on(row.method, paths, handler)
    else app.on(row.method, paths, limitOf(row, maxUploadBytes), handler)
  }
  return app
}

/** The largest body of a row, with the sentence that refuses a larger one. */
export function limitOf(row: AnyOperation, maxUploadBytes: number) {
  const maxSize = row.acceptsDataUrl ? Math.max(bodyBytes, maxUploadBytes * 1.4) : bodyBytes
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new TooLarge(refusals.tooLarge(Math.floor(maxSize / 1024 / 1024)))
    },
  })
}

/** Runs the row and writes its answer as JSON. @param shape last changes to the answer, for the spec's addresses */
export async function respond(
  c: HonoContext,
  row: AnyOperation,
  contextFor: ContextFor,
  input: Record<string, unknown>,
  shape: (answer: unknown) => unknown = (answer) => answer,
): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  const answer = await call(row, await contextFor(c, headers), input)
  const status = typeof row.status === 'function' ? row.status(answer) : row.status
  return jsonAnswer(shape(answer), c.req.header('accept-encoding'), { status: status ?? 200, headers })
}

/** Searches seldom repeat. Who sends a token is never answered from memory. */
function isKept(c: HonoContext, row: AnyOperation): boolean {
  return row.cached === true && !c.req.raw.headers.has('authorization') && c.req.query('q') === undefined
}

/** What every guest is answered: asked once, compressed once, and kept until content changes. */
async function respondKept(c: HonoContext, row: AnyOperation, contextFor: ContextFor, cache: PageCache) {
  const { pathname, search } = new URL(c.req.url)
  const page = await cache.of(pathname + search, async () => {
    const answer = await call(row, await contextFor(c, new Headers()), await inputOf(c))
    return toPage(200, keptHeaders, Buffer.from(JSON.stringify(answer)), true)
  })
  return pageResponse(page, c.req.raw)
}

const keptHeaders = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=0, must-revalidate',
}

/** Query, JSON body and path parameters as one input; the later win. */
export async function inputOf(c: HonoContext): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
  return { ...query, ...(c.req.method === 'GET' ? {} : await jsonBody(c)), ...c.req.param() }
}

async function jsonBody(c: HonoContext): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  if (text === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Invalid(refusals.noJson)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Invalid(refusals.noObject)
  return body as Record<string, unknown>
}

/** The one place where errors become HTTP: a Refusal as it says, anything else a logged 500 without detail. */
export function errorAnswer(error: unknown, c: HonoContext): Response {
  const asked = { requestId: c.get('requestId'), path: c.req.path }
  const outage = error instanceof Refusal ? undefined : loggedOutage(error, asked)
  const refusal = outage ?? error
  if (refusal instanceof Refusal) {
    const { status, code, message, issues, retryAfter } = refusal
    if (retryAfter) c.header('retry-after', String(retryAfter))
    c.header('cache-control', 'private, no-store')
    c.header('content-language', language())
    return c.json({ error: message, code, ...(issues && { issues }) }, status as ContentfulStatusCode)
  }
  const requestId = c.get('requestId')
  log.error({ err: error, requestId, method: c.req.method, path: c.req.path }, 'request failed')
  return c.json({ error: refusals.ourFault(requestId), code: 'internal', requestId }, 500)
}

export function notFoundAnswer(c: HonoContext): Response {
  return errorAnswer(new NotFound(), c)
}
