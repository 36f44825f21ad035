import type { ProductQuery, Section } from './schema.ts'
import { text } from './text.ts'

export type Sort = NonNullable<(typeof ProductQuery)['_zod']['input']['sort']>

/** Returns the section and the order in the address of the shop. Unknown ones are ignored. */
export function readNarrowing(params: URLSearchParams): { section?: Section; sort: Sort } {
  const section = params.get('section') ?? ''
  const sort = params.get('sort') ?? ''
  return {
    ...(Object.hasOwn(text.sections, section) && { section: section as Section }),
    sort: Object.hasOwn(text.sorts, sort) ? (sort as Sort) : 'latest',
  }
}
