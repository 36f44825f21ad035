import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Product } from '#content/product/schema.ts'
import { text as ofProducts } from '#content/product/text.ts'
import { Button } from '#ui/button.tsx'
import { money } from '#ui/formats.ts'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { useUser } from '#web/session.ts'
import { cartPage } from '../addresses.ts'
import { text } from '../text.ts'
import { useCart, useCartChange } from './cart.ts'

type Shown = Pick<Product, 'id' | 'name' | 'sale' | 'seller'>

/** Puts one more of a product into the cart; nothing where it can't be ordered, or is the member's own. */
export function PutInCart({ product, first, onDone }: { product: Shown; first?: boolean; onDone?: () => void }) {
  const { id, name, sale, seller } = product
  const own = useUser()?.id === seller?.id
  const cart = useCart()
  const change = useCartChange(id)
  const navigate = useNavigate()
  if (own || sale !== 'open') return null

  async function put() {
    const { data, error } = cart.data ? cart : await cart.refetch()
    if (!data) return notify.error(error?.message ?? text.failed)
    const lines = data.parcels.flatMap((parcel) => parcel.lines)
    const inside = lines.find(({ productId }) => productId === id)?.quantity ?? 0
    change.mutate(inside + 1, {
      onSuccess: () => {
        notify.success(text.isIn(name), { action: { label: text.seeCart, act: () => navigate(cartPage) } })
        onDone?.()
      },
      onError: (error) => notify.error(error.message),
    })
  }

  return (
    <Button variant={first ? 'filled' : 'line'} icon="bag" busy={change.isPending} onClick={put}>
      {ofProducts.add}
      <span className="sr">{text.of(name)}</span>
    </Button>
  )
}

/** Asks about the product that a page without script, or without a session, has led here with. */
export function Wanted({ id, onDone }: { id: string; onDone: () => void }) {
  const product = useQuery({
    queryKey: ['product', id],
    queryFn: ({ signal }) => api.product.get({ id }, { signal }),
  })
  if (product.isPending) return <Skeleton shape="list" count={1} />
  if (product.isError)
    return (
      <ErrorState title={text.gone} onRetry={() => product.refetch()} busy={product.isFetching}>
        {product.error.message}
      </ErrorState>
    )
  const { name, price, currency, sale } = product.data
  return (
    <Note look="ringed" icon="bag">
      <div className="stack gap-3">
        <p className="strong break">{sale === 'open' ? text.wanted(name) : text.gone}</p>
        <p>{money(price, currency)}</p>
        <div className="row">
          <PutInCart product={product.data} first onDone={onDone} />
          <Button variant="text" className="flush" onClick={onDone}>
            {text.notNow}
          </Button>
        </div>
      </div>
    </Note>
  )
}
