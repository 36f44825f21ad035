import { useNavigate } from 'react-router'
import { kinds } from '#content/kinds.ts'
import { mayOrderFrom } from '#content/product/policy.ts'
import type { Product } from '#content/product/schema.ts'
import { text as ofProducts } from '#content/product/text.ts'
import { money } from '#text/money.ts'
import { Button } from '#ui/button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { cartPage } from '../addresses.ts'
import { text } from '../text.ts'
import { useCart, useCartChange } from './cart.ts'

type ProductForCart = Pick<Product, 'id' | 'name' | 'sale' | 'seller'>

/** Shows a button that adds a product to the cart, unless the member can't order it. */
export function PutInCart({
  product,
  first,
  onDone,
}: {
  product: ProductForCart
  first?: boolean
  onDone?: () => void
}) {
  const { id, name, sale, seller } = product
  const user = useUser()
  const cart = useCart()
  const change = useCartChange(id)
  const navigate = useNavigate()
  if (sale !== 'open' || !mayOrderFrom(user, seller?.id)) return null

  async function put() {
    const { data, error } = cart.data ? cart : await cart.refetch()
    if (!data) return notify.error(error?.message ?? text.failed)
    const lines = data.parcels.flatMap((parcel) => parcel.lines)
    const inCart = lines.find(({ productId }) => productId === id)?.quantity ?? 0
    change.mutate(inCart + 1, {
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
      <span className="sr">: {name}</span>
    </Button>
  )
}

/** Asks whether to add the product of a link that was opened without JavaScript or before logging in. */
export function PutProductInCart({ id, onDone }: { id: string; onDone: () => void }) {
  const product = useAnswer([kinds.product.type, id], (options) => api.product.get({ id }, options))
  if (!product.data) return <Loaded query={product} loading={{ count: 1 }} failed={text.gone} />
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
