import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Filter } from '#ui/form/choice.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { myOrdersPage, orderPage, shopPage } from '../addresses.ts'
import { ShopFrame } from '../frame.tsx'
import { text as ofShop } from '../text.ts'
import { OrderRow } from './row.tsx'
import { statusOf } from './status.tsx'
import { text } from './text.ts'

export const meta = titled(() => text.mine)

/** Lists the member's orders; the filter is in the address. */
export default function MyOrdersPage() {
  const [params, change] = useAddressQuery()
  const status = statusOf(params.get('status'))
  const setting = useDateSetting()
  const query = { ...(status && { status }), limit: usePageSize(20) }
  const paged = usePaged(['order', 'mine'], api.order.list, query, fresh)
  return (
    <ShopFrame title={text.mine}>
      <Filter
        name="status"
        label={text.status}
        value={status ?? ''}
        options={{ '': text.all, ...text.statuses }}
        change={change}
      />
      <PagedRows
        {...paged}
        loading={{ count: 4, label: text.loadingList }}
        failed={text.listFailed}
        none={
          status ? (
            <EmptyState
              slim
              plain
              title={text.noneOf}
              actions={<ButtonLink to={myOrdersPage}>{text.showAll}</ButtonLink>}
            />
          ) : (
            <EmptyState slim plain title={text.none} actions={<ButtonLink to={shopPage}>{text.toShop}</ButtonLink>}>
              {text.noneHint}
            </EmptyState>
          )
        }
        row={(order) => (
          <OrderRow
            key={order.id}
            order={order}
            level={2}
            about={[
              text.toSeller(order.seller?.name ?? ofShop.left),
              ofShop.pieces(order.pieces),
              formatDate(order.createdAt, setting),
            ].join(', ')}
            action={
              <ButtonLink variant="line" wide to={orderPage(order.id)}>
                {text.see}
                <span className="sr">{text.of(order.number)}</span>
              </ButtonLink>
            }
          />
        )}
      />
    </ShopFrame>
  )
}
