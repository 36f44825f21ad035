import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Instance } from './instances.ts'

/** Queues an email every 50 ms; `stop` waits until the last one is sent and returns the recipients. */
export function queueMails(pool: Pool) {
  const sent: string[] = []
  const queued: Promise<unknown>[] = []
  let number = 0
  const timer = setInterval(() => {
    const to = `mail${number++}@drill.test`
    const mail = { id: to, to, subject: 'Drill', text: 'Drill', html: '<p>Drill</p>' }
    // No email is queued while the database is down.
    const adding = pool.query(`select graphile_worker.add_job('mail:send', $1)`, [JSON.stringify(mail)]).then(
      () => sent.push(to),
      () => {},
    )
    queued.push(adding)
  }, 50)
  return {
    async stop(): Promise<string[]> {
      clearInterval(timer)
      // Otherwise, an email that is being added now would be neither in the queue nor among the mail files.
      await Promise.all(queued)
      const remainingJobs = `select from graphile_worker.jobs where task_identifier = 'mail:send' limit 1`
      // Jobs of the killed instance return to the queue within 20 s.
      for (const until = Date.now() + 40_000; Date.now() < until && (await pool.query(remainingJobs)).rowCount; )
        await sleep(200)
      return sent
    },
  }
}

/** Returns the recipients of emails being sent now. */
export async function mailsUnderWay(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ to: string }>(
    `select payload->>'to' as to from graphile_worker._private_jobs where locked_at is not null and payload->>'to' is not null`,
  )
  return new Set(rows.map(({ to }) => to))
}

/** Counts how often each email was sent. @param cutOff recipients who may have received their email twice */
export function countMails(instances: readonly Pick<Instance, 'dataDir'>[], sent: string[], cutOff: Set<string>) {
  const times = new Map<string, number>()
  for (const { dataDir } of instances)
    for (const name of readdirSync(join(dataDir, 'outbox'))) {
      const to = /-(mail\d+@drill\.test)\.eml$/.exec(name)?.[1]
      if (to) times.set(to, (times.get(to) ?? 0) + 1)
    }
  const jobsRunTwice = [...times].filter(([to, count]) => count > (cutOff.has(to) ? 2 : 1)).length
  return {
    jobs: sent.length,
    jobsCutOff: cutOff.size,
    jobsRunTwice,
    jobsNotRun: sent.filter((to) => !times.has(to)).length,
  }
}
