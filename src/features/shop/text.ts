import { catalogue } from '#text/language.ts'

export const text = catalogue('shop', {
  parts: 'Shop pages',
  cart: 'Cart',
  cartOf: (pieces: number) => `Cart (${pieces})`,
  myOrders: 'My orders',
  section: 'Section',
  allSections: 'All sections',
  sort: 'Sort by',
  loading: 'Loading the shop',
  failed: 'Couldn’t load the shop. Check your connection and try again.',
  isIn: (name: string) => `“${name}” is in your cart.`,
  seeCart: 'View cart',
  wanted: (name: string) => `Add “${name}” to your cart?`,
  notNow: 'Not now',
  gone: 'This product isn’t available.',
  totals: { goods: 'Subtotal', shipping: 'Delivery', free: 'Free', tax: 'Tax', total: 'Total' },
  left: 'A former member',
  pieces: (count: number) => (count === 1 ? '1 item' : `${count} items`),
})
