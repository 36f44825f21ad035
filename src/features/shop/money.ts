/** What the site adds to goods: `shipping` and `freeAbove` in minor units, `taxPercent` in whole per cent. */
export type Rates = { shipping: number; freeAbove: number; taxPercent: number }

/** Minor units, whole. */
export type Totals = { subtotal: number; shipping: number; tax: number; total: number }

/**
 * What goods cost in all (spec §9): goods of 5000 are 5000 + 1000 + 500 = 6500 by the defaults. Nothing is sent where they
 * are collected, or where there are none. Tax is of the goods alone, a half rounded up; BigInt, since a product of two
 * amounts can pass 2^53.
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
