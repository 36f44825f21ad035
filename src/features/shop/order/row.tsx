import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { money } from '#text/money.ts'
import { orderPage } from '../addresses.ts'
import type { OrderBrief } from './schema.ts'
import { OrderPill } from './status.tsx'
import { text } from './text.ts'

type OrderRowProps = {
  order: OrderBrief
  level: 2 | 3
  /** Text below the number, such as the other party, the number of pieces and the time. */
  about: ReactNode
  action: ReactNode
}

/** Shows an order in a list, with its number, total and status, and one action. */
export function OrderRow({ order, level, about, action }: OrderRowProps) {
  const { id, number, total, currency } = order
  const Heading = `h${level}` as const
  return (
    <li className="row split order">
      <div className="grow">
        <Heading className="t0">
          <Link to={orderPage(id)}>{text.title(number)}</Link>
        </Heading>
        <p className="small dim break">{about}</p>
      </div>
      <p className="amount">{money(total, currency)}</p>
      <p>
        <OrderPill order={order} />
      </p>
      <div className="act">{action}</div>
    </li>
  )
}
