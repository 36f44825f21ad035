import { useMutation } from '@tanstack/react-query'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { download } from '#web/download.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import { orderPage, sellingPage } from '../addresses.ts'
import { OrderRow } from '../order/row.tsx'
import type { OrderBrief } from '../order/schema.ts'
import { statusOf } from '../order/status.tsx'
import { ends, MoveButton } from '../order/status-buttons.tsx'
import { text as ofOrders } from '../order/text.ts'
import { text as ofShop } from '../text.ts'
import { text } from './text.ts'

/**
 * Lists orders placed with the seller. The filter is in the address. A button in each row moves the order to its next
 * status.
 */
export function IncomingOrders() {
  const words = text.orders
  const [params, change] = useAddressQuery()
  const status = statusOf(params.get('status'))
  const q = params.get('q') ?? ''
  const query = { as: 'seller' as const, q, ...(status && { status }), limit: usePageSize(10) }
  const paged = usePaged(['order', 'incoming'], api.order.list, query, fresh)
  const save = useMutation({
    mutationFn: () => download('/orders?as=seller&format=csv', 'orders.csv'),
    onError: (error) => notify.error(error.message),
  })
  const isFiltered = q !== '' || status !== undefined
  return (
    <Section id="incoming" title={words.title}>
      <SearchForm
        key={q}
        label={words.searchLabel}
        placeholder={words.searchHint}
        defaultValue={q}
        onSearch={(q) => change({ q })}
      />
      <div className="row split tools">
        <Choice
          label={ofOrders.status}
          value={status ?? ''}
          options={{ '': ofOrders.all, ...ofOrders.statuses }}
          onChoose={(value) => change({ status: value })}
        />
        {paged.items.length > 0 && (
          <Button variant="line" busy={save.isPending} onClick={() => save.mutate()}>
            {words.download}
          </Button>
        )}
      </div>
      <PagedRows
        {...paged}
        loading={{ count: 3, label: words.loading }}
        failed={words.failed}
        none={
          isFiltered ? (
            <EmptyState
              slim
              plain
              inSection
              title={words.noneOf}
              actions={<ButtonLink to={sellingPage}>{words.all}</ButtonLink>}
            />
          ) : (
            <EmptyState slim inSection title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
        row={(order) => (
          <OrderRow key={order.id} order={order} level={3} about={aboutOf(order)} action={<Next order={order} />} />
        )}
      />
    </Section>
  )
}

function aboutOf({ buyer, pieces, payment: { reference } }: OrderBrief): string {
  const code = reference && text.orders.code(reference)
  return [buyer?.name ?? ofShop.left, ofShop.pieces(pieces), code].filter(Boolean).join(', ')
}

/** Shows a button for the usual next step, or a link to the order if there is none. */
function Next({ order }: { order: OrderBrief }) {
  const [next] = order.moves.filter((status) => !ends(status))
  if (next) return <MoveButton order={order} status={next} wide />
  return (
    <ButtonLink variant="line" wide to={orderPage(order.id)}>
      {ofOrders.see}
      <span className="sr">{ofOrders.of(order.number)}</span>
    </ButtonLink>
  )
}
