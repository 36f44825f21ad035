import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { accounts, accountTokens, siteState } from '#core/tables.ts'
import { buildArticle } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'
import { ensureAdmin } from './admin-account.ts'

const site = testSite()
const old = 'test password'
const chosen = 'Sample admin password 1!'
const secret = 'a secret of the tests'
let addresses = 0

const adopt = (email: string, password = chosen) => ensureAdmin(site.db, { email, password }, secret)
const login = (email: string, password: string) => site.call('POST', '/api/auth/login', { email, password })
const tokenFor = async (to: string) => (await site.mails(to)).at(-1)?.token
const rowOf = async (email: string) => (await site.db.select().from(accounts).where(eq(accounts.email, email)))[0]

/** Creates what a thief could have prepared: a pending email with its two tokens, and a token for a reset. */
async function prepare(who: Person) {
  const thief = `thief${++addresses}@site.test`
  const names = { firstName: 'Sample', lastName: 'Person' }
  await who.call('PUT', '/api/auth/profile', { ...names, email: thief, currentPassword: old })
  const [confirming, cancelling] = [await tokenFor(thief), await tokenFor(who.email)]
  await site.call('POST', '/api/auth/password/reset-request', { email: who.email })
  return { thief, confirming, cancelling, reset: await tokenFor(who.email) }
}

/** Expects that no earlier link opens the account, and that a reset goes to the admin's own address. */
async function expectTight(
  email: string,
  { thief, confirming, cancelling, reset }: Awaited<ReturnType<typeof prepare>>,
) {
  const before = (await site.mails(thief)).length
  const answers = [
    await site.call('POST', '/api/auth/verify-email', { token: confirming }),
    await site.call('POST', '/api/auth/email/cancel', { token: cancelling }),
    await site.call('POST', '/api/auth/password/reset', { token: reset, newPassword: 'Thief password 1!' }),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(['bad_token', 'bad_token', 'bad_token'])
  await site.call('POST', '/api/auth/password/reset-request', { email })
  expect((await site.mails(email)).at(-1)?.subject).toContain('Choose a new password')
  expect(await site.mails(thief)).toHaveLength(before)
  expect((await login(email, old)).status).toBe(401)
  expect((await login(email, chosen)).body.user.roles).toEqual(expect.arrayContaining(['admin', 'keeper']))
}

test('a confirmed account keeps its posts and loses its sessions, tokens and pending email', async () => {
  const who = await site.person()
  const article = await buildArticle(who)
  const prepared = await prepare(who)
  await adopt(who.email)
  expect((await who.call('GET', '/api/auth/profile')).status).toBe(401)
  expect(await rowOf(who.email)).toMatchObject({ id: who.id, pendingEmail: null })
  await expectTight(who.email, prepared)
  const [row] = await site.db.select().from(entries).where(eq(entries.id, article.id))
  expect(row?.authorId).toBe(who.id)
})

test('an account with an unconfirmed email is not adopted, but disabled, and keeps its data', async () => {
  const who = await site.person({ unconfirmed: true, name: 'Sample Squatter' })
  const draft = await buildArticle(who, { state: 'draft' })
  const prepared = await prepare(who)
  await adopt(who.email)
  const admin = await rowOf(who.email)
  expect(admin).toMatchObject({ name: 'Admin', pendingEmail: null })
  expect(admin?.id).not.toBe(who.id)
  await expectTight(who.email, prepared)
  expect((await who.call('GET', '/api/auth/profile')).status).toBe(401)
  const [aside] = await site.db.select().from(accounts).where(eq(accounts.id, who.id))
  expect(aside).toMatchObject({ email: expect.stringMatching(/@set-aside\.invalid$/), emailVerifiedAt: null })
  expect(aside?.pendingEmail).toBeNull()
  expect(aside?.disabledAt).not.toBeNull()
  expect((await login(String(aside?.email), old)).status).not.toBe(200)
  expect(await site.db.$count(accountTokens, eq(accountTokens.accountId, who.id))).toBe(0)
  const [row] = await site.db.select().from(entries).where(eq(entries.id, draft.id))
  expect(row?.authorId).toBe(who.id)
})

test('a restart with the same settings changes nothing, and a new password removes a pending email', async () => {
  const email = 'owner@site.test'
  await adopt(email)
  const admin = await rowOf(email)
  await site.db.update(accounts).set({ pendingEmail: 'elsewhere@site.test' }).where(eq(accounts.email, email))
  await adopt(email)
  expect((await rowOf(email))?.pendingEmail).toBe('elsewhere@site.test')
  await adopt(email, 'Another admin password 2!')
  expect(await rowOf(email)).toMatchObject({ id: admin?.id, pendingEmail: null })
  expect(await site.db.$count(siteState, like(siteState.name, 'admin'))).toBe(1)
})
