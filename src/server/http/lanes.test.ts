import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildEvent } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { until } from '#test/until.ts'

const site = testSite()
const { organizer, other } = cast(site)

const register = (id: string, person: Person) =>
  person.call('POST', `/api/events/${id}/registration`, { fullName: 'Sample', email: person.email, phone: '000' })

async function beginTransaction(): Promise<Client> {
  const client = new Client({ connectionString: site.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  return client
}

/** Returns how many connections wait for a lock. */
async function waitingIn(client: Client): Promise<number> {
  // A transaction otherwise sees the activity as it was when it first asked.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].n
}

test('transactions that wait for one row leave connections to all other writes', async () => {
  const { id } = await buildEvent(organizer)
  // This is more than the database has connections.
  const people = await Promise.all(Array.from({ length: 14 }, () => site.person()))
  const locker = await beginTransaction()
  await locker.query('select from events where entry_id = $1 for update', [id])
  const waiting = Promise.all(people.map((person) => register(id, person)))
  await until(async () => (await waitingIn(locker)) >= 3, 'registrations that wait')
  const article = { title: 'Sample title', category: 'Culture', content: '<p>Sample text.</p>' }
  expect((await other.call('POST', '/api/articles', article)).status).toBe(201)
  await locker.query('commit')
  expect((await waiting).map(({ status }) => status)).toEqual(people.map(() => 201))
})

test('many requests of one account delay those of another by a few', async () => {
  const locker = await beginTransaction()
  // The site can recognize nobody meanwhile.
  await locker.query('lock table sessions in access exclusive mode')
  const answered: Person[] = []
  const ask = async (person: Person) => {
    // Wrong input is refused as soon as its sender is recognized, without a query that could change the order.
    expect((await person.call('GET', '/api/notifications?limit=x')).status).toBe(400)
    answered.push(person)
  }
  const all = [...Array.from({ length: 40 }, () => organizer), other].map(ask)
  await until(async () => (await waitingIn(locker)) >= 8, 'requests that wait')
  await locker.query('commit')
  await Promise.all(all)
  expect(answered.indexOf(other)).toBeLessThan(20)
})
