import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { Hono, type Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { call } from '#core/call.ts'
import { Budget } from '#core/concurrency/budget.ts'
import type { Context } from '#core/context.ts'
import { NotFound, Refusal } from '#core/errors.ts'
import { type AnyOperation, mapTable, type Table } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import { language } from '#text/language.ts'
import { log } from '../observability/log.ts'
import { loggedOutage } from '../observability/outage.ts'
import { type PageCache, pageKey, pageResponse, toPage } from '../pages/page-cache.ts'
import type { Bodies } from './bodies.ts'

/**
 * Creates the context of an API request; the headers it sets are added to the answer. Throws Unauthorized if the
 * request has an invalid token.
 */
export type ContextFor = (c: HonoContext, answer: Headers, row: AnyOperation) => Promise<Context>

/** Binds every operation to its REST route below `/api`, and those under `/auth` also without `/api` (spec 22.1). */
export function restApi(table: Table, contextFor: ContextFor, bodies: Bodies, cache: PageCache): Hono {
  const app = new Hono()
  // Fixed paths come before parameters, so that /events/upcoming is not taken for an id.
  const rows = Object.values(mapTable(table, (row) => row)).flatMap((group) => Object.values(group))
  rows.sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  for (const row of rows) {
    const paths = row.path.startsWith('/auth/') ? [`/api${row.path}`, row.path] : [`/api${row.path}`]
    const handler = (c: HonoContext) =>
      isKept(c, row) ? respondStored(c, row, contextFor, cache) : respond(c, row, contextFor, bodies)
    app.on(row.method, paths, handler)
  }
  return app
}

/**
 * At most this many requests of a kind are recognized, authorized and counted at once. Accounts take turns, so that many
 * requests of a few don't delay everyone else's. Writes are counted in the database, where they may wait for a
 * connection, so reads don't wait behind them.
 */
const arrivals = { reads: new Budget(8), writes: new Budget(8) }

async function arrive({ method }: AnyOperation, authorization: string | undefined): Promise<() => void> {
  if (method !== 'GET') return arrivals.writes.take(1, authorization ?? '')
  // A guest's read looks up no session and isn't counted.
  return authorization ? arrivals.reads.take(1, authorization) : () => {}
}

/**
 * Runs an operation and answers with JSON. The body is read only once its sender is authorized.
 * @param shape changes the answer for legacy addresses
 */
export async function respond(
  c: HonoContext,
  row: AnyOperation,
  contextFor: ContextFor,
  bodies: Bodies,
  shape: (answer: unknown) => unknown = (answer) => answer,
): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  let release = await arrive(row, c.req.header('authorization'))
  try {
    const ctx = await contextFor(c, headers, row)
    const readInput = async () => {
      release()
      const body = await bodies.read(c, row, ctx)
      release = body.release
      return { ...body.fields, ...inAddress(c, row) }
    }
    if (row.method === 'GET') release()
    const answer = await call(row, ctx, row.method === 'GET' ? inAddress(c, row) : readInput)
    const status = typeof row.status === 'function' ? row.status(answer) : row.status
    return await jsonAnswer(shape(answer), c.req.header('accept-encoding'), { status: status ?? 200, headers })
  } finally {
    release()
  }
}

/** Returns whether the answer is cached for guests. Searches are seldom repeated, so they aren't cached. */
function isKept(c: HonoContext, row: AnyOperation): boolean {
  return row.cached === true && !c.req.raw.headers.has('authorization') && c.req.query('q') === undefined
}

/** Answers guests from the cache, for which each answer is compressed once. */
async function respondStored(c: HonoContext, row: AnyOperation, contextFor: ContextFor, cache: PageCache) {
  const { pathname, search } = new URL(c.req.url)
  const page = await cache.of(pageKey(language(), pathname + search), async () => {
    const answer = await call(row, await contextFor(c, new Headers(), row), inAddress(c, row))
    return toPage(200, storedHeaders, Buffer.from(JSON.stringify(answer)), true)
  })
  return pageResponse(page, c.req.raw)
}

const storedHeaders = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=0, must-revalidate',
}

/**
 * Returns the input from the address. Writes accept only the parameters in their path (legacy addresses pass an id in
 * the query): proxies log addresses and browsers store them, so no password may be in one.
 */
function inAddress(c: HonoContext, row: AnyOperation): Record<string, unknown> {
  const query = Object.entries(queryOf(c))
  const accepted = row.method === 'GET' ? query : query.filter(([name]) => row.path.split('/').includes(`:${name}`))
  return { ...Object.fromEntries(accepted), ...c.req.param() }
}

