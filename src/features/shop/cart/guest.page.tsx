import { kinds } from '#content/kinds.ts'
import { mostPieces } from '#content/product/limits.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { text as uiText } from '#ui/text.ts'
import { headed } from '#web/head.ts'
import { cartPage } from '../addresses.ts'
import { text } from './text.ts'

export const handle = { current: '/shop' }

export const meta = headed(() => ({ title: text.title, unlisted: true }))

/** Shows a guest's cart. Only the device stores it, so the reading script fills the list (`reading/guest-cart.ts`). */
export default function GuestCart() {
  const words = text.guest
  return (
    <div className="wrap content stack gap-5" data-guest-cart data-failed={words.failed}>
      <p>
        <a className="back" href={kinds.product.list}>
          {words.shop}
        </a>
      </p>
      <h1>{text.title}</h1>
      <noscript>
        <p className="note ringed">{words.needsScript}</p>
      </noscript>
      <p role="status" data-said />
      <div className="stack gap-5" data-filled hidden>
        <ul className="list" data-lines />
        <p className="t2">
          {words.subtotal} <b data-subtotal />
        </p>
        <p className="dim">{words.delivery}</p>
        <p className="row" data-session="guest">
          <ButtonLink href={`/login?redirect=${encodeURIComponent(cartPage)}`}>{words.logIn}</ButtonLink>
          <ButtonLink variant="line" href={`/register?redirect=${encodeURIComponent(cartPage)}`}>
            {words.join}
          </ButtonLink>
        </p>
        <p data-session="member">
          <ButtonLink href={cartPage}>{words.checkOut}</ButtonLink>
        </p>
      </div>
      <div data-nothing>
        <EmptyState
          slim
          plain
          title={text.none}
          actions={<ButtonLink href={kinds.product.list}>{text.toShop}</ButtonLink>}
        >
          {words.noneHint}
        </EmptyState>
      </div>
      <template data-line data-gone={words.gone}>
        <li className="row split">
          <div className="grow-words stack gap-1">
            <p className="strong">
              <a data-name href={kinds.product.list}>
                {text.title}
              </a>
            </p>
            <p className="dim" data-price />
          </div>
          <div className="row bottom">
            <Field label={words.quantity}>
              {(ids) => (
                <input {...ids} type="number" inputMode="numeric" min={1} max={mostPieces} step={1} data-quantity />
              )}
            </Field>
            <Button variant="text" data-remove>
              {uiText.remove}
              <span className="sr" data-of />
            </Button>
          </div>
        </li>
      </template>
    </div>
  )
}
