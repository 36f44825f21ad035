import { useRef, useState } from 'react'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError } from '#web/errors.ts'
import type { Delivery, Method, NewOrder, Order } from '../order/schema.ts'
import type { Cart } from './schema.ts'

type Parcel = Cart['parcels'][number]

/** Delivery and payment of one seller's order. */
export type Choice = { delivery: Delivery; method: Method; reference: string }
const defaultChoice: Choice = { delivery: 'delivery', method: 'cash', reference: '' }

/** Typed values, and the idempotency keys of orders without an answer, by seller id. */
type Draft = {
  address: string
  phone: string
  choices: Record<string, Choice>
  sent: Record<string, { key: string; body: string }>
}

/**
 * Returns what a buyer has typed and chosen, which the device stores for each account. The choices for a seller are
 * forgotten once the order is placed.
 * @param phone the phone number of the profile
 */
export function useCheckout(phone: string) {
  const storedDraft = draftOf<Draft>(formDraftName('checkout'))
  const [draft, setDraft] = useState<Draft>(() => ({
    address: '',
    choices: {},
    sent: {},
    ...storedDraft.read(),
    phone: storedDraft.read().phone || phone,
  }))
  const latest = useRef(draft)

  /** Stores a change before showing it, so that the key of an order survives if the page is closed while sending it. */
  function change(part: Partial<Draft>) {
    latest.current = { ...latest.current, ...part }
    storedDraft.write(latest.current)
    setDraft(latest.current)
  }

  const choiceOf = (seller: string): Choice => ({ ...defaultChoice, ...draft.choices[seller] })
  function choose(seller: string, part: Partial<Choice>) {
    change({ choices: { ...latest.current.choices, [seller]: { ...choiceOf(seller), ...part } } })
  }
  function forget(seller: string, from: 'sent' | 'choices') {
    const { [seller]: _, ...others } = latest.current[from]
    change({ [from]: others })
  }

  /** Orders from one seller. An order that is sent again after a lost answer keeps its key. */
  async function place(seller: string, order: NewOrder): Promise<Order> {
    const body = JSON.stringify(order)
    const unanswered = latest.current.sent[seller]
    const key = unanswered?.body === body ? unanswered.key : crypto.randomUUID()
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

/**
 * Returns whether the server refused the request, so that nothing was ordered. After a lost answer or a server error,
 * an order may have been placed.
 */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}

/** Returns the lines that can be ordered now. */
export const orderable = ({ lines }: Parcel) => lines.filter(({ problem }) => problem === null)

/** Returns whether the buyer first has to accept a lower quantity or a new price. */
export const undecided = ({ lines }: Parcel) =>
  lines.some(({ problem, priceBefore }) => problem === 'tooMany' || (problem === null && priceBefore !== null))

/** Returns the order to place for a parcel. */
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
