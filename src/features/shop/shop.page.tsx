import { kinds } from '#content/kinds.ts'
import { NoMatch, ProductCard } from '#content/product/card.tsx'
import { readNarrowing } from '#content/product/narrowing.ts'
import { text as ofProducts } from '#content/product/text.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { sellingPage, shopPage } from './addresses.ts'
import { PutInCart, PutProductInCart } from './cart/add-to-cart.tsx'
import { ShopFrame } from './frame.tsx'
import { text } from './text.ts'

export const meta = titled(() => ofProducts.title)

/** Shows the shop to members. Search, section and sort order are in the address; the server applies them. */
export default function ShopPage() {
  const [params, change] = useAddressQuery()
  const filters = { q: params.get('q') ?? '', ...readNarrowing(params) }
  const query = { ...filters, limit: usePageSize(24) }
  const productId = params.get(kinds.product.type)
  const { list, items: products } = usePaged([kinds.product.type, 'shop'], api.product.list, query)
  return (
    <ShopFrame title={ofProducts.title}>
      {productId && <PutProductInCart id={productId} onDone={() => change({ product: '' })} />}
      <SearchForm
        key={filters.q}
        label={ofProducts.searchLabel}
        placeholder={ofProducts.searchLabel}
        defaultValue={filters.q}
        onSearch={(q) => change({ q })}
      />
      <div className="row tools">
        <Choice
          label={text.section}
          value={filters.section ?? ''}
          options={{ '': text.allSections, ...ofProducts.sections }}
          onChoose={(section) => change({ section })}
        />
        <Choice
          label={text.sort}
          value={filters.sort}
          options={ofProducts.sorts}
          onChoose={(sort) => change({ sort: sort === 'latest' ? '' : sort })}
        />
      </div>
      <PagedRows
        list={list}
        items={products}
        look="grid g3"
        loading={{ shape: 'cards', columns: 'g3', count: 3, label: text.loading }}
        failed={text.failed}
        none={filters.q || filters.section ? <NoMatch to={shopPage} /> : <Invitation />}
        row={(product) => <ProductCard key={product.id} product={product} action={<PutInCart product={product} />} />}
      />
    </ShopFrame>
  )
}

function Invitation() {
  return (
    <EmptyState slim title={ofProducts.none} actions={<ButtonLink to={sellingPage}>{ofProducts.become}</ButtonLink>}>
      {ofProducts.noneHelp}
    </EmptyState>
  )
}
