import { and, eq, ne, sql } from 'drizzle-orm'
import { goods, isBarred } from '#content/entry/link/sale.ts'
import { newest, newestCreated, ordered } from '#content/entry/list/newest.ts'
import { listsOf, oneOf, readOne } from '#content/entry/list/reads.ts'
import { madeBy } from '#content/entry/maker/queries.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { listed, ownedBy } from '#content/entry/visibility/rules.ts'
import { filesOfEntry, presentPicture } from '#content/media/queries.ts'
import type { Context, Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { currency, type Product, type Sale } from './schema.ts'
import { products } from './table.ts'

/** True if the entry's author is still a seller or an admin, and their account isn't disabled. */
const isSold = sql`exists (select from ${accounts} seller where seller.id = ${entries.authorId}
  and seller.disabled_at is null and seller.roles && '{seller,admin}'::text[])`

/**
 * SQL for whether a product can be ordered, in a select from `entries` joined with `products`: `open`, `soldOut`, or
 * `closed` for any other reason. The select itself must check visibility (`listed`, `readable`).
 */
export const sale = sql<Sale>`(case
  when ${entries.state} <> 'published' or not ${isSold} or ${isBarred} then 'closed'
  when ${products.stock} = 0 then 'soldOut'
  else 'open' end)`

/** Selects products with seller, pictures and `sale`; add `where`, order and limit. */
export function selectProducts({ db }: Pick<Context, 'db'>) {
  const { description, price, stock, maker, section } = products
  return db
    .select({ ...entryColumns, description, price, stock, maker, madeBy, section, sale, images: filesOfEntry })
    .from(entries)
    .innerJoin(products, eq(products.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

const oneProduct = oneOf('product', selectProducts)

/** Returns the product if the viewer may open it. Throws NotFound otherwise. */
export function readProduct(ctx: Pick<Context, 'db' | 'viewer'>, id: string): Promise<Product> {
  return readOne(ctx, oneProduct, id, presentProduct)
}

export function presentProduct(row: ProductRow): Product {
  const { title, description, price, stock, maker, madeBy, section, sale, images } = row
  const entry = presentEntry(row)
  const goods = { description, price, currency, stock, maker, madeBy, section, sale }
  return { ...entry, name: title, seller: entry.author, ...goods, images: images.map(presentPicture) }
}

const { price, entryId } = products
const ofType = eq(entries.type, goods)
const offered = (viewer: Viewer | null) => and(ofType, listed(viewer), ne(sale, 'closed'))
const own = (viewer: Viewer | null) => and(ofType, ownedBy(viewer))
const priceOf = (row: ProductRow) => row.price
const cheapest = ordered(price, 'asc', priceOf, entryId)
const dearest = ordered(price, 'desc', priceOf, entryId)

/** Lists of what the shop offers, and of a seller's own products with their drafts, which have no publication time. */
export const lists = {
  latest: { of: offered, ...newest },
  cheapest: { of: offered, ...cheapest },
  dearest: { of: offered, ...dearest },
  'own latest': { of: own, ...newestCreated },
  'own cheapest': { of: own, ...cheapest },
  'own dearest': { of: own, ...dearest },
}
export const listProducts = listsOf('products', selectProducts, lists)
