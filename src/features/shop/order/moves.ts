import type { Method, Status } from './schema.ts'

export type Side = 'buyer' | 'seller'

type Moves = Partial<Record<Status, Partial<Record<Side, readonly Status[]>>>>

/**
 * Who may make what of an order, by how it is paid and what it is; the usual one first. With cash a seller cancels what was
 * sent and not taken: the goods come back. Once money was given, only a refund ends it.
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

/** What these may make of it now. Both sides, for a seller whose buyer has left. */
export function movesOf({ method, status }: Standing, sides: readonly Side[]): Status[] {
  return sides.flatMap((side) => table[method][status]?.[side] ?? [])
}

/** Whether it is theirs to make at some time of the order. */
export function isEverTheirs(method: Method, to: Status, sides: readonly Side[]): boolean {
  return Object.values(table[method]).some((moves) => sides.some((side) => moves[side]?.includes(to)))
}

/** What an order is when nothing is left to be done for it; what was paid may still be refunded. */
export const ends: Record<Method, Status[]> = {
  mpesa: ['received', 'cancelled', 'refunded'],
  cash: ['paid', 'cancelled', 'refunded'],
}

export function isFinished({ method, status }: Standing): boolean {
  return ends[method].includes(status)
}

/** Whether the goods are for sale again: what is refunded after it was sent is with the buyer. */
export function returnsStock({ method, status }: Standing, to: Status): boolean {
  return to === 'cancelled' || (to === 'refunded' && method === 'mpesa' && status === 'paid')
}

/** The other one is told why. */
export function needsReason(to: Status, side: Side): boolean {
  return to === 'refunded' || (to === 'cancelled' && side === 'seller')
}
