import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { type WatchedServer, watchedServer } from '#test/watched-server.ts'
import { openDatabaseProxy } from '../../../tools/drill/database-proxy.ts'

// PostgreSQL becomes unreachable while the server is running, and comes back.

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

test('answers 503 with Retry-After while the database is unavailable, and recovers without a restart', async () => {
  expect((await get('/api/articles')).status).toBe(200)
  expect((await get('/')).status).toBe(200)
  const member = await (await send('/api/auth/register', { ...person, email: 'member@site.test' })).json()
  way.close()
  for (let round = 0; round < 15; round++) {
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
  // Members get an uncached page, because their device would treat a guest's page as a logout and delete their data.
  for (const path of ['/dashboard', '/about', '/language/proverbs?sort=newest']) {
    const page = await get(path, { cookie: `session=${member.token}` })
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    const html = await page.text()
    expect(html).toMatch(/<h1[^>]*>The site isn’t responding\.</)
    expect(html).toContain(`href="${path}"`)
  }
  // The listener and the queue must keep trying.
  const door = await way.turnAway()
  await until(() => door.attempts() >= 3, 'attempts to connect again')
  await door.end()
  await way.open()
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 20_000 }).toBe(200)
  expect((await get('/api/articles?limit=3')).status).toBe(200)
  expect((await get('/language/proverbs')).status).toBe(200)
  const joined = await send('/api/auth/register', person)
  expect(joined.status).toBe(201)
  const { token } = (await joined.json()) as { token: string }
  // Queued jobs are done, and NOTIFY from another instance arrives again.
  await expect.poll(mailsLeft, { timeout: 30_000 }).toBe(0)
  const { heard, stop } = listenTo(token)
  const tellAndRead = async () => {
    // Another instance announces an entry.
    await site.db.execute(`select pg_notify('content_changed', '${notice}')`)
    return heard()
  }
  await expect.poll(tellAndRead, { timeout: 30_000 }).toContain('data: article')
  stop()
})

const notice = JSON.stringify([{ type: 'article', visibility: 'public', groups: [], authorId: null }])

/** Listens to the stream of news until `stop`, and reconnects whenever it ends, as a browser does. */
function listenTo(token: string) {
  const end = new AbortController()
  const init = { headers: { authorization: `Bearer ${token}` }, signal: end.signal }
  let heard = ''
  const listen = async () => {
    while (!end.signal.aborted) {
      const stream = await fetch(`${server.url}/api/stream`, init)
      for await (const chunk of stream.body as ReadableStream<Uint8Array>) heard += Buffer.from(chunk)
    }
  }
  listen().catch(() => {})
  return { heard: () => heard, stop: () => end.abort() }
}
