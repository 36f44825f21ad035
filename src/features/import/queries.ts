import { and, asc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { ledger } from '#content/entry/consent/table.ts'
import { entries } from '#content/entry/table.ts'
import { importables } from '#content/importables.ts'
import type { JobContext } from '#core/context.ts'
import { existing } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { withPresentNames } from '#text/earlier-names.ts'
import { presentColumns } from './file/columns.ts'
import type { Import, Outcome, Part, Problem } from './schema.ts'
import { importRows, imports } from './table.ts'

export type ImportRecord = typeof imports.$inferSelect
/** A row of a file, and what importing it would do. */
export type Judged = {
  number: number
  outcome: Outcome
  record: object
  problems: Problem[] | null
  /** The existing entry that equals or differs from the row. */
  entryId?: string
  /** The cells of that entry which the row would change, by column. */
  before?: Record<string, string>
}

export function keyOf(id: string): string {
  return `imports/${id}`
}

export function selectImports(db: NodePgDatabase) {
  return db
    .select({ import: imports, keeper: accounts.name })
    .from(imports)
    .leftJoin(accounts, eq(accounts.id, imports.keeperId))
    .$dynamic()
}

export function presentImport({ import: row, keeper }: { import: ImportRecord; keeper: string | null }): Import {
  const { id, type, fileName, size, stage, done, total, failure, found, createdAt, finishedAt } = row
  const { fresh, noted, present, differing, changed, wrong, added, removed } = row
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
  const counts = { fresh, noted, present, differing, changed, wrong, added, removed }
  const settings = { ...row.settings, columns: presentColumns(row.settings.columns) }
  const columns = importables[type].columns.map(({ name }) => name)
  const work = { stage, percent, failure, found, settings, columns, counts }
  return { id, type, fileName, size, ...work, keeper, createdAt, finishedAt }
}

export async function readImport(db: NodePgDatabase, id: string): Promise<Import> {
  const [row] = await selectImports(db).where(eq(imports.id, id))
  return presentImport(existing(row))
}

/** Returns the import and locks it for the transaction. Throws NotFound if there is none. */
export async function lockImport(db: NodePgDatabase, id: string): Promise<ImportRecord> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id)).for('update')
  return existing(row)
}

type Values = Partial<Record<keyof ImportRecord, unknown>>

/** Updates an import if the condition `only` holds. Returns whether it did. */
export async function setImport(db: NodePgDatabase, id: string, values: Values, only?: SQL): Promise<boolean> {
  const changed = await db
    .update(imports)
    .set({ ...(values as Partial<ImportRecord>), touchedAt: sql`now()` })
    .where(and(eq(imports.id, id), only))
  return changed.rowCount === 1
}

/** The outcomes of rows that can have notes. */
const used: Outcome[] = ['fresh', 'added', 'differs', 'changed']

/** Returns the next rows of one outcome, or with notes, in file order. */
export async function rowsAfter(db: NodePgDatabase, id: string, part: Part, after: number, limit: number) {
  const { outcome, problems } = importRows
  const ofPart = part === 'noted' ? and(inArray(outcome, used), isNotNull(problems)) : eq(outcome, part)
  const rows = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), ofPart, gt(importRows.number, after)))
    .orderBy(asc(importRows.number))
    .limit(limit)
  return rows.map((row) => ({ ...row, record: withPresentNames(row.record) }))
}

type Outcomes = { number: number; outcome: string; entryId?: string | null; problems?: unknown }[]

/** Stores the outcomes of rows in one statement. */
export async function setOutcomes(db: NodePgDatabase, id: string, outcomes: Outcomes): Promise<void> {
  if (outcomes.length === 0) return
  await db.execute(sql`update ${importRows} r set outcome = o.outcome, entry_id = coalesce(o.entry_id, r.entry_id),
      problems = coalesce(o.problems, r.problems)
    from jsonb_to_recordset(${JSON.stringify(outcomes.map(({ entryId, ...row }) => ({ ...row, entry_id: entryId })))}::jsonb)
      o (number int, outcome text, entry_id uuid, problems jsonb)
    where r.import_id = ${id} and r.number = o.number`)
}

/** Returns those of the ids that belong to existing entries. */
export async function entriesWithIds(db: NodePgDatabase, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.select({ id: entries.id }).from(entries).where(inArray(entries.id, ids))
  return rows.map(({ id }) => id)
}

/** Returns those of the ids that belong to the entries of rows of this import, which it has added or was checked with. */
export async function ownAmong(db: NodePgDatabase, id: string, entryIds: string[]): Promise<Set<string>> {
  if (entryIds.length === 0) return new Set()
  const { importId, entryId } = importRows
  const own = and(eq(importId, id), inArray(entryId, entryIds))
  const rows = await db.select({ entryId }).from(importRows).where(own)
  return new Set(rows.flatMap((row) => row.entryId ?? []))
}

/** Returns those of the ids that belong to withdrawn entries, which an import must not bring back. */
export async function withdrawnAmong(db: NodePgDatabase, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const withdrawn = and(inArray(ledger.entryId, ids), eq(ledger.act, 'withdrawn'))
  const rows = await db.select({ id: ledger.entryId }).from(ledger).where(withdrawn)
  return new Set(rows.map(({ id }) => id))
}

export async function findImport(db: NodePgDatabase, id: string): Promise<ImportRecord | undefined> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  return row
}

/** Updates an import that is being checked; returns false once newer settings have started another check. */
export function updateChecking(db: NodePgDatabase, { id, version }: ImportRecord, values: Values): Promise<boolean> {
  return setImport(db, id, values, and(eq(imports.version, version), eq(imports.stage, 'checking')))
}

/**
 * Stages rows and counts them in one transaction; returns false, and stores nothing, once newer settings have replaced
 * the check.
 */
export async function stageRows(
  { transaction }: Pick<JobContext, 'transaction'>,
  row: ImportRecord,
  judged: Judged[],
  progress: { done: number; total: number },
): Promise<boolean> {
  const count = (outcome: Judged['outcome']) => judged.filter((one) => one.outcome === outcome).length
  return transaction(async ({ db }) => {
    const isCurrent = await updateChecking(db, row, {
      ...progress,
      fresh: sql`${imports.fresh} + ${count('fresh')}`,
      noted: sql`${imports.noted} + ${judged.filter(({ outcome, problems }) => problems && used.includes(outcome)).length}`,
      present: sql`${imports.present} + ${count('present')}`,
      differing: sql`${imports.differing} + ${count('differs')}`,
      wrong: sql`${imports.wrong} + ${count('wrong')}`,
    })
    if (isCurrent)
      await db.execute(sql`insert into ${importRows} (import_id, number, outcome, record, problems, entry_id, before)
        select ${row.id}, r.number, r.outcome, r.record, r.problems, r."entryId", r.before
        from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
          r (number int, outcome text, record jsonb, problems jsonb, "entryId" uuid, before jsonb)`)
    return isCurrent
  })
}
