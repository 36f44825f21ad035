import { useId } from 'react'
import { kinds } from '#content/kinds.ts'
import { mostPieces } from '#content/product/limits.ts'
import { money } from '#text/money.ts'
import { Button } from '#ui/button.tsx'
import { PlaceholderPicture } from '#ui/drawing/terraces.tsx'
import { FieldError } from '#ui/form/field.tsx'
import { Stepper } from '#ui/form/stepper.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { text as uiText } from '#ui/text.ts'
import { useCartChange } from './cart.ts'
import type { Cart } from './schema.ts'
import { text } from './text.ts'

type Line = Cart['gone'][number]

type LineProps = {
  line: Line
  currency: string
  /** Called when the line has been removed, together with the focused button in it. */
  onGone: () => void
}

/** Shows a product of the cart with its quantity and amount, and asks the buyer about changed prices or stock. */
export function CartLine({ line, currency, onGone }: LineProps) {
  const { product, quantity, amount, problem, priceBefore, productId } = line
  const id = useId()
  const change = useCartChange(productId)
  const name = product?.name ?? text.goneThing
  const priceChanged = problem === null && priceBefore !== null
  const remove = () => change.mutate(0, { onSuccess: onGone })
  return (
    <li className="goods">
      <LinePicture product={product} />
      <div className="stack gap-2 grow">
        <div className="row split baseline gap-2">
          <h3 className="t0 break" id={id}>
            {product ? <a href={`${kinds.product.page}/${productId}`}>{name}</a> : name}
          </h3>
          {problem === null && <p className="amount">{money(amount, currency)}</p>}
        </div>
        {product && !priceChanged && (
          <p className="small dim">
            {text.each(money(product.price, currency))}
            {problem === null && quantity >= product.stock && `. ${text.lastOnes}`}
          </p>
        )}
        <FieldError message={sentenceOf(line, currency)} />
        <div className="row">
          {product && priceChanged && (
            <Button variant="line" busy={change.isPending} onClick={() => change.mutate(quantity)}>
              {text.keepAt}
              <span className="sr">: {name}</span>
            </Button>
          )}
          {product && problem === 'tooMany' && (
            <Button variant="line" busy={change.isPending} onClick={() => change.mutate(product.stock)}>
              {text.takeLeft(product.stock)}
              <span className="sr">: {name}</span>
            </Button>
          )}
          {product && problem === null && !priceChanged && (
            <Stepper
              label={text.quantity(name)}
              fewer={text.less(name)}
              more={text.more(name)}
              value={quantity}
              max={Math.min(product.stock, mostPieces)}
              onChange={(next) => change.mutate(next)}
            />
          )}
          <Button variant="text" className="flush" onClick={remove}>
            {uiText.remove}
            <span className="sr">: {name}</span>
          </Button>
        </div>
        <FieldError message={change.error ? `${text.notChanged}. ${change.error.message}` : undefined} />
      </div>
    </li>
  )
}

function LinePicture({ product }: { product: Line['product'] }) {
  const [picture] = product?.images ?? []
  if (!picture) return <PlaceholderPicture field="ochre" className="round" />
  return (
    <div className="pic round">
      <Picture file={picture} alt="" sizes="96px" />
    </div>
  )
}

/** Returns why the line can't be ordered as it is. */
function sentenceOf({ problem, product, priceBefore }: Line, currency: string): string | undefined {
  if (problem === 'tooMany') return text.onlyLeft(product?.stock ?? 0)
  if (problem) return text.problems[problem]
  return product && priceBefore !== null
    ? text.priceChanged(money(product.price, currency), money(priceBefore, currency))
    : undefined
}
