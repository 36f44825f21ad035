import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { createdNow } from '#core/column.ts'
import { ofAccount } from '#core/tables.ts'

export const cartItems = pgTable(
  'cart_items',
  {
    accountId: ofAccount(),
    /** This is not a foreign key, because the cart has to show products that no longer exist. */
    productId: uuid().notNull(),
    quantity: integer().notNull(),
    /** Price of one piece when it was added, in minor units. */
    price: integer().notNull(),
    addedAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.productId] }), check('cart_items_quantity', sql`${t.quantity} > 0`)],
)
