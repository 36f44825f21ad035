import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, Logger, makeWorkerUtils, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { JobContext, Jobs } from '#core/context.ts'
import { addJob, announce, inTransaction, type Services } from '../http/context.ts'
import { startIn } from '../http/language.ts'
import type { Counters } from '../observability/counters.ts'
import { log } from '../observability/log.ts'
import { redact } from '../observability/log-error.ts'
import { heldLocks, type Lock, lockOf } from '../start/instances.ts'
import { mailConnections } from './mail.ts'

/**
 * Times in ms. On stop, running jobs are signalled after `stopAfter` and returned to the queue after `givenBack`. Jobs
 * of dead instances are looked for every `look`; an instance counts as dead if two checks in a row miss it.
 */
const pace = { stopAfter: 2_000, givenBack: 8_000, look: 10_000 }
const retryMs = 1_000

/** The parts of graphile-worker's description of an error that the log needs. */
type WorkerFault = { error: unknown; fatalError: unknown; job: { task_identifier: string; attempts: number } }

// graphile-worker's messages below a warning are noise. A message about an error repeats its message and stack, which
// can quote people, so the error is logged instead.
export const logger = new Logger(() => (level, message, meta) => {
  if (level !== 'error' && level !== 'warning') return
  const { error, fatalError = error, job } = (meta ?? {}) as Partial<WorkerFault>
  const facts = { source: 'jobs', ...(job && { job: job.task_identifier, attempts: job.attempts }) }
  if (fatalError) log.warn({ ...facts, err: fatalError }, job ? 'job failed' : 'job queue failed')
  else log.warn(facts, redact(message.split('\n')[0] ?? ''))
})

/**
 * Number of jobs run at once. Each email being sent uses one connection to the mail server (mail.ts). At most three of
 * the others copy files, in three queues (`mediaJobs`), so that two never wait for a file that takes hours to decode.
 */
const concurrency = { mail: mailConnections, other: 5 }

/** Creates or updates the tables of the job queue. */
export async function migrateJobs(pool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  await utils.migrate()
  await utils.release()
}

/** Returns the same jobs, whose outcomes are counted when they run. */
export function counted(jobs: Jobs, counters: Pick<Counters, 'add'>): Jobs {
  const count = async (name: string, work: Promise<void>) => {
    await work.catch((error) => {
      counters.add('job-failed', name)
      throw error
    })
    counters.add('job', name)
  }
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      { ...job, run: (ctx, payload) => count(name, job.run(ctx, payload)) },
    ]),
  )
}

/** Returns the context of one job. @param job its row in the queue */
export function jobContextOf(
  services: Services,
  signal: AbortSignal,
  job: Pick<Job, 'id' | 'created_at'> = { id: randomUUID(), created_at: new Date() },
): JobContext {
  const { db, site, tokens } = services
  return {
    ...services,
    signal,
    addJob: (name, payload, options) => addJob(db, name, payload, options),
    contentChanged: () => announce(services),
    // The time is part of it, because ids are used again after a restore.
    secretFor: (purpose) => tokens.signAddress(['mail', job.id, job.created_at.toISOString(), purpose], 0),
    inLanguage: startIn,
    transaction: (work) => inTransaction(services, (inside) => work({ ...inside, site, tokens })),
  }
}

export type Working = {
  pool: Pool
  /** Separate connections for jobs that send mail, so that other jobs don't delay it. The default is `pool`. */
  mailPool?: Pool
  services: Services
  jobs: Jobs
  /** Holds a lock that shows other instances that this worker is alive. */
  hold(lock: Lock): Promise<() => void>
  /** True if no other server uses this database: locked jobs were then interrupted by a crash and restart now. */
  alone: boolean
}

/**
 * Runs queued and scheduled jobs until `stop()`; failed ones are retried. Resumes when a lost database is available
 * again. Jobs of a dead instance return to the queue within 20 s.
 */
export async function startJobs(
  { pool, mailPool = pool, services, jobs, hold, alone }: Working,
  { stopAfter, givenBack, look } = pace,
): Promise<{ stop(): Promise<void> }> {
  if (alone) await giveBack(pool, await workersOf(pool))
  const [mail, other] = [true, false].map((isMail) =>
    Object.fromEntries(Object.entries(jobs).filter(([, job]) => (job.mail ?? false) === isMail)),
  ) as [Jobs, Jobs]
  const runners = [
    ...(Object.keys(mail).length ? [{ pgPool: mailPool, jobs: mail, concurrency: concurrency.mail }] : []),
    { pgPool: pool, jobs: other, concurrency: concurrency.other },
  ]
  const workers = await Promise.all(
    runners.map((runner) => keepRunning({ ...runner, services, hold, stopAfter, givenBack })),
  )
  const lookTimer = takeOver(pool, look)
  return {
    async stop() {
      clearInterval(lookTimer)
      await Promise.all(workers.map((one) => one.stop()))
    },
  }
}

type Running = Pick<Working, 'services' | 'jobs' | 'hold'> & {
  pgPool: Pool
  concurrency: number
  stopAfter: number
  givenBack: number
}

/** Runs these jobs, `concurrency` at once, and restarts whenever the database comes back. */
async function keepRunning({ pgPool, jobs, concurrency, services, hold, stopAfter, givenBack }: Running) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: { runner: Runner; id: string; release(): void } | undefined
  const context = (signal: AbortSignal | undefined, job: Job) =>
    jobContextOf(services, signal ?? new AbortController().signal, job)

  async function begin() {
    const events: WorkerEvents = new EventEmitter()
    const { promise: created, resolve } = Promise.withResolvers<string>()
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id))
    const runner = await run({
      pgPool,
      logger,
      events,
      concurrency,
      noHandleSignals: true,
      // With a delay set, even of 0, a result that can't be stored stops the worker and not the process.
      preset: {
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: stopAfter },
      },
      taskList: Object.fromEntries(
        Object.entries(jobs).map(([name, job]) => [
          name,
          (payload, helpers) =>
            job.run(context(helpers.abortSignal, helpers.job), (payload ?? {}) as Record<string, unknown>),
        ]),
      ),
      parsedCronItems: parseCronItems(
        Object.entries(jobs).flatMap(([task, { cron }]) => (cron ? [{ task, match: cron, identifier: task }] : [])),
      ),
    })
    const id = await created
    const release = await hold(lockOf('jobs', id))
    current = { runner, id, release }
    let over = false
    const ended = () => {
      if (over || stopped) return
      over = true
      release()
      timer = setTimeout(beginAgain, retryMs)
    }
    // A worker that shuts down because it couldn't store a result may wait forever for lost results.
    events.once('pool:gracefulShutdown', ended)
    // If the answer was lost, the job may have been assigned to this worker, which would never run it.
    events.once('worker:getJob:error', () => void runner.stop().catch(() => {}))
    runner.promise.then(ended, ended)
  }

  function beginAgain() {
    begin().catch(() => {
      if (!stopped) timer = setTimeout(beginAgain, retryMs)
    })
  }

  await begin()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (!current) return
      const { runner, id, release } = current
      const stopping = runner.stop().then(
        () => true,
        () => true,
      )
      if (!(await Promise.race([stopping, sleep(givenBack, false)]))) await giveBack(pgPool, [id]).catch(() => {})
      release()
    },
  }
}

/** Periodically returns to the queue the jobs whose worker belongs to no living instance. */
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
