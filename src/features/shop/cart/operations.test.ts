import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products } from '#content/product/table.ts'
import { buildArticle, buildProduct } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { phonePhoto, uploadFile } from '#test/samples.ts'
import { cartItems } from './table.ts'

const site = testSite()
const { seller, other } = cast(site, { other: { roles: ['seller'] } })
const { member } = castForEach(site)

const put = (who: Person, id: string, quantity: unknown) => who.call('PUT', `/api/cart/items/${id}`, { quantity })
const get = async (who: Person) => (await who.call('GET', '/api/cart')).body
const quote = (items: string, who: Pick<Person, 'call'> = site) => who.call('GET', `/api/cart/quote?items=${items}`)

describe('a cart', () => {
  test('lists products by seller, with totals for each parcel', async () => {
    await seller.call('PUT', '/api/selling/terms', { payTo: 'Sample till', collectAt: 'Sample stall' })
    const one = await buildProduct(seller, { name: 'First sample', price: 5000 })
    const two = await buildProduct(seller, { name: 'Second sample', price: 3000 })
    const three = await buildProduct(other, { price: 110_000 })
    for (const [{ id }, quantity] of [
      [one, 1],
      [three, 1],
      [two, 2],
    ] as const)
      expect((await put(member, id, quantity)).status).toBe(200)
    const cart = await get(member)
    expect(cart).toMatchObject({ pieces: 4, gone: [], freeAbove: 10_000 })
    expect(cart.parcels).toMatchObject([
      {
        seller: { id: seller.id, name: 'Sample Seller', avatar: null, page: true },
        lines: [
          { productId: one.id, quantity: 1, amount: 5000, problem: null, priceBefore: null },
          { productId: two.id, quantity: 2, amount: 6000, product: { name: 'Second sample', price: 3000, stock: 12 } },
        ],
        totals: {
          delivery: { subtotal: 11_000, shipping: 0, tax: 1100, total: 12_100 },
          collection: { subtotal: 11_000, shipping: 0, tax: 1100, total: 12_100 },
        },
        ...{ currency: 'KES', payTo: 'Sample till', collectAt: 'Sample stall' },
      },
      { seller: { id: other.id }, payTo: '', collectAt: '', totals: { delivery: { total: 121_000 } } },
    ])
    expect(await get(await site.person())).toEqual({ parcels: [], gone: [], pieces: 0, freeAbove: 10_000 })
  })

  test('shows the pictures of its products', async () => {
    const url = await uploadFile(site, seller, await phonePhoto(60, 60))
    const product = await buildProduct(seller, { images: [{ url, alt: 'Sample picture' }] })
    const { body } = await put(member, product.id, 1)
    expect(body.parcels[0].lines[0].product.images).toMatchObject([{ url, alt: 'Sample picture' }])
  })

  test('changes quantities, and removes products with 0, even deleted ones', async () => {
    const { id } = await buildProduct(seller)
    await put(member, id, 2)
    expect((await put(member, id, 5)).body.pieces).toBe(5)
    expect((await put(member, id.toUpperCase(), 4)).body.pieces).toBe(4)
    expect((await put(member, id, 0)).body).toMatchObject({ parcels: [], pieces: 0 })
    await put(member, id, 1)
    await seller.call('DELETE', `/api/products/${id}`)
    expect((await get(member)).gone).toEqual([
      { productId: id, quantity: 1, product: null, amount: 0, problem: 'gone', priceBefore: null },
    ])
    expect((await put(member, id, 2)).status).toBe(404)
    expect((await put(member, id, 0)).body.gone).toEqual([])
  })

  test('says which products can’t be ordered, and leaves them out of the totals', async () => {
    const admin = await site.person({ roles: ['admin'] })
    const [good, few, none, closed, hidden] = [
      await buildProduct(seller, { name: 'Good', price: 1000 }),
      await buildProduct(seller, { name: 'Few', stock: 2 }),
      await buildProduct(seller, { name: 'None', stock: 1 }),
      await buildProduct(seller, { name: 'Closed' }),
      await buildProduct(seller, { name: 'Hidden' }),
    ]
    for (const { id } of [good, few, none, closed, hidden]) await put(member, id, 1)
    await put(member, few.id, 3)
    await site.db.update(products).set({ stock: 0 }).where(eq(products.entryId, none.id))
    await admin.call('PATCH', `/api/products/${closed.id}`, { labels: ['sacred'] })
    await admin.call('PATCH', `/api/products/${hidden.id}`, { state: 'hidden', reason: 'Sample reason' })
    const cart = await get(member)
    expect(cart.parcels[0].lines.map(({ product, problem }: any) => [product.name, problem])).toEqual([
      ['Good', null],
      ['Few', 'tooMany'],
      ['None', 'soldOut'],
      ['Closed', 'closed'],
    ])
    expect(cart.gone.map(({ productId }: any) => productId)).toEqual([hidden.id])
    expect(JSON.stringify(cart)).not.toContain('Hidden')
    expect(cart.parcels[0].totals.delivery).toEqual({ subtotal: 1000, shipping: 1000, tax: 100, total: 2100 })
    const own = await put(seller, good.id, 1)
    expect(own.body.parcels[0].lines[0].problem).toBe('own')
    expect(own.body.parcels[0].totals.delivery.total).toBe(0)
  })

  test('stores the price that the buyer saw until the product is added again', async () => {
    const { id } = await buildProduct(seller, { price: 5000 })
    await put(member, id, 1)
    await seller.call('PATCH', `/api/products/${id}`, { price: 6000 })
    const [line] = (await get(member)).parcels[0].lines
    expect(line).toMatchObject({ priceBefore: 5000, amount: 6000, product: { price: 6000 } })
    expect((await put(member, id, 1)).body.parcels[0].lines[0].priceBefore).toBeNull()
  })

  test('is visible only to its member', async () => {
    const { id } = await buildProduct(seller)
    await put(member, id, 3)
    expect((await get(await site.person())).pieces).toBe(0)
    for (const [method, path] of [
      ['GET', '/api/cart'],
      ['PUT', `/api/cart/items/${id}`],
      ['POST', '/api/cart/merge'],
    ] as const)
      expect((await site.call(method, path, method === 'GET' ? undefined : {})).status).toBe(401)
  })

  test.each([-1, 1.5, 1001, 1e21, '2', null])('refuses the quantity %j', async (quantity) => {
    const { id } = await buildProduct(seller)
    expect((await put(member, id, quantity)).status).toBe(400)
  })

  test('refuses anything but a product that the member can see', async () => {
    const article = await buildArticle(seller)
    const draft = await buildProduct(seller, { state: 'draft' })
    for (const id of [article.id, draft.id, crypto.randomUUID(), 'nonsense'])
      expect((await put(member, id, 1)).status).toBe(404)
  })

  test('is limited to 50 products, even if they are added at the same time', async () => {
    const { id } = await buildProduct(seller)
    const rows = Array.from({ length: 48 }, () => ({
      ...{ accountId: member.id, productId: crypto.randomUUID(), quantity: 1, price: 1 },
    }))
    await site.db.insert(cartItems).values(rows)
    const more = [await buildProduct(seller), await buildProduct(seller), await buildProduct(seller)]
    const answers = await Promise.all(more.map((product) => put(member, product.id, 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    expect((await put(member, id, 1)).body.code).toBe('cart_full')
    const accepted = more[answers.findIndex(({ status }) => status === 200)]
    expect((await put(member, accepted.id, 2)).status).toBe(200)
  })
})

describe('a guest’s cart', () => {
  test('is priced for anyone who sends it, in the order sent', async () => {
    const one = await buildProduct(seller, { price: 5000 })
    const two = await buildProduct(other, { visibility: 'members' })
    const items = `${two.id}:1,${one.id}:2,${crypto.randomUUID()}:1`
    const { body } = await quote(items)
    expect(body.parcels).toHaveLength(1)
    expect(body.parcels[0].lines).toMatchObject([{ productId: one.id, amount: 10_000, priceBefore: null }])
    expect(body.gone.map(({ productId }: any) => productId)).toContain(two.id)
    await other.call('PUT', '/api/selling/terms', { payTo: 'Sample till', collectAt: 'Sample stall' })
    await seller.call('PUT', '/api/selling/terms', { payTo: 'Sample till', collectAt: 'Sample stall' })
    expect((await quote(items)).body.parcels).toMatchObject([{ payTo: '', collectAt: '' }])
    const asMember = await quote(items, member)
    expect(asMember.body.parcels[0]).toMatchObject({ payTo: 'Sample till', collectAt: 'Sample stall' })
    expect(asMember.body.parcels.map(({ seller }: any) => seller.id)).toEqual([other.id, seller.id])
    expect((await quote('')).body).toEqual({ parcels: [], gone: [], pieces: 0, freeAbove: 10_000 })
  })

  test.each([
    'nonsense',
    `${crypto.randomUUID()}`,
    `${crypto.randomUUID()}:0`,
    `${crypto.randomUUID()}:-1`,
    `${crypto.randomUUID()}:1.5`,
    `${crypto.randomUUID()}:x`,
    `${'x'.repeat(3001)}`,
    Array(51).fill(`${crypto.randomUUID()}:1`).join(),
  ])('is refused with 400 for the items %s', async (items) => {
    expect((await quote(items)).status).toBe(400)
  })

  test('is merged into the member’s cart with the greater quantity and the price that the guest saw', async () => {
    const [mine, both, guests, removed] = [
      await buildProduct(seller),
      await buildProduct(seller),
      await buildProduct(seller, { price: 6000 }),
      await buildProduct(seller, { state: 'draft' }),
    ]
    await put(member, mine.id, 1)
    await put(member, both.id, 3)
    const items = [
      { productId: both.id, quantity: 2 },
      { productId: guests.id, quantity: 4, price: 5000 },
      { productId: removed.id, quantity: 1 },
      { productId: crypto.randomUUID(), quantity: 1 },
    ]
    const merge = () => member.call('POST', '/api/cart/merge', { items })
    const first = await merge()
    expect(first.status).toBe(200)
    expect((await merge()).body).toEqual(first.body)
    expect(first.body.parcels[0].lines.map((line: any) => [line.productId, line.quantity, line.priceBefore])).toEqual([
      [mine.id, 1, null],
      [both.id, 3, null],
      [guests.id, 4, 5000],
    ])
    expect(first.body.gone).toEqual([])
    expect((await member.call('POST', '/api/cart/merge', { items: Array(51).fill(items[0]) })).status).toBe(400)
    expect((await member.call('POST', '/api/cart/merge', { items: [{ ...items[0], quantity: 0 }] })).status).toBe(400)
  })
})
