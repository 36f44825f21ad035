import { and, eq } from 'drizzle-orm'
import { goods } from '#content/entry/link/sale.ts'
import { matching } from '#content/entry/list/search.ts'
import { keepMaker, requireMaker } from '#content/entry/maker/queries.ts'
import { entries } from '#content/entry/table.ts'
import { refuseKeepersOnly } from '#content/entry/visibility/audience.ts'
import { changeRow, insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { pictureFiles } from '#content/media/named-files.ts'
import { addPictures, changePictures } from '#content/media/pictures.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { kind } from './kind.ts'
import { listProducts, lists, presentProduct, readProduct } from './queries.ts'
import { NewProduct, Product, ProductChange, ProductQuery } from './schema.ts'
import { products } from './table.ts'

export const product = {
  list: operation('GET', '/products', 'public', {
    cached: true,
    legacy: 'getProducts',
    summary: 'List products that can be ordered or are sold out; with `mine`, all of your own',
    input: ProductQuery,
    output: Page(Product),
    async handler(ctx, { q, section, seller, sort, mine, limit, lastKey }) {
      const list = mine ? (`own ${sort}` as const) : sort
      const { after, value } = lists[list]
      const narrowed = and(
        matching(q),
        section && eq(products.section, section),
        seller ? eq(entries.authorId, seller) : undefined,
        after(lastKey),
      )
      const rows = await listProducts(ctx, list, limit, narrowed)
      return toPage(rows, limit, (row) => ({ value: value(row), id: row.id }), presentProduct)
    },
  }),

  get: reading('/products', 'getProductById', 'Read a product', Product, readProduct),

  create: operation('POST', '/products', 'seller', {
    legacy: 'createProduct',
    summary: 'Offer a product, as a seller',
    input: NewProduct,
    output: Product,
    status: 201,
    files: pictureFiles,
    async handler(ctx, input) {
      const { settings, fields: ownFields } = await splitNew(ctx, input)
      const { name, images, makerId, ...typed } = ownFields
      const fields = { ...typed, maker: await requireMaker(ctx, { maker: typed.maker, makerId }) }
      refuseKeepersOnly(ctx, settings.visibility)
      const entryId = await insertEntry(ctx, goods, { ...settings, title: name, words: wordsOf({ ...fields, images }) })
      await ctx.db.insert(products).values({ entryId, ...fields })
      await keepMaker(ctx, entryId, { maker: fields.maker, makerId })
      await addPictures(ctx, entryId, images)
      return readProduct(ctx, entryId)
    },
  }),

  update: changing('/products', kind, 'Change a product of your own (sellers) or hide any product (moderators)', {
    input: ProductChange,
    output: Product,
    files: pictureFiles,
    read: readProduct,
    async change(ctx, entry, settings, { name, images, makerId, ...typed }) {
      const { id } = entry
      const change = { ...typed, maker: await requireMaker(ctx, { maker: typed.maker, makerId }) }
      await changeRow(ctx, products, id, change)
      await keepMaker(ctx, id, { maker: change.maker, makerId })
      const coverId = await changePictures(ctx, id, images)
      const words = wordsOf(await readProduct(ctx, id))
      await updateEntry(ctx, entry, { ...settings, title: name, coverId, words })
    },
  }),

  remove: removing('/products', 'member', 'Delete one of your products', kind),
}

function wordsOf({ description, maker, images }: Pick<NewProduct, 'description' | 'maker' | 'images'>): string {
  return [description, maker, ...images.map(({ alt }) => alt)].filter(Boolean).join('\n')
}
