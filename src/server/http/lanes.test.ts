import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildEvent } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { until } from '#test/until.ts'

const site = testSite()
const { organizer, other } = cast(site)

const register = (id: string, person: Person) =>
  person.call('POST', `/api/events/${id}/registration`, { fullName: 'Sample', email: person.email, phone: '000' })

test('transactions that wait for one row leave connections to all other writes', async () => {
  const { id } = await buildEvent(organizer)
  // This is more than the database has connections.
  const people = await Promise.all(Array.from({ length: 14 }, () => site.person()))
  const locker = new Client({ connectionString: site.databaseUrl })
  await locker.connect()
  onTestFinished(() => locker.end())
  await locker.query('begin')
  await locker.query('select from events where entry_id = $1 for update', [id])
  const waiting = Promise.all(people.map((person) => register(id, person)))
  await until(async () => {
    const { rows } = await locker.query(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`,
    )
    return rows[0].n >= 4
  }, 'registrations that wait')
  const article = { title: 'Sample title', category: 'Culture', content: '<p>Sample text.</p>' }
  expect((await other.call('POST', '/api/articles', article)).status).toBe(201)
  await locker.query('commit')
  expect((await waiting).map(({ status }) => status)).toEqual(people.map(() => 201))
})
