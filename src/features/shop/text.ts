import { catalogue } from '#core/language.ts'

/** Every text of the shop for members, beside its cart and its orders. */
export const text = catalogue('shop', {
  parts: 'Parts of the shop',
  cart: 'Cart',
  cartOf: (pieces: number) => `Cart (${pieces})`,
  myOrders: 'My orders',
  section: 'Section',
  allSections: 'All sections',
  sort: 'Order of the goods',
  loading: 'Loading the shop',
  failed: 'The shop did not load.',
  of: (name: string) => `: ${name}`,
  isIn: (name: string) => `“${name}” is in your cart.`,
  seeCart: 'See the cart',
  wanted: (name: string) => `Put “${name}” in your cart?`,
  notNow: 'Not now',
  gone: 'It is not for sale any more.',
  totals: { goods: 'Goods', shipping: 'Delivery', free: 'Free', tax: 'Tax', total: 'Total' },
  left: 'Someone who has left',
  pieces: (count: number) => (count === 1 ? '1 item' : `${count} items`),
})
