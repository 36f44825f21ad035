import type { Jobs } from '#core/context.ts'
import { deleteOldReports } from './queries.ts'

export const jobs: Jobs = {
  /** Deletes closed reports of deleted posts after 180 days. */
  'moderation:sweep': { cron: '41 3 * * *', run: ({ db }) => deleteOldReports(db) },
}
