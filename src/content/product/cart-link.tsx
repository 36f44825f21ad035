import { ButtonLink } from '#ui/button.tsx'
import { text } from './text.ts'

const cart = '/dashboard/orders/cart'

/**
 * The way to the cart from a page without React; what a guest's holds is counted by its script (`reading/cart.ts`).
 * @param pieces in the cart of the member's account
 */
export function CartLink({ pieces }: { pieces: number }) {
  return (
    <>
      <ButtonLink variant="line" icon="bag" href={`/login?redirect=${encodeURIComponent(cart)}`} data-session="guest">
        {text.cart}
        <Count pieces={0} />
      </ButtonLink>
      <ButtonLink variant="line" icon="bag" href={cart} data-session="member">
        {text.cart}
        <Count pieces={pieces} />
      </ButtonLink>
    </>
  )
}

function Count({ pieces }: { pieces: number }) {
  return (
    <span className="tag solid" data-cart-count hidden={pieces === 0}>
      {pieces}
    </span>
  )
}
