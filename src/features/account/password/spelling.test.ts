import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts } from '#core/tables.ts'
import { ensureAdmin } from '#server/sessions/admin-account.ts'
import { testSite } from '#test/harness.ts'

const site = testSite()
const logIn = async (email: string, password: string) =>
  (await site.call('POST', '/api/auth/login', { email, password })).status

/** Passwords as two keyboards write them. */
const pairs = [
  ['cafe\u0301 Sample 1!', 'caf\u00e9 Sample 1!'],
  ['\u212bngstr\u00f6m Sample 1!', '\u00c5ngstro\u0308m Sample 1!'],
  ['Sample\u00a0words\u20037!', 'Sample words 7!'],
  ['Sample\u1680words 7!', 'Sample words 7!'],
  ['\uff33\uff41mple words \uff17!', 'Sample words 7!'],
] as const

describe.each(pairs)('a password chosen as %j', (chosen, typed) => {
  test(`is the one typed as ${JSON.stringify(typed)}, after signing up and after a change`, async () => {
    const email = `${crypto.randomUUID()}@site.test`
    const answer = await site.call('POST', '/api/auth/register', { name: 'Sample Person', email, password: chosen })
    expect(answer.status).toBe(201)
    expect([await logIn(email, chosen), await logIn(email, typed), await logIn(email, `${typed} `)]).toEqual([
      200, 200, 401,
    ])
    const person = await site.person()
    const change = { currentPassword: 'test password', newPassword: chosen }
    expect((await person.call('PUT', '/api/auth/password', change)).status).toBe(200)
    expect([await logIn(person.email, typed), await logIn(person.email, 'test password')]).toEqual([200, 401])
  })
})

test.each(['e\u0301', 'u\u031b\u0309'])(
  'a long password in letters that are typed as several characters works: %j',
  async (letter) => {
    const person = await site.person()
    const password = `${letter.repeat(150)} Sample 1!`
    const change = { currentPassword: 'test password', newPassword: password }
    expect((await person.call('PUT', '/api/auth/password', change)).status).toBe(200)
    expect(await logIn(person.email, password)).toBe(200)
    const back = { currentPassword: password, newPassword: 'Other sample 1!' }
    expect((await person.call('PUT', '/api/auth/password', back)).status).toBe(200)
  },
)

test.each(['cafe\u0301 Sample 1!', 'Sample\u00a0words 7!'])(
  'a hash of %j, made before passwords were normalized, still works for what was typed',
  async (password) => {
    const person = await site.person()
    await site.db
      .update(accounts)
      .set({ passwordHash: await hash(password) })
      .where(eq(accounts.id, person.id))
    expect(await logIn(person.email, password)).toBe(200)
  },
)

test('the rules count the characters that are hashed, and common passwords are refused in every spelling', async () => {
  const email = `${crypto.randomUUID()}@site.test`
  const refused = async (password: string) =>
    (await site.call('POST', '/api/auth/register', { name: 'Sample Person', email, password })).body.issues[0].path
  expect(await refused('e\u0301e\u0301e\u0301')).toBe('password')
  expect(await refused('\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44')).toBe('password')
})

test('ADMIN_PASSWORD works from every keyboard', async () => {
  const email = 'first.admin@site.test'
  await ensureAdmin(site.db, { email, password: 'cafe\u0301 sample words' }, 'a secret of the tests')
  expect(await logIn(email, 'caf\u00e9 sample words')).toBe(200)
})
