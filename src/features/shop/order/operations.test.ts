import { describe, expect, test } from 'vitest'
import type { Role } from '#core/permission.ts'
import { buildProduct } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { gist, give, move, mpesa, newCode, of, order, place, readOrder, stockOf, wish } from '#test/shop.ts'
import { orders } from './table.ts'

const site = testSite()
const { seller } = cast(site)
const { buyer } = castForEach(site)

const placed = (more?: object, quantity?: number) => place(seller, buyer, more, quantity)

describe('an order', () => {
  test('stores what was agreed, line by line, even if the product changes or is deleted', async () => {
    const product = await buildProduct(seller, { name: 'Sample product', price: 5000, stock: 3 })
    const { status, body } = await order(buyer, [of(product, 1, { price: 5000 })])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      number: expect.any(Number),
      status: 'placed',
      buyer: { id: buyer.id, name: 'Sample Buyer', page: false },
      seller: { id: seller.id, name: 'Sample Seller', page: true },
      pieces: 1,
      items: [{ productId: product.id, name: 'Sample product', price: 5000, quantity: 1, amount: 5000 }],
      ...{ subtotal: 5000, shipping: 1000, tax: 500, total: 6500, currency: 'KES' },
      ...{ delivery: 'delivery', address: 'Sample address', phone: '+254 700 000000' },
      payment: { method: 'cash', reference: null },
      history: [{ status: 'placed', by: { id: buyer.id }, reason: null }],
      moves: ['cancelled'],
    })
    expect(await stockOf(site, product)).toBe(2)
    await seller.call('PATCH', `/api/products/${product.id}`, { name: 'Another name', price: 9900 })
    expect((await readOrder(buyer, body.id)).items).toEqual(body.items)
    await seller.call('DELETE', `/api/products/${product.id}`)
    expect((await readOrder(buyer, body.id)).items).toEqual([{ ...body.items[0], productId: null }])
    expect((await move(buyer, body.id, 'cancelled')).status).toBe(200)
  })

  test('has a unique number from 1001 on', async () => {
    const rows = await site.db.select({ number: orders.number }).from(orders)
    const { body } = await placed()
    expect(rows.every(({ number }) => number >= 1001 && number < body.number)).toBe(true)
  })

  test('that is collected has no shipping and stores no address', async () => {
    await seller.call('PUT', '/api/selling/terms', { payTo: 'Sample till', collectAt: 'Sample stall' })
    const { body } = await placed({ delivery: 'collection', address: 'Sample address' })
    expect(body).toMatchObject({ subtotal: 10_000, shipping: 0, tax: 1000, total: 11_000, address: '' })
    expect(body).toMatchObject({ payTo: 'Sample till', collectAt: 'Sample stall' })
  })

  test('is emailed to both parties in their languages, with lines, totals, number and address', async () => {
    await buyer.call('PUT', '/api/auth/preferences', { language: 'sw' })
    const { id, body } = await placed(mpesa)
    const toBuyer = (await site.mails(buyer.email)).at(-1)
    const toSeller = (await site.mails(seller.email)).at(-1)
    expect(toSeller?.subject).toBe(`New order ${body.number}`)
    for (const part of ['Sample Buyer placed an order', '2 × Sample product name: KES 100\n', 'Delivery: KES 10\n'])
      expect(toSeller?.text).toContain(part)
    for (const part of ['Tax: KES 10\n', 'Total: KES 120\n', 'Sample address', '+254 700 000000'])
      expect(toSeller?.text).toContain(part)
    expect(toBuyer?.subject).toBe(`Oda yako ${body.number}`)
    for (const part of ['Habari Sample Buyer', '2 × Sample product name: KES 100\n', 'Jumla: KES 120\n'])
      expect(toBuyer?.text).toContain(part)
    for (const mail of [toBuyer, toSeller]) expect(mail?.text).toContain(`http://site.test/dashboard/orders/${id}`)
  })

  test('removes its products from the cart, and nothing else', async () => {
    const [one, other] = [await buildProduct(seller), await buildProduct(seller)]
    for (const { id } of [one, other]) await buyer.call('PUT', `/api/cart/items/${id}`, { quantity: 1 })
    expect((await order(buyer, [of(one)])).status).toBe(201)
    const { body } = await buyer.call('GET', '/api/cart')
    expect(body.parcels.flatMap(({ lines }: any) => lines.map((line: any) => line.productId))).toEqual([other.id])
    expect((await order(buyer, [of(other, 99)])).status).toBe(409)
    expect((await buyer.call('GET', '/api/cart')).body.pieces).toBe(1)
  })

  test('sent several times with one key is placed once, even at the same time; another body gets 409', async () => {
    const product = await buildProduct(seller, { stock: 10 })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const post = (quantity = 1) => buyer.call('POST', '/api/orders', wish([of(product, quantity)]), key)
    const together = await Promise.all([post(), post(), post()])
    const later = await post()
    expect([...together, later].map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set([...together, later].map(({ body }) => body.id)).size).toBe(1)
    expect(await stockOf(site, product)).toBe(9)
    expect((await buyer.call('GET', '/api/orders')).body.items).toHaveLength(1)
    expect(gist(await post(2))).toEqual([409, 'idempotency_mismatch', undefined])
    expect((await site.mails(buyer.email)).filter(({ subject }) => /You placed order/.test(subject))).toHaveLength(1)
  })
})

