import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { entries } from '#content/entry/table.ts'
import { type Common, cellsOf, type Existing, type Importable } from '#content/entry/write/importable.ts'
import { keepVersion } from '#content/entry/write/versions.ts'
import { confirmation } from '#content/entry/write/write.ts'
import { importables } from '#content/importables.ts'
import { languageColumns } from '#content/language/importable.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { withPresentNames } from '#text/earlier-names.ts'
import { isDataError } from '../change.ts'
import { type ImportRecord, setImport, setOutcomes } from '../queries.ts'
import { refusals } from '../refusals.ts'
import type { Problem } from '../schema.ts'
import { importRows, imports } from '../table.ts'

const batch = 100

/**
 * Changes existing entries to the rows that differ from them. A row whose change is refused, or whose entry has changed
 * since the file was checked, becomes one with an error.
 * @param numbers the rows; by default the next ones of the file
 */
export async function acceptRows(ctx: Context, row: ImportRecord, numbers: number[] | undefined): Promise<void> {
  const { db } = ctx
  const type = importables[row.type]
  const { importId, number, outcome } = importRows
  const rows = await db
    .select()
    .from(importRows)
    .where(and(eq(importId, row.id), eq(outcome, 'differs'), numbers && inArray(number, numbers)))
    .orderBy(asc(number))
    .limit(batch)
  const ids = rows.flatMap(({ entryId }) => entryId ?? [])
  // The entries are locked before they are compared, so that nobody changes them in between.
  await db.select({ id: entries.id }).from(entries).where(inArray(entries.id, ids)).orderBy(entries.id).for('update')
  const found = await type.byIds(db, ids)
  const entryOf = new Map(found.map((entry) => [entry.id, entry]))
  const results: { number: number; outcome: 'changed' | 'wrong'; problems?: Problem[] }[] = []
  for (const { number, record, entryId, before } of rows) {
    const now = withPresentNames(record) as Common
    const message = await changed(ctx, type, { entry: entryOf.get(entryId ?? ''), now, before: before ?? {} })
    results.push(
      message ? { number, outcome: 'wrong', problems: [{ column: '', message }] } : { number, outcome: 'changed' },
    )
  }
  await setOutcomes(db, row.id, results)
  const accepted = results.filter((one) => one.outcome === 'changed').length
  await setImport(db, row.id, {
    differing: sql`${imports.differing} - ${results.length}`,
    changed: sql`${imports.changed} + ${accepted}`,
    wrong: sql`${imports.wrong} + ${results.length - accepted}`,
  })
}

type Change = { entry: (Common & Existing) | undefined; now: Common; before: Record<string, string> }

/** Changes one entry. Returns why this is refused; undefined if the entry has been changed. */
async function changed(ctx: Context, type: Importable, { entry, now, before }: Change): Promise<string | undefined> {
  const columns = Object.keys(before)
  const cells = entry && cellsOf(type, entry)
  const isUnchanged = type.columns.every(({ name }, at) => !(name in before) || before[name] === cells?.[at])
  if (!entry || !isUnchanged) return refusals.changedSince
  if (entry.limited) return refusals.limited
  // The old codes of a language would say another language than the name in the file.
  const languages = languageColumns.map(({ name }) => name)
  const taken = columns.some((name) => languages.includes(name)) ? [...columns, ...languages] : columns
  const values = Object.fromEntries(taken.map((name) => [name, (now as Record<string, unknown>)[name] ?? null]))
  const merged = { ...entry, ...values } as Common
  try {
    await ctx.db.transaction(async (db) => {
      await type.change({ ...ctx, db }, entry.id, merged, new Set(columns))
      if (!columns.includes('confirmed')) return
      await db.update(entries).set(confirmation(ctx, merged.confirmed)).where(eq(entries.id, entry.id))
      keepVersion(ctx, { id: entry.id, type: type.type }, merged.confirmed ? 'confirm' : 'unconfirm')
    })
  } catch (error) {
    if (isDataError(error)) return refusals.refusedRow
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return error.issues?.[0]?.message ?? error.message
  }
}
