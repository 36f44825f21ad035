import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, uuid } from 'drizzle-orm/pg-core'
import { placeZone } from '#text/day.ts'

const usualFormat = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+00$/

/** A time as ISO 8601 UTC in code and `timestamptz(3)` in the database, so that page keys are exact. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) =>
    // Fast path for PostgreSQL's usual format: creating a Date takes longer than reading the rest of the row.
    usualFormat.test(value) ? `${value.slice(0, 10)}T${value.slice(11, 23)}Z` : new Date(value).toISOString(),
})

/** The time zone of the place as an SQL literal, because an expression with a parameter can't be grouped by. */
export const placeZoneSql = sql.raw(`'${placeZone}'`)

export function createdNow() {
  return instant().notNull().default(sql`now()`)
}

/**
 * Returns a primary key column. The application generates its ids (UUIDv7), so they sort by time and are available
 * before the insert.
 */
export function id() {
  return uuid()
    .primaryKey()
    .$defaultFn(() => randomUUIDv7())
}

/** Returns the column for the row that this row is a part of. This row is deleted with that one. */
export function partOf(row: () => AnyPgColumn) {
  return uuid().notNull().references(row, { onDelete: 'cascade' })
}

/** Returns a check that limits a column to these words. They are not escaped, so they must not come from input. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)
}
