import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { keepFacets } from '#content/entry/list/facets.ts'
import { insertEntries } from '#content/entry/write/bulk.ts'
import type { Common, Importable } from '#content/entry/write/importable.ts'
import { keepVersions } from '#content/entry/write/versions.ts'
import { importables } from '#content/importables.ts'
import type { JobContext } from '#core/context.ts'
import { isId } from '#core/id.ts'
import { withPresentNames } from '#text/earlier-names.ts'
import { importJobs } from './job-types.ts'
import { Archive } from './outcome.ts'
import { entriesWithIds, type ImportRecord, lockImport, ownAmong, setImport, setOutcomes } from './queries.ts'
import { refusals } from './refusals.ts'
import { importRows, imports } from './table.ts'

type Inside = Pick<JobContext, 'db' | 'addJob' | 'contentChanged'>
type Waiting = { number: number; record: Common }

/** Adds the waiting rows. Each batch is stored with its outcomes in one transaction, so a crash loses nothing. */
export async function addRows(ctx: JobContext, id: string): Promise<void> {
  let hasMore = true
  for (let maxRows = Number.POSITIVE_INFINITY; hasMore; ) {
    ctx.signal.throwIfAborted()
    try {
      hasMore = await ctx.transaction((inside) => addBatch(inside, id, maxRows))
      maxRows = Number.POSITIVE_INFINITY
    } catch (error) {
      if (!isDataError(error)) throw error
      // At least one row of the batch is invalid, so rows are added one by one until it has been refused.
      if (maxRows === 1) await refuseNext(ctx, id)
      maxRows = 1
    }
  }
}

/** Returns whether the data caused the error: PostgreSQL's error classes 22 and 23 mean invalid data. */
export function isDataError(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined
  return /^2[23]/.test((cause as { code?: string } | undefined)?.code ?? '')
}

async function addBatch(ctx: Inside, id: string, maxRows: number): Promise<boolean> {
  const { db, contentChanged } = ctx
  const row = await lockImport(db, id)
  if (row.stage !== 'importing') return false
  const type = importables[row.type]
  const waiting = await nextRows(db, row, Math.min(maxRows, type.batch))
  if (waiting.length === 0) {
    await setImport(db, id, { stage: 'done', finishedAt: sql`now()` })
    await importJobs.forgetFile.add(ctx, { importId: id })
    return false
  }
  const isPresent = await presentSince(db, row, type, waiting)
  const fresh = waiting
    .filter((one) => !isPresent(one))
    .map(({ number, record }) => ({ number, record, entryId: isId(record.id) ? record.id : randomUUIDv7() }))
  await insert(db, row, type, fresh)
  const entryOf = new Map(fresh.map(({ number, entryId }) => [number, entryId]))
  await setOutcomes(
    db,
    id,
    waiting.map(({ number }) => {
      const entryId = entryOf.get(number)
      return entryId ? { number, outcome: 'added', entryId } : { number, outcome: 'present' }
    }),
  )
  await setImport(db, id, {
    done: sql`${imports.done} + ${waiting.length}`,
    fresh: sql`${imports.fresh} - ${waiting.length}`,
    added: sql`${imports.added} + ${fresh.length}`,
    present: sql`${imports.present} + ${waiting.length - fresh.length}`,
  })
  const [first] = fresh
  if (first) contentChanged({ type: row.type, visibility: visibilityOf(row, first.record), groups: [], authorId: null })
  return true
}

/** Returns a function that returns whether somebody else has added the entry of a row since the file was checked. */
async function presentSince(db: NodePgDatabase, row: ImportRecord, type: Importable, waiting: Waiting[]) {
  const records = waiting.map(({ record }) => record)
  const archive = await Archive.read(db, type, records)
  const alike = new Map(waiting.map(({ number, record }) => [number, archive.like(type, record).contained]))
  const ids = [...alike.values()].flatMap((contained) => contained.map(({ id }) => id))
  const [ours, taken] = await Promise.all([
    ownAmong(db, row.id, ids),
    entriesWithIds(
      db,
      records.flatMap(({ id }) => (isId(id) ? [id] : [])),
    ),
  ])
  return ({ number, record }: Waiting) =>
    taken.includes(record.id ?? '') || (alike.get(number) ?? []).some(({ id }) => !ours.has(id))
}

async function nextRows(db: NodePgDatabase, { id }: ImportRecord, limit: number): Promise<Waiting[]> {
  const rows = await db
    .select({ number: importRows.number, record: importRows.record })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.outcome, 'fresh')))
    .orderBy(asc(importRows.number))
    .limit(limit)
  return rows.map(({ number, record }) => ({ number, record: withPresentNames(record) as Common }))
}

async function insert(
  db: NodePgDatabase,
  row: ImportRecord,
  type: Importable,
  fresh: (Waiting & { entryId: string })[],
): Promise<void> {
  await insertEntries(
    db,
    type.type,
    fresh.map(({ record, entryId }) => ({
      id: entryId,
      title: type.titleOf(record),
      visibility: visibilityOf(row, record),
      words: type.wordsOf(record),
      names: type.namesOf?.(record) ?? [],
      ...confirmation(row, record),
    })),
    { id: row.id, title: row.found?.title?.slice(0, 200) || null },
  )
  await type.insert(
    db,
    fresh.map(({ record, entryId }) => ({ ...record, entryId })),
  )
  const ids = fresh.map(({ entryId }) => entryId)
  await keepFacets(db, ids)
  await keepVersions(db, ids, 'import', row.keeperId)
}

function confirmation({ settings, keeperId }: ImportRecord, record: Common) {
  const confirmed = record.confirmed || settings.confirmed
  return { confirmed, confirmedBy: confirmed ? keeperId : null }
}

function visibilityOf({ settings }: ImportRecord, { visibility }: Common) {
  return visibility ?? settings.visibility
}

async function refuseNext(ctx: JobContext, id: string): Promise<void> {
  await ctx.transaction(async ({ db }) => {
    const row = await lockImport(db, id)
    const [next] = await nextRows(db, row, 1)
    if (row.stage !== 'importing' || !next) return
    const problems = ctx.inLanguage(row.language, () => [{ column: '', message: refusals.refusedRow }])
    await setOutcomes(db, id, [{ number: next.number, outcome: 'wrong', problems }])
    await setImport(db, id, {
      done: sql`${imports.done} + 1`,
      fresh: sql`${imports.fresh} - 1`,
      wrong: sql`${imports.wrong} + 1`,
    })
  })
}
