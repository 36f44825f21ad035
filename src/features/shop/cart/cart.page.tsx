import { type FormEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Note } from '#ui/state/note.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useUser } from '#web/session/session.ts'
import { orderPage, shopPage } from '../addresses.ts'
import { ShopFrame } from '../frame.tsx'
import type { Order } from '../order/schema.ts'
import { useCart, useCartChanging } from './cart.ts'
import { orderable, useCheckout } from './checkout.ts'
import { CartLine } from './line.tsx'
import { CartParcel } from './parcel.tsx'
import { nothingRefused, usePlacing } from './place-orders.ts'
import type { Cart } from './schema.ts'
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
          <Section id="gone" title={text.gone} look="t2 head" className="">
            <ul className="list">
              {unavailableLines.map((line) => (
                <CartLine key={line.productId} line={line} currency="" onGone={toTop} />
              ))}
            </ul>
          </Section>
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

type CartFormProps = { cart: Cart; phone: string; onGone: () => void }

/** Shows all parcels, the buyer's contact details, and one button that places the orders with all sellers. */
function CartForm({ cart, phone, onGone }: CartFormProps) {
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
