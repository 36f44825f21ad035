import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { buildProduct, inHours } from '#test/build.ts'
import { type Answer, cast, castForEach, testSite } from '#test/harness.ts'
import { gist, give, move, mpesa, newCode, of, order, stockOf } from '#test/shop.ts'
import { orders } from './table.ts'

const site = testSite()
const { seller, admin } = cast(site)
const { buyer } = castForEach(site)

type Product = { id: string; price: number }
const issuesOf = ({ body }: Answer) => body.issues.map(({ path, message }: any) => [path, message])

async function placed(more: object = {}, quantity = 2) {
  const product = await buildProduct(seller, { stock: 10 })
  const answer = await order(buyer, [of(product, quantity)], more)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { product, id: answer.body.id as string, body: answer.body }
}

describe('an order is refused', () => {
  test.each([
    ['no items', { items: [] }, 'items'],
    ['51 items', { items: Array(51).fill({ productId: crypto.randomUUID(), quantity: 1 }) }, 'items'],
    ['no phone', { phone: ' ' }, 'phone'],
    ['no address', { address: ' ' }, 'address'],
    ['an unknown delivery', { delivery: 'drone' }, 'delivery'],
    ['an unknown payment method', { payment: { method: 'card' } }, 'payment.method'],
    ['a short code', { payment: { method: 'mpesa', reference: 'ABC123' } }, 'payment.reference'],
    ['a code with punctuation', { payment: { method: 'mpesa', reference: 'ABC-123456' } }, 'payment.reference'],
    ['a code of 11 characters', { payment: { method: 'mpesa', reference: 'ABCDE123456' } }, 'payment.reference'],
  ])('for %s', async (_, more, path) => {
    const product = await buildProduct(seller)
    const answer = await order(buyer, [of(product)], more)
    expect(gist(answer)).toEqual([400, 'invalid', [path]])
    expect(await stockOf(site, product)).toBe(12)
  })

  test.each([-1, 0, 1.5, 1001, 1e21, Number.NaN, '2', null, true])('for the quantity %j', async (quantity) => {
    const product = await buildProduct(seller, { stock: 100_000 })
    const { status, body } = await order(buyer, [of(product, quantity)])
    expect([status, body.issues[0].path]).toEqual([400, 'items.0.quantity'])
    expect(await stockOf(site, product)).toBe(100_000)
  })

  test('for goods of two sellers, and for one product twice, even if its id is written differently', async () => {
    const another = await site.person({ roles: ['seller'] })
    const [one, other] = [await buildProduct(seller), await buildProduct(another)]
    expect((await order(buyer, [of(one), of(other)])).status).toBe(400)
    const twice = await order(buyer, [of(one), of({ ...one, id: one.id.toUpperCase() })])
    expect(gist(twice)).toEqual([400, 'invalid', ['items.1.productId']])
    expect([await stockOf(site, one), await stockOf(site, other)]).toEqual([12, 12])
  })

  test('if the stock is too low: every such item says how much is left', async () => {
    const [some, none, enough] = [
      await buildProduct(seller, { stock: 3 }),
      await buildProduct(seller, { stock: 0 }),
      await buildProduct(seller, { stock: 5 }),
    ]
    const answer = await order(buyer, [of(enough, 5), of(none), of(some, 4)])
    expect([answer.status, answer.body.code]).toEqual([409, 'out_of_stock'])
    expect(issuesOf(answer)).toEqual([
      ['items.1.quantity', 'This is sold out.'],
      ['items.2.quantity', 'Only 3 left.'],
    ])
    expect([await stockOf(site, some), await stockOf(site, none), await stockOf(site, enough)]).toEqual([3, 0, 5])
  })

  test('if a price has changed: every such item says the current price', async () => {
    const [one, other] = [await buildProduct(seller, { stock: 5 }), await buildProduct(seller)]
    await seller.call('PATCH', `/api/products/${one.id}`, { price: 110_000 })
    const answer = await order(buyer, [of(other, 1, { price: 5000 }), of(one, 2, { price: 5000 })])
    expect([answer.status, answer.body.code]).toEqual([409, 'price_changed'])
    expect(issuesOf(answer)).toEqual([['items.1.price', 'The price is now KES 1,100.']])
    expect(await stockOf(site, one)).toBe(5)
    expect((await order(buyer, [of(one, 2, { price: 110_000 })])).status).toBe(201)
  })

  const notForSale: [string, (product: Product) => Promise<unknown>][] = [
    ['deleted', ({ id }) => seller.call('DELETE', `/api/products/${id}`)],
    ['a draft', ({ id }) => seller.call('PATCH', `/api/products/${id}`, { state: 'draft' })],
    ['hidden', ({ id }) => admin.call('PATCH', `/api/products/${id}`, { state: 'hidden', reason: 'Sample reason' })],
    ['limited to keepers', ({ id }) => admin.call('PATCH', `/api/products/${id}`, { visibility: 'keepers' })],
    ['labelled as not for sale', ({ id }) => admin.call('PATCH', `/api/products/${id}`, { labels: ['noncommercial'] })],
  ]
  test.each(notForSale)('for a product that is %s', async (_, change) => {
    const [product, other] = [await buildProduct(seller), await buildProduct(seller)]
    await change(product)
    const answer = await order(buyer, [of(other), of(product)])
    expect([answer.status, answer.body.code]).toEqual([409, 'not_for_sale'])
    expect(issuesOf(answer)).toEqual([['items.1.productId', 'This is no longer for sale.']])
    expect(JSON.stringify(answer.body)).not.toContain('Sample product')
    expect(await stockOf(site, other)).toBe(12)
  })

  test('for missing entries, entries that aren’t products, and one’s own products', async () => {
    const { body: article } = await seller.call('POST', '/api/articles', {
      ...{ title: 'Sample article', category: 'Culture', content: '<p>Sample</p>', visibility: 'public' },
    })
    for (const id of [crypto.randomUUID(), article.id])
      expect(gist(await order(buyer, [{ productId: id, quantity: 1 }]))).toEqual([
        ...[409, 'not_for_sale'],
        ['items.0.productId'],
      ])
    const own = await order(seller, [of(await buildProduct(seller))])
    expect(gist(own)).toEqual([409, 'own_product', ['items.0.productId']])
    expect((await order(buyer, [{ productId: 'nonsense', quantity: 1 }])).status).toBe(400)
  })

  test('for a disabled seller, and for a former one, who can still finish earlier orders', async () => {
    const former = await site.person({ roles: ['seller'] })
    const product = await buildProduct(former)
    const { body } = await order(buyer, [of(product)])
    await admin.call('PATCH', `/api/members/${former.id}`, { roles: [] })
    expect(gist(await order(buyer, [of(product)]))[1]).toBe('not_for_sale')
    expect((await former.call('GET', '/api/orders?as=seller')).status).toBe(403)
    for (const to of ['confirmed', 'sent']) expect((await move(former, body.id, to)).status).toBe(200)
    const disabled = await site.person({ roles: ['seller'] })
    const another = await buildProduct(disabled)
    await admin.call('PATCH', `/api/members/${disabled.id}`, { disabled: true, reason: 'Sample reason' })
    expect(gist(await order(buyer, [of(another)]))[1]).toBe('not_for_sale')
  })
})

