import { lt, sql } from 'drizzle-orm'
import { notifications } from '#content/entry/notification/table.ts'
import type { Jobs } from '#core/context.ts'

const maxStored = 1000

export const jobs: Jobs = {
  /** Deletes notifications after 90 days, and the oldest ones of an account that has too many. */
  'notifications:sweep': {
    cron: '23 1 * * *',
    async run({ db }) {
      await db.delete(notifications).where(lt(notifications.newestAt, sql`now() - interval '90 days'`))
      await db.execute(sql`delete from ${notifications} where id in (
        select id from (
          select id, row_number() over (partition by account_id order by newest_at desc, id desc) as place
          from ${notifications}
        ) as numbered where place > ${maxStored})`)
    },
  },
}
