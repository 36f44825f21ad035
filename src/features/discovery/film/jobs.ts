import type { Jobs } from '#core/context.ts'
import { filmFolder } from './serve.ts'

const dayMs = 24 * 60 * 60 * 1000

export const jobs: Jobs = {
  /** Deletes films that are older than a day. One that is still wanted is made again. */
  'films:sweep': {
    cron: '52 2 * * *',
    async run({ storage, signal }) {
      for await (const { key, modifiedAt } of storage.list(filmFolder)) {
        if (signal.aborted) return
        if (Date.now() - modifiedAt.getTime() > dayMs) await storage.remove(key)
      }
    },
  },
}
