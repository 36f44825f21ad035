import { useId } from 'react'
import { SentenceBy } from '#content/entry/page/author.tsx'
import { money } from '#text/money.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { Radio, TextField } from '#ui/form/text-field.tsx'
import { Totals } from '../totals.tsx'
import { type Choice, orderable } from './checkout.ts'
import { CartLine } from './line.tsx'
import type { Cart } from './schema.ts'
import { text } from './text.ts'

/** The reason why a parcel was not ordered; `reference` is shown beside the field for the M-Pesa code. */
export type Failure = { title?: string; message?: string; reference?: string }

type ParcelProps = {
  parcel: Cart['parcels'][number]
  freeAbove: number
  choice: Choice
  onChoose: (part: Partial<Choice>) => void
  failure?: Failure
  onGone: () => void
}

/** Shows the products of one seller, which become one order, with its delivery, payment and price. */
export function CartParcel({ parcel, freeAbove, choice, onChoose, failure, onGone }: ParcelProps) {
  const { seller, lines, currency, totals } = parcel
  const id = useId()
  const paysDelivery = choice.delivery === 'delivery' && totals.delivery.shipping > 0
  return (
    <section className="card" aria-labelledby={id}>
      <div className="in stack gap-5">
        <h2 className="t2 break" id={id} tabIndex={-1}>
          <SentenceBy author={seller} say={text.from} />
        </h2>
        <ul className="list" aria-label={text.lines(seller.name)}>
          {lines.map((line) => (
            <CartLine key={line.productId} line={line} currency={currency} onGone={onGone} />
          ))}
        </ul>
        {orderable(parcel).length > 0 ? (
          <>
            <Ways parcel={parcel} choice={choice} onChoose={onChoose} failure={failure} />
            <div className="totals">
              <Totals
                totals={totals[choice.delivery]}
                currency={currency}
                delivery={choice.delivery}
                hint={paysDelivery && text.freeAbove(money(freeAbove, currency))}
              />
            </div>
          </>
        ) : (
          <p className="dim">{text.nothing}</p>
        )}
        <FormError title={failure?.title}>{failure?.message}</FormError>
      </div>
    </section>
  )
}

const waysOf = <Way extends string>(words: Record<Way, string>) => Object.keys(words) as Way[]

type WaysProps = Pick<ParcelProps, 'parcel' | 'choice' | 'onChoose' | 'failure'>

/** Lets the buyer choose delivery and payment. */
function Ways({ parcel, choice, onChoose, failure }: WaysProps) {
  const name = useId()
  const { payTo, collectAt } = parcel
  const { delivery, method, reference } = choice
  return (
    <div className="grid g2">
      <fieldset className="stack gap-2">
        <legend>{text.how}</legend>
        {waysOf(text.deliveries).map((one) => (
          <Radio
            key={one}
            name={`${name}-delivery`}
            label={text.deliveries[one]}
            checked={delivery === one}
            onChange={() => onChoose({ delivery: one })}
          />
        ))}
        {delivery === 'collection' && (
          <p className="lines break">{collectAt ? text.collectAt(collectAt) : text.collectUnknown}</p>
        )}
      </fieldset>
      <fieldset className="stack gap-2">
        <legend>{text.pay}</legend>
        {waysOf(text.methods).map((one) => (
          <Radio
            key={one}
            name={`${name}-method`}
            label={text.methods[one]}
            checked={method === one}
            onChange={() => onChoose({ method: one })}
          />
        ))}
        {method === 'mpesa' && (
          <>
            <p className="lines break">{payTo ? text.payTo(payTo) : text.payUnknown}</p>
            <TextField
              label={text.reference}
              hint={text.referenceHint}
              optional
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
              error={failure?.reference}
              value={reference}
              onChange={({ target }) => onChoose({ reference: target.value })}
            />
          </>
        )}
      </fieldset>
    </div>
  )
}
