import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Invalid } from '#core/errors.ts'
import type { Key } from '#core/page.ts'
import { refusals } from '../refusals.ts'
import { entries } from '../table.ts'

/**
 * Returns a condition that matches the rows after `key` in the order of `column`, then id; undefined on the first page.
 * Throws Invalid if the key's value can't be in that column.
 */
export function after(
  key: Key | undefined,
  column: PgColumn | SQL,
  direction: 'asc' | 'desc' = 'desc',
  idColumn: PgColumn | SQL = entries.id,
) {
  if (!key) return undefined
  if ('getSQLType' in column) requireFitting(key, column.getSQLType())
  return direction === 'desc'
    ? sql`(${column}, ${idColumn}) < (${key.value}, ${key.id})`
    : sql`(${column}, ${idColumn}) > (${key.value}, ${key.id})`
}

/** Returns the number in a key of a list that is in the order of numbers. Throws Invalid if it isn't a key of such a list. */
export function numberIn(key: Key | undefined): number | undefined {
  if (key) requireFitting(key, 'integer')
  return key && Number(key.value)
}

/** Returns the time in a key of a list that is in the order of times. Throws Invalid if it isn't a key of such a list. */
export function timeIn(key: Key): string {
  requireFitting(key, 'timestamp')
  return new Date(key.value).toISOString()
}

function requireFitting({ value }: Key, type: string): void {
  if (!fits(value, type)) throw new Invalid(undefined, [{ path: 'lastKey', message: refusals.foreignKey }])
}

function fits(value: Key['value'], type: string): boolean {
  if (type === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  if (type.startsWith('timestamp'))
    return /^[1-9]\d{3}-.*Z$/.test(String(value)) && !Number.isNaN(Date.parse(`${value}`))
  return true
}

/** Returns a condition that matches entries of the type that a request names; none if there is no such type. */
export function ofKind(kind: string): SQL {
  return sql`${entries.type} = ${kind}`
}

/** Returns a condition that matches the ids that a prepared statement is given as `ids`, the text of an array. */
export function amongIds(idColumn: PgColumn): SQL {
  return sql`${idColumn} = any(${sql.placeholder('ids')}::uuid[])`
}
