import type { Jobs } from '#core/context.ts'
import { remind } from './registration/change.ts'

export const jobs: Jobs = {
  'event:remind': {
    cron: '*/10 * * * *',
    run: remind,
  },
}
