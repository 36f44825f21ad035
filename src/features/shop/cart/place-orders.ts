import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { kinds } from '#content/kinds.ts'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
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

/** Places the orders one after another. Successful ones leave the cart, refused ones stay with their message. */
export function usePlacing(cart: Cart, checkout: Checkout) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [placing, setPlacing] = useState(false)
  const [placed, setPlaced] = useState<Order[]>([])
  const [refused, setRefused] = useState(nothingRefused)
  const orderFrom = (parcel: Parcel) => orderOf(parcel, checkout.choiceOf(parcel.seller.id), checkout)

  // An order whose answer was lost was placed if its products have left the cart since.
  const { forget, sent } = checkout
  const lost = placing ? [] : Object.keys(sent).filter((seller) => !isIn(cart, seller))
  const lostNow = lost.join(' ')
  useEffect(() => {
    if (lostNow === '') return
    for (const seller of lostNow.split(' ')) forget(seller)
    const action = { label: ofShop.myOrders, act: () => navigate(myOrdersPage) }
    notify.info(text.wasPlaced, { timeout: false, action })
  }, [lostNow, forget, navigate])

  async function place(parcels: Parcel[]) {
    const wrong = check(parcels, checkout)
    setRefused(wrong)
    if (wrong !== nothingRefused) return
    setPlacing(true)
    if (await isSettled(parcels)) await placeAll(parcels)
    setPlacing(false)
  }

  /**
   * Returns whether it is certain that no earlier, different order without an answer was placed. The cart shows whether
   * it was.
   */
  async function isSettled(parcels: Parcel[]): Promise<boolean> {
    const others = parcels.filter((parcel) => {
      const before = sent[parcel.seller.id]
      return before && before.body !== JSON.stringify(orderFrom(parcel))
    })
    if (others.length === 0) return true
    try {
      const now = await api.cart.get({})
      queryClient.setQueryData<Cart>(key, now)
      return others.every(({ seller }) => isIn(now, seller.id))
    } catch {
      setRefused({ parcels: Object.fromEntries(others.map(({ seller }) => [seller.id, unknown()])) })
      return false
    }
  }

  async function placeAll(parcels: Parcel[]) {
    const orders: Order[] = []
    let wrong = nothingRefused
    for (const parcel of parcels)
      try {
        orders.push(await checkout.place(parcel.seller.id, orderFrom(parcel)))
      } catch (error) {
        if (!(error instanceof Error)) throw error
        wrong = withFailure(wrong, parcel, error)
      }
    const done = orders.map(({ seller }) => seller?.id)
    queryClient.setQueryData<Cart>(
      key,
      (old) => old && { ...old, parcels: old.parcels.filter(({ seller }) => !done.includes(seller.id)) },
    )
    for (const room of ['cart', 'order', kinds.product.type]) void queryClient.invalidateQueries({ queryKey: [room] })
    setRefused(wrong)
    setPlaced((before) => [...before, ...orders])
    if (wrong === nothingRefused) leaveFor(orders)
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
  const wrong: Refused = { parcels: {} }
  for (const parcel of parcels) {
    const { delivery, method, reference } = choiceOf(parcel.seller.id)
    const code = reference.trim().toUpperCase()
    if (undecided(parcel)) wrong.parcels[parcel.seller.id] = { title: text.decide }
    if (method === 'mpesa' && code !== '' && !mpesaCode.test(code))
      wrong.parcels[parcel.seller.id] = { ...wrong.parcels[parcel.seller.id], reference: text.referenceWrong }
    if (delivery === 'delivery' && address.trim() === '') wrong.address = text.addressMissing
  }
  if (phone.trim() === '') wrong.phone = text.phoneMissing
  const isRefused = wrong.address || wrong.phone || Object.keys(wrong.parcels).length > 0
  return isRefused ? wrong : nothingRefused
}

const unknown = (): Failure => ({ title: text.noAnswer, message: text.noAnswerHint })

/** Adds a refusal to the field that it is about. Errors of an item include the item's name. */
function withFailure(wrong: Refused, parcel: Parcel, error: Error): Refused {
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
    address: about('address') ?? wrong.address,
    phone: about('phone') ?? wrong.phone,
    parcels: { ...wrong.parcels, [sellerId]: { ...failure, reference: about('payment.reference') } },
  }
}
