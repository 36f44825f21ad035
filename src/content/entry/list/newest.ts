import { asc, desc } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Key } from '#core/page.ts'
import { entries } from '../table.ts'
import { after } from './where.ts'

type Dated = { publishedAt: string | null; createdAt: string }

/**
 * Returns the order of a list by a column, then by id.
 * @param value returns the value of the column in a row, for the page key
 */
export function ordered<Row, Value extends Key['value']>(
  column: PgColumn,
  direction: 'asc' | 'desc',
  value: (row: Row) => Value,
  idColumn: PgColumn = entries.id,
) {
  const sorted = direction === 'asc' ? asc : desc
  return {
    by: [sorted(column), sorted(idColumn)],
    after: (key: Key | undefined) => after(key, column, direction, idColumn),
    value,
  }
}

/** The order of most lists: newest first. */
export const newest = ordered(entries.publishedAt, 'desc', (row: Dated) => row.publishedAt ?? row.createdAt)

/** The order of lists with drafts, which have no publication time: newest first. */
export const newestCreated = ordered(entries.createdAt, 'desc', (row: Pick<Dated, 'createdAt'>) => row.createdAt)
