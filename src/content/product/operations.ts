import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { answering, partStanding, refuseKeepersOnly } from '../entry/audience.ts'
import { requireChangeable } from '../entry/change.ts'
import { goods } from '../entry/link/sale.ts'
import { insertEntry, listed, updateEntry } from '../entry/queries.ts'
import { ById, Removed } from '../entry/schema.ts'
import { matching } from '../entry/search.ts'
import { entries } from '../entry/table.ts'
import { removeWithFiles } from '../media/claim.ts'
import { addPictures, changePictures } from '../media/pictures.ts'
import { orders, presentProduct, readProduct, sale, selectProducts } from './queries.ts'
import { NewProduct, Product, ProductChange, ProductQuery } from './schema.ts'
import { products } from './table.ts'

const kind = { type: goods, authorNeeds: 'seller' as const }

export const product = {
  list: operation({
    method: 'GET',
    path: '/products',
    permission: 'public',
    cached: true,
    legacy: 'getProducts',
    summary: 'List what can be ordered or is sold out; with `mine` all of the caller’s own',
    input: ProductQuery,
    output: Page(Product),
    async handler(ctx, { q, section, seller, sort, mine, limit, lastKey }) {
      const order = orders[mine && sort === 'latest' ? 'own' : sort]
      const rows = await selectProducts(ctx)
        .where(
          and(
            eq(entries.type, goods),
            mine ? ownOf(ctx) : and(listed(ctx.viewer), ne(sale, 'closed')),
            matching(q),
            section && eq(products.section, section),
            seller ? eq(entries.authorId, seller) : undefined,
            order.after(lastKey),
          ),
        )
        .orderBy(...order.by)
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: order.value(row), id: row.id }), presentProduct)
    },
  }),

  get: operation({
    method: 'GET',
    path: '/products/:id',
    permission: 'public',
    legacy: 'getProductById',
    summary: 'Read a product',
    input: ById,
    output: Product,
    handler: (ctx, { id }) => readProduct(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/products',
    permission: 'seller',
    legacy: 'createProduct',
    summary: 'Offer a product, as a seller',
    input: NewProduct,
    output: Product,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said: all } = partStanding(input)
      const { name, images, ...said } = all
      refuseKeepersOnly(ctx, standing.visibility)
      const entryId = await insertEntry(ctx, goods, { ...standing, title: name, words: wordsOf({ ...said, images }) })
      await ctx.db.insert(products).values({ entryId, ...said })
      await addPictures(ctx, entryId, images)
      return readProduct(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/products/:id',
    permission: 'member',
    summary: 'Change a product of your own as a seller; as a moderator, hide it',
    input: ById.extend(ProductChange.shape),
    output: Product,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said } = partStanding(input)
      const { name, images, ...change } = said
      const entry = await requireChangeable(ctx, kind, id, standing, said)
      // With the id, so that a change of nothing is a statement, too.
      await ctx.db
        .update(products)
        .set({ ...change, entryId: id })
        .where(eq(products.entryId, id))
      const coverId = await changePictures(ctx, id, images)
      const words = wordsOf(await readProduct(ctx, id))
      await updateEntry(ctx, entry, { ...standing, title: name, coverId, words })
      return readProduct(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/products/:id',
    permission: 'member',
    summary: 'Delete a product of your own',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),
}

function ownOf({ viewer }: Context) {
  return viewer ? eq(entries.authorId, viewer.id) : sql`false`
}

function wordsOf({ description, maker, images }: Pick<NewProduct, 'description' | 'maker' | 'images'>): string {
  return [description, maker, ...images.map(({ alt }) => alt)].filter(Boolean).join('\n')
}
