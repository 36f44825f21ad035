import { facets as allFacets, type Facet } from '#content/kind.ts'
import { countedTo, type Facets, type Narrowed, type Value } from '../schema.ts'

/** Counts for one set of entries. */
export type Counts = {
  kinds: { value: string; count: number }[]
  /** Ids of accounts that wrote these entries, at most `mostAuthors`. */
  authors: string[]
  values: (Value & { facet: string })[]
}

/** The maximum number of values for each facet, and of authors, in one set of counts. */
export const mostValues = 30
export const mostAuthors = 1_000

/** Adds up the counts of parts that have no entry in common. @param kind the kind that the query names */
export function facetsOf(parts: Counts[], kind: Narrowed['kind']): Facets {
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
