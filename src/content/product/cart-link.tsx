import { ButtonLink } from '#ui/button.tsx'
import { text } from './text.ts'

const cart = '/dashboard/orders/cart'
/** A guest's cart is stored on the device; they log in to order. */
const guestCart = '/shop/cart'

/**
 * Shows the link to the cart on pages without React. A script (`reading/cart.ts`) counts the pieces in a guest's cart.
 * @param pieces the number of pieces in the member's cart
 */
export function CartLink({ pieces }: { pieces: number }) {
  return (
    <>
      <ButtonLink variant="line" icon="bag" href={guestCart} data-session="guest">
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
