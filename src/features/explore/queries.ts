import { and, asc, desc, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { standsForBatch, withBatches } from '#content/entry/list/batches.ts'
import { hasFacet } from '#content/entry/list/facets.ts'
import { matching } from '#content/entry/list/search.ts'
import { after } from '#content/entry/list/where.ts'
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

/** The column and direction of each sort order, and the entries that it includes. */
const orders = {
  newest: { value: entries.publishedAt, direction: 'desc', keep: undefined },
  oldest: { value: entries.publishedAt, direction: 'asc', keep: undefined },
  upcoming: { value: events.startDate, direction: 'asc', keep: gte(events.endDate, sql`now()`) },
  past: { value: events.startDate, direction: 'desc', keep: lt(events.endDate, sql`now()`) },
  start: { value: events.startDate, direction: 'desc', keep: isNotNull(events.startDate) },
} as const

/** Returns a page of the entries that the viewer may see and that match the query. */
export async function listSummaries(ctx: By, { sort, limit, lastKey, by, ...filter }: z.output<typeof ListQuery>) {
  const { value, direction, keep } = orders[sort]
  const order = direction === 'asc' ? asc : desc
  const shared = by === 'members' ? or(isNotNull(entries.authorId), standsForBatch(ctx.viewer)) : undefined
  const select = ctx.db.select({ id: entries.id, value }).from(entries).$dynamic()
  const rows = await (keep ? select.innerJoin(events, eq(events.entryId, entries.id)) : select)
    .where(
      and(listed(ctx.viewer), narrowedBy(filter), ofKind(filter.kind), keep, shared, after(lastKey, value, direction)),
    )
    .orderBy(order(value), order(entries.id))
    .limit(limit + 1)
  const keyOf = ({ value, id }: (typeof rows)[number]) => ({ value: value ?? '', id })
  const page = toPage(rows, limit, keyOf, ({ id }) => id)
  const items = await readSummaries(ctx, page.items)
  return { ...page, items: by === 'members' ? await withBatches(ctx, items) : items }
}

/** Returns a condition for the search and all filters except the kind. */
export function narrowedBy({
  q,
  person,
  batch,
  kind: _,
  ...values
}: Omit<Narrowed, 'kind'> & { kind?: unknown }): SQL | undefined {
  const narrowed = Object.entries(values).filter(([, value]) => value !== '') as [Facet, string][]
  return and(
    inArray(entries.type, exploredTypes),
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
