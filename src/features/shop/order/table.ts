import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { entries } from '#content/entry/table.ts'
import { createdNow, id, oneOf, partOf } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { Delivery, Method, Status } from './schema.ts'

/** Amounts are in minor units. They are bigint because a sum can exceed the range of an integer. */
const amount = () => bigint({ mode: 'number' }).notNull()

/** Orders. Only the buyer and the seller can read them. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    number: integer().notNull().unique().generatedAlwaysAsIdentity({ name: 'order_numbers', startWith: 1001 }),
    /** Buyer and seller are null once they have left. */
    buyerId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    sellerId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    status: text().$type<Status>().notNull().default('placed'),
    delivery: text().$type<Delivery>().notNull(),
    address: text().notNull(),
    phone: text().notNull(),
    method: text().$type<Method>().notNull(),
    /** The code in the M-Pesa message. */
    reference: text(),
    subtotal: amount(),
    shipping: amount(),
    tax: amount(),
    total: amount(),
    currency: text().notNull(),
    pieces: integer().notNull(),
    createdAt: createdNow(),
    updatedAt: createdNow(),
  },
  (t) => [
    index('orders_of_buyer').on(t.buyerId, t.createdAt, t.id),
    index('orders_of_seller').on(t.sellerId, t.createdAt, t.id),
    // One code pays one order, but a cancelled order wasn't paid, so its code can be used again.
    uniqueIndex('orders_reference').on(t.reference).where(sql`${t.status} <> 'cancelled'`),
    oneOf('orders_status', t.status, Status.options),
    oneOf('orders_delivery', t.delivery, Delivery.options),
    oneOf('orders_method', t.method, Method.options),
    check('orders_total', sql`${t.total} = ${t.subtotal} + ${t.shipping} + ${t.tax}`),
  ],
)

/** Ordered products as they were when the order was placed, in the order of the request. */
export const orderItems = pgTable(
  'order_items',
  {
    orderId: partOf(() => orders.id),
    position: smallint().notNull(),
    /** This is null once the product is deleted. */
    productId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** Price of one piece, in minor units. */
    price: integer().notNull(),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index().on(t.productId),
    check('order_items_quantity', sql`${t.quantity} > 0`),
  ],
)

/** Every status of an order, including the first. */
export const orderMoves = pgTable(
  'order_moves',
  {
    id: id(),
    orderId: partOf(() => orders.id),
    status: text().$type<Status>().notNull(),
    at: createdNow(),
    /** This is null once the person has left. */
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    reason: text(),
  },
  (t) => [index().on(t.orderId, t.id), index().on(t.actorId)],
)
