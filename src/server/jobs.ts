import { Logger, makeWorkerUtils, parseCronItems, type Runner, run } from 'graphile-worker'
import type { Pool } from 'pg'
import type { JobContext, Jobs } from '#core/context.ts'
import { addJob, type House, inTransaction } from './context.ts'
import { startIn } from './language.ts'
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
  const { db, site, storage, mail, push, backups, workFolder, piecesFolder, readBackedUp, onContentChanged } = house
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
    contentChanged: onContentChanged,
    inLanguage: startIn,
    transaction: (work) => inTransaction(house, (inside) => work({ ...inside, site })),
  }
}

/**
 * Works through queued jobs and those of the clock until `stop()`; a failed job is tried again later.
 * @param alone no other server works on this database: what is marked as being worked on was cut off by a crash, and is
 * begun again now instead of in four hours
 */
export async function startJobs(pool: Pool, house: House, jobs: Jobs, alone: boolean): Promise<Runner> {
  if (alone)
    await pool.query(`select graphile_worker.force_unlock_workers(
      array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`)
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
