import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
import { buildProduct } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { orders } from '../order/table.ts'

const site = testSite()
const { admin } = cast(site)
const { member } = castForEach(site)

const ask = (who: Person, about: unknown = 'Sample text of what I make') =>
  who.call('POST', '/api/selling/requests', { about })
const selling = async (who: Person) => (await who.call('GET', '/api/selling')).body
const decide = (who: Person, id: string, input: object) => who.call('POST', `/api/selling/requests/${id}`, input)
async function requestOf(who: Person): Promise<any> {
  const { body } = await admin.call('GET', '/api/selling/requests?limit=100')
  return body.items.find((item: any) => item.member.id === who.id)
}

describe('a member who asks to sell', () => {
  test('waits for an admin, who makes them a seller, which is logged and emailed', async () => {
    expect(await selling(member)).toEqual({ state: 'none', reason: null, payTo: '', collectAt: '' })
    const response = await ask(member, ' Sample text ')
    expect([response.status, response.body.state]).toEqual([201, 'asked'])
    expect([(await ask(member)).status, (await ask(member)).body.code]).toEqual([409, 'asked'])
    const request = await requestOf(member)
    expect(request).toMatchObject({ about: 'Sample text', member: { name: 'Sample Member', avatar: null } })
    expect((await member.call('GET', '/api/selling/overview')).status).toBe(403)
    expect(await decide(admin, request.id, { granted: true })).toMatchObject({
      ...{ status: 200, body: { id: request.id, granted: true } },
    })
    expect((await selling(member)).state).toBe('seller')
    expect((await member.call('GET', '/api/selling/overview')).status).toBe(200)
    expect((await ask(member)).body.code).toBe('seller')
    expect(await requestOf(member)).toBeUndefined()
    expect((await decide(admin, request.id, { granted: false, reason: 'Late' })).body.code).toBe('decided')
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, member.id))
    expect(lines.find(({ action }) => action === 'member:roles')).toMatchObject({
      ...{ actorId: admin.id, detail: { before: [], after: ['seller'] } },
    })
    const mail = (await site.mails(member.email)).at(-1)
    expect(mail?.subject).toBe('You can now sell on Test Heritage')
    expect(mail?.text).toContain('http://site.test/seller/dashboard')
  })

  test('keeps their roles', async () => {
    const keeper = await site.person({ roles: ['keeper', 'moderator'] })
    await ask(keeper)
    await decide(admin, (await requestOf(keeper)).id, { granted: true })
    expect((await keeper.call('GET', '/api/auth/profile')).body.roles).toEqual(['keeper', 'moderator', 'seller'])
  })

  test('sees why they were refused, and can ask again, even after the role was removed', async () => {
    await ask(member)
    const { id } = await requestOf(member)
    for (const reason of [undefined, '', ' '])
      expect((await decide(admin, id, { granted: false, reason })).body.issues[0].path).toBe('reason')
    await decide(admin, id, { granted: false, reason: 'Sample reason' })
    expect(await selling(member)).toMatchObject({ state: 'refused', reason: 'Sample reason' })
    expect((await site.mails(member.email)).at(-1)?.text).toContain('Their reason: Sample reason')
    expect((await ask(member)).body.state).toBe('asked')
    await decide(admin, (await requestOf(member)).id, { granted: true })
    await admin.call('PATCH', `/api/members/${member.id}`, { roles: [] })
    expect(await selling(member)).toMatchObject({ state: 'none', reason: null })
    expect((await ask(member)).status).toBe(201)
  })

  test('can have only one request at a time, which two admins can decide only once', async () => {
    const second = await site.person({ roles: ['admin'] })
    const responses = await Promise.all([ask(member), ask(member), ask(member)])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const { id } = await requestOf(member)
    const decided = await Promise.all([
      decide(admin, id, { granted: true }),
      decide(second, id, { granted: false, reason: 'Sample' }),
    ])
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('has no waiting request once they become a seller in another way; an admin can’t ask', async () => {
    await ask(member)
    await admin.call('PATCH', `/api/members/${member.id}`, { roles: ['seller'] })
    expect(await requestOf(member)).toBeUndefined()
    expect((await selling(member)).state).toBe('seller')
    expect((await ask(admin)).body.code).toBe('seller')
  })

  test.each(['', ' ', 5, null, 'x'.repeat(2001)])('can’t describe what they make as %j', async (about) => {
    expect((await ask(member, about)).status).toBe(400)
  })

  test('is listed among the requests, oldest first, in pages', async () => {
    const people: Person[] = []
    for (let i = 0; i < 3; i++) people.push(await site.person())
    for (const one of people) await ask(one)
    const requests = await everyPage(admin, '/api/selling/requests?limit=1')
    expect(requests.slice(-3).map((one) => one.member.id)).toEqual(people.map(({ id }) => id))
    expect((await decide(admin, crypto.randomUUID(), { granted: true })).status).toBe(404)
  })
})

