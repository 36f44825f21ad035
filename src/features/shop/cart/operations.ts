import { z } from 'zod'
import { operation } from '#core/operation.ts'
import { mergeCart, putInCart } from './change.ts'
import { priced, readCart } from './queries.ts'
import { Cart, CartChange, CartMerge, Quote } from './schema.ts'

/** A member's cart. The cart of a guest is stored on their device and priced here. */
export const cart = {
  get: operation('GET', '/cart', 'member', {
    summary: 'Read your cart by seller, with totals',
    input: z.object({}),
    output: Cart,
    handler: readCart,
  }),

  put: operation('PUT', '/cart/items/:productId', 'member', {
    summary: 'Add a product to your cart, change its quantity, or remove it (0)',
    input: CartChange,
    output: Cart,
    handler: putInCart,
  }),

  merge: operation('POST', '/cart/merge', 'member', {
    summary: 'Merge the cart that you filled before logging in',
    input: CartMerge,
    output: Cart,
    handler: mergeCart,
  }),

  quote: operation('GET', '/cart/quote', 'public', {
    summary: 'Price a cart that is stored on the device: items=id:quantity,id:quantity',
    input: Quote,
    output: Cart,
    handler: (ctx, { items }) => {
      const once = new Map(items.map((item) => [item.productId, { ...item, price: null }]))
      return priced(ctx, [...once.values()])
    },
  }),
}
