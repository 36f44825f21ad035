import { inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { buildProduct } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { gist, give, move, mpesa, newCode, of, order, place, readOrder, stockOf } from '#test/shop.ts'
import { orders } from './table.ts'

const site = testSite()
const { seller } = cast(site)
const { buyer } = castForEach(site)

const placed = (more?: object, quantity?: number) => place(seller, buyer, more, quantity)

describe('an M-Pesa code', () => {
  test('can be sent with the order or later, in upper or lower case, and a new code is emailed to the seller once', async () => {
    const code = newCode()
    const { id, body } = await placed({ payment: { method: 'mpesa', reference: ` ${code.toLowerCase()} ` } })
    expect(body.payment).toEqual({ method: 'mpesa', reference: code })
    const other = newCode()
    expect((await give(buyer, id, other)).body.payment.reference).toBe(other)
    expect((await site.mails(seller.email)).at(-1)?.text).toContain(`M-Pesa code is ${other}`)
    const sent = (await site.mails(seller.email)).length
    expect((await give(buyer, id, other)).status).toBe(200)
    expect(await site.mails(seller.email)).toHaveLength(sent)
  })

  test('pays only one order, unless that order is cancelled', async () => {
    const code = newCode()
    const payment = { payment: { method: 'mpesa', reference: code } }
    const first = await placed(payment)
    const product = await buildProduct(seller)
    const second = await order(await site.person(), [of(product)], payment)
    expect(gist(second)).toEqual([409, 'reference_used', ['payment.reference']])
    expect(await stockOf(site, product)).toBe(12)
    const third = await placed(mpesa)
    expect(gist(await give(buyer, third.id, code))).toEqual([409, 'reference_used', ['reference']])
    await move(buyer, first.id, 'cancelled')
    expect((await give(buyer, third.id, code)).status).toBe(200)
  })

  test('sent for several orders at the same time is accepted for only one of them', async () => {
    const code = newCode()
    const others = await Promise.all([1, 2, 3, 4].map(() => site.person()))
    const product = await buildProduct(seller, { stock: 20 })
    const payment = { payment: { method: 'mpesa', reference: code } }
    const answers = await Promise.all(others.map((who) => order(who, [of(product)], payment)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await stockOf(site, product)).toBe(19)
    const unpaid = await Promise.all(others.map((who) => order(who, [of(product)], mpesa)))
    const late = newCode()
    const responses = await Promise.all(unpaid.map(({ body }, at) => give(others[at] as Person, body.id, late)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('is refused for cash, for paid orders, and from the seller', async () => {
    expect(gist(await give(buyer, (await placed()).id, newCode()))).toEqual([409, 'no_payment', undefined])
    const { id } = await placed(mpesa)
    expect((await give(seller, id, newCode())).status).toBe(403)
    for (const wrong of ['', 'SHORT', 'TOOLONG12345', 'ABCDE 1234', 'ÄBCDE12345'])
      expect(gist(await give(buyer, id, wrong))).toEqual([400, 'invalid', ['reference']])
    for (const to of ['confirmed', 'paid']) await move(seller, id, to)
    expect(gist(await give(buyer, id, newCode()))).toEqual([409, 'no_payment', undefined])
  })
})

describe('the status of an order', () => {
  test('paid by M-Pesa goes from placed to received, recording the person and sending an email for each step', async () => {
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
    expect((await readOrder(seller, id)).moves).toEqual(['refunded'])
    const toBuyer = (await site.mails(buyer.email)).slice(-4).map(({ subject }) => subject)
    expect(toBuyer).toEqual([
      `You placed order ${body.number}`,
      `Order ${body.number} is confirmed`,
      `Payment received for order ${body.number}`,
      `Order ${body.number} is on its way`,
    ])
    expect((await site.mails(seller.email)).at(-1)?.subject).toBe(`The buyer has received order ${body.number}`)
  })

  test('paid in cash ends with payment; collected goods become ready to collect', async () => {
    const { id, body } = await placed({ delivery: 'collection' })
    await move(seller, id, 'confirmed')
    expect((await move(seller, id, 'paid')).status).toBe(409)
    await move(seller, id, 'sent')
    expect((await site.mails(buyer.email)).at(-1)?.subject).toBe(`Order ${body.number} is ready to collect`)
    await move(buyer, id, 'received')
    expect((await site.mails(seller.email)).at(-1)?.text).toContain('Once you’ve received the KES 110 in cash')
    expect((await move(seller, id, 'paid')).body.status).toBe('paid')
  })

  test('cancelled by both parties at the same moment returns the stock only once', async () => {
    const { product, id } = await placed({}, 3)
    expect(await stockOf(site, product)).toBe(7)
    const both = await Promise.all([
      move(buyer, id, 'cancelled'),
      move(seller, id, 'cancelled', 'Sample reason'),
      move(buyer, id, 'cancelled'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await stockOf(site, product)).toBe(10)
    expect((await readOrder(buyer, id)).history).toHaveLength(2)
  })

  test('refunded returns the stock only if the order has not been sent', async () => {
    const early = await placed(mpesa)
    for (const to of ['confirmed', 'paid']) await move(seller, early.id, to)
    expect((await move(seller, early.id, 'refunded', 'Sample reason')).status).toBe(200)
    expect(await stockOf(site, early.product)).toBe(10)
    expect((await site.mails(buyer.email)).at(-1)?.text).toMatch(/KES 120(?![.,]?\d)/)
    const late = await placed(mpesa)
    for (const to of ['confirmed', 'paid', 'sent']) await move(seller, late.id, to)
    await move(seller, late.id, 'refunded', 'Sample reason')
    expect(await stockOf(site, late.product)).toBe(8)
  })

  test('cancelled by the seller needs a reason, which is emailed to the buyer', async () => {
    const { id, body } = await placed()
    for (const reason of [undefined, '', '  '])
      expect(gist(await move(seller, id, 'cancelled', reason))).toEqual([400, 'invalid', ['reason']])
    await move(seller, id, 'cancelled', ' Sample reason <b> ')
    expect((await readOrder(buyer, id)).history.at(-1)).toMatchObject({
      status: 'cancelled',
      reason: 'Sample reason <b>',
    })
    const mail = (await site.mails(buyer.email)).at(-1)
    expect(mail?.subject).toBe(`Order ${body.number} was cancelled`)
    expect(mail?.text).toContain('Their reason: Sample reason <b>')
    expect(mail?.raw).not.toContain('Sample reason <b>\n</p>')
  })

  test('can’t be changed from an outdated page (409), or to a step of the other party (403)', async () => {
    const { id } = await placed()
    await move(seller, id, 'confirmed')
    expect(gist(await move(seller, id, 'confirmed'))).toEqual([409, 'moved_on', undefined])
    expect(gist(await move(buyer, id, 'cancelled'))).toEqual([409, 'moved_on', undefined])
    for (const to of ['confirmed', 'paid', 'sent', 'refunded', 'placed'])
      expect((await move(buyer, id, to)).status).toBe(403)
    for (const to of ['received', 'placed']) expect((await move(seller, id, to)).status).toBe(403)
    expect((await move(seller, id, 'lost')).status).toBe(400)
    expect((await readOrder(buyer, id)).status).toBe('confirmed')
  })
})

describe('deleting an account', () => {
  const leave = (who: Person, entries = 'keep') =>
    who.call('DELETE', '/api/auth/account', { password: 'test password', entries })

  test('cancels a buyer’s unconfirmed orders, anonymizes finished ones, and lets the rest be finished', async () => {
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
    expect(await readOrder(seller, open.id)).toMatchObject({ status: 'cancelled', buyer: null, address: '', phone: '' })
    expect(await stockOf(site, open.product)).toBe(10)
    expect((await site.mails(seller.email)).at(-1)?.subject).toBe(`Order ${open.body.number} was cancelled`)
    expect(await readOrder(seller, done.id)).toMatchObject({ status: 'paid', buyer: null, address: '', phone: '' })
    expect((await readOrder(seller, done.id)).history.map(({ by }: any) => by?.id ?? null)).toEqual([
      ...[null, seller.id, seller.id, null, seller.id],
    ])
    expect(await readOrder(seller, begun.id)).toMatchObject({ status: 'sent', buyer: null, address: 'Sample address' })
    expect((await readOrder(seller, begun.id)).moves).toEqual(['cancelled', 'received'])
    for (const to of ['received', 'paid']) expect((await move(seller, begun.id, to)).status).toBe(200)
    expect(await readOrder(seller, begun.id)).toMatchObject({ status: 'paid', address: '', phone: '' })
  })

  test('deletes the order together with the second of its two accounts', async () => {
    const sellers = [await site.person({ roles: ['seller'] }), await site.person({ roles: ['seller'] })] as const
    const ids: string[] = []
    for (const one of sellers) {
      const { body } = await order(buyer, [of(await buildProduct(one))])
      await move(one, body.id, 'confirmed')
      ids.push(body.id)
    }
    const countOrders = async () => (await site.db.select().from(orders).where(inArray(orders.id, ids))).length
    await leave(sellers[0])
    expect((await readOrder(buyer, ids[0] ?? '')).status).toBe('confirmed')
    await leave(buyer)
    expect(await countOrders()).toBe(1)
    expect(await readOrder(sellers[1], ids[1] ?? '')).toMatchObject({ status: 'confirmed', address: 'Sample address' })
    await leave(sellers[1])
    expect(await countOrders()).toBe(0)
  })

  test.each(['keep', 'delete'])(
    'emails the buyer, who can still see the order, if a seller chooses to %s the products',
    async (entries) => {
      const leaving = await site.person({ roles: ['seller'], name: 'Leaving Seller' })
      const product = await buildProduct(leaving)
      const { body } = await order(buyer, [of(product, 2)])
      expect((await leave(leaving, entries)).status).toBe(200)
      expect(await readOrder(buyer, body.id)).toMatchObject({
        ...{ status: 'cancelled', seller: null, address: 'Sample address', moves: [] },
        items: [{ name: 'Sample product name', quantity: 2, productId: entries === 'keep' ? product.id : null }],
      })
      const mail = (await site.mails(buyer.email)).at(-1)
      expect(mail?.subject).toBe(`Order ${body.number} was cancelled`)
      expect(mail?.text).toContain('the seller left Test Heritage')
      expect(gist(await order(buyer, [of(product)]))[1]).toBe('not_for_sale')
      expect(await stockOf(site, product)).toBe(entries === 'keep' ? 12 : undefined)
    },
  )
})