describe('a seller', () => {
  test('sets how buyers pay and collect', async () => {
    const seller = await site.person({ roles: ['seller'] })
    const terms = { payTo: 'Sample till 123', collectAt: 'Sample stall\nSaturdays' }
    expect((await seller.call('PUT', '/api/selling/terms', terms)).body).toMatchObject({ state: 'seller', ...terms })
    const changed = { payTo: '', collectAt: 'Elsewhere' }
    await seller.call('PUT', '/api/selling/terms', changed)
    expect(await selling(seller)).toMatchObject(changed)
    // A form sends only what was changed in it, so that what another tab saved meanwhile stays.
    await seller.call('PUT', '/api/selling/terms', { payTo: 'Sample till 456' })
    await seller.call('PUT', '/api/selling/terms', {})
    expect(await selling(seller)).toMatchObject({ payTo: 'Sample till 456', collectAt: 'Elsewhere' })
    expect((await seller.call('PUT', '/api/selling/terms', { payTo: 'x'.repeat(201), collectAt: '' })).status).toBe(400)
    expect((await member.call('PUT', '/api/selling/terms', terms)).status).toBe(403)
  })

  test('sees sales of eight weeks that begin on Monday in Nairobi, open orders and low stock', async () => {
    const seller = await site.person({ roles: ['seller'] })
    const empty = (await seller.call('GET', '/api/selling/overview')).body
    expect(empty).toMatchObject({ currency: 'KES', toConfirm: 0, toCheck: 0, toSend: 0, low: [] })
    expect(empty.weeks).toHaveLength(8)
    const days = empty.weeks.map(({ from }: any) => Date.parse(from))
    for (const [at, day] of days.entries()) {
      expect(new Date(day).getUTCDay()).toBe(1)
      if (at > 0) expect(day - days[at - 1]).toBe(7 * 24 * 3600 * 1000)
    }
    const nairobi = new Date(Date.now() + 3 * 3600 * 1000).getTime()
    expect(nairobi - days[7]).toBeGreaterThanOrEqual(0)
    expect(nairobi - days[7]).toBeLessThan(7 * 24 * 3600 * 1000)

    const many = await buildProduct(seller, { name: 'Many', stock: 100 })
    const few = await buildProduct(seller, { name: 'Few', stock: 3 })
    await buildProduct(seller, { name: 'Draft', stock: 0, state: 'draft' })
    const none = await buildProduct(seller, { name: 'None', stock: 0 })
    const order = async (payment: object) =>
      (
        await member.call('POST', '/api/orders', {
          items: [{ productId: many.id, quantity: 1 }],
          ...{ delivery: 'collection', phone: '0700', payment },
        })
      ).body.id as string
    const move = (id: string, status: string) =>
      seller.call('POST', `/api/orders/${id}/status`, { status, reason: 'Sample reason' })
    const placed = await order({ method: 'cash' })
    const coded = await order({ method: 'mpesa', reference: 'SELLER0001' })
    const toSend = [await order({ method: 'cash' }), await order({ method: 'mpesa' })]
    for (const id of toSend) await move(id, 'confirmed')
    await move(toSend[1] ?? '', 'paid')
    await move(await order({ method: 'cash' }), 'cancelled')
    // One order is from the first moment of this week in Nairobi, the other from the last moment before it.
    const monday = new Date(days[7] - 3 * 3600 * 1000)
    const set = (id: string, at: Date) =>
      site.db.update(orders).set({ createdAt: at.toISOString() }).where(eq(orders.id, id))
    await set(placed, monday)
    await set(coded, new Date(monday.getTime() - 1))
    const { body } = await seller.call('GET', '/api/selling/overview')
    expect(body).toMatchObject({ toConfirm: 2, toCheck: 1, toSend: 2 })
    expect(body.weeks.map(({ amount }: any) => amount)).toEqual([0, 0, 0, 0, 0, 0, 5500, 3 * 5500])
    expect(body.low).toEqual([
      { id: none.id, name: 'None', stock: 0 },
      { id: few.id, name: 'Few', stock: 3 },
    ])
    await site.db.update(orders).set({ createdAt: sql`now() - interval '70 days'` })
    const old = (await seller.call('GET', '/api/selling/overview')).body.weeks
    expect(old.every(({ amount }: any) => amount === 0)).toBe(true)
  })
})
