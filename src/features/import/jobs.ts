import { and, inArray, lt, sql } from 'drizzle-orm'
import { release } from '#content/media/receive/quota.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { addRows } from './change.ts'
import { check } from './check.ts'
import { importJobs } from './job-types.ts'
import { keyOf } from './queries.ts'
import type { Stage } from './schema.ts'
import { imports } from './table.ts'
import { undo } from './undo/queries.ts'

/** Imports without progress since this time were interrupted because their server stopped. */
const stalledSince = sql`now() - interval '2 minutes'`
const oneDayAgo = sql`now() - interval '1 day'`

export const jobs: Jobs = {
  ...importJobs.check.doneBy((ctx, { importId, version }) => check(ctx, importId, version)),
  ...importJobs.run.doneBy((ctx, { importId }) => addRows(ctx, importId)),
  ...importJobs.undo.doneBy((ctx, { importId }) => undo(ctx, importId)),
  ...importJobs.forgetFile.doneBy((ctx, { importId }) => forgetFile(ctx, importId)),
  /** Restarts work that was interrupted when one of several servers crashed. */
  'import:resume': { cron: '* * * * *', run: resume },
  /** Deletes imports that were not run within a day. */
  'import:sweep': { cron: '27 * * * *', run: sweep },
}

const jobOf = { checking: importJobs.check, importing: importJobs.run, undoing: importJobs.undo } as const

async function resume({ transaction }: JobContext): Promise<void> {
  await transaction(async (inside) => {
    const cutOff = await inside.db
      .update(imports)
      .set({ touchedAt: sql`now()` })
      .where(and(inArray(imports.stage, Object.keys(jobOf) as Stage[]), lt(imports.touchedAt, stalledSince)))
      .returning({ importId: imports.id, stage: imports.stage, version: imports.version })
    // These jobs run outside the queue, because the interrupted job may still block it.
    for (const { stage, ...one } of cutOff)
      await jobOf[stage as keyof typeof jobOf].add(inside, one, { queue: undefined })
  })
}

async function sweep({ db, storage }: JobContext): Promise<void> {
  const abandonedImports = await db
    .delete(imports)
    .where(and(inArray(imports.stage, ['waiting', 'failed', 'checked']), lt(imports.touchedAt, oneDayAgo)))
    .returning({ id: imports.id })
  for (const { id } of abandonedImports) await forgetFile({ db, storage }, id)
}

async function forgetFile({ db, storage }: Pick<JobContext, 'db' | 'storage'>, id: string): Promise<void> {
  await storage.remove(keyOf(id))
  await release(db, id)
}
