import { ButtonLink } from '#ui/button.tsx'
import { text } from './text.ts'

const cart = '/dashboard/orders/cart'
/** A guest's cart is stored on the device; they log in to order. */
const guestCart = '/shop/cart'

/**
 * Shows the link to the cart on pages without React. A script (`reading/cart.ts`) counts the pieces in a guest's cart.
 * @param pieces the number of pieces in the member's cart; undefined after a product was added, whose page says it
 */
export function CartLink({ pieces }: { pieces?: number }) {
  const added = pieces === undefined
  const link = (href: string, pieces: number, session: 'guest' | 'member') => (
    <ButtonLink variant={added ? 'filled' : 'line'} icon="bag" href={href} data-session={session}>
      {added ? text.openCart : text.cart}
      {!added && <Count pieces={pieces} />}
    </ButtonLink>
  )
  return (
    <>
      {link(guestCart, 0, 'guest')}
      {link(cart, pieces ?? 0, 'member')}
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
