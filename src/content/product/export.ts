import { addresses, type Exported } from '#content/entry/write/export.ts'
import { kind } from './kind.ts'
import { offerOf } from './offer.ts'
import type { Product } from './schema.ts'

export const exported: Exported<Product> = {
  columns: [
    ...(['id', 'name', 'section', 'description', 'price', 'currency', 'stock', 'maker', 'seller', 'images'] as const),
    'publishedAt',
  ],
  describe: (product, address) => ({
    category: product.section,
    description: product.description,
    manufacturer: product.maker,
    image: addresses(product.images, address),
    offers: offerOf(product, address(`${kind.page}/${product.id}`)),
  }),
}