describe('other people', () => {
  const others: [string, Role[]][] = [
    ['another member', []],
    ['another seller', ['seller']],
    ['a keeper', ['keeper']],
    ['a moderator', ['moderator']],
    ['an admin', ['admin']],
    ['a member with every role', ['admin', 'keeper', 'moderator', 'seller']],
  ]
  test.each(others)('can’t read, change or pay an order: %s', async (_, roles) => {
    const other = await site.person({ roles })
    const { id } = await placed(mpesa)
    expect((await other.call('GET', `/api/orders/${id}`)).status).toBe(404)
    for (const to of ['cancelled', 'confirmed', 'received', 'refunded'])
      expect((await move(other, id, to, 'Sample reason')).status).toBe(404)
    expect((await give(other, id, newCode())).status).toBe(404)
    expect((await other.call('GET', '/api/orders')).body.items).toEqual([])
    const asSeller = await other.call('GET', '/api/orders?as=seller')
    expect(asSeller.status === 403 || asSeller.body.items.length === 0).toBe(true)
    expect((await readOrder(buyer, id)).status).toBe('placed')
  })

  test('can’t do any of this as guests either', async () => {
    const { id, product } = await placed()
    const requests: [string, string, unknown?][] = [
      ['GET', '/api/orders'],
      ['GET', `/api/orders/${id}`],
      ['POST', `/api/orders/${id}/status`, { status: 'cancelled' }],
      ['PUT', `/api/orders/${id}/reference`, { reference: newCode() }],
      ['POST', '/api/orders', wish([of(product)])],
      ['GET', '/api/orders?as=seller&format=csv'],
    ]
    for (const [method, path, body] of requests) expect((await site.call(method, path, body)).status).toBe(401)
  })
})

describe('the lists', () => {
  test('contain the buyer’s and the seller’s orders, filtered, searched and paged', async () => {
    const other = await site.person({ roles: ['seller'], name: 'Other 50%_Seller' })
    const product = await buildProduct(other, { stock: 100 })
    const orders: { id: string; number: number }[] = []
    for (let i = 0; i < 5; i++) orders.push((await order(buyer, [of(product)])).body)
    await move(other, orders[1]?.id ?? '', 'confirmed')
    const paged = await everyPage(other, '/api/orders?as=seller&limit=2')
    expect(paged.map(({ id }) => id)).toEqual(orders.map(({ id }) => id).reverse())
    const list = async (who: Person, query: string) =>
      (await who.call('GET', `/api/orders?${query}`)).body.items.map(({ id }: { id: string }) => id)
    expect(await list(other, 'as=seller&status=confirmed')).toEqual([orders[1]?.id])
    expect(await list(other, `as=seller&q=${orders[2]?.number}`)).toEqual([orders[2]?.id])
    expect(await list(other, `as=seller&q=%23${orders[2]?.number}`)).toEqual([orders[2]?.id])
    expect(await list(buyer, 'q=50%25_sell&limit=100')).toHaveLength(5)
    for (const none of ['50%25_x', '%25', '_']) expect(await list(buyer, `q=${none}`)).toEqual([])
    expect(await list(other, 'as=seller&q=sample+buyer')).toHaveLength(5)
    expect(await list(other, '')).toEqual([])
    const { body } = await buyer.call('GET', '/api/orders?limit=1')
    expect(body.items[0]).toMatchObject({ moves: ['cancelled'], seller: { name: 'Other 50%_Seller' }, pieces: 1 })
  })

  test.each(['as=king', 'status=odd', 'limit=0', 'format=pdf', `q=${'x'.repeat(201)}`])('refuse %s', async (query) => {
    expect((await buyer.call('GET', `/api/orders?${query}`)).status).toBe(400)
  })

  test('can be downloaded by a seller as CSV without cells that a spreadsheet would run', async () => {
    const other = await site.person({ roles: ['seller'] })
    const product = await buildProduct(other, { name: '=HYPERLINK("x")', stock: 500 })
    const { body } = await order(buyer, [of(product, 2)], { address: '@SUM(1)\nSample, line', phone: '+254 700' })
    await order(buyer, [of(product)])
    const csv = await other.call('GET', '/api/orders?as=seller&format=csv')
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
    const lines = csv.body.split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF?Number,Ordered,Status,Buyer,/)
    expect(lines).toHaveLength(4)
    expect(csv.body).toContain(`${body.number},`)
    expect(csv.body).toContain('"\'@SUM(1)\nSample, line"')
    expect(csv.body).toContain("'+254 700")
    expect(csv.body).toContain('"2 × =HYPERLINK(""x"")",100.00,10.00,10.00,120.00,KES,cash,')
    const timeInNairobi = new Date(Date.parse(body.createdAt) + 3 * 3600 * 1000).toISOString()
    expect(csv.body).toContain(`${body.number},${timeInNairobi.slice(0, 16).replace('T', ' ')},placed,Sample Buyer,`)
    const some = await other.call('GET', `/api/orders?as=seller&format=csv&q=${body.number}`)
    expect(some.body.split('\r\n')).toHaveLength(3)
    expect((await buyer.call('GET', '/api/orders?as=seller&format=csv')).status).toBe(403)
    expect((await other.call('GET', '/api/orders?as=seller&format=csv&status=odd')).status).toBe(400)
  })
})
