import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts, auditLog } from '#core/tables.ts'
import { buildArtifact, buildConsent, buildHeritage, buildProduct } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { phonePhoto, uploadFile } from '#test/samples.ts'
import { products } from './table.ts'

const site = testSite()
const { seller, other, member, keeper, moderator, admin } = cast(site, { other: { roles: ['seller'] } })

const photoOf = async (person: Person) => uploadFile(site, person, await phonePhoto(64, 48))
const saleOf = async ({ id }: { id: string }, caller: Person['call'] = site.call) =>
  (await caller('GET', `/api/products/${id}`)).body.sale

async function idsOf(query = '', caller: Person['call'] = site.call): Promise<string[]> {
  const { body } = await caller('GET', `/api/products?limit=100&${query}`)
  return body.items.map((item: { id: string }) => item.id)
}

test('returns every field, with null for empty ones', async () => {
  const url = await photoOf(seller)
  const product = await buildProduct(seller, {
    description: ' Sample description ',
    maker: ' ',
    section: 'crafts',
    images: [{ url, alt: 'Sample front' }],
  })
  expect(product).toMatchObject({
    type: 'product',
    name: 'Sample product name',
    title: 'Sample product name',
    description: 'Sample description',
    price: 5000,
    currency: 'KES',
    stock: 12,
    maker: null,
    section: 'crafts',
    visibility: 'public',
    images: [{ url, alt: 'Sample front', kind: 'image' }],
    seller: { id: seller.id, name: 'Sample Seller' },
    author: { id: seller.id, name: 'Sample Seller' },
    sale: 'open',
  })
  const { may, ...rest } = product
  expect(may).toContain('edit')
  expect((await site.call('GET', `/api/products/${product.id}`)).body).toEqual(rest)
  expect((await site.call('GET', `/content?operation=getProductById&id=${product.id}`)).body).toEqual(rest)
  const change = { name: 'Another sample', price: 5050, stock: 0, images: [] }
  const { body } = await seller.call('PATCH', `/api/products/${product.id}`, change)
  expect(body).toMatchObject({ ...change, title: 'Another sample', section: 'crafts', sale: 'soldOut' })
})

describe('bad input', () => {
  test.each([
    ['price', [-1, 0, 99, 50.5, 100_000_001, 1e308, '50', null, Number.NaN]],
    ['stock', [-1, 0.5, 100_001, 1e308, '12', null]],
    ['name', ['', ' ', 'two\nlines', 'x'.repeat(201), 5]],
    ['section', ['', 'sample', 5]],
    ['maker', ['two\nlines', 'x'.repeat(201)]],
    ['description', ['x'.repeat(10_001)]],
    ['state', ['hidden']],
  ])('for %s is refused in a new product and in a change', async (field, values) => {
    const { id } = await buildProduct(seller)
    for (const value of values) {
      const input = { name: 'x', price: 5000, stock: 1, [field]: value }
      const response = await seller.call('POST', '/api/products', input)
      expect([response.status, response.body.issues?.[0]?.path], `${field} ${value}`).toEqual([400, field])
      const { status } = await seller.call('PATCH', `/api/products/${id}`, { [field]: value })
      expect([400, 403], `${field} ${value}`).toContain(status)
    }
    expect((await site.call('GET', `/api/products/${id}`)).body).toMatchObject({ price: 5000, stock: 12 })
  })

  test('without a price or a stock is refused', async () => {
    const { body } = await seller.call('POST', '/api/products', { name: 'x' })
    expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual(['price', 'stock'])
  })

  test('pictures must be the member’s own', async () => {
    for (const url of [
      await photoOf(other),
      '/files/nothing',
      'https://example.org/a.png',
      'data:text/html;base64,eA==',
    ]) {
      const input = { name: 'x', price: 5000, stock: 1, images: [{ url }] }
      const { status } = await seller.call('POST', '/api/products', input)
      expect([400, 415], url).toContain(status)
    }
  })

  test.each([
    'section=nothing',
    'sort=best',
    'seller=x',
    `lastKey=${encodeURIComponent('{"value":"x","id":"00000000-0000-7000-8000-000000000000"}')}&sort=cheapest`,
    `lastKey=${encodeURIComponent('{"value":1.5,"id":"00000000-0000-7000-8000-000000000000"}')}&sort=dearest`,
  ])('the list refuses %s', async (query) => {
    expect((await site.call('GET', `/api/products?${query}`)).status).toBe(400)
  })

  test('the database refuses a negative stock', async () => {
    const { id } = await buildProduct(seller)
    const lowering = site.db
      .update(products)
      .set({ stock: sql`${products.stock} - 13` })
      .where(eq(products.entryId, id))
    await expect(lowering).rejects.toThrow()
  })
})

