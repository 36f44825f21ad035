import { explorePages } from '#content/entry/explore-pages.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { Pills } from '#ui/list/pills.tsx'
import { addressOfKind, type Filter } from './address.ts'
import { countedTo, exploredKinds, type Facets } from './schema.ts'
import { text } from './text.ts'

/** Kinds with their own page come first. The order never changes, so that readers find each kind in the same place. */
const inOrder = exploredKinds.toSorted((a, b) => Number(b in explorePages) - Number(a in explorePages))

/**
 * Shows links to the list of all kinds, to each kind that has entries or is chosen, and to the page of people if there
 * are any. The links to kinds keep the other filters.
 */
export function KindPills({ filter, facets: { kinds, people } }: { filter: Filter; facets: Facets }) {
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  const everything = { kind: undefined, count: Math.min(all, countedTo), more: all > countedTo }
  const counted = inOrder.flatMap((kind) => {
    const { count = 0, more = false } = kinds.find(({ value }) => value === kind) ?? {}
    return count > 0 || kind === filter.kind ? [{ kind, count, more }] : []
  })
  const links = [everything, ...counted].map(({ kind, count, more }) => ({
    href: addressOfKind(filter, kind),
    label: kind ? kindPlural(kind) : text.everything,
    count: text.count(count, more),
    current: kind === filter.kind,
  }))
  return <Pills label={text.kinds} links={people > 0 ? [...links, { href: '/people', label: text.people }] : links} />
}
