import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, uuid } from 'drizzle-orm/pg-core'

const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+00$/

/** A moment as ISO 8601 UTC in code, `timestamptz(3)` in the database: what a page key carries loses nothing. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) =>
    // As PostgreSQL writes most of them: to read and write a date takes longer than all else of the row.
    isPlain.test(value) ? `${value.slice(0, 10)}T${value.slice(11, 23)}Z` : new Date(value).toISOString(),
})

/** The moment of the insert. */
export function createdNow() {
  return instant().notNull().default(sql`now()`)
}

/** Ids are UUIDv7, made by the application: they sort by time and can be known before the insert. */
export function id() {
  return uuid()
    .primaryKey()
    .$defaultFn(() => randomUUIDv7())
}

/** Holds a column to these words, which are the program's own. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)
}
