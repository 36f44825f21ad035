import { redirect } from 'react-router'
import { text as article } from '#content/article/text.ts'
import { explorePages, explorePath } from '#content/entry/explore-pages.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { text as event } from '#content/event/text.ts'
import { sections } from '#content/heritage/kind.ts'
import { facets as allFacets, type Facet } from '#content/kind.ts'
import { partLinks } from '#content/section/parts.ts'
import { text as section } from '#content/section/text.ts'
import { sameKey } from '#text/fold.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { PaintWithOpening } from '#ui/layout/first-paint.tsx'
import { FilterGroups } from '#ui/list/filters.tsx'
import { Pills } from '#ui/list/pills.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/explore.page.ts'
import { addressOf, addressOfKind, everything, type Filter, firstSort, pathOf, queryOf, readFilter } from './address.ts'
import { Empty, PastEvents, Results } from './results.tsx'
import { countedTo, exploredKinds, type Facets, type Value } from './schema.ts'
import { text } from './text.ts'

const pageSize = 24
/** The number of past events shown below the upcoming ones. */
const shownPast = 6

export const handle = { current: explorePath }

/** Loads the entries of a list that this reader may see. The address holds the kind, filters, search and order. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { filter, lastKey: from } = readFilter(request)
  const path = pathOf(filter)
  if (new URL(request.url).pathname.replace(/\.data$/, '') !== path) throw redirect(addressOf(filter))
  const { explore } = context.get(apiContext)
  const { sort, ...narrowed } = filter
  // When the script loads a further page, it inserts only the entries, so the facets aren't needed.
  const onlyEntries = from !== undefined && request.headers.get('x-part') === 'results'
  const [{ items, lastKey }, facets, past] = await Promise.all([
    explore.list({ ...filter, limit: pageSize, lastKey: from }),
    onlyEntries ? undefined : explore.facets(narrowed),
    sort === 'upcoming' && !from ? explore.list({ ...filter, sort: 'past', limit: shownPast }) : undefined,
  ])
  // If the page is empty, its entries have been deleted since the link was made.
  if (items.length === 0 && from) throw redirect(addressOf(filter))
  return { filter, items, facets, past: past?.items ?? [], next: nextAddress(path, queryOf(filter), lastKey) }
}

/** Returns whether a search or any filter other than the kind is set. */
function isNarrowed({ q, sort: _, kind: __, ...values }: Filter): boolean {
  return q !== '' || Object.values(values).some((value) => value !== '')
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { filter, facets } = args.loaderData
  const { kind, topic, q, sort } = filter
  const title = [listName(kind), topic && chosenName(filter, 'topic', facets?.values)].filter(Boolean).join(': ')
  // Search engines may index each list, and the list of all kinds filtered by a topic, but nothing else.
  const isPlain = !kind && !isNarrowed({ ...filter, topic: '' })
  const unlisted = isNarrowed(filter) && !(topic && isPlain)
  return head(args, {
    title: q ? text.found(q) : title,
    description: text.description,
    path: addressOf({ ...filter, sort: firstSort(kind) }),
    unlisted: unlisted || sort !== firstSort(kind),
  })
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  const { filter, items, facets, past } = loaderData
  const { q, ...rest } = filter
  const label = filter.kind ? text.searchIn(listName(filter.kind)) : text.search
  const hasResults = items.length + past.length > 0
  const withFilters = facets && allFacets.some((facet) => !filter[facet] && facets.values[facet]?.length)
  return (
    <div className="wrap content explore stack">
      <div className="row split baseline" id="opening">
        <PaintWithOpening />
        <h1>{listName(filter.kind)}</h1>
        {facets && <p className="dim">{text.from(facets)}</p>}
      </div>
      {!filter.kind && <Pills label={text.parts} links={partLinks()} />}
      <SearchForm
        className="noprint"
        action={pathOf(filter)}
        label={label}
        placeholder={label}
        defaultValue={q}
        also={Object.fromEntries(Object.entries(queryOf({ ...rest, q: '' })).filter(([, value]) => value !== ''))}
        data-live-form
      />
      <div id="results" data-live className="stack gap-5">
        {facets && <KindPills filter={filter} facets={facets} />}
        <div className={withFilters ? 'filtered' : undefined}>
          {withFilters && <Filters filter={filter} facets={facets} />}
          <div className="stack gap-5">
            {facets && <Chosen filter={filter} facets={facets} />}
            {hasResults ? (
              <>
                <Results loaded={loaderData} />
                <PastEvents filter={filter} past={past} />
              </>
            ) : (
              <Empty filter={filter} narrowed={isNarrowed(filter)} />
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Kinds with their own page come first. The order never changes, so that readers find each kind in the same place. */
const inOrder = exploredKinds.toSorted((a, b) => Number(b in explorePages) - Number(a in explorePages))

/**
 * Shows links to the list of all kinds, to each kind that has entries or is chosen, and to the page of people if there
 * are any. The links to kinds keep the other filters.
 */
function KindPills({ filter, facets: { kinds, people } }: { filter: Filter; facets: Facets }) {
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

type Props = { filter: Filter; facets: Facets }

/** Shows filters by topic, place, person, dialect and year. Chosen ones are shown above the list instead (`Chosen`). */
function Filters({ filter, facets: { values, more } }: Props) {
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
function Chosen({ filter, facets: { values } }: Props) {
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

/** Returns the name of a value in the reader's language, if it is a section or category; otherwise its label. */
function valueName(facet: Facet, { label }: Pick<Value, 'label'>): string {
  if (facet !== 'topic') return label
  const value = label.toLowerCase()
  if (Object.hasOwn(sections, value)) return section.sections[sections[value as keyof typeof sections].name]
  const categoryName = article.categoryName(label)
  const categories: Record<string, string> = event.categories
  return categoryName === label ? (categories[value] ?? label) : categoryName
}

/** Returns the name of a chosen value, as the filters show it. */
function chosenName(filter: Filter, facet: Facet, values: Facets['values'] | undefined): string {
  const key = sameKey(filter[facet])
  const option = values?.[facet]?.find(({ value }) => sameKey(value) === key)
  return valueName(facet, option ?? { label: facet === 'person' ? text.someone : filter[facet] })
}

function listName(kind: string | undefined): string {
  return kind ? kindPlural(kind) : text.title
}
