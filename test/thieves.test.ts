import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { rateLimits, sessions } from '#core/tables.ts'
import { ensureAdmin } from '#server/sessions/admin-account.ts'
import { softAuthenticator } from './authenticator.ts'
import { buildPoem } from './build.ts'
import { origin, type Person, testSite } from './harness.ts'

// Each test plays a thief from the first step to the last, and then the owner, who gets the account back.

const site = testSite({ trustProxy: 1 })
const password = 'test password'
const names = { firstName: 'Sample', lastName: 'Person' }

beforeAll(() => void Object.assign(site.services.mail, { kind: 'smtp' }))

const from = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}` })
const login = ({ email }: { email: string }, word = password, headers = {}) =>
  site.call('POST', '/api/auth/login', { email, password: word }, headers)
const reset = (token: string | undefined, newPassword: string) =>
  site.call('POST', '/api/auth/password/reset', { token, newPassword })
const confirm = (token: string | undefined) => site.call('POST', '/api/auth/verify-email', { token })
const profile = (token: string) =>
  site.call('GET', '/api/auth/profile', undefined, { authorization: `Bearer ${token}` })

/** Requests a reset email for an address, and returns its token. */
async function resetToken(email: string): Promise<string | undefined> {
  await site.db.delete(rateLimits).where(like(rateLimits.key, 'resetRequest:%'))
  await site.call('POST', '/api/auth/password/reset-request', { email })
  return (await site.mails(email)).filter((mail) => mail.text.includes('/reset-password')).at(-1)?.token
}

async function addPasskey(thief: Person) {
  const device = softAuthenticator(origin)
  const { body } = await thief.call('POST', '/api/auth/second-factor/passkeys/options')
  const added = await thief.call('POST', '/api/auth/second-factor/passkeys', {
    attestation: device.register(body.options),
  })
  expect(added.status).toBe(201)
  return async () => {
    const { options } = (await site.call('POST', '/api/auth/passkey/options')).body
    return site.call('POST', '/api/auth/passkey', { assertion: device.assert(options) })
  }
}

describe('a thief', () => {
  test('with a stolen session can’t take the account over, guess its password or read its export, and is thrown out', async () => {
    const owner = await site.person({ roles: ['admin'] })
    const at = new Date(Date.now() - 16 * 60_000).toISOString()
    await site.db.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.accountId, owner.id))
    const thief = owner.call

    const email = 'thief@site.test'
    const refusals = await Promise.all([
      thief('PUT', '/api/auth/profile', { ...names, email }),
      thief('POST', '/api/auth/second-factor/passkeys/options'),
      thief('POST', '/api/auth/second-factor/authenticator-app'),
      thief('PATCH', `/api/members/${owner.id}`, { roles: ['admin', 'keeper'] }),
      thief('GET', '/api/auth/account/export'),
      thief('DELETE', '/api/auth/account', { entries: 'leave' }),
    ])
    for (const [index, { status }] of refusals.entries()) expect([400, 401, 403], `attempt ${index}`).toContain(status)
    expect((await thief('GET', '/api/auth/profile')).body).toMatchObject({ email: owner.email })

    // Guesses count for the session, so other addresses don't help.
    for (let i = 0; i < 10; i++)
      expect((await thief('POST', '/api/auth/confirm', { password: `guess ${i}` }, from(i))).status).toBe(400)
    for (const [method, path, body] of [
      ['POST', '/api/auth/confirm', { password }],
      ['PUT', '/api/auth/password', { currentPassword: password, newPassword: 'Thief-pass1' }],
      ['PUT', '/api/auth/profile', { ...names, email, currentPassword: password }],
    ] as const)
      expect((await thief(method, path, body, from(99))).status, path).toBe(429)

    // The owner logs in elsewhere as usual, and ends the stolen session.
    const { token } = (await login(owner, password, from(200))).body
    const ended = await site.call('DELETE', '/api/auth/sessions', undefined, { authorization: `Bearer ${token}` })
    expect(ended.body).toEqual({ success: true, ended: 1 })
    expect((await thief('GET', '/api/auth/profile')).status).toBe(401)
    expect((await profile(token)).status).toBe(200)
  })

  test('who signed up with someone else’s address gains nothing from it, and loses the account to the owner', async () => {
    const squatter = await site.person({ unconfirmed: true, name: 'Sample Squatter' })
    const enter = await addPasskey(squatter)
    const title = `zq${crypto.randomUUID().slice(0, 8)}`
    await buildPoem(squatter, { title })
    const admin = await site.person({ roles: ['admin'] })
    const keeper = await site.person({ roles: ['keeper'] })
    const { body: group } = await keeper.call('POST', '/api/groups', { name: `Sample group ${title}` })
    const added = await keeper.call('POST', `/api/groups/${group.id}/members`, { memberId: squatter.id })
    expect(added.status).toBeGreaterThanOrEqual(400)
    for (const path of ['/', `/api/entries?q=${title}`, '/feed.xml', '/export/everything.jsonld'])
      expect(JSON.stringify((await site.call('GET', path)).body), path).not.toContain(title)
    expect((await admin.call('GET', '/api/auth/profile')).status).toBe(200)

    // The owner wants an account of their own, and the address has one.
    const email = squatter.email
    expect((await site.call('POST', '/api/auth/register', { name: 'Owner', email, password })).body.code).toBe(
      'email_taken',
    )
    expect((await reset(await resetToken(email), 'Owner-pass1')).status).toBe(200)
    expect((await squatter.call('GET', '/api/auth/profile')).status).toBe(401)
    expect((await login(squatter)).status).toBe(401)
    expect((await enter()).status).toBe(400)
    const back = await login(squatter, 'Owner-pass1')
    expect([back.status, back.body.success]).toEqual([200, true])
  })

  test('who signed up with the address of the future admin is not adopted', async () => {
    const squatter = await site.person({ unconfirmed: true })
    const enter = await addPasskey(squatter)
    await ensureAdmin(site.db, { email: squatter.email, password: 'a password of the admin' }, 'sample secret')
    expect((await squatter.call('GET', '/api/auth/profile')).status).toBe(401)
    expect((await login(squatter)).status).toBe(401)
    expect((await enter()).body.success).toBeUndefined()
    const admin = await login(squatter, 'a password of the admin')
    expect(admin.body.user).toMatchObject({ roles: expect.arrayContaining(['admin']) })
    expect(admin.body.user.id).not.toBe(squatter.id)
  })

  test('with a leaked reset link is reported to the owner by email, and has no token or session left after the owner’s reset', async () => {
    const owner = await site.person()
    const leaked = await resetToken(owner.email)
    expect((await reset(leaked, 'Thief-pass1')).status).toBe(200)
    const stolen = (await login(owner, 'Thief-pass1', from(1))).body.token as string
    const asThief = { authorization: `Bearer ${stolen}` }
    const email = 'thief.of.links@site.test'
    const change = { ...names, email, currentPassword: 'Thief-pass1' }
    expect((await site.call('PUT', '/api/auth/profile', change, asThief)).status).toBe(200)
    const confirming = (await site.mails(email)).at(-1)?.token

    // The owner learns of the new password and the new address, and cancels the change of address without logging in.
    const mails = await site.mails(owner.email)
    const cancelling = mails.find((mail) => mail.text.includes('/cancel-email'))?.token
    expect(mails.some((mail) => mail.text.includes('/forgot-password'))).toBe(true)
    expect((await site.call('POST', '/api/auth/email/cancel', { token: cancelling })).status).toBe(200)
    expect((await confirm(confirming)).body.code).toBe('bad_token')

    // The thief asks for another change and another reset link, and keeps logging in while the owner resets.
    await site.call('PUT', '/api/auth/profile', change, asThief)
    const confirmingAgain = (await site.mails(email)).at(-1)?.token
    const spare = await resetToken(owner.email)
    const mine = await resetToken(owner.email)
    const thiefs = Array.from({ length: 12 }, () => login(owner, 'Thief-pass1', from(1)))
    const [done, ...logins] = await Promise.all([reset(mine, 'Owner-pass1'), ...thiefs])
    expect(done.status).toBe(200)
    for (const { body } of logins) if (body.token) expect((await profile(body.token)).status).toBe(401)
    expect((await profile(stolen)).status).toBe(401)
    expect((await login(owner, 'Thief-pass1', from(1))).status).toBe(401)
    for (const token of [leaked, spare, mine]) expect((await reset(token, 'Thief-pass2')).status).toBe(400)
    for (const token of [confirming, confirmingAgain]) expect((await confirm(token)).body.code).toBe('bad_token')
    const back = await login(owner, 'Owner-pass1', from(2))
    expect(back.body.user).toMatchObject({ id: owner.id, email: owner.email })
  })

  test('with a leaked reset link who adds a passkey, and changes the password and the email, loses all of it to the owner', async () => {
    const owner = await site.person()
    expect((await reset(await resetToken(owner.email), 'Thief-pass1')).status).toBe(200)
    const { token, user } = (await login(owner, 'Thief-pass1', from(1))).body
    const call: Person['call'] = (method, path, body, headers) =>
      site.call(method, path, body, { authorization: `Bearer ${token}`, ...headers })
    const thief: Person = { ...owner, id: user.id, token, call }
    const enter = await addPasskey(thief)
    const passwords = { currentPassword: 'Thief-pass1', newPassword: 'Thief-pass2' }
    expect((await thief.call('PUT', '/api/auth/password', passwords)).status).toBe(200)

    const email = 'thief.of.factors@site.test'
    const change = { ...names, email, currentPassword: 'Thief-pass2' }
    expect((await thief.call('PUT', '/api/auth/profile', change)).status).toBe(200)
    expect((await confirm((await site.mails(email)).at(-1)?.token)).status).toBe(200)
    const enterAgain = await addPasskey(thief)
    const next = 'second.thief@site.test'
    expect((await thief.call('PUT', '/api/auth/profile', { ...change, email: next })).status).toBe(200)
    const confirming = (await site.mails(next)).at(-1)?.token
    const spare = await resetToken(email)
    const entered = (await enter()).body.token as string

    // The owner can neither reset the password nor log in, but has the link in the email about the first passkey.
    const undoing = (await site.mails(owner.email)).find((mail) => mail.text.includes('/undo-factor'))?.token
    expect((await site.mails(email)).some((mail) => mail.text.includes('/undo-factor'))).toBe(false)
    const undone = await site.call('POST', '/api/auth/second-factor/undo', { token: undoing })
    expect(undone.body).toEqual({ success: true, email: owner.email })
    for (const tokenOfThief of [token, entered]) expect((await profile(tokenOfThief)).status).toBe(401)
    for (const way of [enter, enterAgain]) expect((await way()).body.code).toBe('wrong_passkey')
    for (const word of ['Thief-pass1', 'Thief-pass2', password]) {
      expect((await login(owner, word, from(1))).status).toBe(401)
      expect((await login({ email }, word, from(1))).status).toBe(401)
    }
    expect((await reset(spare, 'Thief-pass3')).body.code).toBe('bad_token')
    expect((await confirm(confirming)).body.code).toBe('bad_token')

    expect((await reset(await resetToken(owner.email), 'Owner-pass1')).status).toBe(200)
    const back = await login(owner, 'Owner-pass1', from(2))
    expect(back.body.user).toMatchObject({ id: owner.id, email: owner.email })
    expect((await profile(back.body.token)).body).toMatchObject({ email: owner.email, pendingEmail: null })
  })

  test('who knows the password and moves the account to their own email before adding a passkey loses all of it to the owner', async () => {
    const owner = await site.person()
    const { token } = (await login(owner, password, from(1))).body
    const call: Person['call'] = (method, path, body, headers) =>
      site.call(method, path, body, { authorization: `Bearer ${token}`, ...headers })
    const thief: Person = { ...owner, token, call }
    const linksTo = async (email: string) =>
      (await site.mails(email)).filter((mail) => mail.text.includes('/undo-factor'))

    const email = 'thief.of.emails@site.test'
    const change = { ...names, email, currentPassword: password }
    expect((await thief.call('PUT', '/api/auth/profile', change)).status).toBe(200)
    const cancelling = (await site.mails(owner.email)).find((mail) => mail.text.includes('/cancel-email'))?.token
    expect((await confirm((await site.mails(email)).at(-1)?.token)).status).toBe(200)
    const enter = await addPasskey(thief)
    const passwords = { currentPassword: password, newPassword: 'Thief-pass1' }
    expect((await thief.call('PUT', '/api/auth/password', passwords)).status).toBe(200)
    const next = 'second.thief.of.emails@site.test'
    const again = { ...names, email: next, currentPassword: 'Thief-pass1' }
    expect((await thief.call('PUT', '/api/auth/profile', again)).status).toBe(200)
    expect((await confirm((await site.mails(next)).at(-1)?.token)).status).toBe(200)
    // The thief signs up with the free address, so that the owner can't have it back.
    const squat = { name: 'Sample Squatter', email: owner.email, password }
    expect((await site.call('POST', '/api/auth/register', squat)).status).toBe(201)
    const spare = await resetToken(next)

    // The owner is too late to cancel and can't log in, but has the link in the email about the finished change.
    expect((await site.call('POST', '/api/auth/email/cancel', { token: cancelling })).body.code).toBe('bad_token')
    const [mail, ...others] = await linksTo(owner.email)
    expect([mail?.subject, others]).toEqual(['Your email for Test Heritage was changed', []])
    expect(mail?.text).toContain(email)
    for (const address of [email, next]) expect(await linksTo(address)).toEqual([])
    const undone = await site.call('POST', '/api/auth/second-factor/undo', { token: mail?.token })
    expect(undone.body).toEqual({ success: true, email: owner.email })

    expect((await profile(token)).status).toBe(401)
    expect((await enter()).body.code).toBe('wrong_passkey')
    for (const address of [owner.email, email, next])
      for (const word of [password, 'Thief-pass1'])
        expect((await login({ email: address }, word, from(1))).status).toBe(401)
    expect((await reset(spare, 'Thief-pass2')).body.code).toBe('bad_token')
    expect((await reset(await resetToken(owner.email), 'Owner-pass1')).status).toBe(200)
    const back = await login(owner, 'Owner-pass1', from(2))
    expect(back.body.user).toMatchObject({ id: owner.id, email: owner.email })
  })

  test('who moved the account to their own email is locked out even if the old email has another account', async () => {
    const owner = await site.person({ roles: ['keeper'] })
    const { token } = (await login(owner, password, from(1))).body
    const email = 'thief.of.roles@site.test'
    const change = { ...names, email, currentPassword: password }
    const asThief = { authorization: `Bearer ${token}` }
    expect((await site.call('PUT', '/api/auth/profile', change, asThief)).status).toBe(200)
    expect((await confirm((await site.mails(email)).at(-1)?.token)).status).toBe(200)

    // The owner signs up again, and sees the email with the link only then.
    const signUp = { name: 'Sample Owner', email: owner.email, password: 'Owner-pass1' }
    expect((await site.call('POST', '/api/auth/register', signUp)).status).toBe(201)
    const mails = await site.mails(owner.email)
    const tokenFor = (path: string) => mails.find((mail) => mail.text.includes(path))?.token
    expect((await confirm(tokenFor('/verify-email'))).status).toBe(200)
    const undone = await site.call('POST', '/api/auth/second-factor/undo', { token: tokenFor('/undo-factor') })
    expect(undone.body).toEqual({ success: true, email: null })
    expect((await site.mails(owner.email)).at(-1)?.subject).toBe('Your Test Heritage account is closed')

    expect((await profile(token)).status).toBe(401)
    expect((await login({ email }, password, from(1))).status).toBe(401)
    expect(await resetToken(email)).toBeUndefined()

    // An admin can give it back: the thief gets no link that undoes the next change of email.
    const admin = await site.person({ roles: ['admin'] })
    expect((await admin.call('PATCH', `/api/members/${owner.id}`, { disabled: false })).status).toBe(200)
    const { code } = (await admin.call('POST', `/api/members/${owner.id}/reset-code`, {})).body
    expect((await reset(code, 'Owner-pass2')).status).toBe(200)
    const back = (await login({ email }, 'Owner-pass2', from(2))).body
    expect(back.user).toMatchObject({ id: owner.id, roles: ['keeper'] })
    const next = 'owner.of.roles@site.test'
    const again = { ...names, email: next, currentPassword: 'Owner-pass2' }
    const asOwner = { authorization: `Bearer ${back.token}` }
    expect((await site.call('PUT', '/api/auth/profile', again, asOwner)).status).toBe(200)
    expect((await confirm((await site.mails(next)).at(-1)?.token)).status).toBe(200)
    expect((await site.mails(email)).some((mail) => mail.text.includes('/undo-factor'))).toBe(false)
  })
})
