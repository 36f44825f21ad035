import { afterAll, expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'
import { openDatabaseProxy } from '../../../tools/drill/database-proxy.ts'
import { openDatabase } from '../database/database.ts'
import { outageOf } from '../observability/outage.ts'
import { listen } from '../start/listen.ts'

// The database's machine loses power: no connection ends, and none is answered.

const site = testSite()
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

test('requests to an unresponsive database fail with 503, and succeed once it is back', async () => {
  const way = await openDatabaseProxy(site.databaseUrl)
  const database = openDatabase(way.url, 2)
  const heard: boolean[] = []
  const onState = (now: boolean, silent?: boolean) => {
    heard.push(now)
    database.onState(now, silent)
  }
  const contentListener = listen(way.url, 'sample', () => {}, onState, { every: 1_000, patience: 1_000 })
  ends.push(way.close, database.close, contentListener.stop)
  await contentListener.ready
  expect(heard).toEqual([true])
  const ask = () => database.pool.query('select 1')
  // This opens two connections, of which the next query uses one.
  await Promise.all([ask(), ask()])

  way.fallSilent()
  const failed = await ask().catch((error) => error)
  expect(outageOf(failed)).toMatchObject({ status: 503 })
  expect(heard.at(-1)).toBe(false)

  way.speak()
  const answered = () =>
    ask().then(
      () => true,
      () => false,
    )
  await expect.poll(answered, { timeout: 20_000 }).toBe(true)
  await expect.poll(() => heard.at(-1), { timeout: 20_000 }).toBe(true)
})

test('new requests to an unresponsive database fail immediately until it answers again', async () => {
  const way = await openDatabaseProxy(site.databaseUrl)
  const database = openDatabase(way.url, 2)
  ends.push(way.close, database.close)
  const ask = () => database.pool.query('select 1')
  await Promise.all([ask(), ask()])

  way.fallSilent()
  database.onState(false, true)
  await expect.poll(() => database.pool.totalCount, { timeout: 10_000 }).toBe(0)
  const refused = await Promise.allSettled(Array.from({ length: 20 }, ask))
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ message: expect.stringContaining('stopped responding') })
    expect(outageOf(reason)).toMatchObject({ status: 503, retryAfter: 5 })
  }
  // A second failure report changes nothing.
  database.onState(false)
  await expect(ask()).rejects.toThrow('stopped responding')

  way.speak()
  database.onState(true)
  await ask()
})
