import { and, inArray, lt, sql } from 'drizzle-orm'
import type { JobContext, Jobs } from '#core/context.ts'
import { addRows } from './change.ts'
import { check } from './check.ts'
import { keyOf } from './queries.ts'
import type { Stage } from './schema.ts'
import { imports } from './table.ts'
import { undo } from './undo/queries.ts'

/** Work that has said nothing for so long was cut off with its server. */
const silence = sql`now() - interval '2 minutes'`
const day = sql`now() - interval '1 day'`

/** One import at a time: a large one leaves the other worker to mails and pictures. */
export const jobs: Jobs = {
  'import:check': { run: (ctx, { importId, version }) => check(ctx, String(importId), Number(version)) },
  'import:run': { run: (ctx, { importId }) => addRows(ctx, String(importId)) },
  'import:undo': { run: (ctx, { importId }) => undo(ctx, String(importId)) },
  /** Removes the bytes of a file that is no longer needed. */
  'import:forget-file': { run: ({ storage }, { importId }) => storage.remove(keyOf(String(importId))) },
  /** Takes up what a crash of one of several servers cut off. */
  'import:resume': { cron: '* * * * *', run: resume },
  /** Gives up what nobody brought in within a day. */
  'import:sweep': { cron: '27 * * * *', run: sweep },
}

const jobOf: Partial<Record<Stage, string>> = { checking: 'check', importing: 'run', undoing: 'undo' }

async function resume({ transaction }: JobContext): Promise<void> {
  await transaction(async ({ db, addJob }) => {
    const cutOff = await db
      .update(imports)
      .set({ touchedAt: sql`now()` })
      .where(and(inArray(imports.stage, Object.keys(jobOf) as Stage[]), lt(imports.touchedAt, silence)))
      .returning({ importId: imports.id, stage: imports.stage, version: imports.version })
    for (const { stage, ...payload } of cutOff) await addJob(`import:${jobOf[stage]}`, payload)
  })
}

async function sweep({ db, storage }: JobContext): Promise<void> {
  const givenUp = await db
    .delete(imports)
    .where(and(inArray(imports.stage, ['waiting', 'failed', 'checked']), lt(imports.touchedAt, day)))
    .returning({ id: imports.id })
  for (const { id } of givenUp) await storage.remove(keyOf(id))
}
