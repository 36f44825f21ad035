import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { isBarred } from '../entry/link/sale.ts'
import { after, authorOf, entryColumns, presentEntry, readable } from '../entry/queries.ts'
import { entries } from '../entry/table.ts'
import { filesOfEntry, presentPicture } from '../media/queries.ts'
import { currency, type Product, type Sale } from './schema.ts'
import { products } from './table.ts'

/** Whether the author of the entry still sells. */
const isSold = sql`exists (select from ${accounts} seller where seller.id = ${entries.authorId}
  and seller.disabled_at is null and seller.roles && '{seller,admin}'::text[])`

/**
 * Whether a product can be ordered, in a select of `entries` joined with `products`: `open`, `soldOut`, or `closed` where it
 * is no stock that is lacking. Who may see the product is the select's own to ask (`listed`, `readable`).
 */
export const sale = sql<Sale>`(case
  when ${entries.state} <> 'published' or not ${isSold} or ${isBarred} then 'closed'
  when ${products.stock} = 0 then 'soldOut'
  else 'open' end)`

/** Products with seller, pictures and `sale` in one select; add `where`, order and limit. */
export function selectProducts({ db }: Pick<Context, 'db'>) {
  const { description, price, stock, maker, section } = products
  return db
    .select({ ...entryColumns, description, price, stock, maker, section, sale, images: filesOfEntry })
    .from(entries)
    .innerJoin(products, eq(products.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

/** The product that the viewer may open. Throws NotFound. */
export async function readProduct(ctx: Pick<Context, 'db' | 'viewer'>, id: string): Promise<Product> {
  const [row] = await selectProducts(ctx).where(and(eq(entries.id, id), readable(ctx.viewer)))
  if (!row) throw new NotFound()
  return presentProduct(row)
}

export function presentProduct(row: ProductRow): Product {
  const { title, description, price, stock, maker, section, sale, images } = row
  const entry = presentEntry(row)
  const goods = { description, price, currency, stock, maker, section, sale }
  return { ...entry, name: title, seller: entry.author, ...goods, images: images.map(presentPicture) }
}

type Key = Parameters<typeof after>[0]
const { price, entryId } = products

/** The orders of the list, and that of one's own, where drafts have no moment of publishing. */
export const orders = {
  latest: {
    by: [desc(entries.publishedAt), desc(entries.id)],
    after: (key: Key) => after(key, entries.publishedAt),
    value: (row: ProductRow) => row.publishedAt ?? row.createdAt,
  },
  cheapest: {
    by: [asc(price), asc(entryId)],
    after: (key: Key) => after(key, price, 'asc', entryId),
    value: (row: ProductRow) => row.price,
  },
  dearest: {
    by: [desc(price), desc(entryId)],
    after: (key: Key) => after(key, price, 'desc', entryId),
    value: (row: ProductRow) => row.price,
  },
  own: {
    by: [desc(entries.createdAt), desc(entries.id)],
    after: (key: Key) => after(key, entries.createdAt),
    value: (row: ProductRow) => row.createdAt,
  },
}
