import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '#core/context.ts'
import { standingOf } from '../visibility/any-viewer.ts'

/** Maximum number of statements stored per kind. Few are ever in use, because viewers differ in only a few ways. */
const maxStatements = 500

/**
 * Returns a function that prepares statements of one kind and stores one for each database, shape and class of viewer.
 * Building and planning most of them takes longer than running them.
 */
export function statements<Shape extends unknown[], Statement extends object>(
  prepare: (db: NodePgDatabase, viewer: Viewer | null, ...shape: Shape) => Statement,
): typeof prepare {
  const all = new WeakMap<NodePgDatabase, LRUCache<string, Statement>>()
  return (db, viewer, ...shape) => {
    const prepared = all.get(db) ?? new LRUCache<string, Statement>({ max: maxStatements })
    all.set(db, prepared)
    const key = `${JSON.stringify(shape)} ${standingOf(viewer)}`
    const statement = prepared.get(key) ?? prepare(db, viewer, ...shape)
    prepared.set(key, statement)
    return statement
  }
}

/** Returns the name under which PostgreSQL stores a statement. The same text always has the same name. */
export function nameOf(kind: string, select: { toSQL(): { sql: string } }): string {
  return `${kind}_${hash('sha1', select.toSQL().sql)}`
}

/** Returns a limit that is part of the statement's text, so that PostgreSQL plans for it. */
export function fixedLimit(rows: number): number {
  return sql.raw(String(rows)) as unknown as number
}

/**
 * Returns the number of rows to select for a page: at least one more than its size, which shows whether there is a next
 * page, and rounded up so that few statements are needed.
 */
export function rowsFor(limit: number): number {
  return [11, 31, 101].find((rows) => rows > limit) ?? limit + 1
}
