import { redirect } from 'react-router'
import { explorePath } from '#content/entry/explore-pages.ts'
import { facets as allFacets } from '#content/kind.ts'
import { partLinks } from '#content/section/parts.ts'
import { PaintWithOpening } from '#ui/layout/first-paint.tsx'
import { Pills } from '#ui/list/pills.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/explore.page.ts'
import { addressOf, type Filter, firstSort, pathOf, queryOf, readFilter } from './address.ts'
import { Chosen, Filters } from './filters.tsx'
import { KindPills } from './kind-pills.tsx'
import { chosenName, listName } from './names.ts'
import { Empty, PastEvents, Results } from './results.tsx'
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
        submit={text.submit}
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
