import type { z } from 'zod'
import { explorePages, explorePath } from '#content/entry/explore-pages.ts'
import { kinds } from '#content/kinds.ts'
import { listAddress, listQuery } from '#web/list-address.ts'
import { ExploreQuery, Narrowed } from './schema.ts'

/** The filters and sort order of a list in Explore, all of which are in the page's address. */
export type Filter = Narrowed & Pick<z.output<typeof ExploreQuery>, 'sort'>

/** The filter that includes every entry. */
export const everything: Filter = {
  ...{ q: '', kind: undefined, topic: '', place: '', person: '', dialect: '', year: '', batch: '' },
  sort: 'newest',
}

/** Returns the default sort order of a kind's list: soonest first for events, newest first for the rest. */
export function firstSort(kind: Filter['kind']): Filter['sort'] {
  return kind === kinds.event.type ? 'upcoming' : 'newest'
}

/** Returns the filter and the page key in a request's address. Unknown values are ignored. */
export function readFilter(request: Request): { filter: Filter; lastKey: string | undefined } {
  const { params, q, lastKey } = listQuery(request)
  const { pathname } = new URL(request.url)
  const own = Object.entries(explorePages).find(([, path]) => pathname.startsWith(path))?.[0]
  const { kind: Kind, sort: Sort, q: _, ...values } = { ...Narrowed.shape, sort: ExploreQuery.shape.sort }
  const kind = Kind.catch(undefined).parse(own ?? params.get('kind') ?? undefined)
  const first = firstSort(kind)
  const sort = Sort.catch(first).parse(params.get('sort') ?? first)
  const parsedValues = Object.entries(values).map(([name, Value]) => [
    name,
    Value.catch('').parse(params.get(name) ?? ''),
  ])
  const fits = (sort === 'upcoming' || sort === 'past') === (first === 'upcoming')
  return { filter: { ...everything, ...Object.fromEntries(parsedValues), q, kind, sort: fits ? sort : first }, lastKey }
}

/** Returns a filter's query parameters, without the kind if the path names it, and without the default sort order. */
export function queryOf({ kind, sort, ...filter }: Filter): Record<string, string> {
  return { ...filter, kind: kind && !explorePages[kind] ? kind : '', sort: sort === firstSort(kind) ? '' : sort }
}

export function pathOf({ kind }: Pick<Filter, 'kind'>): string {
  return (kind && explorePages[kind]) ?? explorePath
}

export function addressOf(filter: Filter): string {
  return listAddress(pathOf(filter), queryOf(filter))
}

/** Returns the address of the same list for another kind, in that kind's default sort order. */
export function addressOfKind(filter: Filter, kind: Filter['kind']): string {
  return addressOf({ ...filter, kind, sort: firstSort(kind) })
}
