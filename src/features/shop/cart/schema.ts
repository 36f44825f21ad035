import { z } from 'zod'
import { Author } from '#content/entry/schema.ts'
import { mostLines } from '#content/product/limits.ts'
import { Product } from '#content/product/schema.ts'
import { ProductId, Quantity } from '../order/schema.ts'

const Totals = z.object({
  subtotal: z.number().int(),
  shipping: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
})

/** The reason why a line can't be ordered as it is; `own` means that the caller sells it. */
export const Problem = z.enum(['gone', 'closed', 'soldOut', 'tooMany', 'own'])
export type Problem = z.infer<typeof Problem>

export const CartLine = z.object({
  productId: z.uuid(),
  quantity: z.number().int(),
  /** This is null if the product is gone or the caller can't see it any more. */
  product: Product.pick({ id: true, name: true, price: true, currency: true, stock: true, images: true }).nullable(),
  /** Price × quantity in minor units. */
  amount: z.number().int(),
  problem: Problem.nullable(),
  /** Price when it was added, if it has changed. */
  priceBefore: z.number().int().nullable(),
})
export type CartLine = z.infer<typeof CartLine>

/** The products of one seller: one order and one payment. */
export const Parcel = z.object({
  seller: Author,
  lines: z.array(CartLine),
  currency: z.string(),
  totals: z.object({ delivery: Totals, collection: Totals }),
  payTo: z.string(),
  collectAt: z.string(),
})

/** A parcel's totals include only lines without a problem. `gone` lists products that the caller can no longer see. */
export const Cart = z.object({
  parcels: z.array(Parcel),
  gone: z.array(CartLine),
  pieces: z.number().int(),
  /** Delivery is free for orders above this, in minor units. */
  freeAbove: z.number().int(),
})
export type Cart = z.infer<typeof Cart>

/** A guest's cart: `items` as `id:quantity,id:quantity`. */
export const Quote = z.object({
  items: z
    .string()
    .max(3000)
    .default('')
    .transform((value) =>
      value
        .split(',')
        .filter(Boolean)
        .map((one) => one.split(':')),
    )
    .transform((pairs) => pairs.map(([productId, quantity]) => ({ productId, quantity: Number(quantity) })))
    .pipe(z.array(z.object({ productId: ProductId, quantity: Quantity })).max(mostLines)),
})

/** A quantity of 0 removes the product. */
export const CartChange = z.object({ productId: ProductId, quantity: Quantity.or(z.literal(0)) })
/**
 * A guest's cart with the prices shown. The greater quantity of each product counts; products that the caller can't
 * see, or that don't fit, are left out.
 */
export const CartMerge = z.object({
  items: z
    .array(z.object({ productId: ProductId, quantity: Quantity, price: z.number().int().min(0).max(1e9).optional() }))
    .max(mostLines),
})
