import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { products } from '#content/product/table.ts'
import type { Role } from '#core/permission.ts'
import { buildProduct, inHours } from '#test/build.ts'
import { type Answer, type Person, testSite } from '#test/harness.ts'
import { orders } from './table.ts'

const site = testSite()
let seller: Person
let admin: Person
let buyer: Person

beforeAll(async () => {
  seller = await site.person({ roles: ['seller'], name: 'Sample Seller' })
  admin = await site.person({ roles: ['admin'] })
})
beforeEach(async () => {
  buyer = await site.person({ name: 'Sample Buyer' })
})

type Product = { id: string; price: number }
const wish = (items: object[], more: object = {}) => ({
  items,
  delivery: 'delivery',
  address: 'Sample address',
  phone: '+254 700 000000',
  payment: { method: 'cash' },
  ...more,
})
const mpesa = { payment: { method: 'mpesa' } }
const of = ({ id }: Product, quantity: unknown = 1, more: object = {}) => ({ productId: id, quantity, ...more })
const order = (who: Person, items: object[], more: object = {}) => who.call('POST', '/api/orders', wish(items, more))
const move = (who: Person, id: string, status: string, reason?: string) =>
  who.call('POST', `/api/orders/${id}/status`, { status, ...(reason !== undefined && { reason }) })
const give = (who: Person, id: string, reference: string) =>
  who.call('PUT', `/api/orders/${id}/reference`, { reference })
const read = async (who: Person, id: string) => (await who.call('GET', `/api/orders/${id}`)).body
const issuesOf = ({ body }: Answer) => body.issues.map(({ path, message }: any) => [path, message])
const gist = ({ status, body }: Answer) => [status, body.code, body.issues?.map(({ path }: any) => path)]

async function stockOf({ id }: Product): Promise<number | undefined> {
  const [row] = await site.db.select({ stock: products.stock }).from(products).where(eq(products.entryId, id))
  return row?.stock
}

async function placed(more: object = {}, quantity = 2) {
  const product = await buildProduct(seller, { stock: 10 })
  const answer = await order(buyer, [of(product, quantity)], more)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { product, id: answer.body.id as string, body: answer.body }
}

let codes = 0
const newCode = () => `TEST${String(++codes).padStart(6, '0')}`

