import { hash } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Viewer } from '#core/context.ts'
import { standingOf } from './queries.ts'
import { readQuickly } from './rows.ts'

/**
 * Prepared statements, one for each way to the database, each shape and each standing of a viewer: made once, and planned
 * once a connection. Both take longer than most of them do to run.
 */
export function statements<Shape extends unknown[], Statement extends object>(
  prepare: (db: NodePgDatabase, viewer: Viewer | null, ...shape: Shape) => Statement,
): typeof prepare {
  const all = new WeakMap<NodePgDatabase, Map<string, Statement>>()
  return (db, viewer, ...shape) => {
    const known = all.get(db) ?? new Map<string, Statement>()
    all.set(db, known)
    const key = `${JSON.stringify(shape)} ${standingOf(viewer)}`
    const statement = known.get(key) ?? readQuickly(prepare(db, viewer, ...shape))
    known.set(key, statement)
    return statement
  }
}

/** The name under which PostgreSQL keeps a statement: one for one text. */
export function nameOf(kind: string, select: { toSQL(): { sql: string } }): string {
  return `${kind}_${hash('sha1', select.toSQL().sql)}`
}

/** How many rows a statement reads for a page of so many: with few sizes statements stay few. One more tells of the next. */
export function rowsFor(limit: number): number {
  return [11, 31, 101].find((rows) => rows > limit) ?? limit + 1
}
