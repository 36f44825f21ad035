import { describe, expect, test } from 'vitest'
import { Method, Status } from './schema.ts'
import { isEverTheirs, isFinished, movesOf, needsReason, returnsStock, type Side } from './transitions.ts'

const all = (method: Method, status: Status) => ({
  buyer: movesOf({ method, status }, ['buyer']),
  seller: movesOf({ method, status }, ['seller']),
})

describe('the transitions of an order', () => {
  test('paid by M-Pesa include payment before sending', () => {
    expect(Object.fromEntries(Status.options.map((status) => [status, all('mpesa', status)]))).toEqual({
      placed: { buyer: ['cancelled'], seller: ['confirmed', 'cancelled'] },
      confirmed: { buyer: [], seller: ['paid', 'cancelled'] },
      paid: { buyer: [], seller: ['sent', 'refunded'] },
      sent: { buyer: ['received'], seller: ['refunded'] },
      received: { buyer: [], seller: ['refunded'] },
      cancelled: { buyer: [], seller: [] },
      refunded: { buyer: [], seller: [] },
    })
  })

  test('paid in cash include payment after receipt', () => {
    expect(Object.fromEntries(Status.options.map((status) => [status, all('cash', status)]))).toEqual({
      placed: { buyer: ['cancelled'], seller: ['confirmed', 'cancelled'] },
      confirmed: { buyer: [], seller: ['sent', 'cancelled'] },
      sent: { buyer: ['received'], seller: ['cancelled'] },
      received: { buyer: [], seller: ['paid'] },
      paid: { buyer: [], seller: ['refunded'] },
      cancelled: { buyer: [], seller: [] },
      refunded: { buyer: [], seller: [] },
    })
  })

  test.each([
    ['mpesa', ['placed', 'confirmed', 'paid', 'sent', 'received']],
    ['cash', ['placed', 'confirmed', 'sent', 'received', 'paid']],
  ] as [Method, Status[]][])('paid by %s lead from the first to the last status, and never back', (method, path) => {
    for (const [at, status] of path.entries()) {
      const next = [...all(method, status).seller, ...all(method, status).buyer]
      if (path[at + 1]) expect(next).toContain(path[at + 1])
      for (const earlier of path.slice(0, at + 1)) expect(next).not.toContain(earlier)
    }
    expect(isFinished({ method, status: path.at(-1) as Status })).toBe(true)
    expect(isFinished({ method, status: path.at(-2) as Status })).toBe(false)
  })

  test('limit each party to its own steps', () => {
    const ever = (side: Side) =>
      Method.options.map((method) => Status.options.filter((to) => isEverTheirs(method, to, [side])).sort())
    expect(ever('buyer')).toEqual([
      ['cancelled', 'received'],
      ['cancelled', 'received'],
    ])
    expect(ever('seller')).toEqual([
      ['cancelled', 'confirmed', 'paid', 'refunded', 'sent'],
      ['cancelled', 'confirmed', 'paid', 'refunded', 'sent'],
    ])
  })

  test('need a reason if they are to the other party’s disadvantage', () => {
    expect([needsReason('cancelled', 'seller'), needsReason('cancelled', 'buyer')]).toEqual([true, false])
    expect([needsReason('refunded', 'seller'), needsReason('sent', 'seller')]).toEqual([true, false])
  })

  test('return the stock when the order is cancelled, or refunded before it was sent', () => {
    const back = Method.options.flatMap((method) =>
      Status.options.flatMap((status) =>
        movesOf({ method, status }, ['buyer', 'seller'])
          .filter((to) => returnsStock({ method, status }, to))
          .map((to) => `${method} ${status} ${to}`),
      ),
    )
    expect([...new Set(back)].sort()).toEqual([
      'cash confirmed cancelled',
      'cash placed cancelled',
      'cash sent cancelled',
      'mpesa confirmed cancelled',
      'mpesa paid refunded',
      'mpesa placed cancelled',
    ])
  })
})
