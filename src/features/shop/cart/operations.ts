import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { mostLines } from '#content/product/limits.ts'
import type { Context } from '#core/context.ts'
import { Conflict, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { refusals } from '../refusals.ts'
import { priced, readCart, readPrices } from './queries.ts'
import { Cart, CartChange, CartMerge, Quote } from './schema.ts'
import { cartItems } from './table.ts'

/** A member's cart. The cart of a guest is stored on their device and priced here. */
export const cart = {
  get: operation('GET', '/cart', 'member', {
    summary: 'Read your cart by seller, with totals',
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

/**
 * Adds a product or changes its quantity, at the current price, or removes it. Except for a removal, throws NotFound if
 * the viewer can't see the product, and Conflict if it no longer fits into the cart.
 */
async function putInCart(ctx: Context, { productId, quantity }: z.output<typeof CartChange>): Promise<Cart> {
  const accountId = viewerOf(ctx).id
  if (quantity === 0)
    await ctx.db.delete(cartItems).where(and(eq(cartItems.accountId, accountId), eq(cartItems.productId, productId)))
  else {
    const cartIds = await lockCart(ctx)
    const price = (await readPrices(ctx, [productId])).get(productId)
    if (price === undefined) throw new NotFound()
    if (cartIds.size >= mostLines && !cartIds.has(productId)) throw new Conflict(refusals.cartFull, 'cart_full')
    await ctx.db
      .insert(cartItems)
      .values({ accountId, productId, quantity, price })
      .onConflictDoUpdate({ target: [cartItems.accountId, cartItems.productId], set: { quantity, price } })
  }
  return readCart(ctx)
}

/** Merges a guest's cart into the viewer's. Merging it twice has the same result as merging it once. */
async function mergeCart(ctx: Context, { items }: z.output<typeof CartMerge>): Promise<Cart> {
  const accountId = viewerOf(ctx).id
  const cartIds = await lockCart(ctx)
  const prices = await readPrices(
    ctx,
    items.map(({ productId }) => productId),
  )
  for (const { productId, quantity, price: guestPrice } of items) {
    const price = guestPrice ?? prices.get(productId)
    if (price === undefined || !prices.has(productId) || (cartIds.size >= mostLines && !cartIds.has(productId)))
      continue
    cartIds.add(productId)
    await ctx.db
      .insert(cartItems)
      .values({ accountId, productId, quantity, price })
      .onConflictDoUpdate({
        target: [cartItems.accountId, cartItems.productId],
        set: { quantity: sql`greatest(${cartItems.quantity}, excluded.quantity)` },
      })
  }
  return readCart(ctx)
}

/** Returns the products in the viewer's cart and locks it against additions until the transaction ends. */
async function lockCart({ db, viewer }: Context): Promise<Set<string>> {
  const accountId = viewerOf({ viewer }).id
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  const rows = await db.select({ id: cartItems.productId }).from(cartItems).where(eq(cartItems.accountId, accountId))
  return new Set(rows.map(({ id }) => id))
}
