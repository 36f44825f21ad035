import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { products } from '#content/product/table.ts'
import { rateBuckets } from '#core/tables.ts'
import { buildProduct, inHours } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import fc from '#test/property.ts'
import { type Method, Status } from './schema.ts'
import { orderMoves, orders } from './table.ts'
import { isFinished, movesOf } from './transitions.ts'

// Many people place and change orders at the same time through the API.

/** Number of buyers, of pieces that they race for, and of carts sent at the same time. */
const [crowd, last, carts] = deep ? [200, 50, 120] : [60, 20, 30]

const site = testSite()
const { seller } = cast(site)
let buyers: Person[]

beforeAll(async () => {
  buyers = []
  for (let i = 0; i < crowd; i++) buyers.push(await site.person())
})

const order = (who: Person, items: object[], method: Method = 'cash') =>
  who.call('POST', '/api/orders', {
    ...{ items, delivery: 'delivery', address: 'Sample address', phone: '+254 700 000000' },
    payment: { method },
  })

async function stockOf(id: string): Promise<number> {
  const [row] = await site.db.select({ stock: products.stock }).from(products).where(eq(products.entryId, id))
  return row?.stock ?? Number.NaN
}

async function mailsQueued(): Promise<Record<string, number>> {
  const { rows } = await site.db.execute<{ to: string; count: number }>(
    sql`select payload->>'accountId' as "to", count(*)::int as count from graphile_worker._private_jobs group by 1`,
  )
  return Object.fromEntries(rows.map(({ to, count }) => [to, count]))
}

test('when many buyers race for the last pieces, each piece is sold exactly once', async () => {
  await site.runJobs()
  const { id } = await buildProduct(seller, { stock: last, price: 3333 })
  const answers = await Promise.all(buyers.map((buyer) => order(buyer, [{ productId: id, quantity: 1, price: 3333 }])))
  const placed = answers.filter(({ status }) => status === 201).map(({ body }) => body)
  const refused = answers.filter(({ status }) => status !== 201)
  expect([placed.length, refused.length]).toEqual([last, crowd - last])
  for (const { status, body } of refused)
    expect([status, body.code, body.issues]).toEqual([
      ...[409, 'out_of_stock'],
      [{ path: 'items.0.quantity', message: 'This is sold out.' }],
    ])
  expect(await stockOf(id)).toBe(0)
  expect(new Set(placed.map(({ number }) => number)).size).toBe(last)
  // 33.33 + 10 + 3.333 rounded to 3.33
  for (const one of placed) expect(one).toMatchObject({ subtotal: 3333, shipping: 1000, tax: 333, total: 4666 })
  const [sums] = await site.db
    .select({
      count: sql`count(*)::int`,
      total: sql`sum(${orders.total})::int`,
      pieces: sql`sum(${orders.pieces})::int`,
    })
    .from(orders)
    .where(eq(orders.sellerId, seller.id))
  expect(sums).toEqual({ count: last, total: last * 4666, pieces: last })
  const mails = await mailsQueued()
  const winners = buyers.filter((_, at) => answers[at]?.status === 201).map(({ id }) => id)
  expect(mails).toEqual({ ...Object.fromEntries(winners.map((id) => [id, 1])), [seller.id]: last })
  expect(await site.db.$count(orderMoves)).toBe(last)
  const { body } = await seller.call('GET', '/api/orders?as=seller&limit=100')
  expect(body.items).toHaveLength(last)
})

test('carts with the same products in opposite orders never deadlock', async () => {
  const ids: string[] = []
  for (let i = 0; i < 8; i++) ids.push((await buildProduct(seller, { stock: 300 })).id)
  const answers = await Promise.all(
    buyers.slice(0, carts).map((buyer, at) => {
      const turned = [...ids.slice(at % 8), ...ids.slice(0, at % 8)]
      const items = (at % 2 ? turned : turned.toReversed()).map((productId) => ({ productId, quantity: 1 + (at % 3) }))
      return order(buyer, items)
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  for (const id of ids) expect(await stockOf(id)).toBe(300 - 2 * carts)
})

test('orders, status changes and edits at the same time keep the stock correct', async () => {
  const [one, other] = [await buildProduct(seller, { stock: 40 }), await buildProduct(seller, { stock: 40 })]
  const both = [one.id, other.id].map((productId) => ({ productId, quantity: 2 }))
  const first = await Promise.all(buyers.slice(0, 10).map((buyer) => order(buyer, both)))
  const answers = await Promise.all([
    ...first.map(({ body }, at) =>
      (at % 2 ? seller : (buyers[at] as Person)).call('POST', `/api/orders/${body.id}/status`, {
        ...{ status: 'cancelled', reason: 'Sample reason' },
      }),
    ),
    ...buyers.slice(10, 20).map((buyer) => order(buyer, both.toReversed())),
    ...[1, 2, 3].map((n) => seller.call('PATCH', `/api/products/${one.id}`, { name: `Sample name ${n}` })),
  ])
  expect(answers.every(({ status }) => status < 300)).toBe(true)
  for (const { id } of [one, other]) expect(await stockOf(id)).toBe(20)
})

test('a seller who leaves while others order leaves no open order', async () => {
  const leaving = await site.person({ roles: ['seller'] })
  const [one, other] = [await buildProduct(leaving, { stock: 500 }), await buildProduct(leaving, { stock: 500 })]
  const items = [one.id, other.id].map((productId) => ({ productId, quantity: 1 }))
  const first = await Promise.all(buyers.slice(0, 6).map((buyer) => order(buyer, items)))
  const answers = await Promise.all([
    ...buyers.slice(6, 26).map((buyer, at) => order(buyer, at % 2 ? items : items.toReversed())),
    leaving.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' }),
    ...first.map(({ body }, at) =>
      (buyers[at] as Person).call('POST', `/api/orders/${body.id}/status`, { status: 'cancelled' }),
    ),
    ...buyers.slice(26, 46).map((buyer, at) => order(buyer, at % 2 ? items : items.toReversed())),
  ])
  expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
  expect(answers[20]?.status).toBe(200)
  expect(await site.db.$count(orders, and(isNull(orders.sellerId), ne(orders.status, 'cancelled')))).toBe(0)
  for (const { id } of [one, other]) expect(await stockOf(id)).toBe(500)
})

test('a buyer who leaves returns the stock of many orders while others order the same products', async () => {
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await buildProduct(seller, { stock: 100 })).id)
  const leaving = await site.person()
  for (const productId of ids.toReversed())
    expect((await order(leaving, [{ productId, quantity: 3 }])).status).toBe(201)
  const all = ids.map((productId) => ({ productId, quantity: 1 }))
  const answers = await Promise.all([
    ...buyers.slice(0, 30).map((buyer) => order(buyer, all)),
    leaving.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'delete' }),
    ...buyers.slice(30, 60).map((buyer) => order(buyer, all.toReversed())),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at === 30 ? 200 : 201)))
  for (const id of ids) expect(await stockOf(id)).toBe(100 - 60)
})

