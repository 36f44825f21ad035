import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { oneOf } from '#core/column.ts'
import { type Section, sections } from './schema.ts'

/** The name is the entry's title, the pictures are the entry's files, the seller is the author. */
export const products = pgTable(
  'products',
  {
    entryId: entryKey(),
    description: text(),
    /** Price of one piece in minor units: 5000 is KES 50.00. */
    price: integer().notNull(),
    /** Pieces that can still be ordered. */
    stock: integer().notNull(),
    maker: text(),
    section: text().$type<Section>().notNull(),
  },
  (t) => [
    index('products_price').on(t.price, t.entryId),
    check('products_price_above_nothing', sql`${t.price} > 0`),
    check('products_stock_never_negative', sql`${t.stock} >= 0`),
    oneOf('products_sections', t.section, sections),
  ],
)
