import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Context, Viewer } from '#core/context.ts'
import { existing } from '#core/errors.ts'
import { type PageQuery, toPage } from '#core/page.ts'
import type { EntryKind } from '../address.ts'
import type { Verb } from '../policy.ts'
import { mayField } from '../present.ts'
import { entries } from '../table.ts'
import { anyViewer, viewerValues } from '../visibility/any-viewer.ts'
import { listed, readable } from '../visibility/rules.ts'
import { newest } from './newest.ts'
import { matching } from './search.ts'
import { fixedLimit, nameOf, rowsFor, statements } from './statements.ts'

// Prepared statements read the first page of a list and a single entry, because building and planning a statement takes
// longer than running it. Constants are inlined, because only then does PostgreSQL use the indexes of published entries
// and a single plan.

type By = Pick<Context, 'db' | 'viewer'>
type Row<S extends PgSelect> = S['_']['result'][number]
type Select<S extends PgSelect> = (by: By) => S
type Values = Record<string, unknown>

/** A list: the entries that it has for a viewer, and their order. */
export type List = { of: (viewer: Viewer | null) => SQL | undefined; by: readonly SQL[] }

/**
 * Returns a function that reads the rows of a page and, if there are more, at least one more row.
 * @param name begins the names of the statements
 * @param select the query, with the columns that are presented
 */
export function listsOf<S extends PgSelect, const Lists extends Record<string, List>>(
  name: string,
  select: Select<S>,
  lists: Lists,
) {
  const firstPage = statements((db, viewer, list: keyof Lists, size: number) => {
    const viewerParam = anyViewer(viewer)
    const { of, by } = lists[list] as List
    const condition = of(viewerParam)
    const query = select({ db, viewer: viewerParam })
      .where(condition && sql`${condition}`.inlineParams())
      .orderBy(...by)
      .limit(fixedLimit(size))
    return query.prepare(nameOf(name, query))
  })
  /**
   * @param narrowed limits the list further, or begins after a page
   * @param more the values of other placeholders
   */
  return async ({ db, viewer }: By, list: keyof Lists, limit: number, narrowed?: SQL, more?: Values) => {
    const values = { ...viewerValues(viewer), ...more }
    if (!narrowed) return (await firstPage(db, viewer, list, rowsFor(limit)).execute(values)) as Row<S>[]
    const { of, by } = lists[list] as List
    const rows = await select({ db, viewer })
      .where(and(of(viewer), narrowed))
      .orderBy(...by)
      .limit(limit + 1)
      .execute(values)
    return rows as Row<S>[]
  }
}

type Dated = { id: string; publishedAt: string | null; createdAt: string }

/** Returns a function that lists the entries of a type that the viewer may see, newest first. */
export function newestOf<S extends PgSelect>(type: EntryKind, select: Select<S>) {
  const of = (viewer: Viewer | null) => and(eq(entries.type, type), listed(viewer))
  const listOf = listsOf(type, select, { newest: { of, by: newest.by } })
  const keyOf = (row: Dated) => ({ value: newest.value(row), id: row.id })
  /** @param condition limits the entries further */
  return async <T>(
    by: By,
    { q = '', limit, lastKey }: PageQuery & { q?: string },
    present: (row: Row<S>) => T,
    condition?: SQL,
  ) => {
    const rows = await listOf(by, 'newest', limit, and(condition, matching(q), newest.after(lastKey)))
    return toPage(rows as (Row<S> & Dated)[], limit, keyOf, present)
  }
}

/**
 * Returns a function that reads the rows of a query, which is prepared once for each class of viewers.
 * @param name begins the names of the statements
 * @param where limits the query; what differs between requests is a placeholder, and passed with each request
 */
export function rowsOf<S extends PgSelect>(
  name: string,
  select: Select<S>,
  where: (viewer: Viewer | null) => SQL | undefined = () => undefined,
) {
  const prepared = statements((db, viewer) => {
    const viewerParam = anyViewer(viewer)
    const condition = where(viewerParam)
    const query = select({ db, viewer: viewerParam }).where(condition && sql`${condition}`.inlineParams())
    return query.prepare(nameOf(name, query))
  })
  return async ({ db, viewer }: By, values: Values = {}): Promise<Row<S>[]> =>
    (await prepared(db, viewer).execute({ ...viewerValues(viewer), ...values })) as Row<S>[]
}

/** Returns a function that reads one row. It throws NotFound if the viewer may not open the entry. */
export function oneOf<S extends PgSelect>(name: string, select: Select<S>) {
  const rowWithId = rowsOf(name, select, (viewer) => and(eq(entries.id, sql.placeholder('id')), readable(viewer)))
  return async (by: By, id: string): Promise<Row<S>> => {
    const [row] = await rowWithId(by, { id })
    return existing(row)
  }
}

/** Returns one entry with what the viewer may do to it. @param one made by `oneOf` */
export async function readOne<R extends Parameters<typeof mayField>[1], T>(
  by: By,
  one: (by: By, id: string) => Promise<R>,
  id: string,
  present: (row: R) => T,
): Promise<T & { may?: Verb[] }> {
  const row = await one(by, id)
  return { ...present(row), ...mayField(by.viewer, row) }
}
