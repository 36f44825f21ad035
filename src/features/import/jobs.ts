import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { headerOf } from '#content/entry/write/importable.ts'
import { importables } from '#content/importables.ts'
import { readLanguages } from '#content/language/queries.ts'
import { release } from '#content/media/receive/quota.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { addRows } from './change.ts'
import { openWordlist } from './cldf/source.ts'
import { openCsv, type Source, type SourceRow, Unusable } from './file/source.ts'
import { importJobs } from './job-types.ts'
import { judge } from './outcome.ts'
import { findImport, type ImportRecord, keyOf, setImport, stageRows, updateChecking } from './queries.ts'
import { refusals } from './refusals.ts'
import { mostRows, type Stage } from './schema.ts'
import { importRows, imports } from './table.ts'
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

/** Reads a file and stages its rows with their expected outcomes. After a crash it starts from the beginning. */
async function check(ctx: JobContext, id: string, version: number): Promise<void> {
  const row = await findImport(ctx.db, id)
  if (row?.stage !== 'checking' || row.version !== version) return
  await ctx.inLanguage(row.language, async () => {
    let source: Source | undefined
    try {
      await clearRows(ctx.db, id)
      source = await open(ctx, row)
      const { found, settings } = source
      if (!(await updateChecking(ctx.db, row, { found, settings }))) return
      refuseUnmatched(row, source)
      if (await stageAll(ctx, row, source)) await updateChecking(ctx.db, row, { stage: 'checked' })
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      await clearRows(ctx.db, id)
      await updateChecking(ctx.db, row, { stage: 'failed', failure: error.message })
    } finally {
      source?.close()
    }
  })
}

const noRows = { fresh: 0, noted: 0, present: 0, differing: 0, changed: 0, wrong: 0, added: 0, removed: 0 }
const noProgress = { ...noRows, done: 0, total: 0, failure: null }

async function clearRows(db: NodePgDatabase, id: string): Promise<void> {
  await db.delete(importRows).where(eq(importRows.importId, id))
  await setImport(db, id, noProgress)
}

async function open({ db, storage }: JobContext, { id, type, size, isZip, settings }: ImportRecord): Promise<Source> {
  const refuseMissing = (error: unknown) => {
    throw error instanceof NotFound ? new Unusable(refusals.gone) : error
  }
  if (isZip)
    return openWordlist(storage, keyOf(id), size ?? 0, importables[type], settings, await readLanguages(db)).catch(
      refuseMissing,
    )
  return openCsv(await storage.open(keyOf(id)).catch(refuseMissing), size ?? 0, importables[type], settings)
}

function refuseUnmatched({ type }: ImportRecord, { found, settings }: Source) {
  if (found.format !== 'csv') return
  const missing = importables[type].columns.find(({ name, needed }) => needed && !settings.columns.includes(name))
  if (missing) throw new Unusable(refusals.noColumn(headerOf(missing.name)))
}

/**
 * Stages all rows; returns false if newer settings have replaced this check. Throws Unusable if there are no rows, or
 * too many.
 */
async function stageAll(ctx: JobContext, row: ImportRecord, { rows, progress }: Source): Promise<boolean> {
  const judgeRows = judge(importables[row.type])
  const { batch } = importables[row.type]
  let count = 0
  let waiting: SourceRow[] = []
  const stage = async () => {
    ctx.signal.throwIfAborted()
    const isCurrent = await stageRows(ctx, row, await judgeRows(ctx.db, waiting), progress())
    waiting = []
    return isCurrent
  }
  for await (const one of rows) {
    count += 1
    if (count > mostRows) throw new Unusable(refusals.tooManyRows(mostRows.toLocaleString('en')))
    waiting.push(one)
    if (waiting.length === batch && !(await stage())) return false
  }
  if (count === 0) throw new Unusable(refusals.noRows)
  return waiting.length === 0 || stage()
}
