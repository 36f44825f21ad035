import type { Field } from '#ui/field.ts'
import { StatusPill } from '#ui/labels.tsx'
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

/** Where an order stands, as a word; what is collected is not sent, and what is paid says how. */
export function statusWord(status: Status, { delivery, payment }: Omit<Standing, 'status'>): string {
  if (status === 'sent' && delivery === 'collection') return text.ready
  return status === 'paid' ? text.paidBy[payment.method] : text.statuses[status]
}

/** What a move is called on its button; of an order whose buyer has left, the seller says that it was received. */
export function moveWord(status: Status, { delivery, buyer }: Pick<OrderBrief, 'delivery' | 'buyer'>): string {
  if (status === 'received' && buyer === null) return text.markReceived
  return status === 'sent' && delivery === 'collection' ? text.markReady : text.moves[status]
}

/** Where an order stands, as a pill. */
export function OrderPill({ order }: { order: Standing }) {
  return <StatusPill field={fields[order.status]}>{statusWord(order.status, order)}</StatusPill>
}

/** The status that an address names, if it names one. */
export function statusOf(param: string | null): Status | undefined {
  return param !== null && Object.hasOwn(fields, param) ? (param as Status) : undefined
}
