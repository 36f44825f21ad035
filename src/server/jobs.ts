import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, makeWorkerUtils, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { JobContext, Jobs } from '#core/context.ts'
import { addJob, announce, type House, inTransaction } from './context.ts'
import { heldLocks, type Lock, lockOf } from './instances.ts'
import { startIn } from './language.ts'
import { log } from './log.ts'
import type { Tally } from './tally.ts'

/**
 * When the server stops, jobs under way are told so after `told` and given back to the queue after `givenBack`. How often it
 * is looked for jobs of instances that are gone: they are when they were so twice. In ms.
 */
const pace = { told: 2_000, givenBack: 8_000, look: 10_000 }
const againMs = 1_000

// Its own log lines are noise below a warning.
export const logger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') log.warn({ source: 'jobs' }, message)
})

/** Makes or widens the tables of the job queue. */
export async function migrateJobs(pool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  await utils.migrate()
  await utils.release()
}

/** The jobs as they are run, with how each ends counted. */
export function counted(jobs: Jobs, tally: Pick<Tally, 'add'>): Jobs {
  const count = async (name: string, work: Promise<void>) => {
    await work.catch((error) => {
      tally.add('job-failed', name)
      throw error
    })
    tally.add('job', name)
  }
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      { ...job, run: (ctx, payload) => count(name, job.run(ctx, payload)) },
    ]),
  )
}

/** The context of one job. */
export function jobContextOf(house: House, signal: AbortSignal): JobContext {
  const { db, site, storage, mail, push, backups, workFolder, piecesFolder, readBackedUp } = house
  return {
    db,
    site,
    storage,
    mail,
    push,
    backups,
    workFolder,
    readBackedUp,
    piecesFolder,
    signal,
    addJob: (name, payload, options) => addJob(db, name, payload, options),
    contentChanged: () => announce(house),
    inLanguage: startIn,
    transaction: (work) => inTransaction(house, (inside) => work({ ...inside, site })),
  }
}

export type Working = {
  pool: Pool
  house: House
  jobs: Jobs
  /** Shows the other instances that whoever holds this lives. */
  hold(lock: Lock): Promise<() => void>
  /** No other server works on this database: what is marked as being worked on was cut off by a crash, and begins again now. */
  alone: boolean
}

/**
 * Works through queued jobs and those of the clock until `stop()`; a failed job is tried again later. When the database
 * goes away the work begins anew once it is back; jobs of an instance that died go back to the queue within 20 s.
 */
export async function startJobs(
  { pool, house, jobs, hold, alone }: Working,
  { told, givenBack, look } = pace,
): Promise<{ stop(): Promise<void> }> {
  if (alone) await giveBack(pool, await workersOf(pool))
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let now: { runner: Runner; id: string; release(): void } | undefined
  const context = (signal?: AbortSignal) => jobContextOf(house, signal ?? new AbortController().signal)

  async function begin() {
    const events: WorkerEvents = new EventEmitter()
    const { promise: created, resolve } = Promise.withResolvers<string>()
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id))
    const runner = await run({
      pgPool: pool,
      logger,
      events,
      concurrency: 2,
      noHandleSignals: true,
      // With a delay, be it none, a result that can't be written down ends the work, not the process.
      preset: {
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: told },
      },
      taskList: Object.fromEntries(
        Object.entries(jobs).map(([name, job]) => [
          name,
          (payload, { abortSignal }) => job.run(context(abortSignal), (payload ?? {}) as Record<string, unknown>),
        ]),
      ),
      parsedCronItems: parseCronItems(
        Object.entries(jobs).flatMap(([task, { cron }]) => (cron ? [{ task, match: cron, identifier: task }] : [])),
      ),
    })
    const id = await created
    const release = await hold(lockOf('jobs', id))
    now = { runner, id, release }
    let over = false
    const ended = () => {
      if (over || stopped) return
      over = true
      release()
      timer = setTimeout(beginAgain, againMs)
    }
    // One that gives up, since it could not write down a result, may wait for what it lost without an end.
    events.once('pool:gracefulShutdown', ended)
    // Whose question for a job was not answered may have been given one, which nobody would work on.
    events.once('worker:getJob:error', () => void runner.stop().catch(() => {}))
    runner.promise.then(ended, ended)
  }

  function beginAgain() {
    begin().catch(() => {
      if (!stopped) timer = setTimeout(beginAgain, againMs)
    })
  }

  await begin()
  const looking = takeOver(pool, look)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(looking)
      if (!now) return
      const { runner, id, release } = now
      const calm = runner.stop().then(
        () => true,
        () => true,
      )
      if (!(await Promise.race([calm, sleep(givenBack, false)]))) await giveBack(pool, [id]).catch(() => {})
      release()
    },
  }
}

/** Gives back, again and again, what workers hold that no living instance has. */
function takeOver(pool: Pool, every: number): NodeJS.Timeout {
  let missed = new Set<string>()
  const look = async () => {
    const working = await workersOf(pool)
    const living = working.length ? await heldLocks(pool, 'jobs') : new Set<number>()
    const missing = working.filter((id) => !living.has(lockOf('jobs', id)[1]))
    const dead = missing.filter((id) => missed.has(id))
    missed = new Set(missing)
    if (dead.length) await giveBack(pool, dead)
  }
  return setInterval(() => void look().catch(() => {}), every)
}

async function workersOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select distinct locked_by as id from graphile_worker.jobs where locked_by is not null',
  )
  return rows.map(({ id }) => id)
}

async function giveBack(pool: Pool, workers: string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1)', [workers])
}
