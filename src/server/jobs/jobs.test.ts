import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { JobContext } from '#core/context.ts'
import { testSite } from '#test/harness.ts'
import { openDatabase } from '../database/database.ts'
import { addJob } from '../http/context.ts'
import { log } from '../observability/log.ts'
import { describeError } from '../observability/log-error.ts'
import { lockOf, requireOneSecret } from '../start/instances.ts'
import { listen } from '../start/listen.ts'
import { startJobs, type Working } from './jobs.ts'

const site = testSite()
let database: ReturnType<typeof openDatabase>
let contentListener: ReturnType<typeof listen>
let done: unknown[]

beforeAll(async () => {
  database = openDatabase(site.databaseUrl)
  contentListener = instance()
  await contentListener.ready
})
beforeEach(() => {
  done = []
})
afterAll(async () => {
  await contentListener.stop()
  await database.close()
})

const quick = { stopAfter: 100, givenBack: 500, look: 100 }
const instance = () =>
  listen(
    site.databaseUrl,
    'sample',
    () => {},
    () => {},
  )

function working(alone: boolean, jobs: Working['jobs'] = {}): Working {
  const sample = { run: async (_: unknown, payload: object) => void done.push(payload) }
  return { pool: database.pool, services: site.services, jobs: { sample, ...jobs }, hold: contentListener.hold, alone }
}

/** Queues two jobs of one queue, of which `worker` has locked the first. */
async function cutOff(worker: string) {
  for (const number of [1, 2]) await addJob(site.db, 'sample', { number }, { queue: 'sample' })
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where payload->>'number' = '1'`,
    [worker],
  )
  await database.pool.query('update graphile_worker._private_job_queues set locked_by = $1, locked_at = now()', [
    worker,
  ])
}

test('jobs interrupted by a crash restart with the next start of a single server', async () => {
  await cutOff('a dead worker')
  const alone = await startJobs(working(true))
  await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(2)
  await alone.stop()
})

test('jobs of a dead instance return to the queue, those of a living one do not', async () => {
  const other = instance()
  await other.ready
  await other.hold(lockOf('jobs', 'a living worker'))
  await cutOff('a living worker')
  let looks = 0
  const query = async (...args: Parameters<typeof database.pool.query>) => {
    const answer = await database.pool.query(...args)
    if (/select distinct locked_by/.test(String(args[0]))) looks++
    return answer
  }
  const careful = await startJobs({ ...working(false), pool: withPart(database.pool, 'query', query) }, quick)
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(9)
  // Jobs that were back in the queue would be done before a new one.
  await addJob(site.db, 'sample', { number: 3 })
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ number: 3 }])
  await other.stop()
  await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(3)
  await careful.stop()
})

/** Returns a proxy of an object with one method replaced. */
function withPart<T extends object>(object: T, name: keyof T, part: unknown): T {
  const get = (it: T, property: string | symbol) => {
    const own = Reflect.get(it, property, it)
    return property === name ? part : typeof own === 'function' ? own.bind(it) : own
  }
  return new Proxy(object, { get })
}

test('a job is started even if the answer that assigned it was lost', async () => {
  await addJob(site.db, 'sample', { number: 1 })
  let lost = 0
  const connect = async (...listener: []) => {
    const client = await database.pool.connect(...listener)
    // The listener uses a callback.
    if (!client) return
    const query = async (...args: Parameters<typeof client.query>) => {
      const answer = await client.query(...args)
      const { rows } = answer as unknown as { rows: unknown[] }
      if (lost || !/skip locked/i.test(JSON.stringify(args)) || rows.length === 0) return answer
      lost++
      throw new Error('Connection terminated unexpectedly')
    }
    return withPart(client, 'query', query)
  }
  const pool = withPart(database.pool, 'connect', connect)
  const one = await startJobs({ ...working(false), pool }, quick)
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ number: 1 }])
  expect(lost).toBe(1)
  await one.stop()
})

test('a job that ignores the abort signal returns to the queue and does not block the stop', async () => {
  let begun = 0
  let isTold = false
  const stubborn = {
    run: ({ signal }: JobContext) => {
      begun++
      signal.addEventListener('abort', () => {
        isTold = true
      })
      return new Promise<void>(() => {})
    },
  }
  await addJob(site.db, 'stubborn', {})
  const one = await startJobs(working(false, { stubborn }), quick)
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(1)
  // The job never ends, so this would never return if it waited for the job.
  await one.stop()
  expect(isTold).toBe(true)
  const { rows } = await database.pool.query('select locked_by, attempts from graphile_worker.jobs')
  expect(rows).toEqual([{ locked_by: null, attempts: 1 }])
  await database.pool.query('delete from graphile_worker._private_jobs')
})

test('no job waits for files that take hours to decode', async () => {
  const ends: (() => void)[] = []
  const decoding = { run: () => new Promise<void>((resolve) => ends.push(resolve)) }
  for (const queue of ['media:films', 'media:copies', 'media:variants'])
    for (let i = 0; i < 3; i++) await addJob(site.db, 'decoding', {}, { queue })
  const one = await startJobs(working(true, { decoding }))
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(3)
  for (const number of [1, 2]) await addJob(site.db, 'sample', { number })
  await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(2)
  for (let i = 0; i < 9; i++) {
    await expect.poll(() => ends.length, { timeout: 20_000 }).toBeGreaterThan(i)
    ends[i]?.()
  }
  await one.stop()
})

test('an instance with another secret doesn’t start beside the others', async () => {
  const mine = lockOf('secret', 'sample')
  const release = await contentListener.hold(mine)
  await requireOneSecret(database.pool, mine)
  const other = instance()
  await other.ready
  const theirs = lockOf('secret', 'another')
  await other.hold(theirs)
  await expect(requireOneSecret(database.pool, theirs)).rejects.toThrow('AUTH_SECRET')
  await other.stop()
  const secrets = () =>
    requireOneSecret(database.pool, mine).then(
      () => 'one',
      () => 'two',
    )
  await expect.poll(secrets, { timeout: 20_000 }).toBe('one')
  release()
})

test('a job whose query fails is logged without what the query contained', async () => {
  const secret = 'sample-secret-text'
  const failing = {
    run: ({ db }: JobContext) => db.execute(sql`select ${`it's\n  at the ${secret}`}::uuid`).then(() => {}),
  }
  const warn = vi.spyOn(log, 'warn')
  onTestFinished(() => warn.mockRestore())
  const worker = await startJobs(working(true, { failing }))
  await addJob(site.db, 'failing', {}, { maxAttempts: 1 })
  await expect.poll(() => warn.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await worker.stop()
  const lines = warn.mock.calls.map(([facts, message]) => {
    const { err, ...others } = facts as unknown as { err?: unknown }
    return { ...others, err: describeError(err), message }
  })
  expect(lines).toMatchObject([
    { source: 'jobs', job: 'failing', message: 'job failed', err: { statement: expect.any(String) } },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})
