import { and, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { standsForBatch, withBatches } from '#content/entry/list/batches.ts'
import { hasFacet } from '#content/entry/list/facets.ts'
import { ordered } from '#content/entry/list/newest.ts'
import { type List, listsOf } from '#content/entry/list/reads.ts'
import { matching } from '#content/entry/list/search.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { events } from '#content/event/table.ts'
import type { Facet } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { readSummaries } from '#content/summaries.ts'
import type { Context } from '#core/context.ts'
import { isId } from '#core/id.ts'
import { toPage } from '#core/page.ts'
import { exploredTypes, isFileKind, type ListQuery, type Narrowed } from './schema.ts'

type By = Pick<Context, 'db' | 'viewer'>

/** Entries of the types in Explore. */
export const isExplored = inArray(entries.type, exploredTypes)
const explored = (viewer: By['viewer']) => and(listed(viewer), isExplored)
/** The entries that members share: those with an author, and one of each import. */
const shared = (viewer: By['viewer']) => and(explored(viewer), or(isNotNull(entries.authorId), standsForBatch(viewer)))

function selectEntries({ db }: Pick<By, 'db'>) {
  return db.select({ id: entries.id, value: entries.publishedAt }).from(entries).$dynamic()
}

function selectEvents({ db }: Pick<By, 'db'>) {
  const { entryId, startDate } = events
  const isEvent = eq(entryId, entries.id)
  return db.select({ id: entries.id, value: startDate }).from(entries).innerJoin(events, isEvent).$dynamic()
}

type Row = { id: string; value: string | null }
const value = (row: Row) => row.value ?? ''
const newest = ordered(entries.publishedAt, 'desc', value)
const oldest = ordered(entries.publishedAt, 'asc', value)
const soonest = ordered(events.startDate, 'asc', value)
const latest = ordered(events.startDate, 'desc', value)
const orders = { newest, oldest, upcoming: soonest, past: latest, start: latest }

/** Returns a function that reads a list of the entries in any order, and only events if they are sorted by their start. */
function sorted(name: string, of: List['of']) {
  const only = (keep: SQL) => (viewer: By['viewer']) => and(of(viewer), keep)
  const listEntries = listsOf(name, selectEntries, { newest: { of, ...newest }, oldest: { of, ...oldest } })
  const listEvents = listsOf(`${name}_events`, selectEvents, {
    upcoming: { of: only(gte(events.endDate, sql`now()`)), ...soonest },
    past: { of: only(lt(events.endDate, sql`now()`)), ...latest },
    start: { of, ...latest },
  })
  return (by: By, sort: keyof typeof orders, limit: number, narrowed?: SQL): Promise<Row[]> =>
    sort === 'newest' || sort === 'oldest'
      ? listEntries(by, sort, limit, narrowed)
      : listEvents(by, sort, limit, narrowed)
}

const listExplored = sorted('explored', explored)
const listShared = sorted('shared', shared)

/** Returns a page of the entries that the viewer may see and that match the query. */
export async function listSummaries(ctx: By, { sort, limit, lastKey, by, ...filter }: z.output<typeof ListQuery>) {
  const narrowed = and(narrowedBy(filter), ofKind(filter.kind), orders[sort].after(lastKey))
  const rows = await (by === 'members' ? listShared : listExplored)(ctx, sort, limit, narrowed)
  const keyOf = (row: Row) => ({ value: value(row), id: row.id })
  const page = toPage(rows, limit, keyOf, ({ id }) => id)
  const items = await readSummaries(ctx, page.items)
  return { ...page, items: by === 'members' ? await withBatches(ctx, items) : items }
}

/** Returns a condition for the search and all filters except the kind; undefined if the query has none. */
export function narrowedBy({
  q,
  person,
  batch,
  kind: _,
  ...values
}: Omit<Narrowed, 'kind'> & { kind?: unknown }): SQL | undefined {
  const narrowed = Object.entries(values).filter(([, value]) => value !== '') as [Facet, string][]
  return and(
    matching(q),
    ...narrowed.map(([facet, value]) => hasFacet(facet, value)),
    batch ? eq(entries.batchId, batch) : undefined,
    (person && (isId(person) ? eq(entries.authorId, person) : hasFacet('person', person))) || undefined,
  )
}

export function ofKind(kind: z.output<typeof ListQuery>['kind']): SQL | undefined {
  if (!kind) return undefined
  return isFileKind(kind) ? and(eq(entries.type, kinds.media.type), hasFacet('kind', kind)) : eq(entries.type, kind)
}
