import { type FormEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Note } from '#ui/state/note.tsx'
import { orderPage } from '../addresses.ts'
import type { Order } from '../order/schema.ts'
import { useCartChanging } from './cart.ts'
import { orderable, useCheckout } from './checkout.ts'
import { CartParcel } from './parcel.tsx'
import { nothingRefused, usePlacing } from './place-orders.ts'
import type { Cart } from './schema.ts'
import { text } from './text.ts'

type CartFormProps = { cart: Cart; phone: string; onGone: () => void }

/** Shows all parcels, the buyer's contact details, and one button that places the orders with all sellers. */
export function CartForm({ cart, phone, onGone }: CartFormProps) {
  const checkout = useCheckout(phone)
  const { placing, placed, refused, place } = usePlacing(cart, checkout)
  const changing = useCartChanging()
  const form = useRef<HTMLFormElement>(null)
  const ready = cart.parcels.filter((parcel) => orderable(parcel).length > 0)
  const needsAddress = ready.some(({ seller }) => checkout.choiceOf(seller.id).delivery === 'delivery')
  const failed = refused !== nothingRefused

  // The focus moves to the first field or parcel that was refused.
  useEffect(() => {
    if (refused === nothingRefused || placing) return
    const [first] = form.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [role="alert"]') ?? []
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  }, [refused, placing])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!placing && !changing) void place(ready)
  }

  return (
    <>
      {placed.length > 0 && <Placed orders={placed} />}
      {cart.parcels.length > 0 && (
        <CheckedForm className="stack gap-5" ref={form} onSubmit={submit}>
          {cart.parcels.map((parcel) => (
            <CartParcel
              key={parcel.seller.id}
              parcel={parcel}
              freeAbove={cart.freeAbove}
              choice={checkout.choiceOf(parcel.seller.id)}
              onChoose={(part) => checkout.choose(parcel.seller.id, part)}
              failure={refused.parcels[parcel.seller.id]}
              onGone={onGone}
            />
          ))}
          {ready.length > 0 && (
            <section className="card" aria-labelledby="reach">
              <div className="in stack gap-5">
                <h2 className="t2" id="reach">
                  {text.reach}
                </h2>
                {needsAddress && (
                  <TextArea
                    label={text.address}
                    hint={text.addressHint}
                    rows={3}
                    maxLength={500}
                    autoComplete="street-address"
                    error={refused.address}
                    value={checkout.address}
                    onChange={({ target }) => checkout.change({ address: target.value })}
                  />
                )}
                <TextField
                  label={text.phone}
                  type="tel"
                  autoComplete="tel"
                  maxLength={40}
                  error={refused.phone}
                  value={checkout.phone}
                  onChange={({ target }) => checkout.change({ phone: target.value })}
                />
                {ready.length > 1 && <p className="small dim">{text.several}</p>}
                <FormError title={failed && !placing ? text.check : null} />
                <Button type="submit" busy={placing || changing} busyText={placing ? text.placing : text.changing}>
                  {text.place(ready.length)}
                </Button>
              </div>
            </section>
          )}
        </CheckedForm>
      )}
    </>
  )
}

/** Lists the orders that were placed while others were refused. */
function Placed({ orders }: { orders: Order[] }) {
  return (
    <Note look="ringed" icon="check" role="status">
      <p className="strong">{text.placedSome}</p>
      <ul className="row">
        {orders.map(({ id, number }) => (
          <li key={id}>
            <Link to={orderPage(id)}>{text.order(number)}</Link>
          </li>
        ))}
      </ul>
    </Note>
  )
}
