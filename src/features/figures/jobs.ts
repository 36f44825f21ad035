import { lt, sql } from 'drizzle-orm'
import type { Jobs } from '#core/context.ts'
import { dailySums } from './table.ts'

export const jobs: Jobs = {
  /** Removes what no chart shows any more. */
  'figures:sweep': {
    cron: '53 3 * * *',
    async run({ db }) {
      await db.delete(dailySums).where(lt(dailySums.day, sql`current_date - 400`))
    },
  },
}
