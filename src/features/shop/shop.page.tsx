import { ProductCard } from '#content/product/card.tsx'
import type { ProductQuery, Section } from '#content/product/schema.ts'
import { text as ofProducts } from '#content/product/text.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import type { Route } from './+types/shop.page.ts'
import { sellingPage, shopPage } from './addresses.ts'
import { PutInCart, Wanted } from './cart/put.tsx'
import { ShopFrame } from './frame.tsx'
import { text } from './text.ts'

const ownPageSize = 24

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${ofProducts.title} | ${matches[0].loaderData?.siteName}` }]
}

/** The shop for members: search, section and order run on the server and live in the address. */
export default function ShopPage() {
  const [params, change] = useAddressQuery()
  const asked = readQuery(params)
  const query = { ...asked, limit: usePageSize(ownPageSize) }
  const wanted = params.get('product')
  const { list, items: products } = usePaged(['product', 'shop', query], (page, options) =>
    api.product.list({ ...query, ...page }, options),
  )
  return (
    <ShopFrame title={ofProducts.title}>
      {wanted && <Wanted id={wanted} onDone={() => change({ product: '' })} />}
      <SearchForm
        key={asked.q}
        label={ofProducts.searchLabel}
        placeholder={ofProducts.searchLabel}
        submit={ofProducts.search}
        defaultValue={asked.q}
        onSubmit={(event) => {
          event.preventDefault()
          change({ q: String(new FormData(event.currentTarget).get('q') ?? '') })
        }}
      />
      <div className="row tools">
        <Choice
          label={text.section}
          value={asked.section ?? ''}
          options={{ '': text.allSections, ...ofProducts.sections }}
          onChoose={(section) => change({ section })}
        />
        <Choice
          label={text.sort}
          value={asked.sort}
          options={ofProducts.sorts}
          onChoose={(sort) => change({ sort: sort === 'latest' ? '' : sort })}
        />
      </div>
      <PagedList
        list={list}
        loading={<Skeleton columns="g3" count={3} label={text.loading} />}
        failed={text.failed}
        none={asked.q || asked.section ? <NoMatch /> : <Invitation />}
      >
        {products.length > 0 && (
          <ul className="grid g3">
            {products.map((product) => (
              <ProductCard key={product.id} product={product} action={<PutInCart product={product} />} />
            ))}
          </ul>
        )}
      </PagedList>
    </ShopFrame>
  )
}

function NoMatch() {
  return (
    <EmptyState slim title={ofProducts.noMatch} actions={<ButtonLink to={shopPage}>{ofProducts.all}</ButtonLink>}>
      {ofProducts.noMatchHelp}
    </EmptyState>
  )
}

function Invitation() {
  return (
    <EmptyState slim title={ofProducts.none} actions={<ButtonLink to={sellingPage}>{ofProducts.become}</ButtonLink>}>
      {ofProducts.noneHelp}
    </EmptyState>
  )
}

type Sort = NonNullable<(typeof ProductQuery)['_zod']['input']['sort']>

function readQuery(params: URLSearchParams): { q: string; section?: Section; sort: Sort } {
  const section = params.get('section') ?? ''
  const sort = params.get('sort') ?? ''
  return {
    q: params.get('q') ?? '',
    ...(Object.hasOwn(ofProducts.sections, section) && { section: section as Section }),
    sort: Object.hasOwn(ofProducts.sorts, sort) ? (sort as Sort) : 'latest',
  }
}
