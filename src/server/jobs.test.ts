import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'
import { addJob } from './context.ts'
import { openDatabase } from './database.ts'
import { startJobs } from './jobs.ts'

const site = testSite()
let database: ReturnType<typeof openDatabase>

beforeAll(() => {
  database = openDatabase(site.databaseUrl)
})
afterAll(() => database.close())

test('what a crash cut off is begun again at the next start, unless another server may be at it', async () => {
  const done: unknown[] = []
  const jobs = { sample: { run: async (_: unknown, payload: object) => void done.push(payload) } }
  const { pool } = database
  for (const number of [1, 2]) await addJob(site.db, 'sample', { number }, { queue: 'sample' })
  await pool.query(`update graphile_worker._private_jobs set locked_by = 'a dead worker', locked_at = now(), attempts = 1
    where payload->>'number' = '1'`)
  await pool.query(`update graphile_worker._private_job_queues set locked_by = 'a dead worker', locked_at = now()`)

  const careful = await startJobs(pool, site.house, jobs, false)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await careful.stop()
  expect(done).toEqual([])

  const alone = await startJobs(pool, site.house, jobs, true)
  await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(2)
  await alone.stop()
})