describe('an order', () => {
  test('holds what was agreed, line by line, whatever becomes of the product', async () => {
    const product = await buildProduct(seller, { name: 'Sample product', price: 5000, stock: 3 })
    const { status, body } = await order(buyer, [of(product, 1, { price: 5000 })])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      number: expect.any(Number),
      status: 'placed',
      buyer: { id: buyer.id, name: 'Sample Buyer' },
      seller: { id: seller.id, name: 'Sample Seller' },
      pieces: 1,
      items: [{ productId: product.id, name: 'Sample product', price: 5000, quantity: 1, amount: 5000 }],
      ...{ subtotal: 5000, shipping: 1000, tax: 500, total: 6500, currency: 'KES' },
      ...{ delivery: 'delivery', address: 'Sample address', phone: '+254 700 000000' },
      payment: { method: 'cash', reference: null },
      history: [{ status: 'placed', by: { id: buyer.id }, reason: null }],
      moves: ['cancelled'],
    })
    expect(await stockOf(product)).toBe(2)
    await seller.call('PATCH', `/api/products/${product.id}`, { name: 'Another name', price: 9900 })
    expect((await read(buyer, body.id)).items).toEqual(body.items)
    await seller.call('DELETE', `/api/products/${product.id}`)
    expect((await read(buyer, body.id)).items).toEqual([{ ...body.items[0], productId: null }])
    expect((await move(buyer, body.id, 'cancelled')).status).toBe(200)
  })

  test('is numbered from 1001 on, each number once', async () => {
    const rows = await site.db.select({ number: orders.number }).from(orders)
    const { body } = await placed()
    expect(rows.every(({ number }) => number >= 1001 && number < body.number)).toBe(true)
  })

  test('that is collected costs no shipping and keeps no address', async () => {
    await seller.call('PUT', '/api/selling/terms', { payTo: 'Sample till', collectAt: 'Sample stall' })
    const { body } = await placed({ delivery: 'collection', address: 'Sample address' })
    expect(body).toMatchObject({ subtotal: 10_000, shipping: 0, tax: 1000, total: 11_000, address: '' })
    expect(body).toMatchObject({ payTo: 'Sample till', collectAt: 'Sample stall' })
  })

  test('is mailed to both, each in their language, with lines, totals, number and address', async () => {
    await buyer.call('PUT', '/api/auth/preferences', { language: 'sw' })
    const { id, body } = await placed(mpesa)
    const toBuyer = (await site.mails(buyer.email)).at(-1)
    const toSeller = (await site.mails(seller.email)).at(-1)
    expect(toSeller?.subject).toBe(`New order ${body.number}`)
    for (const part of ['Sample Buyer has ordered', '2 × Sample product name: KES 100.00', 'Shipping: KES 10.00'])
      expect(toSeller?.text).toContain(part)
    for (const part of ['Tax: KES 10.00', 'Total: KES 120.00', 'Sample address', '+254 700 000000'])
      expect(toSeller?.text).toContain(part)
    expect(toBuyer?.subject).toBe(`Oda yako ${body.number}`)
    for (const part of ['Habari Sample Buyer', '2 × Sample product name: KES 100.00', 'Jumla: KES 120.00'])
      expect(toBuyer?.text).toContain(part)
    for (const mail of [toBuyer, toSeller]) expect(mail?.text).toContain(`http://site.test/dashboard/orders/${id}`)
  })

  test('takes what it holds out of the cart, and nothing else', async () => {
    const [one, other] = [await buildProduct(seller), await buildProduct(seller)]
    for (const { id } of [one, other]) await buyer.call('PUT', `/api/cart/items/${id}`, { quantity: 1 })
    expect((await order(buyer, [of(one)])).status).toBe(201)
    const { body } = await buyer.call('GET', '/api/cart')
    expect(body.parcels.flatMap(({ lines }: any) => lines.map((line: any) => line.productId))).toEqual([other.id])
    expect((await order(buyer, [of(other, 99)])).status).toBe(409)
    expect((await buyer.call('GET', '/api/cart')).body.pieces).toBe(1)
  })

  test('posted twice with one key is one order, also at once; with another body it is 409', async () => {
    const product = await buildProduct(seller, { stock: 10 })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const post = (quantity = 1) => buyer.call('POST', '/api/orders', wish([of(product, quantity)]), key)
    const together = await Promise.all([post(), post(), post()])
    const later = await post()
    expect([...together, later].map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set([...together, later].map(({ body }) => body.id)).size).toBe(1)
    expect(await stockOf(product)).toBe(9)
    expect((await buyer.call('GET', '/api/orders')).body.items).toHaveLength(1)
    expect(gist(await post(2))).toEqual([409, 'idempotency_mismatch', undefined])
    expect((await site.mails(buyer.email)).filter(({ subject }) => /Your order/.test(subject))).toHaveLength(1)
  })
})

