import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PersonalData } from '#accounts/personal-data.ts'
import { cartItems } from './cart/table.ts'
import { leaveOrders } from './order/change.ts'
import { orderItems, orders } from './order/table.ts'
import { sellerRequests, sellerTerms } from './seller/table.ts'

export const personalData: PersonalData = {
  files: {
    'orders.json': (db, { id }) => ordersOf(db, id),
    'cart.json': (db, { id }) => cartItemsOf(db, id),
    'selling.json': (db, { id }) => sellingOf(db, id),
  },
  leave: leaveOrders,
}

const itemsOfOrder = sql<
  unknown[]
>`(select json_agg(json_build_object('name', ${orderItems.name}, 'price', ${orderItems.price},
  'quantity', ${orderItems.quantity}) order by ${orderItems.position}) from ${orderItems} where ${orderItems.orderId} = ${orders.id})`

/** Returns the orders that the account placed and, without the buyer's address and phone, those placed with it. */
async function ordersOf(db: NodePgDatabase, accountId: string) {
  const { buyerId: _, sellerId: __, address, phone, ...columns } = getTableColumns(orders)
  const [bought, sold] = await Promise.all([
    db
      .select({ ...columns, address, phone, items: itemsOfOrder })
      .from(orders)
      .where(eq(orders.buyerId, accountId)),
    db
      .select({ ...columns, items: itemsOfOrder })
      .from(orders)
      .where(eq(orders.sellerId, accountId)),
  ])
  return { bought, sold }
}

function cartItemsOf(db: NodePgDatabase, accountId: string) {
  const { productId, quantity, price, addedAt } = cartItems
  return db.select({ productId, quantity, price, addedAt }).from(cartItems).where(eq(cartItems.accountId, accountId))
}

/** Returns the account's requests to sell, and its payment and collection details. */
async function sellingOf(db: NodePgDatabase, accountId: string) {
  const { about, state, reason, createdAt, decidedAt } = sellerRequests
  const { payTo, collectAt } = sellerTerms
  const [terms] = await db.select({ payTo, collectAt }).from(sellerTerms).where(eq(sellerTerms.accountId, accountId))
  const requests = await db
    .select({ about, state, reason, createdAt, decidedAt })
    .from(sellerRequests)
    .where(eq(sellerRequests.accountId, accountId))
    .orderBy(createdAt)
  return { terms: terms ?? null, requests }
}
