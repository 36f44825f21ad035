import { beforeAll, describe, expect, test } from 'vitest'
import { buildArtifact, buildPoem, buildProduct } from '#test/build.ts'
import { cast, origin, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const { maker, seller, keeper, admin } = cast(site, { maker: {} })

beforeAll(async () => {
  await buildPoem(maker)
})

type Caller = Pick<Person, 'call'>
const readProduct = async (id: string, by: Caller = site) => (await by.call('GET', `/api/products/${id}`)).body
const page = async (path: string) => String((await site.call('GET', path)).body)

/** Returns the titles of what a member made, as their page shows them. */
async function made(who: { id: string }, by: Caller = site): Promise<string[]> {
  const { body } = await by.call('GET', `/api/people/${who.id}`)
  const sections = (body.sections ?? []) as { name: string; count: number; entries: { title: string }[] }[]
  const shown = sections.filter(({ name }) => name === 'products' || name === 'artifacts')
  const titles = shown.flatMap(({ entries }) => entries.map(({ title }) => title))
  expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(titles.length)
  return titles.sort()
}

describe('a maker who is a member', () => {
  test('is named and linked by the product or artifact, and has it on their page', async () => {
    const product = await buildProduct(seller, { name: 'Sample stool', maker: 'Somebody', makerId: maker.id })
    const artifact = await buildArtifact(keeper, { name: 'Sample pot', makerId: maker.id })
    for (const entry of [product, artifact])
      expect(entry).toMatchObject({
        maker: 'Sample Maker',
        madeBy: { id: maker.id, name: 'Sample Maker', avatar: null, page: true },
      })
    expect(await made(maker)).toEqual(['Sample pot', 'Sample stool'])
    const link = `<a href="/people/${maker.id}">Sample Maker</a>`
    const addresses = [`/shop/${product.id}`, '/shop', `/artifacts/${artifact.id}`, '/explore?q=sample+pot']
    for (const address of addresses) expect(await page(address), address).toContain(link)
    expect(await page(`/shop/${product.id}`)).toContain(`"url":"${origin}/people/${maker.id}"`)
    const own = await page(`/people/${maker.id}`)
    // The page names the seller, who wrote that this member made it.
    for (const part of ['Sample stool', 'Sample pot', `<a href="/people/${seller.id}">Sample Seller</a>`])
      expect(own).toContain(part)
    const all = await page(`/people/${maker.id}/products`)
    expect([all.includes('Sample stool'), all.includes('For sale by Sample Maker')]).toEqual([true, true])
  })

  test('has it on their page only for readers who may see it', async () => {
    const person = await site.person()
    await buildPoem(person)
    const named = { makerId: person.id }
    await buildProduct(seller, { name: 'For everyone', ...named })
    await buildProduct(seller, { name: 'For members', visibility: 'members', ...named })
    await buildProduct(seller, { name: 'Only begun', state: 'draft', ...named })
    await buildArtifact(keeper, { name: 'For keepers', visibility: 'keepers', ...named })
    const hidden = await buildProduct(seller, { name: 'Hidden away', ...named })
    await admin.call('PATCH', `/api/products/${hidden.id}`, { state: 'hidden', reason: 'Sample reason' })
    expect(await made(person)).toEqual(['For everyone'])
    expect(await made(person, maker)).toEqual(['For everyone', 'For members'])
    expect(await made(person, person)).toEqual(['For everyone', 'For members'])
    expect(await made(person, keeper)).toEqual(['For everyone', 'For keepers', 'For members'])
    const { body } = await site.call('GET', `/api/people/${person.id}/entries?section=products`)
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['For everyone'])
  })

  test('who turns their page off or leaves is a name without a link', async () => {
    const person = await site.person({ name: 'Sample Leaving' })
    await buildPoem(person)
    const { id } = await buildProduct(seller, { makerId: person.id })
    const change = (publicPage: boolean) =>
      person.call('PUT', '/api/auth/profile', {
        ...{ firstName: 'Sample', lastName: 'Leaving', email: person.email, publicPage },
      })
    await change(false)
    expect(await readProduct(id)).toMatchObject({ maker: 'Sample Leaving', madeBy: null })
    expect(await page(`/shop/${id}`)).not.toContain(person.id)
    await change(true)
    expect((await readProduct(id)).madeBy?.id).toBe(person.id)
    await person.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' })
    expect(await readProduct(id)).toMatchObject({ maker: 'Sample Leaving', madeBy: null })
  })

  test('stays when other fields change, and is removed by another name', async () => {
    const { id } = await buildProduct(seller, { makerId: maker.id })
    const change = async (fields: object) => (await seller.call('PATCH', `/api/products/${id}`, fields)).body
    expect((await change({ price: 6000 })).madeBy?.id).toBe(maker.id)
    expect((await change({ maker: 'Sample Maker' })).madeBy?.id).toBe(maker.id)
    expect(await change({ maker: 'Somebody else' })).toMatchObject({ maker: 'Somebody else', madeBy: null })
    expect((await change({ makerId: maker.id })).madeBy?.id).toBe(maker.id)
    expect(await change({ makerId: null })).toMatchObject({ maker: 'Sample Maker', madeBy: null })
  })

  test('is removed when an earlier version with another name is restored', async () => {
    const { id } = await buildArtifact(keeper, { maker: 'Somebody' })
    const { body } = await keeper.call('PATCH', `/api/artifacts/${id}`, { makerId: maker.id })
    expect(body.madeBy?.id).toBe(maker.id)
    const restored = await keeper.call('POST', `/api/entries/${id}/history/1/restoration`, {
      updatedAt: body.updatedAt,
    })
    expect(restored.status).toBe(200)
    const { body: artifact } = await site.call('GET', `/api/artifacts/${id}`)
    expect(artifact).toMatchObject({ maker: 'Somebody', madeBy: null })
  })
})

describe('naming a member as the maker', () => {
  test('is refused in the same way for everyone whose page the caller can’t open', async () => {
    const [silent, off, disabled] = [await site.person(), await site.person(), await site.person()]
    for (const who of [off, disabled]) await buildPoem(who)
    const profile = { firstName: 'Sample', lastName: 'Person', email: off.email, publicPage: false }
    await off.call('PUT', '/api/auth/profile', profile)
    await admin.call('PATCH', `/api/members/${disabled.id}`, { disabled: true, reason: 'Sample reason' })
    const refuse = async (makerId: string) => {
      const { status, body } = await seller.call('POST', '/api/products', {
        ...{ name: 'Sample product', price: 5000, stock: 1, makerId },
      })
      expect([status, body.issues]).toEqual([400, [{ path: 'makerId', message: expect.any(String) }]])
    }
    for (const { id } of [silent, off, disabled, { id: crypto.randomUUID() }]) await refuse(id)
  })

  test('can begin with a search by the beginning of a word of their name', async () => {
    const names = async (q: string, by: Caller = site) =>
      (await by.call('GET', `/api/people?q=${encodeURIComponent(q)}`)).body.items.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('mak')).toEqual(['Sample Maker'])
    for (const q of ['aker', '%', '_ample', "' or true --"]) expect(await names(q)).toEqual([])
    const unseen = await site.person({ name: 'Zqunseen Person' })
    await buildPoem(unseen, { visibility: 'members' })
    expect([await names('zqunseen'), await names('zqunseen', maker)]).toEqual([[], ['Zqunseen Person']])
  })
})
