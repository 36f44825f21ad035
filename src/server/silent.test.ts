import { afterAll, expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'
import { openWay } from '../../scripts/drill/way.ts'
import { openDatabase } from './database.ts'
import { listen } from './listen.ts'
import { outageOf } from './outage.ts'

// The machine of the database loses its power: no connection ends, and none is answered any more.

const site = testSite()
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

test('who waits for a database that fell silent is told that it is away, and is answered once it is back', async () => {
  const way = await openWay(site.databaseUrl)
  const database = openDatabase(way.url, 2)
  const heard: boolean[] = []
  const onState = (now: boolean, silent?: boolean) => {
    heard.push(now)
    database.onState(now, silent)
  }
  const ear = listen(way.url, 'sample', () => {}, onState, { every: 1_000, patience: 1_000 })
  ends.push(way.close, database.close, ear.stop)
  await ear.ready
  expect(heard).toEqual([true])
  const ask = () => database.pool.query('select 1')
  // One in use and one at rest.
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

test('who asks a silent database is refused at once until it is heard again, however many ask', async () => {
  const way = await openWay(site.databaseUrl)
  const database = openDatabase(way.url, 2)
  ends.push(way.close, database.close)
  const ask = () => database.pool.query('select 1')
  await Promise.all([ask(), ask()])

  way.fallSilent()
  database.onState(false, true)
  await expect.poll(() => database.pool.totalCount, { timeout: 10_000 }).toBe(0)
  const refused = await Promise.allSettled(Array.from({ length: 20 }, ask))
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ message: expect.stringContaining('fallen silent') })
    expect(outageOf(reason)).toMatchObject({ status: 503, retryAfter: 5 })
  }
  // That it is not heard again either is no news.
  database.onState(false)
  await expect(ask()).rejects.toThrow('fallen silent')

  way.speak()
  database.onState(true)
  await ask()
})
