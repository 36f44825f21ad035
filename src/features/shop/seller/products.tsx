import { changePageOf } from '#content/entry/address.ts'
import { kinds } from '#content/kinds.ts'
import { ProductCard } from '#content/product/card.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { text } from './text.ts'

const ownPageSize = 12

/** Shows all products of the seller, including drafts. */
export function OwnProducts() {
  const words = text.products
  const query = { mine: 'true', limit: usePageSize(ownPageSize) }
  const { list, items: products } = usePaged(
    [kinds.product.type, 'mine', query],
    (page, options) => api.product.list({ ...query, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <Section id="products" title={words.title}>
      <PagedRows
        list={list}
        items={products}
        look="grid g3"
        loading={{ shape: 'cards', columns: 'g3', count: 3, label: words.loading }}
        failed={words.failed}
        none={
          <EmptyState
            slim
            inSection
            title={words.none}
            actions={<ButtonLink to={kinds.product.form}>{text.add}</ButtonLink>}
          >
            {words.noneHint}
          </EmptyState>
        }
        row={(product) => (
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
        )}
      />
    </Section>
  )
}
