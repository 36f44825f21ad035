import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { ledger } from '#content/entry/consent/table.ts'
import { entries } from '#content/entry/table.ts'
import type { JobContext } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import type { Judged } from './judge.ts'
import type { Import, Outcome } from './schema.ts'
import { importRows, imports } from './table.ts'
import { typeOf } from './types.ts'

export type ImportRecord = typeof imports.$inferSelect

/** Where the bytes of an import lie. */
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
  const { id, type, fileName, size, stage, done, total, failure, found, settings, createdAt, finishedAt } = row
  const { fresh, present, wrong, added, removed } = row
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
  const counts = { fresh, present, wrong, added, removed }
  const columns = typeOf(type).columns.map(({ name }) => name)
  const work = { stage, percent, failure, found, settings, columns, counts }
  return { id, type, fileName, size, ...work, keeper, createdAt, finishedAt }
}

export async function readImport(db: NodePgDatabase, id: string): Promise<Import> {
  const [row] = await selectImports(db).where(eq(imports.id, id))
  if (!row) throw new NotFound()
  return presentImport(row)
}

/** The import, locked for the transaction. */
export async function lockImport(db: NodePgDatabase, id: string): Promise<ImportRecord> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id)).for('update')
  if (!row) throw new NotFound()
  return row
}

type Values = Partial<Record<keyof ImportRecord, unknown>>

/** Changes an import, where `only` holds if told; answers whether it did. */
export async function setImport(db: NodePgDatabase, id: string, values: Values, only?: SQL): Promise<boolean> {
  const changed = await db
    .update(imports)
    .set({ ...(values as Partial<ImportRecord>), touchedAt: sql`now()` })
    .where(and(eq(imports.id, id), only))
  return changed.rowCount === 1
}

/** The next rows of one outcome in the order of the file. */
export function rowsAfter(db: NodePgDatabase, id: string, outcome: Outcome, after: number, limit: number) {
  return db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.outcome, outcome), gt(importRows.number, after)))
    .orderBy(asc(importRows.number))
    .limit(limit)
}

type Outcomes = { number: number; outcome: string; entryId?: string | null; problems?: unknown }[]

/** Says what became of rows, in one statement. */
export async function setOutcomes(db: NodePgDatabase, id: string, outcomes: Outcomes): Promise<void> {
  if (outcomes.length === 0) return
  await db.execute(sql`update ${importRows} r set outcome = o.outcome, entry_id = coalesce(o.entry_id, r.entry_id),
      problems = coalesce(o.problems, r.problems)
    from jsonb_to_recordset(${JSON.stringify(outcomes.map(({ entryId, ...row }) => ({ ...row, entry_id: entryId })))}::jsonb)
      o (number int, outcome text, entry_id uuid, problems jsonb)
    where r.import_id = ${id} and r.number = o.number`)
}

/** Which of these ids entries have. */
export async function entriesWithIds(db: NodePgDatabase, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db.select({ id: entries.id }).from(entries).where(inArray(entries.id, ids))
  return found.map(({ id }) => id)
}

/** Which of these ids were of entries whose consent was withdrawn: they do not come back by a file either. */
export async function withdrawnAmong(db: NodePgDatabase, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const withdrawn = and(inArray(ledger.entryId, ids), eq(ledger.act, 'withdrawn'))
  const found = await db.select({ id: ledger.entryId }).from(ledger).where(withdrawn)
  return new Set(found.map(({ id }) => id))
}

export async function findImport(db: NodePgDatabase, id: string): Promise<ImportRecord | undefined> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  return row
}

const nothing = { fresh: 0, present: 0, wrong: 0, added: 0, removed: 0, done: 0, total: 0, failure: null }

export async function clearRows(db: NodePgDatabase, id: string): Promise<void> {
  await db.delete(importRows).where(eq(importRows.importId, id))
  await setImport(db, id, nothing)
}

/** Changes an import that is being checked; false once newer settings have begun another check. */
export function updateChecking(db: NodePgDatabase, { id, version }: ImportRecord, values: Values): Promise<boolean> {
  return setImport(db, id, values, and(eq(imports.version, version), eq(imports.stage, 'checking')))
}

/** Lays rows ready and counts them, in one transaction; false, and nothing, once newer settings have overtaken. */
export async function stageRows(
  { transaction }: Pick<JobContext, 'transaction'>,
  row: ImportRecord,
  judged: Judged[],
  progress: { done: number; total: number },
): Promise<boolean> {
  const count = (outcome: Judged['outcome']) => judged.filter((one) => one.outcome === outcome).length
  return transaction(async ({ db }) => {
    const goesOn = await updateChecking(db, row, {
      ...progress,
      fresh: sql`${imports.fresh} + ${count('fresh')}`,
      present: sql`${imports.present} + ${count('present')}`,
      wrong: sql`${imports.wrong} + ${count('wrong')}`,
    })
    if (goesOn)
      await db.execute(sql`insert into ${importRows} (import_id, number, outcome, record, problems)
        select ${row.id}, r.number, r.outcome, r.record, r.problems
        from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
          r (number int, outcome text, record jsonb, problems jsonb)`)
    return goesOn
  })
}
