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

/** Returns the status as a word: orders to collect are ready instead of sent, and paid ones include the method. */
export function statusWord(status: Status, { delivery, payment }: Omit<Standing, 'status'>): string {
  if (status === 'sent' && delivery === 'collection') return text.ready
  return status === 'paid' ? text.paidBy[payment.method] : text.statuses[status]
}

/** Returns the label of a step's button; if the buyer has left, the seller marks the order as received. */
export function moveWord(status: Status, { delivery, buyer }: Pick<OrderBrief, 'delivery' | 'buyer'>): string {
  if (status === 'received' && buyer === null) return text.markReceived
  return status === 'sent' && delivery === 'collection' ? text.markReady : text.moves[status]
}

/** Shows the status as a pill. */
export function OrderPill({ order }: { order: Standing }) {
  return <StatusPill field={fields[order.status]}>{statusWord(order.status, order)}</StatusPill>
}

/** Returns the status for a parameter of an address, or undefined. */
export function statusOf(param: string | null): Status | undefined {
  return param !== null && Object.hasOwn(fields, param) ? (param as Status) : undefined
}
