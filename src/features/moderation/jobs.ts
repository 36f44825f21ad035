import type { Jobs } from '#core/context.ts'
import { deleteOldReports } from './queries.ts'

export const jobs: Jobs = {
  /** Deletes reports of deleted posts and comments 180 days after they were closed. */
  'moderation:sweep': { cron: '41 3 * * *', run: ({ db }) => deleteOldReports(db) },
}