describe('a seller is protected', () => {
  test('from more than 30 orders an hour by one buyer, cancelled or not', async () => {
    const product = await buildProduct(seller, { stock: 100 })
    const { id } = (await order(buyer, [of(product)])).body
    await move(buyer, id, 'cancelled')
    for (let i = 0; i < 29; i++) expect((await order(buyer, [of(product)])).status).toBe(201)
    const refused = await order(buyer, [of(product)])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await stockOf(site, product)).toBe(71)
    expect((await order(await site.person(), [of(product)])).status).toBe(201)
    await site.db
      .update(orders)
      .set({ createdAt: inHours(-2) })
      .where(eq(orders.buyerId, buyer.id))
    expect((await order(buyer, [of(product)])).status).toBe(201)
  })

  test('from more than 30 orders an hour that are placed at the same time', async () => {
    const products = await Promise.all(Array.from({ length: 40 }, () => buildProduct(seller, { stock: 1 })))
    const answers = await Promise.all(products.map((product) => order(buyer, [of(product)])))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(30).fill(201), ...Array(10).fill(429)])
  })

  test('from more than 5 codes an hour for one order', async () => {
    const { id } = await placed(mpesa)
    for (let i = 0; i < 5; i++) expect((await give(buyer, id, newCode())).status).toBe(200)
    expect((await give(buyer, id, newCode())).status).toBe(429)
    expect((await give(buyer, (await placed(mpesa)).id, newCode())).status).toBe(200)
  })
})
