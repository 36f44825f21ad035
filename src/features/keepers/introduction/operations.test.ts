import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { phonePhoto, uploadFile } from '#test/samples.ts'

const site = testSite()
const { keeper, member } = cast(site)

const path = '/api/introductions/ceremonies'
const write = (by: Person, body: string, updatedAt: string | null = null) => by.call('PUT', path, { body, updatedAt })
const last = async () =>
  (await keeper.call('GET', '/api/introductions')).body.items.find(
    ({ section }: { section: string }) => section === 'ceremonies',
  )

test('keepers write the introduction, everyone reads it, and the cached answer is dropped', async () => {
  expect((await site.call('GET', path)).body).toEqual({ section: 'ceremonies', body: null })
  const { status, body } = await write(keeper, '<p onclick="x()">Sample <b>introduction</b></p><script>x()</script>')
  expect([status, body.body]).toEqual([200, '<p>Sample <strong>introduction</strong></p>'])
  expect((await site.call('GET', path)).body.body).toBe(body.body)
  expect(await last()).toMatchObject({ body: body.body, updatedBy: { id: keeper.id, name: 'Sample Keeper' } })
  const [line] = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'introduction:update'))
    .orderBy(desc(auditLog.at))
  expect(line).toMatchObject({ actorId: keeper.id, detail: { section: 'ceremonies' } })
})

test('another keeper’s change is not overwritten', async () => {
  expect((await write(keeper, '<p>Sample late</p>')).status).toBe(409)
  const { updatedAt } = await last()
  expect((await write(keeper, '<p>Sample second</p>', updatedAt)).status).toBe(200)
  const late = await write(keeper, '<p>Sample third</p>', updatedAt)
  expect([late.status, late.body.code]).toEqual([409, 'changed'])
  expect((await site.call('GET', path)).body.body).toBe('<p>Sample second</p>')
})

test('an empty body removes the introduction; pictures, members and unknown pages are refused', async () => {
  const { updatedAt } = await last()
  const picture = await uploadFile(site, keeper, await phonePhoto(80, 60))
  const refused = await write(keeper, `<p>Sample</p><img src="${picture}" alt="">`, updatedAt)
  expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'body'])
  expect((await write(member, '<p>Sample</p>', updatedAt)).status).toBe(403)
  expect((await keeper.call('PUT', '/api/introductions/nowhere', { body: '', updatedAt: null })).status).toBe(404)
  expect((await site.call('GET', '/api/introductions/nowhere')).status).toBe(404)
  expect((await write(keeper, '<p> </p>', updatedAt)).body.body).toBe(null)
  expect((await site.call('GET', path)).body.body).toBe(null)
})
