import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cast, testSite } from '#test/harness.ts'
import { askAddress } from '#test/samples.ts'
import { log } from '../observability/log.ts'
import { errorAnswer } from './http.ts'

const site = testSite()
const { member, keeper } = cast(site)
let server: ServerType
let port: number
/** Number of answers the server has made, including those to clients that are gone. */
let answered = 0
/** The latest request, as Node received it. */
let received: IncomingMessage | undefined
const warn = vi.spyOn(log, 'warn')
const error = vi.spyOn(log, 'error')

beforeAll(async () => {
  const fetch: typeof site.app.fetch = async (request, bindings, ...rest) => {
    received = (bindings as { incoming: IncomingMessage }).incoming
    const answer = await site.app.fetch(request, bindings, ...rest)
    answered++
    return answer
  }
  server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
afterEach(() => {
  warn.mockClear()
  error.mockClear()
})

/** Sends the head and the first bytes of a request, and closes the connection when the site has read them. */
async function hangUp(method: string, url: string, headers: Record<string, string>, how: 'closes' | 'resets') {
  const { pathname, search } = new URL(url, 'http://site.test')
  const before = answered
  received = undefined
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const head = Object.entries({ host: 'site.test', 'content-length': '20000', ...headers })
  socket.write(
    `${method} ${pathname}${search} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{"title":"`,
  )
  await expect.poll(() => received?.readableDidRead, { timeout: 20_000 }).toBe(true)
  if (how === 'closes') socket.destroy()
  else socket.resetAndDestroy()
  await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(before)
}

describe.each(['closes', 'resets'] as const)('a client that %s the connection halfway through a body', (how) => {
  const json = { 'content-type': 'application/json' }

  it('is not logged as a database error: JSON of a member and of a guest', async () => {
    await hangUp('POST', '/api/articles', { ...json, authorization: `Bearer ${member.token}` }, how)
    await hangUp('POST', '/auth/login', json, how)
    expect([warn.mock.calls, error.mock.calls]).toEqual([[], []])
  })

  it('is not logged as a database error: a file sent whole or in pieces', async () => {
    const { uploadUrl } = await askAddress(member, { size: 20_000 })
    await hangUp('PUT', uploadUrl, {}, how)
    const { resumeUrl } = (
      await member.call('POST', '/api/uploads', { filename: 'a.jpg', contentType: 'image/jpeg', size: 20_000 })
    ).body
    const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    await hangUp('PATCH', resumeUrl, tus, how)
    expect([warn.mock.calls, error.mock.calls]).toEqual([[], []])
  })

  it('is not logged as a database error: the file of an import', async () => {
    const begun = await keeper.call('POST', '/api/imports', { type: 'vocabulary', fileName: 'sample.csv' })
    await hangUp('PUT', begun.body.uploadUrl, {}, how)
    expect([warn.mock.calls, error.mock.calls]).toEqual([[], []])
  })
})

it('a lost database is logged, even while the client hangs up', async () => {
  const app = new Hono()
  app.onError(errorAnswer)
  app.get('/', () => {
    throw new Error('query failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
  })
  const incoming = { errored: Object.assign(new Error('aborted'), { code: 'ECONNRESET' }) }
  const answer = await app.request('/', {}, { incoming })
  expect(answer.status).toBe(503)
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ reason: expect.stringContaining('ECONNRESET') }),
    'database or storage failed',
  )
})
