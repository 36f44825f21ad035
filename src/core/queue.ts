import { sql } from 'drizzle-orm'
import type { Context } from './context.ts'

/** Returns the state of the shared job queue; `mails` counts the jobs that send email. */
export async function readQueue(db: Context['db']) {
  const { rows } = await db.execute<Record<'waiting' | 'running' | 'retrying' | 'failed' | 'mails', number>>(sql`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'retrying')::int as retrying, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where task_identifier like 'mail:%')::int as mails
    from (select task_identifier, case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
      when attempts > 0 then 'retrying' else 'waiting' end as state from graphile_worker.jobs) jobs`)
  return rows[0] ?? { waiting: 0, running: 0, retrying: 0, failed: 0, mails: 0 }
}
