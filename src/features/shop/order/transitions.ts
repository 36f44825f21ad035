import type { Method, Status } from './schema.ts'

export type Side = 'buyer' | 'seller'

type Moves = Partial<Record<Status, Partial<Record<Side, readonly Status[]>>>>

/**
 * Steps that each party can take, by payment and status, the usual one first. With cash, a seller can cancel an order
 * that was sent but not accepted, and the goods come back. A paid order can't be cancelled, only refunded.
 */
const table: Record<Method, Moves> = {
  mpesa: {
    placed: { buyer: ['cancelled'], seller: ['confirmed', 'cancelled'] },
    confirmed: { seller: ['paid', 'cancelled'] },
    paid: { seller: ['sent', 'refunded'] },
    sent: { buyer: ['received'], seller: ['refunded'] },
    received: { seller: ['refunded'] },
  },
  cash: {
    placed: { buyer: ['cancelled'], seller: ['confirmed', 'cancelled'] },
    confirmed: { seller: ['sent', 'cancelled'] },
    sent: { buyer: ['received'], seller: ['cancelled'] },
    received: { seller: ['paid'] },
    paid: { seller: ['refunded'] },
  },
}

export type Standing = { method: Method; status: Status }

/** Returns the steps that these parties can take now; a seller whose buyer has left acts for both. */
export function movesOf({ method, status }: Standing, sides: readonly Side[]): Status[] {
  return sides.flatMap((side) => table[method][status]?.[side] ?? [])
}

/** Returns whether these parties can take the step at any stage. */
export function isEverTheirs(method: Method, to: Status, sides: readonly Side[]): boolean {
  return Object.values(table[method]).some((moves) => sides.some((side) => moves[side]?.includes(to)))
}

/** Final statuses, although an order that was paid and received can still be refunded. */
export const ends: Record<Method, Status[]> = {
  mpesa: ['received', 'cancelled', 'refunded'],
  cash: ['paid', 'cancelled', 'refunded'],
}

export function isFinished({ method, status }: Standing): boolean {
  return ends[method].includes(status)
}

/** Returns whether the goods go back to the stock. Those refunded after they were sent are with the buyer. */
export function returnsStock({ method, status }: Standing, to: Status): boolean {
  return to === 'cancelled' || (to === 'refunded' && method === 'mpesa' && status === 'paid')
}

/** Returns whether the step requires a reason for the other party. */
export function needsReason(to: Status, side: Side): boolean {
  return to === 'refunded' || (to === 'cancelled' && side === 'seller')
}
