import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { authorOf } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { mayOrderFrom } from '#content/product/policy.ts'
import { sale } from '#content/product/queries.ts'
import { currency } from '#content/product/schema.ts'
import { products } from '#content/product/table.ts'
import type { Context } from '#core/context.ts'
import { Invalid, type Issue, Refusal, refused } from '#core/errors.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { money } from '#text/money.ts'
import type { NewOrder } from '../order/schema.ts'
import { orderItems } from '../order/table.ts'
import { keepAccounts } from '../queries.ts'
import { refusals } from '../refusals.ts'

/** A line of an order whose pieces were taken from the stock. */
export type Goods = { productId: string; name: string; price: number; quantity: number }

/**
 * Takes goods from the stock at the current price. Throws Invalid for two sellers or a repeated product, and a Refusal
 * with 409 that names every item with the first problem found; rolling back the transaction restores the stock.
 */
export async function takeGoods(ctx: Context, items: OrderItem[]): Promise<{ sellerId: string; goods: Goods[] }> {
  const ids = idsOf(items)
  const twice = issuesOf(items, 'productId', ({ productId }, at) => ids.indexOf(productId) < at && refusals.twice)
  if (twice.length > 0) throw new Invalid(refusals.twice, twice)

  const offers = await keepOffers(ctx, ids)
  const isOwn = (id: string) => !mayOrderFrom(ctx.viewer, offers.get(id)?.sellerId)
  refuse(
    'not_for_sale',
    refusals.notForSale,
    issuesOf(items, 'productId', ({ productId }) => !offers.has(productId) && refusals.itemNotForSale),
  )
  refuse(
    'own_product',
    refusals.ownProduct,
    issuesOf(items, 'productId', ({ productId }) => isOwn(productId) && refusals.ownProduct),
  )
  const [sellerId = '', ...others] = new Set([...offers.values()].map((offer) => offer.sellerId))
  if (others.length > 0) throw refused('items', refusals.twoSellers)

  const prices = await takeStock(ctx, items)
  const goods = items.map(({ productId, quantity }) => ({
    productId,
    name: offers.get(productId)?.name ?? '',
    price: prices.get(productId) ?? 0,
    quantity,
  }))
  return { sellerId, goods }
}

/**
 * Returns those products that are for sale to the viewer, and locks them: nobody can hide, label or remove one until
 * the transaction ends.
 */
async function keepOffers(ctx: Context, ids: string[]) {
  const viewer = viewerOf(ctx)
  const authors = await ctx.db.select({ id: entries.authorId }).from(entries).where(inArray(entries.id, ids))
  await keepAccounts(ctx, [viewer.id, ...authors.flatMap(({ id }) => id ?? [])])
  const rows = await ctx.db
    .select({ id: entries.id, name: entries.title, sellerId: accounts.id, sale })
    .from(entries)
    .innerJoin(products, eq(products.entryId, entries.id))
    .innerJoin(accounts, authorOf)
    .where(and(inArray(entries.id, ids), listed(viewer)))
    .orderBy(asc(entries.id))
    .for('share', { of: entries })
  return new Map(rows.filter((row) => row.sale !== 'closed').map((row) => [row.id, row]))
}

/**
 * Takes the pieces from the stock in the order of ids, so that two carts never deadlock. Returns the prices. Throws a
 * Refusal if the stock of an item is too low or its price has changed.
 */
async function takeStock({ db }: Context, items: OrderItem[]): Promise<Map<string, number>> {
  const { entryId, stock, price } = products
  const prices = new Map<string, number>()
  for (const { productId, quantity } of items.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const [updated] = await db
      .update(products)
      .set({ stock: sql`${stock} - ${quantity}` })
      .where(and(eq(entryId, productId), gte(stock, quantity)))
      .returning({ price })
    if (updated) prices.set(productId, updated.price)
  }
  if (prices.size < items.length) {
    const rows = await db
      .select({ entryId, stock })
      .from(products)
      .where(inArray(entryId, idsOf(items)))
    const left = new Map(rows.map((row) => [row.entryId, row.stock]))
    const tooFew = ({ productId }: OrderItem) => !prices.has(productId) && refusals.left(left.get(productId) ?? 0)
    refuse('out_of_stock', refusals.outOfStock, issuesOf(items, 'quantity', tooFew))
  }
  const differs = ({ productId, price: shownPrice }: OrderItem) => {
    const currentPrice = prices.get(productId) ?? 0
    return shownPrice !== undefined && shownPrice !== currentPrice && refusals.priceNow(money(currentPrice, currency))
  }
  refuse('price_changed', refusals.priceChanged, issuesOf(items, 'price', differs))
  return prices
}

function idsOf(items: OrderItem[]): string[] {
  return items.map(({ productId }) => productId)
}

/** Locks the products of these orders, ordered by id, until the transaction ends. */
export async function lockGoods({ db }: Pick<Context, 'db'>, orderIds: string[]): Promise<void> {
  const { entryId } = products
  const ordered = db.select({ id: orderItems.productId }).from(orderItems).where(inArray(orderItems.orderId, orderIds))
  await db.select({ entryId }).from(products).where(inArray(entryId, ordered)).orderBy(asc(entryId)).for('update')
}

/** Returns an order's goods to the stock, if the products still exist. */
export async function returnGoods(ctx: Pick<Context, 'db'>, orderId: string): Promise<void> {
  await lockGoods(ctx, [orderId])
  await ctx.db
    .update(products)
    .set({ stock: sql`${products.stock} + ${orderItems.quantity}` })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.productId, products.entryId)))
}

type OrderItem = NewOrder['items'][number]

/** Returns an issue for each item that `say` returns a message for, with its position in the order. */
function issuesOf(
  items: readonly OrderItem[],
  field: keyof OrderItem,
  say: (item: OrderItem, at: number) => string | false,
): Issue[] {
  return items.flatMap((item, at) => {
    const message = say(item, at)
    return message === false ? [] : { path: `items.${at}.${field}`, message }
  })
}

/** Throws a Refusal with status 409 if there are issues. */
function refuse(code: string, message: string, issues: Issue[]): void {
  if (issues.length > 0) throw new Refusal(409, code, message, { issues })
}
