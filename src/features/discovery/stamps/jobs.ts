import type { Jobs } from '#core/context.ts'
import { stampRecords } from './queries.ts'

export const jobs: Jobs = {
  /** Stamps changed records while no harvester asks, so that none has to wait for the stamps of a whole import. */
  'records:stamp': {
    cron: '* * * * *',
    async run({ db, site }) {
      await stampRecords(db, site)
    },
  },
}
