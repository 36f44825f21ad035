import { and, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { entries, entryFacets } from '#content/entry/table.ts'
import { CountedInParts } from '#content/entry/visibility/parts.ts'
import { facets as allFacets, type Facet } from '#content/kind.ts'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { isExplored, narrowedBy, ofKind } from '../queries.ts'
import { countedTo, exploredKinds, type Facets, type Narrowed, type Value } from '../schema.ts'

type By = Pick<Context, 'db' | 'viewer' | 'contentVersion'>

const counts = new CountedInParts(200, count)

/** Counts the entries that the viewer may see and that match the query, by kind and by the values of each facet. */
export async function countFacets(ctx: By, filter: Narrowed): Promise<Facets> {
  return facetsOf(await counts.of(ctx, filter), filter.kind)
}

/**
 * Counts the entries of one set. If there are more than `countedTo`, which ones the first count has read is chance, so
 * each kind is counted by itself, and values are counted among the entries of the chosen kind.
 */
async function count(db: NodePgDatabase, visible: SQL, filter: Narrowed): Promise<Counts> {
  const which = and(visible, isExplored, narrowedBy(filter))
  const counts = await countSome(db, which, filter.kind)
  if (counts.kinds.reduce((sum, { count }) => sum + count, 0) <= countedTo) return counts
  const ofChosen = filter.kind && and(which, ofKind(filter.kind))
  const ofKinds = await countKinds(db, which)
  return { ...(ofChosen ? await countSome(db, ofChosen, filter.kind) : counts), kinds: ofKinds }
}

type Row = { facet: string; value: string; label: string | null; n: number }

/** Counts at most `countedTo` entries, and one more to show that there are more. */
async function countSome(db: NodePgDatabase, which: SQL | undefined, chosen: Narrowed['kind']): Promise<Counts> {
  const kind = chosen ?? null
  const { rows } = await db.execute<Row>(sql`
    with found as materialized (
      select e.id, e.author_id, coalesce(substr(k.facet, 6), e.type) as kind
      from (select ${entries.id}, ${entries.type}, ${entries.authorId} from ${entries}
        where ${which} limit ${countedTo + 1}) e
      left join ${entryFacets} k on k.entry_id = e.id and k.facet in ('kind:image', 'kind:video', 'kind:audio')),
    chosen as (select * from found where ${kind}::text is null or kind = ${kind}),
    authors as (select author_id, count(*)::int as n from chosen where author_id is not null group by author_id),
    counted as (
      select split_part(facet, ':', 1) as facet, substr(facet, strpos(facet, ':') + 1) as value, label, n
      from (select f.facet, mode() within group (order by f.label collate "C") as label, count(*)::int as n
        from chosen c join ${entryFacets} f on f.entry_id = c.id group by f.facet) f where facet not like 'kind:%'
      union all select 'person', a.id::text, a.name, n from authors join ${accounts} a on a.id = author_id),
    ranked as (select *, row_number() over (partition by facet order by n desc, label, value) as place from counted)
    select facet, value, label, n from ranked where place <= ${mostValues}
    union all select 'kind', kind, null, count(*)::int from found group by kind
    union all (select 'author', author_id::text, null, n from authors limit ${mostAuthors})`)
  const of = (wanted: string) => rows.filter(({ facet }) => facet === wanted)
  return {
    kinds: of('kind').map(({ value, n }) => ({ value, count: n })),
    authors: of('author').map(({ value }) => value),
    values: rows
      .filter(({ facet }) => facet !== 'kind' && facet !== 'author')
      .map(({ n, label, ...row }) => ({ ...row, label: label ?? row.value, count: n })),
  }
}

/** Counts each kind of entry up to `countedTo`, and one more to show that there are more. */
async function countKinds(db: NodePgDatabase, which: SQL | undefined): Promise<Counts['kinds']> {
  const selects = exploredKinds.map(
    (kind) => sql`select ${kind}::text as value, (select count(*)::int from (
      select from ${entries} where ${and(which, ofKind(kind))} limit ${countedTo + 1}) counted) as count`,
  )
  const { rows } = await db.execute<Counts['kinds'][number]>(sql.join(selects, sql` union all `))
  return rows.filter(({ count }) => count > 0)
}

/** Counts for one set of entries. */
type Counts = {
  kinds: { value: string; count: number }[]
  /** Ids of accounts that wrote these entries, at most `mostAuthors`. */
  authors: string[]
  values: (Value & { facet: string })[]
}

/** The maximum number of values for each facet, and of authors, in one set of counts. */
const mostValues = 30
const mostAuthors = 1_000

/** Adds up the counts of parts that have no entry in common. @param kind the kind that the query names */
function facetsOf(parts: Counts[], kind: Narrowed['kind']): Facets {
  const kinds = sumByValue(parts.flatMap((part) => part.kinds))
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  const total = kind === undefined ? all : (kinds.find(({ value }) => value === kind)?.count ?? 0)
  const valuesOf = (facet: Facet) =>
    sumByValue(parts.flatMap(({ values }) => values.filter((one) => one.facet === facet)))
      .map(({ value, label, count }) => ({ value, label, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, mostValues)
  return {
    total: Math.min(total, countedTo),
    more: total > countedTo,
    people: new Set(parts.flatMap(({ authors }) => authors)).size,
    kinds: kinds.map(({ value, count }) => ({ value, count: Math.min(count, countedTo), more: count > countedTo })),
    values: Object.fromEntries(allFacets.map((facet) => [facet, valuesOf(facet)])) as Facets['values'],
  }
}

/** Adds up the counts of equal values, which keep the first label. */
function sumByValue<Row extends { value: string; count: number }>(rows: Row[]): Row[] {
  const byValue = new Map<string, Row>()
  for (const row of rows) {
    const count = (byValue.get(row.value)?.count ?? 0) + row.count
    byValue.set(row.value, { ...(byValue.get(row.value) ?? row), count })
  }
  return [...byValue.values()]
}
