import { changePageOf } from '#content/entry/address.ts'
import { contributePage, ProductCard } from '#content/product/card.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { text } from './text.ts'

const ownPageSize = 12

/** Everything the seller offers, drafts too. */
export function OwnProducts() {
  const words = text.products
  const query = { mine: 'true', limit: usePageSize(ownPageSize) }
  const { list, items: products } = usePaged(
    ['product', 'mine', query],
    (page, options) => api.product.list({ ...query, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <section className="stack" aria-labelledby="products">
      <h2 className="t2" id="products">
        {words.title}
      </h2>
      <PagedList
        list={list}
        loading={<Skeleton columns="g3" count={3} label={words.loading} />}
        failed={words.failed}
        none={
          <EmptyState slim title={words.none} actions={<ButtonLink to={contributePage}>{text.add}</ButtonLink>}>
            {words.noneHint}
          </EmptyState>
        }
      >
        {products.length > 0 && (
          <ul className="grid g3">
            {products.map((product) => (
              <ProductCard
                key={product.id}
                product={product}
                level={3}
                action={
                  <ButtonLink variant="line" to={changePageOf(product)}>
                    {words.change}
                    <span className="sr">{words.of(product.name)}</span>
                  </ButtonLink>
                }
              />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
