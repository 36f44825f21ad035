import { z } from 'zod'
import { Author } from '#content/entry/schema.ts'
import { mostLines } from '#content/product/most.ts'
import { Product } from '#content/product/schema.ts'
import { ProductId, Quantity } from '../order/schema.ts'

const Totals = z.object({
  subtotal: z.number().int(),
  shipping: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
})

/** Why a line can't be ordered as it is; `own`: the caller sells it. */
export const Problem = z.enum(['gone', 'closed', 'soldOut', 'tooMany', 'own'])
export type Problem = z.infer<typeof Problem>

export const CartLine = z.object({
  productId: z.uuid(),
  quantity: z.number().int(),
  /** Null for what is gone, or no longer for the caller to see. */
  product: Product.pick({ id: true, name: true, price: true, currency: true, stock: true, images: true }).nullable(),
  /** Price × quantity, minor units. */
  amount: z.number().int(),
  problem: Problem.nullable(),
  /** What it cost when it was put here, where it costs something else now. */
  priceBefore: z.number().int().nullable(),
})
export type CartLine = z.infer<typeof CartLine>

/** The goods of one seller: one order, and one payment. */
export const Parcel = z.object({
  seller: Author,
  lines: z.array(CartLine),
  currency: z.string(),
  totals: z.object({ delivery: Totals, collection: Totals }),
  payTo: z.string(),
  collectAt: z.string(),
})

/** A parcel's totals are of its lines without a problem. `gone`: lines that nobody sells any more. */
export const Cart = z.object({
  parcels: z.array(Parcel),
  gone: z.array(CartLine),
  pieces: z.number().int(),
  /** Goods of one seller that cost more than this are sent free; minor units. */
  freeAbove: z.number().int(),
})
export type Cart = z.infer<typeof Cart>

/** A guest's cart, kept on the device: `items` as `id:quantity,id:quantity`. */
export const Quote = z.object({
  items: z
    .string()
    .max(3000)
    .default('')
    .transform((said) =>
      said
        .split(',')
        .filter(Boolean)
        .map((one) => one.split(':')),
    )
    .transform((pairs) => pairs.map(([productId, quantity]) => ({ productId, quantity: Number(quantity) })))
    .pipe(z.array(z.object({ productId: ProductId, quantity: Quantity })).max(mostLines)),
})

/** 0 takes it out. */
export const CartChange = z.object({ productId: ProductId, quantity: Quantity.or(z.literal(0)) })
/**
 * What was put into the cart before signing in, with the price that was seen: of what is in both, the greater number stays.
 * What is not for the caller to see, and what has no room, is left out.
 */
export const CartMerge = z.object({
  items: z
    .array(z.object({ productId: ProductId, quantity: Quantity, price: z.number().int().min(0).max(1e9).optional() }))
    .max(mostLines),
})
