import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { testSite } from '#test/harness.ts'
import { type WatchedServer, watchedServer } from '#test/watched-server.ts'

const site = testSite()
let server: WatchedServer
/** The fourth connection listens for jobs. */
const writers = 3

beforeAll(async () => {
  server = await watchedServer(site.databaseUrl, { DATABASE_CONNECTIONS: String(writers + 1) })
}, 60_000)
afterAll(() => server?.stop())

type Member = { id: string; ask(method: string, path: string, body?: object): Promise<Response> }

async function member(email: string): Promise<Member> {
  const json = { 'content-type': 'application/json' }
  const account = JSON.stringify({ name: 'Test Person', email, password: 'test password' })
  const answer = await fetch(`${server.url}/api/auth/register`, { method: 'POST', headers: json, body: account })
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  const headers = { ...json, authorization: `Bearer ${token}` }
  return {
    id: user.id,
    ask: (method, path, body) =>
      fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
  }
}

/** Returns how many statements wait for a locked row. */
async function waitingStatements(): Promise<number> {
  const { rows } = await site.db.execute<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query !~* 'advisory'`,
  )
  return rows[0]?.count ?? 0
}

it('looks up sessions and reads while every write connection is in use', async () => {
  const [writing, reading] = [await member('writing@site.test'), await member('reading@site.test')]
  const holder = new Client({ connectionString: site.databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select from accounts where id = $1 for update', [writing.id])
  const write = () => writing.ask('PUT', '/api/auth/preferences', { language: 'en' })
  const writes = Array.from({ length: writers }, write)
  await expect.poll(waitingStatements, { timeout: 20_000 }).toBe(writers)
  // Those that follow wait for a connection before they are counted.
  const settled = Promise.allSettled([...writes, ...Array.from({ length: 12 }, write)])
  // Once a later request is answered, those writes have arrived, so the second read comes after them.
  for (let read = 0; read < 3; read++) expect((await reading.ask('GET', '/api/auth/profile')).status).toBe(200)
  expect(await waitingStatements()).toBe(writers)
  await holder.query('rollback')
  await settled
})
