import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, uuid } from 'drizzle-orm/pg-core'

const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+00$/

/** A time as ISO 8601 UTC in code and `timestamptz(3)` in the database, so that page keys are exact. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) =>
    // Fast path for PostgreSQL's usual format: creating a Date takes longer than reading the rest of the row.
    isPlain.test(value) ? `${value.slice(0, 10)}T${value.slice(11, 23)}Z` : new Date(value).toISOString(),
})

export function createdNow() {
  return instant().notNull().default(sql`now()`)
}

/**
 * Returns a primary key column of UUIDv7, made by the application: ids sort by time and are known before the insert.
 */
export function id() {
  return uuid()
    .primaryKey()
    .$defaultFn(() => randomUUIDv7())
}

/** Limits a column to these words, which must not come from input: they are not escaped. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)
}
