import { text as article } from '#content/article/text.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { text as event } from '#content/event/text.ts'
import { sections } from '#content/heritage/kind.ts'
import type { Facet } from '#content/kind.ts'
import { text as section } from '#content/section/text.ts'
import { sameKey } from '#text/fold.ts'
import type { Filter } from './address.ts'
import type { Facets, Value } from './schema.ts'
import { text } from './text.ts'

/** Returns the name of a value in the reader's language, if it is a section or category; otherwise its label. */
export function valueName(facet: Facet, { label }: Pick<Value, 'label'>): string {
  if (facet !== 'topic') return label
  const value = label.toLowerCase()
  if (Object.hasOwn(sections, value)) return section.sections[sections[value as keyof typeof sections].name]
  const categoryName = article.categoryName(label)
  const categories: Record<string, string> = event.categories
  return categoryName === label ? (categories[value] ?? label) : categoryName
}

/** Returns the name of a chosen value, as the filters show it. */
export function chosenName(filter: Filter, facet: Facet, values: Facets['values'] | undefined): string {
  const key = sameKey(filter[facet])
  const option = values?.[facet]?.find(({ value }) => sameKey(value) === key)
  return valueName(facet, option ?? { label: facet === 'person' ? text.someone : filter[facet] })
}

/** Returns the title of a list. */
export function listName(kind: string | undefined): string {
  return kind ? kindPlural(kind) : text.title
}
