import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { products } from '#content/product/table.ts'
import { buildProduct } from './build.ts'
import type { Answer, Person, TestSite } from './harness.ts'

// Requests that the tests of the shop share.

type Product = { id: string }

export const wish = (items: object[], more: object = {}) => ({
  items,
  delivery: 'delivery',
  address: 'Sample address',
  phone: '+254 700 000000',
  payment: { method: 'cash' },
  ...more,
})
export const mpesa = { payment: { method: 'mpesa' } }

export const of = ({ id }: Product, quantity: unknown = 1, more: object = {}) => ({ productId: id, quantity, ...more })

export const order = (who: Person, items: object[], more: object = {}) =>
  who.call('POST', '/api/orders', wish(items, more))

/** Places an order for a new product with a stock of ten. */
export async function place(seller: Person, buyer: Person, more: object = {}, quantity = 2) {
  const product = await buildProduct(seller, { stock: 10 })
  const { status, body } = await order(buyer, [of(product, quantity)], more)
  expect(status, JSON.stringify(body)).toBe(201)
  return { product, id: body.id as string, body }
}

export const move = (who: Person, id: string, status: string, reason?: string) =>
  who.call('POST', `/api/orders/${id}/status`, { status, ...(reason !== undefined && { reason }) })

export const give = (who: Person, id: string, reference: string) =>
  who.call('PUT', `/api/orders/${id}/reference`, { reference })

export const readOrder = async (who: Person, id: string) => (await who.call('GET', `/api/orders/${id}`)).body

let codes = 0
/** Returns a code that no other order has. */
export const newCode = () => `TEST${String(++codes).padStart(6, '0')}`

/** Returns status, code and paths, which are all that programs use. */
export const gist = ({ status, body }: Answer) => [status, body.code, body.issues?.map(({ path }: any) => path)]

export async function stockOf({ db }: Pick<TestSite, 'db'>, { id }: Product): Promise<number | undefined> {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.entryId, id))
  return row?.stock
}
