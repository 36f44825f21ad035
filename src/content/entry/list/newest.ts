import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Viewer } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { type Key, type PageQuery, toPage } from '#core/page.ts'
import type { EntryKind } from '../address.ts'
import type { Verb } from '../policy.ts'
import { mayField } from '../present.ts'
import { entries } from '../table.ts'
import { listed, readable } from '../visibility/rules.ts'
import { matching } from './search.ts'
import { after } from './where.ts'

type By = { viewer: Viewer | null }
type RowOf<S extends PgSelect> = S['_']['result'][number]
type JudgedRow = Parameters<typeof mayField>[1]
type Dated = { publishedAt: string | null; createdAt: string }

/** The order of most lists: newest first. */
export const newest = {
  by: [desc(entries.publishedAt), desc(entries.id)],
  after: (key: Key | undefined) => after(key, entries.publishedAt),
  value: ({ publishedAt, createdAt }: Dated) => publishedAt ?? createdAt,
}

/** The order of lists with drafts, which have no publication time: newest first. */
export const newestCreated = {
  by: [desc(entries.createdAt), desc(entries.id)],
  after: (key: Key | undefined) => after(key, entries.createdAt),
  value: ({ createdAt }: Pick<Dated, 'createdAt'>) => createdAt,
}

/**
 * Returns a page of the entries of a type that the viewer may see, newest first.
 * @param select the query for the entries, with the columns that `present` needs
 * @param condition limits the entries further
 */
export async function listNewest<S extends PgSelect, T>(
  { viewer }: By,
  type: EntryKind,
  select: S,
  { q = '', limit, lastKey }: PageQuery & { q?: string },
  present: (row: RowOf<S>) => T,
  condition?: SQL,
) {
  const rows = await select
    .where(and(eq(entries.type, type), listed(viewer), condition, matching(q), newest.after(lastKey)))
    .orderBy(...newest.by)
    .limit(limit + 1)
  const keyOf = (row: Dated & { id: string }) => ({ value: newest.value(row), id: row.id })
  return toPage(rows as (RowOf<S> & Dated & { id: string })[], limit, keyOf, present)
}

/** Returns one entry of a select with what the viewer may do to it. Throws NotFound if they may not open it. */
export async function readOne<S extends PgSelect, T>(
  { viewer }: By,
  select: S,
  id: string,
  present: (row: RowOf<S>) => T,
): Promise<T & { may?: Verb[] }> {
  const [row] = await select.where(and(eq(entries.id, id), readable(viewer)))
  if (!row) throw new NotFound()
  return { ...present(row as RowOf<S>), ...mayField(viewer, row as RowOf<S> & JudgedRow) }
}
