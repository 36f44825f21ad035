import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { files } from '#content/media/table.ts'
import { accounts, auditLog, sessions } from '#core/tables.ts'
import { buildArticle, buildPoem, buildProduct } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'
import { getFile, phonePhoto, uploadFile } from '#test/samples.ts'

const site = testSite()
const password = 'test password'
const leave = (person: Person, entries: string, word = password) =>
  person.call('DELETE', '/api/auth/account', { password: word, entries })

async function withEverything() {
  const person = await site.person({ name: 'Leaving Person' })
  const photo = await uploadFile(site, person, await phonePhoto(60, 60))
  await person.call('PUT', '/api/auth/profile/photo', { fileUrl: photo })
  const coverImage = await uploadFile(site, person, await phonePhoto(80, 60))
  const article = await buildArticle(person, { title: 'Left behind', coverImage })
  const liked = await buildArticle(await site.person(), { title: 'Liked by one' })
  await person.call('PUT', `/api/articles/${liked.id}/like`)
  return { person, photo, coverImage, article, liked }
}

describe('deleting an account', () => {
  test('takes the password from the body, never from the address', async () => {
    const person = await site.person()
    const query = new URLSearchParams({ password, entries: 'delete' })
    expect((await person.call('DELETE', `/api/auth/account?${query}`)).status).toBe(400)
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(200)
  })

  test('with its entries deletes all of them, and no one else’s', async () => {
    const { person, photo, coverImage, article, liked } = await withEverything()
    const answer = await leave(person, 'delete')
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(401)
    expect((await site.call('POST', '/api/auth/login', { email: person.email, password })).status).toBe(401)
    expect((await site.call('GET', `/api/articles/${article.id}`)).status).toBe(404)
    expect((await site.call('GET', `/api/articles/${liked.id}`)).body.likes).toBe(0)
    await site.runJobs()
    for (const url of [photo, coverImage]) expect((await getFile(site, url)).status).toBe(404)
    expect(await site.db.select().from(files)).toEqual([])
    expect(await site.db.select().from(sessions).where(eq(sessions.accountId, person.id))).toEqual([])
    const [mail] = (await site.mails(person.email)).slice(-1)
    expect(mail?.subject).toBe('Your Test Heritage account was deleted')
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
    expect(lines.at(-1)).toMatchObject({ action: 'account:remove', actorId: null, detail: { entries: 'delete' } })
  })

  test('can leave the entries to “A former member”, a shared account that admins can’t change; the last admin can’t leave', async () => {
    const { person, photo, coverImage, article } = await withEverything()
    const again = await withEverything()
    await leave(person, 'keep')
    await leave(again.person, 'keep')
    await site.runJobs({ copies: true })
    const authors: { id: string; name: string }[] = []
    for (const id of [article.id, again.article.id]) {
      const { body } = await site.call('GET', `/api/articles/${id}`)
      expect(body.author).toMatchObject({ name: 'A former member', avatar: null })
      authors.push(body.author)
    }
    expect(authors[0]?.id).toBe(authors[1]?.id)
    expect((await getFile(site, coverImage)).status).toBe(200)
    expect((await getFile(site, photo)).status).toBe(404)
    const all = JSON.stringify(await site.db.select().from(accounts))
    expect(all).not.toContain('Leaving Person')
    const admin = await site.person({ roles: ['admin'] })
    const members = await admin.call('GET', '/api/members?limit=100')
    expect(JSON.stringify(members.body)).not.toContain('A former member')
    const former = `/api/members/${authors[0]?.id}`
    expect((await admin.call('PATCH', former, { roles: ['keeper'] })).status).toBe(404)
    expect((await admin.call('POST', `${former}/reset-code`)).status).toBe(404)
    expect((await admin.call('DELETE', '/api/auth/account', { password, entries: 'keep' })).status).toBe(409)
  })

  test('requires the correct password and a valid choice', async () => {
    const person = await site.person()
    const wrong = await leave(person, 'keep', 'not it')
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'password'])
    expect((await leave(person, 'perhaps')).status).toBe(400)
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(200)
  })
})

const unzip = `import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
z.extractall(sys.argv[2]); print('\\n'.join(z.namelist()))`

async function unpack(response: Response) {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'all.zip')
  writeFileSync(path, Buffer.from(await response.arrayBuffer()))
  const names = execFileSync('python3', ['-c', unzip, path, folder], { encoding: 'utf8' }).trim().split('\n')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { names, read, json: (name: string) => JSON.parse(read(name)) }
}

const download = async (person: Person) => unpack(await getFile(site, '/api/auth/account/export', person))

