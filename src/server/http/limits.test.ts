import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Limits } from '#core/context.ts'
import { cast, testSite } from '#test/harness.ts'
import { openDatabase } from '../database/database.ts'
import { openLimits } from './limits.ts'

const site = testSite()
const { person } = cast(site)

const secret = 'a secret of the tests, long enough to be one'
const write = () => person.call('PUT', '/api/auth/preferences', { language: 'en' })

/** Returns how many of `count` concurrent calls are admitted. */
async function letIn(count: number, call: () => Promise<unknown>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: count }, call))
  return results.filter((one) => one.status === 'fulfilled').length
}

/** Opens a connection to the site's database whose `now()` doesn't change until the test moves it. */
function stoppedClock() {
  let database: ReturnType<typeof openDatabase>
  beforeAll(async () => {
    await site.db.execute(sql`create schema stopped`)
    await site.db.execute(sql`create table stopped.clock as select now() as time`)
    await site.db.execute(sql`create function stopped.now() returns timestamptz stable language sql
      as 'select time from stopped.clock'`)
    const options = '-c timezone=UTC -c search_path=stopped,public,pg_catalog'
    database = openDatabase(`${site.databaseUrl}&options=${encodeURIComponent(options)}`, 10)
  })
  afterAll(() => database.close())
  return {
    database: () => database,
    pass: (interval: string) => site.db.execute(sql`update stopped.clock set time = time + ${interval}::interval`),
  }
}

describe('writes', () => {
  const { database, pass } = stoppedClock()
  let limits: Limits
  let running: Limits
  beforeAll(() => {
    running = site.services.limits
    limits = openLimits(database().db, database().pool, secret)
    site.services.limits = limits
  })
  afterAll(() => {
    site.services.limits = running
  })
  const letInWrites = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, write))
    return answers.filter(({ status }) => status === 200).length
  }

  test('have a bucket of 300 that refills at 5 a second, per account', async () => {
    expect(await letInWrites(310)).toBe(300)
    const refused = await write()
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'too_many', '1'])
    await pass('1 second')
    expect(await letInWrites(10)).toBe(5)
    expect((await person.call('GET', '/api/auth/preferences')).status).toBe(200)
    const other = await site.person()
    expect((await other.call('PUT', '/api/auth/preferences', {})).status).toBe(200)
  })

  test('have a full bucket again later, and never more', async () => {
    await limits.take('write', 'somebody')
    await pass('1 day')
    expect(await letIn(320, () => limits.take('write', 'somebody'))).toBe(300)
  })
})

describe('uploads', () => {
  afterEach(() => void vi.useRealTimers())

  test('are limited to 120 a minute, also at the older address, separately from writes', async () => {
    const sender = await site.person()
    // The minute lasts until the test ends.
    vi.useFakeTimers({ toFake: ['Date'] })
    const upload = { filename: 'a.png', contentType: 'image/png' }
    const query = new URLSearchParams({ operation: 'getUploadUrl', ...upload })
    const asks = Array.from({ length: 125 }, (_, i) =>
      i % 2 ? sender.call('POST', '/api/uploads', upload) : sender.call('GET', `/content?${query}`),
    )
    const answers = await Promise.all(asks)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(120)
    const refused = answers.find((answer) => answer.status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await sender.call('PUT', '/api/auth/preferences', {})).status).toBe(200)
  })
})

test('instances that share the database share the limits', async () => {
  const second = openDatabase(site.databaseUrl, 5)
  try {
    const instances: Limits[] = [site.services.limits, openLimits(second.db, second.pool, secret)]
    let turn = 0
    const next = () => instances[turn++ % 2] as Limits
    expect(await letIn(12, () => next().take('mail', 'one@site.test'))).toBe(5)
    const wrong = { account: 'one@site.test', address: '192.0.2.9' }
    for (let i = 0; i < 10; i++) expect(await next().guess(wrong, async () => false)).toBe(false)
    for (const limits of instances) await expect(limits.guess(wrong, async () => true)).rejects.toThrow('Too many')
  } finally {
    await second.close()
  }
})

test('an address with a thousand failures in an hour needs a proof of work, for any account', async () => {
  const { limits } = site.services
  const at = (i: number) => ({ account: `${i}@site.test`, address: '192.0.2.10' })
  for (let i = 0; i < 1000; i += 50)
    await Promise.all(Array.from({ length: 50 }, (_, j) => limits.guess(at(i + j), async () => false)))
  await expect(limits.guess(at(5000), async () => true)).rejects.toMatchObject({ status: 429, code: 'proof_of_work' })
  expect(await limits.guess({ ...at(5000), address: '192.0.2.11' }, async () => true)).toBe(true)
})

test('no table of counters contains an address or an email', async () => {
  const rows = await site.db.execute('select key from rate_limits union all select key from rate_buckets')
  expect(JSON.stringify(rows.rows)).not.toMatch(/site\.test|192\.0/)
})