describe('ownership', () => {
  test('former sellers’ products are not for sale', async () => {
    const former = await site.person({ roles: ['seller'] })
    const { id } = await buildProduct(former)
    await site.db.update(accounts).set({ roles: [] }).where(eq(accounts.id, former.id))
    expect(await saleOf({ id })).toBe('closed')
    expect(await idsOf(`seller=${former.id}`)).toEqual([])
    expect(await idsOf('mine=true', former.call)).toEqual([id])
  })

  test('a hidden product is not for sale until it is restored', async () => {
    const product = await buildProduct(seller)
    const path = `/api/products/${product.id}`
    await moderator.call('PATCH', path, { state: 'hidden', reason: 'Sample reason' })
    expect(await saleOf(product, seller.call)).toBe('closed')
    await moderator.call('PATCH', path, { state: 'published' })
    expect(await saleOf(product)).toBe('open')
  })
})

describe('the list', () => {
  test('is paged in every order without duplicates', async () => {
    const one = await site.person({ roles: ['seller'] })
    const prices = [300, 100, 200, 200, 200, 100, 500]
    for (const [at, price] of prices.entries()) await buildProduct(one, { name: `Sample ${at}`, price })
    const paged = async (sort: string) => {
      const items = await everyPage(site, `/api/products?limit=2&seller=${one.id}&sort=${sort}`)
      expect(new Set(items.map(({ id }) => id)).size).toBe(prices.length)
      return items.map(({ price }) => price)
    }
    expect(await paged('cheapest')).toEqual([100, 100, 200, 200, 200, 300, 500])
    expect(await paged('dearest')).toEqual([500, 300, 200, 200, 200, 100, 100])
    expect(await paged('latest')).toEqual([...prices].reverse())
  })

  test('is filtered by words, section and seller', async () => {
    const { id } = await buildProduct(other, { name: 'Quokka', maker: 'Numbat', section: 'instruments' })
    expect(await idsOf('q=quok')).toEqual([id])
    expect(await idsOf('q=numbat')).toEqual([id])
    expect(await idsOf('q=numbat&section=food')).toEqual([])
    expect(await idsOf('section=instruments')).toEqual([id])
    expect(await idsOf(`q=quokka&seller=${seller.id}`)).toEqual([])
  })

  test('contains sold-out products but not closed ones; the seller’s own list contains all, including drafts', async () => {
    const one = await site.person({ roles: ['seller'] })
    const open = await buildProduct(one)
    const soldOut = await buildProduct(one, { stock: 0 })
    const draft = await buildProduct(one, { state: 'draft' })
    const barred = await buildProduct(one)
    await keeper.call('PATCH', `/api/products/${barred.id}`, { labels: ['sacred'] })
    expect(await idsOf(`seller=${one.id}`)).toEqual([soldOut.id, open.id])
    expect(await idsOf(`seller=${one.id}`, one.call)).toEqual([soldOut.id, open.id])
    expect(await idsOf('mine=true', one.call)).toEqual([barred.id, draft.id, soldOut.id, open.id])
    expect(await idsOf('mine=true')).toEqual([])
    expect(await idsOf(`seller=${one.id}&mine=true`, other.call)).toEqual([])
    expect([await saleOf(open), await saleOf(soldOut), await saleOf(barred)]).toEqual(['open', 'soldOut', 'closed'])
    expect(await saleOf(draft, one.call)).toBe('closed')
  })
})

const link = (person: Person, id: string, to: string) =>
  person.call('POST', `/api/entries/${id}/links`, { to, relation: 'relation' })
const linksOf = async (id: string) =>
  (await site.call('GET', `/api/entries/${id}/links`)).body.items.map((item: any) => item.entry.id)
const agree = (id: string, purposes: string[]) => buildConsent(keeper, id, { purposes })

