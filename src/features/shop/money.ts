/** Charges on top of the goods: `shipping` and `freeAbove` in minor units, `taxPercent` as a whole number. */
export type Rates = { shipping: number; freeAbove: number; taxPercent: number }

/** Amounts in whole minor units. */
export type Totals = { subtotal: number; shipping: number; tax: number; total: number }

/**
 * Returns the totals of an order (spec 15.3): goods of 5000 cost 5000 + 1000 + 500 = 6500 by default. Collection and
 * empty carts cost no shipping. Tax is charged on the goods only and rounded half up, with BigInt because subtotal
 * times percentage can exceed 2^53.
 */
export function totalsOf(
  lines: readonly { price: number; quantity: number }[],
  delivery: 'delivery' | 'collection',
  { shipping: rate, freeAbove, taxPercent }: Rates,
): Totals {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const shipping = delivery === 'collection' || subtotal > freeAbove || lines.length === 0 ? 0 : rate
  const tax = Number((BigInt(subtotal) * BigInt(taxPercent) + 50n) / 100n)
  return { subtotal, shipping, tax, total: subtotal + shipping + tax }
}
