import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'
import { type WatchedServer, watchedServer } from '#test/watched-server.ts'
import { openDatabaseProxy } from '../../../tools/drill/database-proxy.ts'

// PostgreSQL becomes unreachable under a running server, and comes back.

const site = testSite()
let way: Awaited<ReturnType<typeof openDatabaseProxy>>
let server: WatchedServer

beforeAll(async () => {
  way = await openDatabaseProxy(site.databaseUrl)
  server = await watchedServer(way.url)
})
afterAll(async () => {
  await server?.stop()
  way?.close()
})

const person = { name: 'Sample Person', email: 'away@site.test', password: 'sample password' }
const send = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const mailsLeft = async () => {
  const { rows } = await site.db.execute(`select count(*)::int as left from graphile_worker.jobs`)
  return rows[0]?.left
}

test('while the database is away the answer is 503 with Retry-After, and it recovers without a restart', async () => {
  expect((await get('/api/articles')).status).toBe(200)
  expect((await get('/')).status).toBe(200)
  const member = await (await send('/api/auth/register', { ...person, email: 'member@site.test' })).json()
  way.close()
  const until = Date.now() + 3_000
  for (; Date.now() < until; await sleep(200)) {
    const [list, page, write, ready, alive] = await Promise.all([
      get('/api/articles?limit=3'),
      get('/language/proverbs'),
      send('/api/auth/register', person),
      get('/readyz'),
      get('/healthz'),
    ])
    expect([list, page, write, ready, alive].map(({ status }) => status)).toEqual([503, 503, 503, 503, 200])
    expect([list, page, write].map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5', '5'])
    expect(await list.json()).toMatchObject({ code: 'unavailable', error: expect.stringContaining('Try again') })
    expect(await page.text()).not.toMatch(/ECONN|Connection terminated/)
  }
  // Members get an uncached page, because their device would take a guest's page for a log-out and forget their data.
  for (const path of ['/dashboard', '/about', '/language/proverbs?sort=newest']) {
    const page = await get(path, { cookie: `session=${member.token}` })
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    const html = await page.text()
    expect(html).toMatch(/<h1[^>]*>The site isn’t responding\.</)
    expect(html).toContain(`href="${path}"`)
  }
  await way.open()
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 10_000 }).toBe(200)
  expect((await get('/api/articles?limit=3')).status).toBe(200)
  expect((await get('/language/proverbs')).status).toBe(200)
  const joined = await send('/api/auth/register', person)
  expect(joined.status).toBe(201)
  const { token } = (await joined.json()) as { token: string }
  // Queued jobs are done, and NOTIFY from another instance arrives again.
  await expect.poll(mailsLeft, { timeout: 30_000 }).toBe(0)
  await expect.poll(() => hearsOfArticles(token), { timeout: 20_000 }).toBe(true)
})

/** Returns whether a new stream reports an entry that another instance announces. */
async function hearsOfArticles(token: string): Promise<boolean> {
  const notice = JSON.stringify([{ type: 'article', visibility: 'public', groups: [], authorId: null }])
  const end = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const stream = await fetch(`${server.url}/api/stream`, { headers, signal: end.signal })
  const tell = () => site.db.execute(`select pg_notify('content_changed', '${notice}')`).catch(() => {})
  const telling = setInterval(tell, 200)
  const late = setTimeout(() => end.abort(), 5_000)
  let heard = ''
  try {
    for await (const chunk of stream.body as ReadableStream<Uint8Array>) {
      heard += Buffer.from(chunk)
      if (heard.includes('data: article')) return true
    }
  } catch {
  } finally {
    // timed out
    clearInterval(telling)
    clearTimeout(late)
    end.abort()
  }
  return false
}
