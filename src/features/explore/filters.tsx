import { facets as allFacets } from '#content/kind.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { FilterGroups } from '#ui/list/filters.tsx'
import { addressOf, everything, type Filter } from './address.ts'
import { chosenName, valueName } from './names.ts'
import type { Facets } from './schema.ts'
import { text } from './text.ts'

type Props = { filter: Filter; facets: Facets }

/** Shows filters by topic, place, person, dialect and year. Chosen ones are shown above the list instead (`Chosen`). */
export function Filters({ filter, facets: { values, more } }: Props) {
  const groups = allFacets.flatMap((facet) => {
    const options = filter[facet] ? [] : [...(values[facet] ?? [])]
    if (facet === 'year') options.sort((a, b) => Number(b.value) - Number(a.value))
    if (options.length === 0) return []
    return {
      name: text.facets[facet],
      more: text.more[facet],
      values: options.map((one) => ({
        href: addressOf({ ...filter, [facet]: one.value }),
        label: valueName(facet, one),
        count: text.count(one.count, more),
      })),
    }
  })
  return groups.length > 0 && <FilterGroups label={text.filter} groups={groups} />
}

/** Shows the chosen filters, each with a link that removes it. */
export function Chosen({ filter, facets: { values } }: Props) {
  const chosen = allFacets.filter((facet) => filter[facet])
  if (chosen.length === 0 && !filter.batch) return null
  return (
    <ul className="row gap-2 chosen noprint" aria-label={text.chosen}>
      {chosen.map((facet) => (
        <li key={facet}>
          <a className="btn soft" href={addressOf({ ...filter, [facet]: '' })}>
            <span className="sr">{text.remove} </span>
            <span>
              {text.facets[facet]}: <b dir="auto">{chosenName(filter, facet, values)}</b>
            </span>
            <Icon name="x" />
          </a>
        </li>
      ))}
      {(chosen.length > 1 || filter.q || filter.batch) && (
        <li>
          <a className="btn text" href={addressOf({ ...everything, kind: filter.kind, sort: filter.sort })}>
            {text.clear}
          </a>
        </li>
      )}
    </ul>
  )
}
