import { ButtonLink } from '#ui/button.tsx'
import { text } from './text.ts'

const cart = '/dashboard/orders/cart'

/** The way to the cart from a page without React: its script counts what is in it (`reading/cart.ts`). */
export function CartLink() {
  return (
    <>
      <ButtonLink variant="line" icon="bag" href={`/login?redirect=${encodeURIComponent(cart)}`} data-session="guest">
        {text.cart}
        <Count />
      </ButtonLink>
      <ButtonLink variant="line" icon="bag" href={cart} data-session="member">
        {text.cart}
        <Count />
      </ButtonLink>
    </>
  )
}

function Count() {
  return <span className="tag solid" data-cart-count hidden />
}
