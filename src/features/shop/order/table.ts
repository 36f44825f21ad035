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
import { createdNow, id, oneOf } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { Delivery, Method, Status } from './schema.ts'

/** Minor units: a sum can pass what an integer holds. */
const amount = () => bigint({ mode: 'number' }).notNull()

/** What a buyer and a seller agreed on. Only these two read it. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** What people call it. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity({ name: 'order_numbers', startWith: 1001 }),
    /** Null once they have left. */
    buyerId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    sellerId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    status: text().$type<Status>().notNull().default('placed'),
    delivery: text().$type<Delivery>().notNull(),
    address: text().notNull(),
    phone: text().notNull(),
    method: text().$type<Method>().notNull(),
    /** The code of the M-Pesa message. */
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
    // One code pays one order; what is cancelled was not paid.
    uniqueIndex('orders_reference').on(t.reference).where(sql`${t.status} <> 'cancelled'`),
    oneOf('orders_status', t.status, Status.options),
    oneOf('orders_delivery', t.delivery, Delivery.options),
    oneOf('orders_method', t.method, Method.options),
    check('orders_total', sql`${t.total} = ${t.subtotal} + ${t.shipping} + ${t.tax}`),
  ],
)

/** What was ordered, as it was then, in the order it was sent. */
export const orderItems = pgTable(
  'order_items',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    /** Null once the product is gone. */
    productId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** Of one piece, in minor units. */
    price: integer().notNull(),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index().on(t.productId),
    check('order_items_quantity', sql`${t.quantity} > 0`),
  ],
)

/** Every status an order has had, the first one included. */
export const orderMoves = pgTable(
  'order_moves',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text().$type<Status>().notNull(),
    at: createdNow(),
    /** Null once they have left. */
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    reason: text(),
  },
  (t) => [index().on(t.orderId, t.id), index().on(t.actorId)],
)
