import type { ReactNode } from 'react'
import { money } from '#text/money.ts'
import { Sums } from '#ui/data/sums.tsx'
import type { Totals as Amounts } from './money.ts'
import { text } from './text.ts'

type TotalsProps = {
  totals: Amounts
  currency: string
  delivery: 'delivery' | 'collection'
  /** Says when delivery becomes free. */
  hint?: ReactNode
}

/** Shows the totals of an order as computed by the server. Collection has no line for delivery. */
export function Totals({ totals: { subtotal, shipping, tax, total }, currency, delivery, hint }: TotalsProps) {
  const words = text.totals
  const deliveryRow = {
    label: (
      <>
        {words.shipping}
        {hint && <span className="small dim"> {hint}</span>}
      </>
    ),
    amount: shipping === 0 ? words.free : money(shipping, currency),
  }
  return (
    <Sums
      rows={[
        { label: words.goods, amount: money(subtotal, currency) },
        ...(delivery === 'delivery' ? [deliveryRow] : []),
        { label: words.tax, amount: money(tax, currency) },
        { label: words.total, amount: money(total, currency) },
      ]}
    />
  )
}
