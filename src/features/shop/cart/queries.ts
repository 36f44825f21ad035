import { and, asc, eq, inArray } from 'drizzle-orm'
import { hasPage } from '#accounts/person.ts'
import { authorOf } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { filesOfEntry, presentPicture } from '#content/media/queries.ts'
import { sale } from '#content/product/queries.ts'
import { currency } from '#content/product/schema.ts'
import { products } from '#content/product/table.ts'
import type { Context } from '#core/context.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { type Rates, totalsOf } from '../money.ts'
import { sellerTerms } from '../seller/table.ts'
import type { Cart, CartLine, Problem } from './schema.ts'
import { cartItems } from './table.ts'

export type Offer = Awaited<ReturnType<typeof readOffers>>[number]

export async function readCart(ctx: Pick<Context, 'db' | 'viewer' | 'site'>): Promise<Cart> {
  const { productId, quantity, price, addedAt, accountId } = cartItems
  const items = await ctx.db
    .select({ productId, quantity, price })
    .from(cartItems)
    .where(eq(accountId, viewerOf(ctx).id))
    .orderBy(asc(addedAt), asc(productId))
  return priced(ctx, items)
}

/** Returns a cart with current prices and stock for any list of products. */
export async function priced(ctx: Pick<Context, 'db' | 'viewer' | 'site'>, items: CartItem[]): Promise<Cart> {
  const offers = await readOffers(
    ctx,
    items.map(({ productId }) => productId),
  )
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  return cartOf(items, byId, ctx.site.shop, ctx.viewer?.id)
}

/** Returns those products that the viewer may see and that have a seller. */
async function readOffers({ db, viewer }: Pick<Context, 'db' | 'viewer'>, ids: string[]) {
  const rows = await db
    .select({
      id: entries.id,
      name: entries.title,
      price: products.price,
      stock: products.stock,
      sale,
      images: filesOfEntry,
      seller: { id: accounts.id, name: accounts.name, avatar: accounts.avatar, page: hasPage },
      payTo: sellerTerms.payTo,
      collectAt: sellerTerms.collectAt,
    })
    .from(entries)
    .innerJoin(products, eq(products.entryId, entries.id))
    .innerJoin(accounts, authorOf)
    .leftJoin(sellerTerms, eq(sellerTerms.accountId, accounts.id))
    .where(and(inArray(entries.id, ids), listed(viewer)))
  // Only people who can order may see a seller's number and address.
  const forAdmitted = (words: string | null) => (viewer?.admitted ? (words ?? '') : '')
  return rows.map(({ images, payTo, collectAt, ...offer }) => ({
    ...offer,
    payTo: forAdmitted(payTo),
    collectAt: forAdmitted(collectAt),
    images: images.map(presentPicture),
  }))
}

/** Returns the prices of those products that the viewer may see. */
export async function readPrices({ db, viewer }: Pick<Context, 'db' | 'viewer'>, ids: string[]) {
  const rows = await db
    .select({ id: products.entryId, price: products.price })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.entryId))
    .where(and(inArray(entries.id, ids), listed(viewer)))
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** `price` is the price when it was added, or null if unknown. */
type CartItem = { productId: string; quantity: number; price: number | null }

/** Returns the cart by seller, in order of addition. @param offers the products that the viewer may see */
function cartOf(items: CartItem[], offers: Map<string, Offer>, rates: Rates, viewerId: string | undefined): Cart {
  const bySeller = new Map<string, { offer: Offer; lines: CartLine[] }>()
  const unavailableLines: CartLine[] = []
  for (const item of items) {
    const offer = offers.get(item.productId)
    if (!offer) {
      unavailableLines.push({ ...item, product: null, amount: 0, problem: 'gone', priceBefore: null })
      continue
    }
    const parcel = bySeller.get(offer.seller.id) ?? { offer, lines: [] }
    parcel.lines.push(lineOf(item, offer, viewerId))
    bySeller.set(offer.seller.id, parcel)
  }
  const parcels = [...bySeller.values()].map(({ offer, lines }) => ({
    seller: offer.seller,
    lines,
    currency,
    totals: totalsOfLines(lines, rates),
    payTo: offer.payTo,
    collectAt: offer.collectAt,
  }))
  const pieces = parcels.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
  return { parcels, gone: unavailableLines, pieces, freeAbove: rates.freeAbove }
}

function lineOf(
  { productId, quantity, price: priceWhenAdded }: CartItem,
  offer: Offer,
  viewerId: string | undefined,
): CartLine {
  const { id, name, price, stock, images } = offer
  return {
    productId,
    quantity,
    product: { id, name, price, currency, stock, images },
    amount: price * quantity,
    problem: problemOf(offer, quantity, viewerId),
    priceBefore: priceWhenAdded === price ? null : priceWhenAdded,
  }
}

function problemOf({ seller, sale, stock }: Offer, quantity: number, viewerId: string | undefined): Problem | null {
  if (seller.id === viewerId) return 'own'
  if (sale !== 'open') return sale
  return quantity > stock ? 'tooMany' : null
}

function totalsOfLines(lines: CartLine[], rates: Rates) {
  const orderableLines = lines.flatMap(({ product, quantity, problem }) =>
    product && problem === null ? { price: product.price, quantity } : [],
  )
  return {
    delivery: totalsOf(orderableLines, 'delivery', rates),
    collection: totalsOf(orderableLines, 'collection', rates),
  }
}
