import { z } from 'zod'
import { operation } from '#core/operation.ts'
import { mergeCart, putInCart } from './change.ts'
import { priced, readCart } from './queries.ts'
import { Cart, CartChange, CartMerge, Quote } from './schema.ts'

/** A member's cart. A guest's is stored on their device, and priced here. */
export const cart = {
  get: operation('GET', '/cart', 'member', {
    summary: 'Read your cart, by sellers, with totals',
    input: z.object({}),
    output: Cart,
    handler: readCart,
  }),

  put: operation('PUT', '/cart/items/:productId', 'member', {
    summary: 'Put a product into your cart, change how many, or take it out (0)',
    input: CartChange,
    output: Cart,
    handler: putInCart,
  }),

  merge: operation('POST', '/cart/merge', 'member', {
    summary: 'Add what was put into a cart before signing in',
    input: CartMerge,
    output: Cart,
    handler: mergeCart,
  }),

  quote: operation('GET', '/cart/quote', 'public', {
    summary: 'What a cart costs, for one kept on the device: items=id:quantity,id:quantity',
    input: Quote,
    output: Cart,
    handler: (ctx, { items }) => {
      const once = new Map(items.map((item) => [item.productId, { ...item, price: null }]))
      return priced(ctx, [...once.values()])
    },
  }),
}