describe('an order is refused', () => {
  test.each([
    ['no items', { items: [] }, 'items'],
    ['51 items', { items: Array(51).fill({ productId: crypto.randomUUID(), quantity: 1 }) }, 'items'],
    ['no phone', { phone: ' ' }, 'phone'],
    ['no address', { address: ' ' }, 'address'],
    ['a way that is none', { delivery: 'drone' }, 'delivery'],
    ['a payment that is none', { payment: { method: 'card' } }, 'payment.method'],
    ['a short code', { payment: { method: 'mpesa', reference: 'ABC123' } }, 'payment.reference'],
    ['a code with signs', { payment: { method: 'mpesa', reference: 'ABC-123456' } }, 'payment.reference'],
    ['a code of 11', { payment: { method: 'mpesa', reference: 'ABCDE123456' } }, 'payment.reference'],
  ])('for %s', async (_, more, path) => {
    const product = await buildProduct(seller)
    const answer = await order(buyer, [of(product)], more)
    expect(gist(answer)).toEqual([400, 'invalid', [path]])
    expect(await stockOf(product)).toBe(12)
  })

  test.each([-1, 0, 1.5, 1001, 1e21, Number.NaN, '2', null, true])('for the quantity %j', async (quantity) => {
    const product = await buildProduct(seller, { stock: 100_000 })
    const { status, body } = await order(buyer, [of(product, quantity)])
    expect([status, body.issues[0].path]).toEqual([400, 'items.0.quantity'])
    expect(await stockOf(product)).toBe(100_000)
  })

  test('for goods of two sellers, and for one product twice, however its id is written', async () => {
    const another = await site.person({ roles: ['seller'] })
    const [one, other] = [await buildProduct(seller), await buildProduct(another)]
    expect((await order(buyer, [of(one), of(other)])).status).toBe(400)
    const twice = await order(buyer, [of(one), of({ ...one, id: one.id.toUpperCase() })])
    expect(gist(twice)).toEqual([400, 'invalid', ['items.1.productId']])
    expect([await stockOf(one), await stockOf(other)]).toEqual([12, 12])
  })

  test('when too little is left: every such item says how much', async () => {
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
    expect([await stockOf(some), await stockOf(none), await stockOf(enough)]).toEqual([3, 0, 5])
  })

  test('when a price has changed: every such item says the price now', async () => {
    const [one, other] = [await buildProduct(seller, { stock: 5 }), await buildProduct(seller)]
    await seller.call('PATCH', `/api/products/${one.id}`, { price: 110_000 })
    const answer = await order(buyer, [of(other, 1, { price: 5000 }), of(one, 2, { price: 5000 })])
    expect([answer.status, answer.body.code]).toEqual([409, 'price_changed'])
    expect(issuesOf(answer)).toEqual([['items.1.price', 'The price is now KES 1,100.00.']])
    expect(await stockOf(one)).toBe(5)
    expect((await order(buyer, [of(one, 2, { price: 110_000 })])).status).toBe(201)
  })

  const notForSale: [string, (product: Product) => Promise<unknown>][] = [
    ['removed', ({ id }) => seller.call('DELETE', `/api/products/${id}`)],
    ['a draft', ({ id }) => seller.call('PATCH', `/api/products/${id}`, { state: 'draft' })],
    ['hidden', ({ id }) => admin.call('PATCH', `/api/products/${id}`, { state: 'hidden', reason: 'Sample reason' })],
    ['for keepers', ({ id }) => admin.call('PATCH', `/api/products/${id}`, { visibility: 'keepers' })],
    ['labelled', ({ id }) => admin.call('PATCH', `/api/products/${id}`, { labels: ['noncommercial'] })],
  ]
  test.each(notForSale)('for what is %s', async (_, change) => {
    const [product, other] = [await buildProduct(seller), await buildProduct(seller)]
    await change(product)
    const answer = await order(buyer, [of(other), of(product)])
    expect([answer.status, answer.body.code]).toEqual([409, 'not_for_sale'])
    expect(issuesOf(answer)).toEqual([['items.1.productId', 'This is not for sale any more.']])
    expect(JSON.stringify(answer.body)).not.toContain('Sample product')
    expect(await stockOf(other)).toBe(12)
  })

  test('for what never was, what is no product, and for one’s own', async () => {
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

  test('for a seller whose role was taken or who is disabled; who still finishes what they have', async () => {
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

describe('an M-Pesa code', () => {
  test('is given with the order or later, in any case of letters, and mailed to the seller', async () => {
    const code = newCode()
    const { id, body } = await placed({ payment: { method: 'mpesa', reference: ` ${code.toLowerCase()} ` } })
    expect(body.payment).toEqual({ method: 'mpesa', reference: code })
    const other = newCode()
    expect((await give(buyer, id, other)).body.payment.reference).toBe(other)
    expect((await site.mails(seller.email)).at(-1)?.text).toContain(`M-Pesa code ${other}`)
    const sent = (await site.mails(seller.email)).length
    expect((await give(buyer, id, other)).status).toBe(200)
    expect(await site.mails(seller.email)).toHaveLength(sent)
  })

  test('pays one order, unless that is cancelled', async () => {
    const code = newCode()
    const payment = { payment: { method: 'mpesa', reference: code } }
    const first = await placed(payment)
    const product = await buildProduct(seller)
    const second = await order(await site.person(), [of(product)], payment)
    expect(gist(second)).toEqual([409, 'reference_used', ['payment.reference']])
    expect(await stockOf(product)).toBe(12)
    const third = await placed(mpesa)
    expect(gist(await give(buyer, third.id, code))).toEqual([409, 'reference_used', ['reference']])
    await move(buyer, first.id, 'cancelled')
    expect((await give(buyer, third.id, code)).status).toBe(200)
  })

  test('given for two orders at once is taken for one of them', async () => {
    const code = newCode()
    const others = await Promise.all([1, 2, 3, 4].map(() => site.person()))
    const product = await buildProduct(seller, { stock: 20 })
    const payment = { payment: { method: 'mpesa', reference: code } }
    const answers = await Promise.all(others.map((who) => order(who, [of(product)], payment)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await stockOf(product)).toBe(19)
    const unpaid = await Promise.all(others.map((who) => order(who, [of(product)], mpesa)))
    const late = newCode()
    const given = await Promise.all(unpaid.map(({ body }, at) => give(others[at] as Person, body.id, late)))
    expect(given.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('is not for cash, not for what is paid, and not for the seller to give', async () => {
    expect(gist(await give(buyer, (await placed()).id, newCode()))).toEqual([409, 'no_payment', undefined])
    const { id } = await placed(mpesa)
    expect((await give(seller, id, newCode())).status).toBe(403)
    for (const wrong of ['', 'SHORT', 'TOOLONG12345', 'ABCDE 1234', 'ÄBCDE12345'])
      expect(gist(await give(buyer, id, wrong))).toEqual([400, 'invalid', ['reference']])
    for (const to of ['confirmed', 'paid']) await move(seller, id, to)
    expect(gist(await give(buyer, id, newCode()))).toEqual([409, 'no_payment', undefined])
  })
})

describe('nobody floods a seller', () => {
  test('with more than 30 orders an hour, cancelled or not', async () => {
    const product = await buildProduct(seller, { stock: 100 })
    const { id } = (await order(buyer, [of(product)])).body
    await move(buyer, id, 'cancelled')
    for (let i = 0; i < 29; i++) expect((await order(buyer, [of(product)])).status).toBe(201)
    const refused = await order(buyer, [of(product)])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await stockOf(product)).toBe(71)
    expect((await order(await site.person(), [of(product)])).status).toBe(201)
    await site.db
      .update(orders)
      .set({ createdAt: inHours(-2) })
      .where(eq(orders.buyerId, buyer.id))
    expect((await order(buyer, [of(product)])).status).toBe(201)
  })

  test('with more than 5 codes an hour for one order', async () => {
    const { id } = await placed(mpesa)
    for (let i = 0; i < 5; i++) expect((await give(buyer, id, newCode())).status).toBe(200)
    expect((await give(buyer, id, newCode())).status).toBe(429)
    expect((await give(buyer, (await placed(mpesa)).id, newCode())).status).toBe(200)
  })
})

describe('moving an order', () => {
  test('paid by M-Pesa goes from placed to received, with who and when, and a mail each time', async () => {
    const { id, body } = await placed(mpesa)
    for (const to of ['confirmed', 'paid', 'sent']) {
      const answer = await move(seller, id, to)
      expect([answer.status, answer.body.status]).toEqual([200, to])
    }
    const last = await move(buyer, id, 'received')
    expect(last.body.history.map(({ status, by }: any) => [status, by.id])).toEqual([
      ['placed', buyer.id],
      ['confirmed', seller.id],
      ['paid', seller.id],
      ['sent', seller.id],
      ['received', buyer.id],
    ])
    expect(last.body.moves).toEqual([])
    expect((await read(seller, id)).moves).toEqual(['refunded'])
    const toBuyer = (await site.mails(buyer.email)).slice(-4).map(({ subject }) => subject)
    expect(toBuyer).toEqual([
      `Your order ${body.number}`,
      `Order ${body.number} is confirmed`,
      `Order ${body.number} is paid`,
      `Order ${body.number} is on its way`,
    ])
    expect((await site.mails(seller.email)).at(-1)?.subject).toBe(`Order ${body.number} has arrived`)
  })

  test('paid in cash is paid last; what is collected is ready to collect', async () => {
    const { id, body } = await placed({ delivery: 'collection' })
    await move(seller, id, 'confirmed')
    expect((await move(seller, id, 'paid')).status).toBe(409)
    await move(seller, id, 'sent')
    expect((await site.mails(buyer.email)).at(-1)?.subject).toBe(`Order ${body.number} is ready to collect`)
    await move(buyer, id, 'received')
    expect((await site.mails(seller.email)).at(-1)?.text).toContain('Once you have the KES 110.00 in cash')
    expect((await move(seller, id, 'paid')).body.status).toBe('paid')
  })

  test('cancelled gives the stock back, once, whoever else cancels at that moment', async () => {
    const { product, id } = await placed({}, 3)
    expect(await stockOf(product)).toBe(7)
    const both = await Promise.all([
      move(buyer, id, 'cancelled'),
      move(seller, id, 'cancelled', 'Sample reason'),
      move(buyer, id, 'cancelled'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await stockOf(product)).toBe(10)
    expect((await read(buyer, id)).history).toHaveLength(2)
  })

  test('refunded gives it back only before it was sent', async () => {
    const early = await placed(mpesa)
    for (const to of ['confirmed', 'paid']) await move(seller, early.id, to)
    expect((await move(seller, early.id, 'refunded', 'Sample reason')).status).toBe(200)
    expect(await stockOf(early.product)).toBe(10)
    expect((await site.mails(buyer.email)).at(-1)?.text).toContain('KES 120.00')
    const late = await placed(mpesa)
    for (const to of ['confirmed', 'paid', 'sent']) await move(seller, late.id, to)
    await move(seller, late.id, 'refunded', 'Sample reason')
    expect(await stockOf(late.product)).toBe(8)
  })

  test('needs a reason where the other one loses by it, and tells it', async () => {
    const { id, body } = await placed()
    for (const reason of [undefined, '', '  '])
      expect(gist(await move(seller, id, 'cancelled', reason))).toEqual([400, 'invalid', ['reason']])
    await move(seller, id, 'cancelled', ' Sample reason <b> ')
    expect((await read(buyer, id)).history.at(-1)).toMatchObject({ status: 'cancelled', reason: 'Sample reason <b>' })
    const mail = (await site.mails(buyer.email)).at(-1)
    expect(mail?.subject).toBe(`Order ${body.number} is cancelled`)
    expect(mail?.text).toContain('Their reason: Sample reason <b>')
    expect(mail?.raw).not.toContain('Sample reason <b>\n</p>')
  })

  test('from a stale page is 409; what is the other one’s to do is 403', async () => {
    const { id } = await placed()
    await move(seller, id, 'confirmed')
    expect(gist(await move(seller, id, 'confirmed'))).toEqual([409, 'moved_on', undefined])
    expect(gist(await move(buyer, id, 'cancelled'))).toEqual([409, 'moved_on', undefined])
    for (const to of ['confirmed', 'paid', 'sent', 'refunded', 'placed'])
      expect((await move(buyer, id, to)).status).toBe(403)
    for (const to of ['received', 'placed']) expect((await move(seller, id, to)).status).toBe(403)
    expect((await move(seller, id, 'lost')).status).toBe(400)
    expect((await read(buyer, id)).status).toBe('confirmed')
  })
})

describe('nobody else', () => {
  const others: [string, Role[]][] = [
    ['another member', []],
    ['another seller', ['seller']],
    ['a keeper', ['keeper']],
    ['a moderator', ['moderator']],
    ['an admin', ['admin']],
    ['one with every role', ['admin', 'keeper', 'moderator', 'seller']],
  ]
  test.each(others)('reads, moves or pays an order: %s', async (_, roles) => {
    const other = await site.person({ roles })
    const { id } = await placed(mpesa)
    expect((await other.call('GET', `/api/orders/${id}`)).status).toBe(404)
    for (const to of ['cancelled', 'confirmed', 'received', 'refunded'])
      expect((await move(other, id, to, 'Sample reason')).status).toBe(404)
    expect((await give(other, id, newCode())).status).toBe(404)
    expect((await other.call('GET', '/api/orders')).body.items).toEqual([])
    const asSeller = await other.call('GET', '/api/orders?as=seller')
    expect(asSeller.status === 403 || asSeller.body.items.length === 0).toBe(true)
    expect((await read(buyer, id)).status).toBe('placed')
  })

  test('nor a guest', async () => {
    const { id, product } = await placed()
    const asked: [string, string, unknown?][] = [
      ['GET', '/api/orders'],
      ['GET', `/api/orders/${id}`],
      ['POST', `/api/orders/${id}/status`, { status: 'cancelled' }],
      ['PUT', `/api/orders/${id}/reference`, { reference: newCode() }],
      ['POST', '/api/orders', wish([of(product)])],
      ['GET', '/api/orders?as=seller&format=csv'],
    ]
    for (const [method, path, body] of asked) expect((await site.call(method, path, body)).status).toBe(401)
  })
})

describe('the lists', () => {
  test('are the buyer’s and the seller’s, filtered, searched and paged', async () => {
    const other = await site.person({ roles: ['seller'], name: 'Other 50%_Seller' })
    const product = await buildProduct(other, { stock: 100 })
    const made: { id: string; number: number }[] = []
    for (let i = 0; i < 5; i++) made.push((await order(buyer, [of(product)])).body)
    await move(other, made[1]?.id ?? '', 'confirmed')
    const ids: string[] = []
    let key = ''
    do {
      const { body } = await other.call('GET', `/api/orders?as=seller&limit=2${key}`)
      ids.push(...body.items.map(({ id }: { id: string }) => id))
      key = body.lastKey && `&lastKey=${encodeURIComponent(JSON.stringify(body.lastKey))}`
    } while (key)
    expect(ids).toEqual(made.map(({ id }) => id).reverse())
    const list = async (who: Person, query: string) =>
      (await who.call('GET', `/api/orders?${query}`)).body.items.map(({ id }: { id: string }) => id)
    expect(await list(other, 'as=seller&status=confirmed')).toEqual([made[1]?.id])
    expect(await list(other, `as=seller&q=${made[2]?.number}`)).toEqual([made[2]?.id])
    expect(await list(other, `as=seller&q=%23${made[2]?.number}`)).toEqual([made[2]?.id])
    expect(await list(buyer, 'q=50%25_sell&limit=100')).toHaveLength(5)
    expect(await list(buyer, 'q=50_sell')).toEqual([])
    expect(await list(other, 'as=seller&q=sample+buyer')).toHaveLength(5)
    expect(await list(other, '')).toEqual([])
    const { body } = await buyer.call('GET', '/api/orders?limit=1')
    expect(body.items[0]).toMatchObject({ moves: ['cancelled'], seller: { name: 'Other 50%_Seller' }, pieces: 1 })
  })

  test.each(['as=king', 'status=odd', 'limit=0', 'format=pdf', `q=${'x'.repeat(201)}`])('%s is 400', async (query) => {
    expect((await buyer.call('GET', `/api/orders?${query}`)).status).toBe(400)
  })

  test('a seller takes theirs as CSV that no spreadsheet runs', async () => {
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
    const onNairobisClocks = new Date(Date.parse(body.createdAt) + 3 * 3600 * 1000).toISOString()
    expect(csv.body).toContain(`${body.number},${onNairobisClocks.slice(0, 16).replace('T', ' ')},placed,Sample Buyer,`)
    const some = await other.call('GET', `/api/orders?as=seller&format=csv&q=${body.number}`)
    expect(some.body.split('\r\n')).toHaveLength(3)
    expect((await buyer.call('GET', '/api/orders?as=seller&format=csv')).status).toBe(403)
    expect((await other.call('GET', '/api/orders?as=seller&format=csv&status=odd')).status).toBe(400)
  })
})

describe('who leaves', () => {
  const leave = (who: Person, entries = 'keep') =>
    who.call('DELETE', '/api/auth/account', { password: 'test password', entries })

  test('as a buyer: what nobody confirmed is cancelled, what is over forgets them, the rest is finished without them', async () => {
    const [open, done, begun] = [await placed(), await placed(), await placed()]
    for (const [who, to] of [
      [seller, 'confirmed'],
      [seller, 'sent'],
      [buyer, 'received'],
      [seller, 'paid'],
    ] as const)
      await move(who, done.id, to)
    for (const to of ['confirmed', 'sent']) await move(seller, begun.id, to)
    expect((await leave(buyer)).status).toBe(200)
    expect(await read(seller, open.id)).toMatchObject({ status: 'cancelled', buyer: null, address: '', phone: '' })
    expect(await stockOf(open.product)).toBe(10)
    expect((await site.mails(seller.email)).at(-1)?.subject).toBe(`Order ${open.body.number} is cancelled`)
    expect(await read(seller, done.id)).toMatchObject({ status: 'paid', buyer: null, address: '', phone: '' })
    expect((await read(seller, done.id)).history.map(({ by }: any) => by?.id ?? null)).toEqual([
      ...[null, seller.id, seller.id, null, seller.id],
    ])
    expect(await read(seller, begun.id)).toMatchObject({ status: 'sent', buyer: null, address: 'Sample address' })
    expect((await read(seller, begun.id)).moves).toEqual(['cancelled', 'received'])
    for (const to of ['received', 'paid']) expect((await move(seller, begun.id, to)).status).toBe(200)
    expect(await read(seller, begun.id)).toMatchObject({ status: 'paid', address: '', phone: '' })
  })

  test('last takes the order along, whoever of the two that is', async () => {
    const sellers = [await site.person({ roles: ['seller'] }), await site.person({ roles: ['seller'] })] as const
    const ids: string[] = []
    for (const one of sellers) {
      const { body } = await order(buyer, [of(await buildProduct(one))])
      await move(one, body.id, 'confirmed')
      ids.push(body.id)
    }
    const kept = async () => (await site.db.select().from(orders).where(inArray(orders.id, ids))).length
    await leave(sellers[0])
    expect((await read(buyer, ids[0] ?? '')).status).toBe('confirmed')
    await leave(buyer)
    expect(await kept()).toBe(1)
    expect(await read(sellers[1], ids[1] ?? '')).toMatchObject({ status: 'confirmed', address: 'Sample address' })
    await leave(sellers[1])
    expect(await kept()).toBe(0)
  })

  test.each(['keep', 'delete'])(
    'as a seller who would %s: the buyer is told, and keeps what was agreed',
    async (entries) => {
      const leaving = await site.person({ roles: ['seller'], name: 'Leaving Seller' })
      const product = await buildProduct(leaving)
      const { body } = await order(buyer, [of(product, 2)])
      expect((await leave(leaving, entries)).status).toBe(200)
      expect(await read(buyer, body.id)).toMatchObject({
        ...{ status: 'cancelled', seller: null, address: 'Sample address', moves: [] },
        items: [{ name: 'Sample product name', quantity: 2, productId: entries === 'keep' ? product.id : null }],
      })
      const mail = (await site.mails(buyer.email)).at(-1)
      expect(mail?.subject).toBe(`Order ${body.number} is cancelled`)
      expect(mail?.text).toContain('its seller has left Test Heritage')
      expect(gist(await order(buyer, [of(product)]))[1]).toBe('not_for_sale')
      expect(await stockOf(product)).toBe(entries === 'keep' ? 12 : undefined)
    },
  )
})