describe('links of products', () => {
  test('only the seller can link a product, but keepers can link archive entries to it', async () => {
    const product = await buildProduct(seller)
    const [one, two] = [await buildArtifact(keeper), await buildHeritage(keeper)]
    expect((await link(seller, product.id, one.id)).status).toBe(201)
    expect((await link(keeper, two.id, product.id)).status).toBe(201)
    expect((await link(other, product.id, two.id)).status).toBe(403)
    expect((await link(keeper, product.id, two.id)).status).toBe(403)
    expect(await linksOf(product.id)).toEqual([two.id, one.id])
  })

  test.each(['sacred', 'noncommercial'])('can’t be made to an entry labelled %s, from either end', async (label) => {
    const product = await buildProduct(seller)
    const { id } = await buildArtifact(keeper, { labels: [label] })
    for (const response of [await link(seller, product.id, id), await link(keeper, id, product.id)])
      expect([response.status, response.body.issues[0].path]).toEqual([400, 'to'])
    const fine = await buildArtifact(keeper, { labels: ['attribution', 'commercial'] })
    expect((await link(seller, product.id, fine.id)).status).toBe(201)
    expect(await saleOf(product)).toBe('open')
  })

  test('a label against sale removes the entry’s links to products, but no others, and this is logged', async () => {
    const product = await buildProduct(seller)
    const [artifact, ceremony] = [await buildArtifact(keeper), await buildHeritage(keeper)]
    await link(seller, product.id, artifact.id)
    await link(keeper, artifact.id, ceremony.id)
    await keeper.call('PATCH', `/api/artifacts/${artifact.id}`, { labels: ['attribution'] })
    expect(await linksOf(artifact.id)).toHaveLength(2)
    await keeper.call('PATCH', `/api/artifacts/${artifact.id}`, { labels: ['noncommercial'] })
    expect(await linksOf(artifact.id)).toEqual([ceremony.id])
    expect(await linksOf(product.id)).toEqual([])
    expect(await saleOf(product)).toBe('open')
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, artifact.id))
    expect(acts.filter(({ action }) => action === 'entry:unlink')).toMatchObject([
      { actorId: keeper.id, detail: { relation: 'relation', to: product.id, why: 'label' } },
    ])
  })

  test('setting a label and a link at the same time ends without the link, whichever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const product = await buildProduct(seller)
      const { id } = await buildArtifact(keeper)
      const labelled = () => keeper.call('PATCH', `/api/artifacts/${id}`, { labels: ['sacred'] })
      await Promise.all([link(seller, product.id, id), labelled()])
      expect(await linksOf(product.id)).toEqual([])
    }
  })
})

