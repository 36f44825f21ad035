import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { mostPieces } from './limits.ts'
import type { Product } from './schema.ts'
import { text } from './text.ts'

const orders = '/dashboard/orders'

type Props = { product: Pick<Product, 'id' | 'price' | 'stock'>; signedIn: boolean }

/**
 * Shows a quantity field and an "Add to cart" button, which `reading/cart.ts` handles. Without JavaScript, the form
 * opens the members' shop with this product. Guests are sent to the login page first.
 */
export function AddToCart({ product: { id, price, stock }, signedIn }: Props) {
  const [name, value] = signedIn ? ['product', id] : ['redirect', `${orders}?product=${id}`]
  return (
    <form className="stack gap-3 noprint" action={signedIn ? orders : '/login'} data-cart={id} data-price={price}>
      <input type="hidden" name={name} value={value} />
      <div className="row bottom">
        <Field label={text.quantity}>
          {(ids) => (
            <input
              type="number"
              name="quantity"
              inputMode="numeric"
              min={1}
              max={Math.min(stock, mostPieces)}
              step={1}
              required
              defaultValue={1}
              {...ids}
            />
          )}
        </Field>
        <Button type="submit" icon="bag">
          {text.add}
        </Button>
      </div>
      <p className="strong" role="status" data-cart-said data-added={text.added('#')} />
    </form>
  )
}
