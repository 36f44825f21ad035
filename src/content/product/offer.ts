import { currency, type Product } from './schema.ts'

const availability: Record<Product['sale'], string> = { open: 'InStock', soldOut: 'SoldOut', closed: 'OutOfStock' }

/** Returns the offer in schema.org's terms: https://schema.org/Offer. @param url the address of the product's page */
export function offerOf({ price, sale, seller }: Pick<Product, 'price' | 'sale' | 'seller'>, url: string | undefined) {
  return {
    '@type': 'Offer',
    url,
    price: (price / 100).toFixed(2),
    priceCurrency: currency,
    availability: `https://schema.org/${availability[sale]}`,
    seller: seller ? { '@type': 'Person', name: seller.name } : undefined,
  }
}
