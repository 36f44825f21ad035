import { currency } from '#content/product/schema.ts'
import { type Rates, totalsOf } from '../money.ts'
import type { Offer } from './queries.ts'
import type { Cart, CartLine, Problem } from './schema.ts'

/** `price` is the price when it was added, or null if unknown. */
export type CartItem = { productId: string; quantity: number; price: number | null }

/** Returns the cart by seller, in order of addition. @param offers the products that the viewer may see */
export function cartOf(
  items: CartItem[],
  offers: Map<string, Offer>,
  rates: Rates,
  viewerId: string | undefined,
): Cart {
  const bySeller = new Map<string, { offer: Offer; lines: CartLine[] }>()
  const unavailableLines: CartLine[] = []
  for (const item of items) {
    const offer = offers.get(item.productId)
    if (!offer) {
      unavailableLines.push({ ...item, product: null, amount: 0, problem: 'gone', priceBefore: null })
      continue
    }
    const parcel = bySeller.get(offer.seller.id) ?? { offer, lines: [] }
    parcel.lines.push(lineOf(item, offer, viewerId))
    bySeller.set(offer.seller.id, parcel)
  }
  const parcels = [...bySeller.values()].map(({ offer, lines }) => ({
    seller: offer.seller,
    lines,
    currency,
    totals: totalsOfLines(lines, rates),
    payTo: offer.payTo,
    collectAt: offer.collectAt,
  }))
  const pieces = parcels.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
  return { parcels, gone: unavailableLines, pieces, freeAbove: rates.freeAbove }
}

function lineOf(
  { productId, quantity, price: priceWhenAdded }: CartItem,
  offer: Offer,
  viewerId: string | undefined,
): CartLine {
  const { id, name, price, stock, images } = offer
  return {
    productId,
    quantity,
    product: { id, name, price, currency, stock, images },
    amount: price * quantity,
    problem: problemOf(offer, quantity, viewerId),
    priceBefore: priceWhenAdded === price ? null : priceWhenAdded,
  }
}

function problemOf({ seller, sale, stock }: Offer, quantity: number, viewerId: string | undefined): Problem | null {
  if (seller.id === viewerId) return 'own'
  if (sale !== 'open') return sale
  return quantity > stock ? 'tooMany' : null
}

function totalsOfLines(lines: CartLine[], rates: Rates) {
  const orderableLines = lines.flatMap(({ product, quantity, problem }) =>
    product && problem === null ? { price: product.price, quantity } : [],
  )
  return {
    delivery: totalsOf(orderableLines, 'delivery', rates),
    collection: totalsOf(orderableLines, 'collection', rates),
  }
}
