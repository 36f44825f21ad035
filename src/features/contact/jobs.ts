import type { Jobs } from '#core/context.ts'
import { deleteOld } from './queries.ts'

export const jobs: Jobs = {
  /** Deletes messages that are older than 180 days. */
  'contact:sweep': { cron: '33 3 * * *', run: ({ db }) => deleteOld(db) },
}
