import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { oneOf } from '#core/column.ts'
import { entries } from '../entry/table.ts'
import { type Section, sections } from './schema.ts'

/** Its name is the entry's title, its pictures are the entry's list of files, its seller is the author. */
export const products = pgTable(
  'products',
  {
    entryId: uuid()
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    description: text(),
    /** Of one piece, in minor units: 5000 is KES 50.00. */
    price: integer().notNull(),
    /** How many pieces can still be ordered. */
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
