import { lt, sql } from 'drizzle-orm'
import type { Jobs } from '#core/context.ts'
import { dailySums } from '#core/tables.ts'

export const jobs: Jobs = {
  /** Deletes sums that are too old for any chart. */
  'figures:sweep': {
    cron: '53 3 * * *',
    async run({ db }) {
      await db.delete(dailySums).where(lt(dailySums.day, sql`current_date - 400`))
    },
  },
}
