import type { ReactNode } from 'react'
import { money } from '#ui/formats.ts'
import { Sums } from '#ui/sums.tsx'
import type { Totals as Amounts } from './money.ts'
import { text } from './text.ts'

type TotalsProps = {
  totals: Amounts
  currency: string
  delivery: 'delivery' | 'collection'
  /** From when on it is free. */
  hint?: ReactNode
}

/** What an order costs, line by line, as the server computed it. What is collected is not sent, so it has no such line. */
export function Totals({ totals: { subtotal, shipping, tax, total }, currency, delivery, hint }: TotalsProps) {
  const words = text.totals
  const sent = {
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
        ...(delivery === 'delivery' ? [sent] : []),
        { label: words.tax, amount: money(tax, currency) },
        { label: words.total, amount: money(total, currency) },
      ]}
    />
  )
}
