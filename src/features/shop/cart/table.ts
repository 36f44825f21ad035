import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { createdNow } from '#core/column.ts'
import { accounts } from '#core/tables.ts'

/** What members mean to order. */
export const cartItems = pgTable(
  'cart_items',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Refers to nothing: the cart has to say what is gone. */
    productId: uuid().notNull(),
    quantity: integer().notNull(),
    /** Of one piece when it was put here, in minor units. */
    price: integer().notNull(),
    addedAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.productId] }), check('cart_items_quantity', sql`${t.quantity} > 0`)],
)
