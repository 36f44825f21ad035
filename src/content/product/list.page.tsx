import { redirect } from 'react-router'
import { mayCreate } from '#content/entry/policy.ts'
import { ButtonLink } from '#ui/button.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listAddress, listQuery, nextAddress } from '#web/list-address.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/list.page.ts'
import { NoMatch, ProductTile } from './card.tsx'
import { CartLink } from './cart-link.tsx'
import { kind } from './kind.ts'
import { readNarrowing, type Sort } from './narrowing.ts'
import { ProductQuery, type Section, sections } from './schema.ts'
import { text } from './text.ts'

const pageSize = 24
/** The page where members ask to sell. */
const selling = '/seller/dashboard'

export const handle = { current: kind.list }

/** Loads a page of products. The address contains the section, the search, the order and the page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { params, q, lastKey: from } = listQuery(request)
  const query: Query = { q, ...readNarrowing(params) }
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  const [{ items, lastKey }, cart] = await Promise.all([
    api.product.list({ ...query, limit: pageSize, lastKey: from }),
    viewer?.admitted ? api.cart.get({}) : undefined,
  ])
  // The products of this page have disappeared since the link was created.
  if (items.length === 0 && from) throw redirect(addressOf(query))
  return {
    items,
    query,
    next: nextAddress(kind.list, queryOf(query), lastKey),
    pieces: cart?.pieces ?? 0,
    sells: mayCreate(viewer, kind),
  }
}

type Query = { q: string; section?: Section | undefined; sort: Sort }

/** Returns the query of an address; the default order is left out. */
function queryOf({ q, section, sort }: Query): Record<string, string> {
  return { q, section: section ?? '', sort: sort === 'latest' ? '' : sort }
}

function addressOf(query: Query): string {
  return listAddress(kind.list, queryOf(query))
}

export function meta(args: Route.MetaArgs) {
  const { q, section } = args.loaderData?.query ?? {}
  const title = section ? `${text.title}: ${text.sections[section]}` : text.title
  const path = addressOf({ q: '', section, sort: 'latest' })
  return head(args, { title, description: text.description, path, unlisted: Boolean(q) })
}

export default function Shop({ loaderData: { items, query, next, pieces, sells } }: Route.ComponentProps) {
  const { q, section, sort } = query
  const empty = items.length === 0 && !q && !section
  return (
    <>
      <TitleBand field="acacia" title={text.title} lead={text.lead}>
        <p className="row noprint">
          <CartLink pieces={pieces} />
          {sells && !empty && <Offer />}
        </p>
      </TitleBand>
      {empty ? (
        <div className="sec">
          <div className="wrap">
            <Invitation sells={sells} />
          </div>
        </div>
      ) : (
        <div className="wrap content stack gap-5">
          <SearchForm
            className="noprint"
            action={kind.list}
            label={text.searchLabel}
            placeholder={text.searchLabel}
            defaultValue={q}
            also={{ ...(section && { section }), ...(sort !== 'latest' && { sort }) }}
            data-live-form
          />
          <div id="results" data-live className="stack gap-5">
            <Narrowing query={query} />
            {items.length === 0 && <NoMatch href={kind.list} />}
            <ul className="tiles four" data-list>
              {items.map((product, at) => (
                <ProductTile key={product.id} product={product} opening={at < 2} />
              ))}
            </ul>
            <NextPage href={next} />
          </div>
        </div>
      )}
    </>
  )
}

/** One row of links for sections and for sort orders, which keep the rest of the query. */
function Narrowing({ query }: { query: Query }) {
  const chosen = [undefined, ...sections].map((section) => ({
    href: addressOf({ ...query, section }),
    label: section ? text.sections[section] : text.allSections,
    current: section === query.section,
  }))
  const ordered = ProductQuery.shape.sort.unwrap().options.map((sort) => ({
    href: addressOf({ ...query, sort }),
    label: text.sorts[sort],
    current: sort === query.sort,
  }))
  return (
    <div className="narrowing">
      <nav className="subnav noprint" aria-label={text.narrow}>
        <ul>
          {[...chosen, ...ordered].map(({ href, label, current }) => (
            <li key={label}>
              <a href={href} aria-current={current ? 'true' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function Offer({ filled }: { filled?: boolean }) {
  return (
    <ButtonLink variant={filled ? 'filled' : 'line'} icon="plus" href={kind.form}>
      {text.offer}
    </ButtonLink>
  )
}

function Invitation({ sells }: { sells: boolean }) {
  if (sells)
    return (
      <EmptyState title={text.none} actions={<Offer filled />}>
        {text.noneOfYours}
      </EmptyState>
    )
  return (
    <EmptyState
      title={text.none}
      actions={
        <>
          <ButtonLink href={`/login?redirect=${encodeURIComponent(selling)}`} icon="bag" data-session="guest">
            {text.become}
          </ButtonLink>
          <ButtonLink href={selling} icon="bag" data-session="member">
            {text.become}
          </ButtonLink>
        </>
      }
    >
      {text.noneHelp}
    </EmptyState>
  )
}