function queryOf(c: HonoContext): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
}

/**
 * Turns every error into an HTTP answer: a Refusal into one with its status, a hang-up into a 400, an outage into a
 * logged 503 or 507, and anything else into a logged 500 without details.
 */
export function errorAnswer(error: unknown, c: HonoContext): Response {
  const requestInfo = { requestId: c.get('requestId'), path: c.req.path }
  if (isHangUp(error, c)) {
    log.debug(requestInfo, 'the client hung up')
    return c.json({ error: refusals.hungUp, code: 'hung_up' }, 400)
  }
  const outage = error instanceof Refusal ? undefined : loggedOutage(error, requestInfo)
  const refusal = outage ?? error
  if (refusal instanceof Refusal) {
    const { status, code, message, issues, retryAfter, details } = refusal
    if (retryAfter) c.header('retry-after', String(retryAfter))
    c.header('cache-control', 'private, no-store')
    c.header('content-language', language())
    return c.json({ error: message, code, ...(issues && { issues }), ...details }, status as ContentfulStatusCode)
  }
  const requestId = c.get('requestId')
  log.error({ err: error, requestId, method: c.req.method, path: c.req.path }, 'request failed')
  return c.json({ error: refusals.ourFault(requestId), code: 'internal', requestId }, 500)
}

/**
 * Returns whether the request's own body failed because the client disconnected. A lost database has the same code
 * (ECONNRESET), so the error objects are compared.
 */
function isHangUp(error: unknown, c: HonoContext): boolean {
  const bodyError: unknown = c.env?.incoming?.errored
  if (!bodyError) return false
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    if (one === bodyError) return true
  return false
}

export function notFoundAnswer(c: HonoContext): Response {
  return errorAnswer(new NotFound(), c)
}

/**
 * Answers the legacy addresses `/auth?operation=NAME` and `/content?operation=NAME`, with and without `/api` (spec
 * 22.1).
 */
export function specAddresses(table: Table, contextFor: ContextFor, bodies: Bodies): Hono {
  const app = new Hono()
  const rowByName = rowsByName(table)
  for (const service of ['auth', 'content']) {
    app.all(`/${service}`, answer(service)).all(`/api/${service}`, answer(service))
  }
  return app

  function answer(service: string) {
    return async (c: HonoContext): Promise<Response> => {
      const row = rowByName.get(`${service} ${c.req.method} ${c.req.query('operation')}`)
      if (!row) throw new NotFound(refusals.noOperation)
      return respond(c, row, contextFor, bodies, withSpecNames)
    }
  }
}

function rowsByName(table: Table): Map<string, AnyOperation> {
  const rowByName = new Map<string, AnyOperation>()
  for (const rows of Object.values(table))
    for (const row of Object.values(rows)) {
      if (!row.legacy) continue
      const { name, method } = typeof row.legacy === 'string' ? { name: row.legacy, method: row.method } : row.legacy
      rowByName.set(`${row.path.startsWith('/auth/') ? 'auth' : 'content'} ${method} ${name}`, row)
    }
  return rowByName
}

/** Adds `data` and `lastEvaluatedKey` to lists, beside `items` and `lastKey` (spec 22.1). */
function withSpecNames(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('items' in answer) || !('lastKey' in answer)) return answer
  return { ...answer, data: answer.items, lastEvaluatedKey: answer.lastKey }
}

const gzipAsync = promisify(gzip)

/**
 * Lengths in characters: answers below the first gain little from gzip, and those from the second on would block other
 * requests if they were compressed synchronously.
 */
const minGzipLength = 1024
const maxSyncLength = 64 * 1024
/** Output buffer of gzip in bytes: most answers fit, and garbage collection runs a third less often than with 16 KB. */
const chunkSize = 4096
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/**
 * Returns a JSON answer, gzipped if the client accepts that. It is compressed in one go: for a list of ten articles
 * this takes 0.08 ms of CPU, and a CompressionStream takes 0.42 ms.
 * @param accept the request's Accept-Encoding
 */
export async function jsonAnswer(
  value: unknown,
  accept = '',
  { status, headers }: { status: number; headers: Headers },
): Promise<Response> {
  const text = JSON.stringify(value)
  headers.set('content-type', 'application/json')
  if (text.length < minGzipLength) return new Response(text, { status, headers })
  headers.set('vary', 'accept-encoding')
  if (!acceptsGzip.test(accept)) return new Response(text, { status, headers })
  headers.set('content-encoding', 'gzip')
  const body = text.length < maxSyncLength ? gzipSync(text, { chunkSize }) : await gzipAsync(text)
  return new Response(body, { status, headers })
}
