import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { shopPage } from '../addresses.ts'
import { ShopFrame } from '../frame.tsx'
import type { Route } from './+types/cart.page.ts'
import { useCart } from './cart.ts'
import { CartForm } from './form.tsx'
import { CartLine } from './line.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** The cart, and the way from it to an order of each seller. */
export default function CartPage() {
  const user = useUser()
  const cart = useCart()
  // The telephone number is asked for once, before the form begins with it; without an answer it begins empty.
  const profile = useQuery({
    queryKey: ['account', 'profile'],
    queryFn: ({ signal }) => api.account.profile({}, { signal }),
  })
  const top = useRef<HTMLDivElement>(null)
  const toTop = () => top.current?.focus()
  const { parcels = [], gone = [] } = cart.data ?? {}
  return (
    <ShopFrame title={text.title}>
      <div className="stack gap-5" ref={top} tabIndex={-1}>
        {cart.isError && (
          <ErrorState title={text.failed} onRetry={() => cart.refetch()} busy={cart.isFetching}>
            {cart.error.message}
          </ErrorState>
        )}
        {(cart.isPending || profile.isPending) && <Skeleton shape="list" count={3} label={text.loading} />}
        {gone.length > 0 && (
          <section aria-labelledby="gone">
            <h2 className="t2 head" id="gone">
              {text.gone}
            </h2>
            <ul className="list">
              {gone.map((line) => (
                <CartLine key={line.productId} line={line} currency="" onGone={toTop} />
              ))}
            </ul>
          </section>
        )}
        {cart.data && user && !profile.isPending && (
          <CartForm cart={cart.data} account={user.id} phone={profile.data?.phone ?? ''} onGone={toTop} />
        )}
        {cart.isSuccess && parcels.length + gone.length === 0 && (
          <EmptyState slim title={text.none} actions={<ButtonLink to={shopPage}>{text.toShop}</ButtonLink>}>
            {text.noneHint}
          </EmptyState>
        )}
      </div>
    </ShopFrame>
  )
}
