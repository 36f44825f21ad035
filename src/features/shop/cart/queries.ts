import { and, asc, eq, inArray } from 'drizzle-orm'
import { authorOf, listed } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import { filesOfEntry, presentPicture } from '#content/media/queries.ts'
import { sale } from '#content/product/queries.ts'
import { products } from '#content/product/table.ts'
import type { Context } from '#core/context.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { sellerTerms } from '../seller/table.ts'
import { cartOf, type Wanted } from './parcels.ts'
import type { Cart } from './schema.ts'
import { cartItems } from './table.ts'

export type Offer = Awaited<ReturnType<typeof readOffers>>[number]

/** What the viewer's account means to order, as it can be ordered now. */
export async function readCart(ctx: Pick<Context, 'db' | 'viewer' | 'site'>): Promise<Cart> {
  const { productId, quantity, price, addedAt, accountId } = cartItems
  const wanted = await ctx.db
    .select({ productId, quantity, price })
    .from(cartItems)
    .where(eq(accountId, viewerOf(ctx).id))
    .orderBy(asc(addedAt), asc(productId))
  return priced(ctx, wanted)
}

/** The same for what anybody names. */
export async function priced(ctx: Pick<Context, 'db' | 'viewer' | 'site'>, wanted: Wanted[]): Promise<Cart> {
  const offers = await readOffers(
    ctx,
    wanted.map(({ productId }) => productId),
  )
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  return cartOf(wanted, byId, ctx.site.shop, ctx.viewer?.id)
}

/** The products among these that the viewer may see and somebody sells. */
async function readOffers({ db, viewer }: Pick<Context, 'db' | 'viewer'>, ids: string[]) {
  const rows = await db
    .select({
      id: entries.id,
      name: entries.title,
      price: products.price,
      stock: products.stock,
      sale,
      images: filesOfEntry,
      seller: { id: accounts.id, name: accounts.name, avatar: accounts.avatar },
      payTo: sellerTerms.payTo,
      collectAt: sellerTerms.collectAt,
    })
    .from(entries)
    .innerJoin(products, eq(products.entryId, entries.id))
    .innerJoin(accounts, authorOf)
    .leftJoin(sellerTerms, eq(sellerTerms.accountId, accounts.id))
    .where(and(inArray(entries.id, ids), listed(viewer)))
  // A seller's number and place are for who can order.
  const told = (words: string | null) => (viewer?.admitted ? (words ?? '') : '')
  return rows.map(({ images, payTo, collectAt, ...offer }) => ({
    ...offer,
    payTo: told(payTo),
    collectAt: told(collectAt),
    images: images.map(presentPicture),
  }))
}

/** The price of each product among these that the viewer may see. */
export async function readPrices({ db, viewer }: Pick<Context, 'db' | 'viewer'>, ids: string[]) {
  const rows = await db
    .select({ id: products.entryId, price: products.price })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.entryId))
    .where(and(inArray(entries.id, ids), listed(viewer)))
  return new Map(rows.map(({ id, price }) => [id, price]))
}
