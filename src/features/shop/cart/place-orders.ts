import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { kinds } from '#content/kinds.ts'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/toasts.ts'
import { myOrdersPage, orderPage } from '../addresses.ts'
import { mpesaCode } from '../order/mpesa-code.ts'
import type { Order } from '../order/schema.ts'
import { text as ofShop } from '../text.ts'
import { type Checkout, isFinal, orderable, orderOf, undecided } from './checkout.ts'
import type { Failure } from './parcel.tsx'
import type { Cart } from './schema.ts'
import { text } from './text.ts'

type Parcel = Cart['parcels'][number]
/** Messages beside the fields and the parcels; parcels by seller id. */
type Refused = { address?: string; phone?: string; parcels: Record<string, Failure> }
export const nothingRefused: Refused = { parcels: {} }

const key = ['cart']

/**
 * Returns a function that places the orders one after another, and its state. Placed orders leave the cart; refused
 * ones stay in it with a message.
 */
export function usePlacing(cart: Cart, checkout: Checkout) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [placing, setPlacing] = useState(false)
  const [placed, setPlaced] = useState<Order[]>([])
  const [refused, setRefused] = useState(nothingRefused)
  const orderFrom = (parcel: Parcel) => orderOf(parcel, checkout.choiceOf(parcel.seller.id), checkout)

  // If the products of an order with a lost answer have left the cart since, the order was placed.
  const { forget, sent } = checkout
  const lostSellers = placing ? [] : Object.keys(sent).filter((seller) => !isIn(cart, seller))
  const lostKey = lostSellers.join(' ')
  useEffect(() => {
    if (lostKey === '') return
    for (const seller of lostKey.split(' ')) forget(seller)
    const action = { label: ofShop.myOrders, act: () => navigate(myOrdersPage) }
    notify.info(text.wasPlaced, { timeout: false, action })
  }, [lostKey, forget, navigate])

  async function place(parcels: Parcel[]) {
    const failures = check(parcels, checkout)
    setRefused(failures)
    if (failures !== nothingRefused) return
    setPlacing(true)
    if (await isSettled(parcels)) await placeAll(parcels)
    setPlacing(false)
  }

  /**
   * Returns true if earlier orders that differ from these, and whose answers were lost, were certainly not placed. The
   * products of a placed order are no longer in the cart.
   */
  async function isSettled(parcels: Parcel[]): Promise<boolean> {
    const others = parcels.filter((parcel) => {
      const before = sent[parcel.seller.id]
      return before && before.body !== JSON.stringify(orderFrom(parcel))
    })
    if (others.length === 0) return true
    try {
      const current = await api.cart.get({})
      queryClient.setQueryData<Cart>(key, current)
      return others.every(({ seller }) => isIn(current, seller.id))
    } catch {
      setRefused({ parcels: Object.fromEntries(others.map(({ seller }) => [seller.id, unknown()])) })
      return false
    }
  }

  async function placeAll(parcels: Parcel[]) {
    const orders: Order[] = []
    let failures = nothingRefused
    for (const parcel of parcels)
      try {
        orders.push(await checkout.place(parcel.seller.id, orderFrom(parcel)))
      } catch (error) {
        if (!(error instanceof Error)) throw error
        failures = withFailure(failures, parcel, error)
      }
    const orderedSellers = orders.map(({ seller }) => seller?.id)
    queryClient.setQueryData<Cart>(
      key,
      (old) => old && { ...old, parcels: old.parcels.filter(({ seller }) => !orderedSellers.includes(seller.id)) },
    )
    for (const room of ['cart', 'order', kinds.product.type]) void queryClient.invalidateQueries({ queryKey: [room] })
    setRefused(failures)
    setPlaced((before) => [...before, ...orders])
    if (failures === nothingRefused) leaveFor(orders)
  }

  function leaveFor(orders: Order[]) {
    const [first, ...others] = orders
    if (!first) return
    const numbers = orders.map(({ number }) => number).join(', ')
    notify.success(others.length === 0 ? text.placed(first.number) : text.placedAll(numbers))
    navigate(others.length === 0 ? orderPage(first.id) : myOrdersPage)
  }

  return { placing, placed, refused, place }
}

/** Returns whether a seller's products are still in the cart to be ordered. */
function isIn(cart: Cart, sellerId: string): boolean {
  return cart.parcels.some((parcel) => parcel.seller.id === sellerId && orderable(parcel).length > 0)
}

/** Returns errors that can be found before sending. */
function check(parcels: Parcel[], { choiceOf, address, phone }: Checkout): Refused {
  const failures: Refused = { parcels: {} }
  for (const parcel of parcels) {
    const { delivery, method, reference } = choiceOf(parcel.seller.id)
    const code = reference.trim().toUpperCase()
    if (undecided(parcel)) failures.parcels[parcel.seller.id] = { title: text.decide }
    if (method === 'mpesa' && code !== '' && !mpesaCode.test(code))
      failures.parcels[parcel.seller.id] = { ...failures.parcels[parcel.seller.id], reference: text.referenceWrong }
    if (delivery === 'delivery' && address.trim() === '') failures.address = text.addressMissing
  }
  if (phone.trim() === '') failures.phone = text.phoneMissing
  const isRefused = failures.address || failures.phone || Object.keys(failures.parcels).length > 0
  return isRefused ? failures : nothingRefused
}

const unknown = (): Failure => ({ title: text.noAnswer, message: text.noAnswerHint })

/** Adds a refusal to the field that it is about. Errors of an item include the item's name. */
function withFailure(failures: Refused, parcel: Parcel, error: Error): Refused {
  const sellerId = parcel.seller.id
  const issues = error instanceof ApiError ? error.issues : []
  const about = (path: string) => issues.find((issue) => issue.path === path)?.message
  const lines = orderable(parcel)
  const items = issues.flatMap(({ path, message }) => {
    const name = lines[Number(/^items\.(\d+)\b/.exec(path)?.[1])]?.product?.name
    return name ? [`${name}: ${message}`] : []
  })
  const failure = isFinal(error) ? { title: text.notPlaced, message: items.join(' ') || error.message } : unknown()
  return {
    address: about('address') ?? failures.address,
    phone: about('phone') ?? failures.phone,
    parcels: { ...failures.parcels, [sellerId]: { ...failure, reference: about('payment.reference') } },
  }
}
