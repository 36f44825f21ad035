import { Logger, makeWorkerUtils, parseCronItems, type Runner, run } from 'graphile-worker'
import type { Pool } from 'pg'
import type { JobContext, Jobs } from '#core/context.ts'
import { addJob, type House } from './context.ts'
import { log } from './log.ts'

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

/** The context of one job. */
export function jobContextOf(house: House, signal: AbortSignal): JobContext {
  const { db, site, storage, mail, workFolder, onContentChanged } = house
  const reach = (inside: House['db']) => ({
    db: inside,
    site,
    addJob: ((name, payload, options) => addJob(inside, name, payload, options)) as JobContext['addJob'],
  })
  return {
    ...reach(db),
    storage,
    mail,
    workFolder,
    contentChanged: onContentChanged,
    signal,
    transaction: (work) => db.transaction((tx) => work(reach(tx))),
  }
}

/** Works through queued jobs and those of the clock until `stop()`; a failed job is tried again later. */
export async function startJobs(pool: Pool, house: House, jobs: Jobs): Promise<Runner> {
  return run({
    pgPool: pool,
    logger,
    concurrency: 2,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, job]) => [
        name,
        (payload, { abortSignal }) =>
          job.run(
            jobContextOf(house, abortSignal ?? new AbortController().signal),
            (payload ?? {}) as Record<string, unknown>,
          ),
      ]),
    ),
    parsedCronItems: parseCronItems(
      Object.entries(jobs).flatMap(([task, { cron }]) => (cron ? [{ task, match: cron, identifier: task }] : [])),
    ),
  })
}