describe('consents', () => {
  test('a person in an entry who has not agreed to a sale prevents links to products', async () => {
    const product = await buildProduct(seller)
    const [agreed, not] = [await buildArtifact(keeper), await buildArtifact(keeper)]
    await agree(agreed.id, ['public', 'sale'])
    await agree(not.id, ['public'])
    expect((await link(seller, product.id, agreed.id)).status).toBe(201)
    const { status, body } = await link(seller, product.id, not.id)
    expect([status, body.issues[0].path]).toEqual([400, 'to'])
    expect((await agree(agreed.id, ['public', 'sale', 'school'])).saleEnded).toBe(false)
    expect((await agree(agreed.id, ['public'])).saleEnded).toBe(true)
    expect(await linksOf(product.id)).toEqual([])
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, agreed.id))
    expect(acts.find(({ action }) => action === 'entry:unlink')?.detail).toMatchObject({ why: 'consent' })
  })

  test('withdrawing purposes removes the link', async () => {
    const product = await buildProduct(seller)
    const artifact = await buildArtifact(keeper)
    const { id } = await agree(artifact.id, ['public', 'sale'])
    await link(seller, product.id, artifact.id)
    await keeper.call('PATCH', `/api/consents/${id}`, { note: 'Sample note' })
    expect(await linksOf(product.id)).toEqual([artifact.id])
    await keeper.call('PATCH', `/api/consents/${id}`, { purposes: ['public'] })
    expect(await linksOf(product.id)).toEqual([])
  })

  test('that exclude a sale make the product itself a draft that can’t be published, and its seller is told', async () => {
    const product = await buildProduct(seller, { name: 'Sample product of someone' })
    const path = `/api/products/${product.id}`
    const { id } = await agree(product.id, ['public', 'sale'])
    expect(await saleOf(product)).toBe('open')
    const { body } = await keeper.call('PATCH', `/api/consents/${id}`, { purposes: ['public'] })
    expect(body).toMatchObject({ saleEnded: true, narrowedTo: null, entry: { state: 'draft' } })
    expect((await site.call('GET', path)).status).toBe(404)
    expect((await seller.call('GET', path)).body).toMatchObject({ state: 'draft', sale: 'closed' })
    const mails = await site.mails(seller.email)
    expect(mails.at(-1)?.subject).toBe('Your product is a draft again: Sample product of someone')
    const refused = await seller.call('PATCH', path, { state: 'published' })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'state'])
    expect((await seller.call('PATCH', path, { price: 6000 })).status).toBe(200)
  })

  test('that exclude a sale keep a product hidden when all posts of its seller are shown again', async () => {
    const [barred, sold] = [await buildProduct(other), await buildProduct(other)]
    const purposes = ['public', 'sale']
    const { id } = await buildConsent(keeper, barred.id, { purposes, giverEmail: member.email })
    const act = await moderator.call('POST', `/api/members/${other.id}/hidings`, { reason: 'Sample reason' })
    expect((await member.call('PATCH', `/api/consents/${id}`, { purposes: ['public'] })).status).toBe(200)
    expect((await moderator.call('DELETE', `/api/hidings/${act.body.id}`)).status).toBe(200)
    expect(await idsOf(`seller=${other.id}`)).toContain(sold.id)
    expect((await site.call('GET', `/api/products/${barred.id}`)).status).toBe(404)
    const restored = await moderator.call('PATCH', `/api/products/${barred.id}`, { state: 'published' })
    expect([restored.status, restored.body.issues[0].path]).toEqual([400, 'state'])
  })

  test('that exclude a sale, on an entry linked to a draft, remove the link, so that the draft can be published', async () => {
    const product = await buildProduct(seller, { state: 'draft' })
    const artifact = await buildArtifact(keeper)
    await link(seller, product.id, artifact.id)
    const publish = () => seller.call('PATCH', `/api/products/${product.id}`, { state: 'published' })
    await agree(artifact.id, ['public'])
    expect(await linksOf(artifact.id)).toEqual([])
    expect((await publish()).body.sale).toBe('open')
  })

  test('that were written directly to the database still close the sale', async () => {
    const product = await buildProduct(seller)
    const artifact = await buildArtifact(keeper)
    await agree(artifact.id, ['public', 'sale'])
    await link(seller, product.id, artifact.id)
    expect(await saleOf(product)).toBe('open')
    await site.db.execute(sql`update consents set purposes = '{public}' where entry_id = ${artifact.id}`)
    expect(await saleOf(product)).toBe('closed')
    const publish = await seller.call('PATCH', `/api/products/${product.id}`, { state: 'published' })
    expect(publish.status).toBe(400)
    await site.db.execute(sql`delete from consents where entry_id = ${artifact.id}`)
    await site.db.execute(sql`update entries set labels = '{sacred}' where id = ${artifact.id}`)
    expect(await saleOf(product)).toBe('closed')
  })
})

test('can be searched, exported, harvested and reported like any entry', async () => {
  const { id } = await buildProduct(seller, { name: 'Sample wombat', maker: 'Sample Maker', section: 'books' })
  const results = (await site.call('GET', '/api/search?q=wombat')).body.items
  expect(results).toMatchObject([{ id, url: `/shop/${id}`, type: 'product' }])
  const csv = (await site.call('GET', '/export/product.csv')).body
  expect(csv).toContain(`${id},Sample wombat,books,,5000,KES,12,Sample Maker,Sample Seller`)
  const { '@graph': graph } = (await site.call('GET', '/export/everything.jsonld')).body
  expect(graph.find((node: any) => node.url === `http://site.test/shop/${id}`)).toMatchObject({
    '@type': 'Product',
    manufacturer: 'Sample Maker',
    offers: { price: '50.00', priceCurrency: 'KES', availability: 'https://schema.org/InStock' },
  })
  const oai = await site.call('GET', `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:site.test:${id}`)
  expect(oai.body).toContain('<dc:type>PhysicalObject</dc:type>')
  const part = (await site.call('GET', '/sitemap.xml')).body.match(/sitemap\/[0-9a-f-]{36}\.xml/)[0]
  expect((await site.call('GET', `/${part}`)).body).toContain(`/shop/${id}<`)
  expect((await site.call('GET', '/sitemap/pages.xml')).body).toContain('/shop<')
  expect((await member.call('POST', '/api/reports', { entryId: id, reason: 'rights' })).status).toBe(201)
})

test('a disabled seller’s products are not for sale', async () => {
  const one = await site.person({ roles: ['seller'] })
  const { id } = await buildProduct(one)
  await admin.call('PATCH', `/api/members/${one.id}`, { disabled: true, reason: 'Sample reason' })
  expect(await saleOf({ id })).toBe('closed')
})
