import { redirect } from 'react-router'
import type { z } from 'zod'
import { hasRole } from '#core/permission.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listAddress, listQuery, nextAddress } from '#web/list-address.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/list.page.ts'
import { contributePage, ProductCard, shop } from './card.tsx'
import { CartLink } from './cart-link.tsx'
import { ProductQuery, sections } from './schema.ts'
import { text } from './text.ts'

const pageSize = 24
/** Where members ask to sell. */
const selling = '/seller/dashboard'

export const handle = { current: shop }

/** What is for sale: all of it, of one section or what a search found, in an order; all of it lives in the address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { params, q, lastKey: from } = listQuery(request)
  const { section: Section, sort: Sort } = ProductQuery.shape
  const asked: Asked = {
    q,
    section: Section.catch(undefined).parse(params.get('section') ?? undefined),
    sort: Sort.catch('latest').parse(params.get('sort') ?? undefined),
  }
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  const [{ items, lastKey }, cart] = await Promise.all([
    api.product.list({ ...asked, limit: pageSize, lastKey: from }),
    viewer?.admitted ? api.cart.get({}) : undefined,
  ])
  // What stood there when the link was made has gone since.
  if (items.length === 0 && from) throw redirect(addressOf(asked))
  return {
    items,
    asked,
    next: nextAddress(shop, said(asked), lastKey),
    pieces: cart?.pieces ?? 0,
    sells: hasRole(viewer, 'seller'),
  }
}

type Asked = Pick<z.output<typeof ProductQuery>, 'q' | 'section' | 'sort'>

/** As it stands in an address: the usual order does not. */
function said({ q, section, sort }: Asked): Record<string, string> {
  return { q, section: section ?? '', sort: sort === 'latest' ? '' : sort }
}

function addressOf(asked: Asked): string {
  return listAddress(shop, said(asked))
}

export function meta(given: Route.MetaArgs) {
  const { q, section } = given.loaderData?.asked ?? {}
  const title = section ? `${text.title}: ${text.sections[section]}` : text.title
  const path = addressOf({ q: '', section, sort: 'latest' })
  return head(given, { title, description: text.description, path, unlisted: Boolean(q) })
}

export default function Shop({ loaderData: { items, asked, next, pieces, sells } }: Route.ComponentProps) {
  const { q, section, sort } = asked
  const empty = items.length === 0 && !q && !section
  return (
    <>
      <TitleBand field="acacia" title={text.title} lead={text.lead} />
      {empty ? (
        <div className="sec">
          <div className="wrap">
            <Invitation sells={sells} />
          </div>
        </div>
      ) : (
        <div className="wrap content stack gap-5">
          <div className="row split noprint">
            <SearchForm
              className="grow"
              action={shop}
              label={text.searchLabel}
              placeholder={text.searchLabel}
              submit={text.search}
              defaultValue={q}
              also={{ ...(section && { section }), ...(sort !== 'latest' && { sort }) }}
              data-live-form
            />
            <CartLink pieces={pieces} />
            {sells && <Offer />}
          </div>
          <div id="results" data-live className="stack gap-5">
            <Narrowing asked={asked} />
            {items.length === 0 && <NoMatch />}
            <ul className="grid g3" data-list>
              {items.map((product) => (
                <ProductCard key={product.id} product={product} />
              ))}
            </ul>
            <NextPage href={next} />
          </div>
        </div>
      )}
    </>
  )
}

/** Sections and orders, each a link that keeps the rest of what was asked. */
function Narrowing({ asked }: { asked: Asked }) {
  const chosen = [undefined, ...sections].map((section) => ({
    href: addressOf({ ...asked, section }),
    label: section ? text.sections[section] : text.allSections,
    current: section === asked.section,
  }))
  const ordered = ProductQuery.shape.sort.unwrap().options.map((sort) => ({
    href: addressOf({ ...asked, sort }),
    label: text.sorts[sort],
    current: sort === asked.sort,
  }))
  return (
    <div className="stack gap-2 narrowing">
      <Choices label={text.sectionsLabel} links={chosen} />
      <Choices label={text.sort} links={ordered} />
    </div>
  )
}

type Choice = { href: string; label: string; current: boolean }

function Choices({ label, links }: { label: string; links: Choice[] }) {
  return (
    <nav className="subnav noprint" aria-label={label}>
      <ul>
        {links.map(({ href, label, current }) => (
          <li key={href}>
            <a href={href} aria-current={current ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Offer({ filled }: { filled?: boolean }) {
  return (
    <ButtonLink variant={filled ? 'filled' : 'line'} icon="plus" href={contributePage}>
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

function NoMatch() {
  return (
    <EmptyState
      slim
      title={text.noMatch}
      actions={
        <ButtonLink variant="line" href={shop}>
          {text.all}
        </ButtonLink>
      }
    >
      {text.noMatchHelp}
    </EmptyState>
  )
}
