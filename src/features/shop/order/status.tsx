import type { Field } from '#ui/field.ts'
import { StatusPill } from '#ui/list/labels.tsx'
import type { OrderBrief, Status } from './schema.ts'
import { text } from './text.ts'

const fields: Record<Status, Field> = {
  placed: 'maize',
  confirmed: 'dusk',
  paid: 'dusk',
  sent: 'acacia',
  received: 'acacia',
  cancelled: 'ochre',
  refunded: 'ochre',
}

type Standing = Pick<OrderBrief, 'status' | 'delivery' | 'payment'>

/**
 * Returns the label of a status. An order for collection says “Ready to collect” instead of “Sent”, and a paid order
 * names the payment method.
 */
export function statusWord(status: Status, { delivery, payment }: Omit<Standing, 'status'>): string {
  if (status === 'sent' && delivery === 'collection') return text.ready
  return status === 'paid' ? text.paidBy[payment.method] : text.statuses[status]
}

/**
 * Returns the label of the button that moves an order to this status. If the buyer's account is gone, the seller gets
 * “Mark as received”.
 */
export function moveWord(status: Status, { delivery, buyer }: Pick<OrderBrief, 'delivery' | 'buyer'>): string {
  if (status === 'received' && buyer === null) return text.markReceived
  return status === 'sent' && delivery === 'collection' ? text.markReady : text.moves[status]
}

export function OrderPill({ order }: { order: Standing }) {
  return <StatusPill field={fields[order.status]}>{statusWord(order.status, order)}</StatusPill>
}

/** Returns the status named by a URL query parameter, or undefined if there is no such status. */
export function statusOf(param: string | null): Status | undefined {
  return param !== null && Object.hasOwn(fields, param) ? (param as Status) : undefined
}