describe('the download', () => {
  test('is a zip of the account, entries, drafts, likes, sessions and files, without password hashes or entries of others', async () => {
    const { person, photo, coverImage, article, liked } = await withEverything()
    const draft = await buildArticle(person, { title: 'A draft of mine', state: 'draft' })
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    const endpoint = 'https://push.example.org/a-sample-device'
    await person.call('PUT', '/api/account/push', { endpoint, keys })
    const response = await getFile(site, '/api/auth/account/export', person)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="test-heritage-[\d-]+\.zip"$/)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const { read } = await unpack(response)
    const account = { id: person.id, email: person.email, place: '', publicPage: true }
    expect(JSON.parse(read('account.json'))).toMatchObject(account)
    for (const one of [article, draft])
      expect(JSON.parse(read(`entries/article/${one.id}.json`))).toMatchObject({
        title: one.title,
        content: one.content,
      })
    expect(JSON.parse(read('likes.json'))).toMatchObject([{ entryId: liked.id }])
    expect(() => read(`entries/article/${liked.id}.json`)).toThrow()
    expect(JSON.parse(read('sessions.json'))).toMatchObject([{ notifiedAt: endpoint }])
    for (const url of [photo, coverImage]) expect(read(`${url.slice(1)}/photo.jpg`).length).toBeGreaterThan(100)
    expect(read('account.json') + read('sessions.json') + read('history.json')).not.toMatch(/argon2|passwordHash/)
  })

  test('contains consents, exact positions and groups, but only the consents and evidence that the member may read', async () => {
    const keeper = await site.person({ roles: ['keeper'] })
    const [author, giver] = [await site.person(), await site.person()]
    const poem = await buildPoem(author, { point: { latitude: 1.03567, longitude: 35.51234, blurred: true } })
    const { body: group } = await keeper.call('POST', '/api/groups', { name: 'Sample group' })
    await keeper.call('PUT', `/api/groups/${group.id}/members/${author.id}`)
    const consent = { people: ['Sample Person'], givenBy: 'Sample Giver', how: 'written', givenAt: '2026-03-01' }
    const consentTo = async (by: Person, more: object) => {
      const evidence = await uploadFile(site, by, await phonePhoto(40, 30))
      const { status } = await by.call('POST', `/api/entries/${poem.id}/consents`, { ...consent, evidence, ...more })
      expect(status).toBe(201)
      return evidence.slice(1)
    }
    const others = await consentTo(author, { purposes: ['public'] })
    const own = await consentTo(author, { purposes: ['public', 'sale'], giverEmail: author.email })
    const consented = await consentTo(keeper, { purposes: ['public', 'machine-learning'], giverEmail: giver.email })

    const [ofAuthor, ofGiver, ofKeeper] = await Promise.all([author, giver, keeper].map(download))
    const consents = [ofAuthor, ofGiver, ofKeeper].map((zip) =>
      zip?.json('consents.json').map(({ purposes }: { purposes: string[] }) => purposes.at(-1)),
    )
    expect(consents).toEqual([['sale'], ['machine-learning'], ['machine-learning']])
    expect(ofGiver?.json('consents.json')).toMatchObject([
      { entryId: poem.id, title: poem.title, people: ['Sample Person'], givenByYou: true },
    ])
    expect(ofAuthor?.json('exact-points.json')).toMatchObject([
      { entryId: poem.id, latitude: 1.03567, longitude: 35.51234 },
    ])
    expect([ofGiver?.json('exact-points.json'), ofKeeper?.json('exact-points.json')]).toEqual([[], []])
    expect(ofAuthor?.json('groups.json')).toMatchObject([{ name: 'Sample group' }])
    expect(ofGiver?.json('groups.json')).toEqual([])
    const holds = (zip: typeof ofAuthor, address: string) => zip?.names.some((name) => name.startsWith(`${address}/`))
    expect([own, others, consented].map((address) => holds(ofAuthor, address))).toEqual([true, false, false])
    expect([own, others, consented].map((address) => holds(ofGiver, address))).toEqual([false, false, false])
    expect([own, others, consented].map((address) => holds(ofKeeper, address))).toEqual([false, false, true])
  })

  test('contains orders, cart and seller data; a seller’s leaves out the buyer’s name, address and phone number', async () => {
    const [seller, buyer] = [await site.person({ roles: ['seller'] }), await site.person({ name: 'Sample Buyer' })]
    const product = await buildProduct(seller)
    const terms = { payTo: 'Sample till', collectAt: 'Sample stall' }
    await seller.call('PUT', '/api/selling/terms', terms)
    const { body } = await buyer.call('POST', '/api/orders', {
      ...{ items: [{ productId: product.id, quantity: 2 }], delivery: 'delivery', address: 'Sample address' },
      ...{ phone: '+254 700 000000', payment: { method: 'cash' } },
    })
    await buyer.call('PUT', `/api/cart/items/${product.id}`, { quantity: 3 })
    const [ofBuyer, ofSeller] = [await download(buyer), await download(seller)]
    const items = [{ name: 'Sample product name', price: 5000, quantity: 2 }]
    const { number, total } = body
    expect(ofBuyer.json('orders.json')).toMatchObject({
      bought: [{ number, address: 'Sample address', items }],
      sold: [],
    })
    expect(ofBuyer.json('cart.json')).toMatchObject([{ productId: product.id, quantity: 3, price: 5000 }])
    expect(ofSeller.json('orders.json')).toMatchObject({ bought: [], sold: [{ number, total, items }] })
    expect(ofSeller.json('selling.json')).toEqual({ terms, requests: [] })
    expect(ofSeller.read('orders.json')).not.toMatch(/Sample address|Sample Buyer|\+254/)
  })

  test('accepts a bearer token everywhere and the cookie only outside the API, and refuses guests', async () => {
    const person = await site.person()
    const status = async (path: string, headers: Record<string, string>) => {
      const response = await site.app.request(path, { headers })
      await response.body?.cancel()
      return response.status
    }
    const cookie = { cookie: `session=${person.token}` }
    const bearer = { authorization: `Bearer ${person.token}` }
    const [api, file] = ['/api/auth/account/export', '/auth/account/export']
    expect([await status(api, bearer), await status(file, bearer), await status(file, cookie)]).toEqual([200, 200, 200])
    expect([await status(api, cookie), await status(api, {}), await status(file, {})]).toEqual([401, 401, 401])
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.actorId, person.id))
    expect(lines.filter(({ action }) => action === 'account:export')).toHaveLength(3)
  })
})
