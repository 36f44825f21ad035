import { ById } from '#content/entry/schema.ts'
import { Around } from '#content/media/summary/schema.ts'
import { operation } from '#core/operation.ts'
import { readAround } from './around/queries.ts'
import { countFacets } from './facets/queries.ts'
import { listSummaries } from './queries.ts'
import { ExplorePage, Facets, ListQuery, Narrowed } from './schema.ts'

/** Operations that list and count entries of every type but products, and find what is related to an entry. */
export const explore = {
  list: operation('GET', '/explore', 'public', {
    cached: true,
    summary: 'List or search entries of every type but products, by kind, topic, place, person, dialect and year',
    input: ListQuery,
    output: ExplorePage,
    handler: listSummaries,
  }),

  facets: operation('GET', '/explore/facets', 'public', {
    cached: true,
    summary: 'Count entries of every type but products, by kind, topic, place, person, dialect and year',
    input: Narrowed,
    output: Facets,
    handler: countFacets,
  }),

  around: operation('GET', '/entries/:id/around', 'public', {
    cached: true,
    summary: 'Read the entries most like this one, those of its type before and after it, and its author',
    input: ById,
    output: Around,
    handler: (ctx, { id }) => readAround(ctx, id),
  }),
}
