import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#core/tables.ts'
import { type Person, testSite } from '#test/harness.ts'
import { normalizeAccountEmails } from './stored-emails.ts'
import { keepToken, newSecret } from './tokens.ts'

const site = testSite()
const password = 'test password'
const login = (email: string) => site.call('POST', '/api/auth/login', { email, password })
const rowOf = async ({ id }: Person) => (await site.db.select().from(accounts).where(eq(accounts.id, id)))[0]

/** Gives an account emails as an earlier version of the site stored them. */
async function store({ id }: Person, email: string, pendingEmail: string | null = null) {
  await site.db.update(accounts).set({ email, pendingEmail }).where(eq(accounts.id, id))
}

test.each([
  ['a final dot', 'dotted@site.test.', 'dotted@site.test'],
  ['a domain with other letters', 'other@s\u00e4mple.test', 'other@xn--smple-gra.test'],
  ['an ideographic final dot', 'wide@site.test\u3002', 'wide@site.test'],
])('an account whose email was stored with %s can log in again', async (_, stored, email) => {
  const person = await site.person()
  await store(person, stored, `new-${stored}`)
  const secret = newSecret()
  await keepToken(site.db, { accountId: person.id, purpose: 'reset', secret, email: stored })
  expect((await login(stored)).status).toBe(401)
  expect(await normalizeAccountEmails(site.db)).toEqual([])
  expect(await rowOf(person)).toMatchObject({ email, pendingEmail: `new-${email}` })
  for (const typed of [email, stored]) expect((await login(typed)).body.user.id).toBe(person.id)
  const reset = { token: secret, newPassword: 'Sample password 2!' }
  expect((await site.call('POST', '/api/auth/password/reset', reset)).status).toBe(200)
})

test('of accounts whose emails become equal, one gets the usual form, and the others stay as they are', async () => {
  const [older, younger, owner, late] = [
    await site.person(),
    await site.person(),
    await site.person(),
    await site.person(),
  ]
  await store(older, 'same@s\u00e4mple.test')
  await store(younger, 'same@s\u00e4mple.test.')
  await store(owner, 'usual@site.test')
  await store(late, 'usual@site.test.')
  for (const _ of ['at the first start', 'at the next start'])
    expect(await normalizeAccountEmails(site.db)).toEqual([younger.id, late.id])
  const emails = await Promise.all([older, younger, owner, late].map(rowOf))
  expect(emails.map((row) => row?.email)).toEqual([
    'same@xn--smple-gra.test',
    'same@s\u00e4mple.test.',
    'usual@site.test',
    'usual@site.test.',
  ])
})

test('a confirmed account takes the usual form from accounts that never confirmed it, even older ones', async () => {
  const [holder, older, owner] = [
    await site.person({ unconfirmed: true }),
    await site.person({ unconfirmed: true }),
    await site.person(),
  ]
  await store(holder, 'mine@site.test')
  await store(older, 'mine@site.test.')
  await store(owner, 'mine@site.test\u3002')
  for (const _ of ['at the first start', 'at the next start']) {
    const left = await normalizeAccountEmails(site.db)
    expect([left.includes(owner.id), left.includes(older.id)]).toEqual([false, true])
  }
  expect((await login('mine@site.test')).body.user.id).toBe(owner.id)
  expect(await rowOf(holder)).toMatchObject({
    email: expect.stringContaining('@set-aside.invalid'),
    disabledAt: expect.any(String),
    disabledReason: 'The email was never confirmed. It now belongs to another account.',
  })
  expect(await rowOf(older)).toMatchObject({ email: 'mine@site.test.', disabledAt: null })
})

test('an email whose name has other letters stays as it is', async () => {
  const person = await site.person()
  await store(person, 's\u00e4mple@site.test')
  expect(await normalizeAccountEmails(site.db)).not.toContain(person.id)
  expect(await rowOf(person)).toMatchObject({ email: 's\u00e4mple@site.test' })
})
