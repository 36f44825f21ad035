import { headerOf } from '#content/entry/write/importable.ts'
import { importables } from '#content/importables.ts'
import { readLanguages } from '#content/language/queries.ts'
import type { JobContext } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { openWordlist } from './cldf/source.ts'
import { openCsv, type Source, type SourceRow, Unusable } from './file/source.ts'
import { judge } from './outcome.ts'
import { clearRows, findImport, type ImportRecord, keyOf, stageRows, updateChecking } from './queries.ts'
import { refusals } from './refusals.ts'
import { mostRows } from './schema.ts'

/** Reads a file and stages its rows with their expected outcomes. After a crash it starts from the beginning. */
export async function check(ctx: JobContext, id: string, version: number): Promise<void> {
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