test('any sequence of orders and changes preserves the sum of stock and ordered pieces', async () => {
  type Way = 'on' | 'end' | 'wild'
  type Act = { order: [number, number]; method: Method } | { order?: undefined; pick: number; to: number; way: Way }
  const few = fc.integer({ min: 0, max: 3 })
  const Order = fc.record({ order: fc.tuple(few, few), method: fc.constantFrom<Method>('cash', 'mpesa') })
  const way = fc.constantFrom<Way>('on', 'on', 'on', 'on', 'on', 'end', 'wild')
  const Moving = fc.record({ pick: few, to: fc.nat(6), way })
  const Acts = fc.array(
    fc.oneof({ weight: 1, arbitrary: Order }, { weight: 6, arbitrary: Moving }) as fc.Arbitrary<Act>,
    { minLength: 25, maxLength: 40 },
  )
  const buyer = buyers[0] as Person
  const sides = ['buyer', 'seller'] as const
  const ended = { cancelled: 0, refunded: 0, finished: 0 }

  const isUsual = (to: Status) => to !== 'cancelled' && to !== 'refunded'
  /** `isOut` is true while the goods are with the buyer or on their way. */
  type PlacedOrder = { id: string; method: Method; status: Status; pieces: number[]; isOut: boolean }
  async function place(goods: { id: string }[], { order: pieces, method }: { order: number[]; method: Method }) {
    const items = goods.map(({ id }, at) => ({ productId: id, quantity: pieces[at] ?? 0 }))
    const nonEmpty = items.filter(({ quantity }) => quantity > 0)
    const { status, body } = await order(buyer, nonEmpty, method)
    expect(nonEmpty.length === 0 ? [400] : [201, 409]).toContain(status)
    const placedOrders: PlacedOrder[] =
      status === 201 ? [{ id: body.id, method, status: 'placed', pieces, isOut: false }] : []
    return placedOrders
  }

  /** Takes the usual step, or one that ends the order, as the right party; sometimes tries a random step instead. */
  async function move(one: PlacedOrder, { to: at, way }: { to: number; way: Way }) {
    const [usual, last] = [movesOf(one, sides).find(isUsual), movesOf(one, sides).find((to) => !isUsual(to))]
    const to = way === 'wild' ? Status.options[at] : way === 'on' ? usual : last
    if (!to) return
    const side = sides.find((each) => movesOf(one, [each]).includes(to))
    const who = side === 'buyer' ? buyer : seller
    const { status } = await who.call('POST', `/api/orders/${one.id}/status`, { status: to, reason: 'Sample' })
    expect(status === 200).toBe(side !== undefined)
    if (status !== 200) return
    if (to === 'cancelled' || to === 'refunded') ended[to] += 1
    one.isOut ||= to === 'sent'
    if (to === 'cancelled') one.isOut = false
    one.status = to
    if (isFinished(one) && isUsual(to)) ended.finished += 1
  }

  await fc.assert(
    fc.asyncProperty(Acts, async (acts) => {
      // The two people exceed the rate limits, so these are reset.
      await site.db.delete(rateBuckets)
      await site.db.update(orders).set({ createdAt: inHours(-2) })
      const start = 12
      const goods = [await buildProduct(seller, { stock: start }), await buildProduct(seller, { stock: start })]
      const placedOrders: PlacedOrder[] = []
      for (const act of acts) {
        const one = act.order ? undefined : placedOrders[act.pick % Math.max(placedOrders.length, 1)]
        if (act.order) placedOrders.push(...(await place(goods, act)))
        else if (one) await move(one, act)
      }
      const live = placedOrders.filter(
        ({ status, isOut }) => isOut || (status !== 'cancelled' && status !== 'refunded'),
      )
      for (const [at, { id }] of goods.entries()) {
        const pieces = live.reduce((sum, one) => sum + (one.pieces[at] ?? 0), 0)
        expect((await stockOf(id)) + pieces).toBe(start)
      }
    }),
    { numRuns: deep ? 25 : 5 },
  )
  expect(Math.min(...Object.values(ended)), JSON.stringify(ended)).toBeGreaterThan(0)
})
