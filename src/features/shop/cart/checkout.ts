import { useRef, useState } from 'react'
import { api } from '#web/api.ts'
import { draftOf } from '#web/draft.ts'
import { ApiError } from '#web/errors.ts'
import type { Delivery, Method, NewOrder, Order } from '../order/schema.ts'
import type { Cart } from './schema.ts'

type Parcel = Cart['parcels'][number]

/** How one seller's goods are got and paid. */
export type Choice = { delivery: Delivery; method: Method; reference: string }
const usual: Choice = { delivery: 'delivery', method: 'cash', reference: '' }

/** What was typed, and under which key each order was sent whose answer is not known; by the id of the seller. */
type Draft = {
  address: string
  phone: string
  choices: Record<string, Choice>
  sent: Record<string, { key: string; body: string }>
}

/** What a buyer has typed and chosen, kept on the device for each account until it is ordered. @param phone what the profile knows */
export function useCheckout(account: string, phone: string) {
  const kept = draftOf<Draft>(`checkout:${account}`)
  const [draft, setDraft] = useState<Draft>(() => ({
    address: '',
    choices: {},
    sent: {},
    ...kept.read(),
    phone: kept.read().phone || phone,
  }))
  const latest = useRef(draft)

  /** Written before it is shown: a page that dies while an order is on its way still knows its key. */
  function change(part: Partial<Draft>) {
    latest.current = { ...latest.current, ...part }
    kept.write(latest.current)
    setDraft(latest.current)
  }

  const choiceOf = (seller: string): Choice => ({ ...usual, ...draft.choices[seller] })
  function choose(seller: string, part: Partial<Choice>) {
    change({ choices: { ...latest.current.choices, [seller]: { ...choiceOf(seller), ...part } } })
  }
  function forget(seller: string, from: 'sent' | 'choices') {
    const { [seller]: _, ...others } = latest.current[from]
    change({ [from]: others })
  }

  /** Places the order of one seller. The same order sent again after a lost answer has the same key, and so is one order. */
  async function place(seller: string, order: NewOrder): Promise<Order> {
    const body = JSON.stringify(order)
    const before = latest.current.sent[seller]
    const key = before?.body === body ? before.key : crypto.randomUUID()
    change({ sent: { ...latest.current.sent, [seller]: { key, body } } })
    try {
      const placed = await api.order.create(order, { idempotencyKey: key })
      forget(seller, 'sent')
      forget(seller, 'choices')
      return placed
    } catch (error) {
      if (isFinal(error)) forget(seller, 'sent')
      throw error
    }
  }

  return { ...draft, change, choiceOf, choose, place, forget: (seller: string) => forget(seller, 'sent') }
}
export type Checkout = ReturnType<typeof useCheckout>

/** Whether the server has said no: nothing was ordered then. Without an answer, or after its own failure, nobody knows. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}

/** The lines that would be ordered now. */
export const orderable = ({ lines }: Parcel) => lines.filter(({ problem }) => problem === null)

/** Whether the buyer has to say first what they want: fewer pieces, or the new price. */
export const undecided = ({ lines }: Parcel) =>
  lines.some(({ problem, priceBefore }) => problem === 'tooMany' || (problem === null && priceBefore !== null))

/** What is sent for a parcel. */
export function orderOf(parcel: Parcel, choice: Choice, reach: { address: string; phone: string }): NewOrder {
  const { delivery, method, reference } = choice
  return {
    items: orderable(parcel).flatMap(({ productId, quantity, product }) =>
      product ? [{ productId, quantity, price: product.price }] : [],
    ),
    delivery,
    address: delivery === 'delivery' ? reach.address.trim() : '',
    phone: reach.phone.trim(),
    payment: {
      method,
      ...(method === 'mpesa' && reference.trim() !== '' && { reference: reference.trim().toUpperCase() }),
    },
  }
}
