import { useRef } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useUser } from '#web/session/session.ts'
import { shopPage } from '../addresses.ts'
import { ShopFrame } from '../frame.tsx'
import { useCart } from './cart.ts'
import { CartForm } from './form.tsx'
import { CartLine } from './line.tsx'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** Shows the cart, with an order for each seller. */
export default function CartPage() {
  const user = useUser()
  const cart = useCart()
  // The profile is loaded before the form, because the form starts with its phone number.
  const profile = useAnswer(['account', 'profile'], (options) => api.account.profile({}, options))
  const top = useRef<HTMLDivElement>(null)
  const toTop = () => top.current?.focus()
  const { parcels = [], gone: unavailableLines = [] } = cart.data ?? {}
  return (
    <ShopFrame title={text.title}>
      <div className="stack gap-5" ref={top} tabIndex={-1}>
        {cart.isError && (
          <ErrorState title={text.failed} onRetry={() => cart.refetch()} busy={cart.isFetching}>
            {cart.error.message}
          </ErrorState>
        )}
        {(cart.isPending || profile.isPending) && <Skeleton shape="list" count={3} label={text.loading} />}
        {unavailableLines.length > 0 && (
          <section aria-labelledby="gone">
            <h2 className="t2 head" id="gone">
              {text.gone}
            </h2>
            <ul className="list">
              {unavailableLines.map((line) => (
                <CartLine key={line.productId} line={line} currency="" onGone={toTop} />
              ))}
            </ul>
          </section>
        )}
        {cart.data && user && !profile.isPending && (
          <CartForm cart={cart.data} phone={profile.data?.phone ?? ''} onGone={toTop} />
        )}
        {cart.isSuccess && parcels.length + unavailableLines.length === 0 && (
          <EmptyState slim plain title={text.none} actions={<ButtonLink to={shopPage}>{text.toShop}</ButtonLink>}>
            {text.noneHint}
          </EmptyState>
        )}
      </div>
    </ShopFrame>
  )
}
