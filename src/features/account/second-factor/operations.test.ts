import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { authenticatorApps, passkeys, recoveryCodes, usedTickets } from '#accounts/second-factor/table.ts'
import { keepToken, newSecret } from '#accounts/tokens.ts'
import { entries } from '#content/entry/table.ts'
import { accounts, accountTokens, auditLog, idempotencyKeys, sessions } from '#core/tables.ts'
import { ensureAdmin } from '#server/sessions/admin-account.ts'
import { softAuthenticator } from '#test/authenticator.ts'
import { buildArticle, buildEvent } from '#test/build.ts'
import { castForEach, origin, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const password = 'test password'

afterEach(() => void vi.useRealTimers())
const { person } = castForEach(site)

const login = (person: { email: string }, word = password) =>
  site.call('POST', '/api/auth/login', { email: person.email, password: word })
const finish = (ticket: string, proof: object) => site.call('POST', '/api/auth/second-factor', { ticket, ...proof })
const factors = async (person: Person) => (await person.call('GET', '/api/auth/second-factor')).body
const ticketOf = async (person: Person) => (await login(person)).body.ticket as string

/** Returns the code that an app will show for this secret in `steps` × 30 seconds. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/**
 * Sets up an authenticator app with the code of the previous step, so that the current code is still unused. It also
 * stops the clock, so that no step ends between a code and its check.
 */
async function withApp(person: Person) {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { status, body } = await person.call('POST', '/api/auth/second-factor/authenticator-app')
  expect(status).toBe(201)
  const confirmed = await confirmApp(person, codeOf(body.secret, -1))
  expect(confirmed.status).toBe(200)
  return { secret: body.secret as string, setup: body, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}
const confirmApp = (person: Person, code: string) =>
  person.call('POST', '/api/auth/second-factor/authenticator-app/confirm', { code })

/** Adds a passkey made in software. */
async function withPasskey(person: Person, name?: string, synced = false) {
  const device = softAuthenticator(origin)
  const { body } = await person.call('POST', '/api/auth/second-factor/passkeys/options')
  const attestation = device.register(body.options, { synced })
  const added = await person.call('POST', '/api/auth/second-factor/passkeys', { name, attestation })
  expect(added.status).toBe(201)
  return { device, attestation, recoveryCodes: added.body.recoveryCodes as string[] | null }
}

/** Moves the logins of all the person's sessions into the past, by default so far that they don't count as recent. */
async function growOld(person: Person, minutes = 16) {
  const at = new Date(Date.now() - minutes * 60_000).toISOString()
  await site.db.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.accountId, person.id))
}

/** Returns the methods of the failed logins and confirmations in the activity log about this account. */
async function failedMethods(person: Person) {
  await site.runJobs()
  const lines = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id)).orderBy(auditLog.id)
  const failed = lines.filter(({ action }) => action === 'account:log-in-failed')
  return failed.map(({ detail }) => (detail as { method: string }).method)
}

const passkeyOptions = async (ticket: string) =>
  (await site.call('POST', '/api/auth/second-factor/options', { ticket })).body.options

describe('an account without a second factor', () => {
  test('logs in with the password alone', async () => {
    const { status, body } = await login(await site.person())
    expect([status, body.success, typeof body.token]).toEqual([200, true, 'string'])
  })
})

describe('an authenticator app', () => {
  test('requires its code after the password, and the ticket alone grants nothing', async () => {
    const { secret } = await withApp(person)
    const { status, body, headers } = await login(person)
    expect([status, body.success, body.code]).toEqual([200, false, 'second_factor'])
    expect(body).not.toHaveProperty('token')
    expect(headers.get('set-cookie')).toBeNull()
    expect(body.methods).toEqual({ passkey: false, code: true, recoveryCode: true })
    const asBearer = await site.call('GET', '/api/auth/profile', undefined, { authorization: `Bearer ${body.ticket}` })
    expect(asBearer.status).toBe(401)
    expect((await finish(body.ticket, {})).status).toBe(400)
    const done = await finish(body.ticket, { code: ` ${codeOf(secret).replace(/(...)/, '$1 ')}` })
    expect([done.status, done.body.success, done.body.user.id]).toEqual([200, true, person.id])
    expect(done.headers.get('set-cookie')).toContain(`session=${done.body.token}`)
  })

  test('doesn’t count until its first code is typed', async () => {
    const { body } = await person.call('POST', '/api/auth/second-factor/authenticator-app')
    expect(body.address).toContain(`secret=${body.secret}`)
    expect(body.qrCode).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await login(person)).body.success).toBe(true)
    const wrong = await confirmApp(person, '000000')
    expect([wrong.status, wrong.body.code, wrong.body.issues[0].path]).toEqual([400, 'wrong_code', 'code'])
    expect(await failedMethods(person)).toEqual(['code'])
    expect((await login(person)).body.success).toBe(true)
    expect((await factors(person)).authenticatorApp).toBeNull()
  })

  test('has an encrypted secret, and no stored answer contains the secret or a recovery code', async () => {
    const { secret, recoveryCodes: codes } = await withApp(person)
    const stored = JSON.stringify([
      await site.db.select().from(authenticatorApps),
      await site.db.select().from(recoveryCodes),
      await site.db.select().from(idempotencyKeys),
      await site.db.select().from(auditLog),
    ])
    for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(hidden)
  })

  test('accepts each code once, even in two simultaneous requests', async () => {
    const { secret } = await withApp(person)
    const code = codeOf(secret)
    const tickets = [await ticketOf(person), await ticketOf(person)]
    const both = await Promise.all(tickets.map((ticket) => finish(ticket, { code })))
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400])
    expect((await finish(await ticketOf(person), { code })).body.code).toBe('wrong_code')
    // A code from a step before the last used one is refused, too.
    expect((await finish(await ticketOf(person), { code: codeOf(secret, -1) })).status).toBe(400)
    expect((await finish(await ticketOf(person), { code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('accepts a code from half a minute before or after, but none from 90 seconds away', async () => {
    const { secret } = await withApp(person)
    await site.db.update(authenticatorApps).set({ lastStep: null }).where(eq(authenticatorApps.accountId, person.id))
    for (const steps of [-3, 3, 40])
      expect((await finish(await ticketOf(person), { code: codeOf(secret, steps) })).status).toBe(400)
    expect((await finish(await ticketOf(person), { code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('can’t be guessed: after five wrong codes even the right one is refused, and the member gets one email', async () => {
    const { secret, recoveryCodes: codes } = await withApp(person)
    const tickets = await Promise.all(Array.from({ length: 12 }, () => ticketOf(person)))
    const answers = await Promise.all(tickets.map((ticket, i) => finish(ticket, { code: `00000${i % 10}` })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(5).fill(400), ...Array(7).fill(429)])
    const right = await finish(await ticketOf(person), { code: codeOf(secret) })
    expect([right.status, right.body.code]).toEqual([429, 'too_many'])
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(600)
    const mails = (await site.mails(person.email)).filter((mail) =>
      mail.subject.startsWith('Someone entered wrong codes'),
    )
    expect(mails).toHaveLength(1)
    const log = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
    const acts = log.map((line) => line.action).filter((action) => /fail|lock/.test(action))
    expect(acts.sort()).toEqual(['account:locked-out', ...Array(5).fill('account:log-in-failed')])
    // This doesn't lock the owner out.
    expect((await finish(await ticketOf(person), { recoveryCode: codes[0] })).status).toBe(200)
  })

  test('is limited to one: the first must be removed before a second is set up', async () => {
    await withApp(person)
    expect((await person.call('POST', '/api/auth/second-factor/authenticator-app')).status).toBe(409)
    expect((await confirmApp(person, '123456')).status).toBe(400)
  })

  test('can be removed, which also deletes the recovery codes and emails the member', async () => {
    await withApp(person)
    expect((await person.call('DELETE', '/api/auth/second-factor/authenticator-app')).status).toBe(200)
    expect(await factors(person)).toEqual({
      passkeys: [],
      authenticatorApp: null,
      recoveryCodesLeft: 0,
      requiredBy: [],
    })
    expect((await login(person)).body.success).toBe(true)
    const subjects = (await site.mails(person.email)).map((mail) => mail.subject)
    expect(subjects).toContain('An authenticator app was added to your Test Heritage account')
    expect(subjects).toContain('The authenticator app was removed from your Test Heritage account')
    expect((await person.call('DELETE', '/api/auth/second-factor/authenticator-app')).status).toBe(404)
  })
})

describe('recovery codes', () => {
  test('come in sets of ten, and each works once, however it is typed, even in simultaneous requests', async () => {
    const { recoveryCodes: codes } = await withApp(person)
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){5}$/)
    // OWASP ASVS 5 requires 112 random bits at level 2.
    expect(24 * Math.log2(30)).toBeGreaterThanOrEqual(112)
    expect(codes.join('')).not.toMatch(/[ILO01]/)
    const typed = String(codes[0]).toLowerCase().replaceAll('-', ' ')
    const tickets = await Promise.all([1, 2, 3].map(() => ticketOf(person)))
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, { recoveryCode: typed })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
    expect((await factors(person)).recoveryCodesLeft).toBe(9)
    expect((await site.mails(person.email)).at(-1)?.subject).toBe(
      'A recovery code was used for your Test Heritage account',
    )
  })

  test('of the older kind, with 16 letters, still work', async () => {
    await withApp(person)
    const hash = createHash('sha256').update(`${person.id}\0ABCDEFGHJKMNPQRS`).digest('base64url')
    await site.db.insert(recoveryCodes).values({ accountId: person.id, hash })
    const [first, second] = [await ticketOf(person), await ticketOf(person)]
    expect((await finish(first, { recoveryCode: 'abcd-efgh-jkmn-pqrs' })).status).toBe(200)
    expect((await finish(second, { recoveryCode: 'abcd-efgh-jkmn-pqrs' })).status).toBe(400)
    const other = await finish(second, { recoveryCode: 'ABCD-EFGH-JKMN-PQRS-T' })
    expect(other.body.issues).toMatchObject([{ path: 'recoveryCode' }])
  })

  test('from another account don’t work', async () => {
    const [one, other] = [await site.person(), await site.person()]
    const { recoveryCodes: codes } = await withApp(one)
    await withApp(other)
    expect((await finish(await ticketOf(other), { recoveryCode: codes[0] })).body.code).toBe('wrong_code')
    expect((await factors(one)).recoveryCodesLeft).toBe(10)
  })

  test('can be replaced, and the earlier ones stop working', async () => {
    expect((await person.call('POST', '/api/auth/second-factor/recovery-codes')).status).toBe(409)
    const { recoveryCodes: before } = await withApp(person)
    const { body } = await person.call('POST', '/api/auth/second-factor/recovery-codes')
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await finish(await ticketOf(person), { recoveryCode: before[0] })).status).toBe(400)
    expect((await finish(await ticketOf(person), { recoveryCode: body.recoveryCodes[0] })).status).toBe(200)
  })
})

describe('a passkey', () => {
  test('is the second step of a login', async () => {
    const { device, recoveryCodes: codes } = await withPasskey(person, 'Sample phone')
    expect(codes).toHaveLength(10)
    expect((await factors(person)).passkeys).toMatchObject([{ name: 'Sample phone', lastUsedAt: null }])
    const ticket = await ticketOf(person)
    const options = await passkeyOptions(ticket)
    expect(options).toMatchObject({ rpId: 'site.test', allowCredentials: [{ id: device.credentialId }] })
    // After the right password, a key that only proves its presence is enough.
    const done = await finish(ticket, { assertion: device.assert(options, { verified: false }) })
    expect([done.status, done.body.user.id]).toEqual([200, person.id])
    expect((await factors(person)).passkeys[0].lastUsedAt).not.toBeNull()
  })

  test('alone is enough to log in to its account if its owner unlocked it; refused logins are recorded', async () => {
    const { device } = await withPasskey(person)
    const options = async () => (await site.call('POST', '/api/auth/passkey/options')).body.options
    const signIn = (assertion: object) => site.call('POST', '/api/auth/passkey', { assertion })
    const unverified = await signIn(device.assert(await options(), { verified: false }))
    expect([unverified.status, unverified.body.code]).toEqual([400, 'wrong_passkey'])
    const challenge = await options()
    expect(challenge.userVerification).toBe('required')
    const done = await signIn(device.assert(challenge))
    expect([done.status, done.body.user.id]).toEqual([200, person.id])
    await site.db.update(accounts).set({ disabledAt: new Date().toISOString() }).where(eq(accounts.id, person.id))
    expect((await signIn(device.assert(await options()))).body.code).toBe('disabled')
    // Both refused logins are recorded, and one with a passkey of no account is not.
    await signIn(softAuthenticator(origin).assert(await options()))
    expect(await failedMethods(person)).toEqual(['passkey', 'passkey'])
  })

  test('that is refused again and again is recorded ten times, and then once every 15 minutes', async () => {
    const { device } = await withPasskey(person)
    const ticket = await ticketOf(person)
    const wrong = device.assert(await passkeyOptions(ticket), { origin: 'https://site.test.example' })
    for (let tries = 0; tries < 13; tries++) expect((await finish(ticket, { assertion: wrong })).status).toBe(400)
    expect(await failedMethods(person)).toEqual(Array(10).fill('passkey'))
    const lockouts = and(eq(auditLog.subjectId, person.id), eq(auditLog.action, 'account:locked-out'))
    expect(await site.db.$count(auditLog, lockouts)).toBe(1)
    // The owner can still log in.
    expect((await finish(ticket, { assertion: device.assert(await passkeyOptions(ticket)) })).status).toBe(200)
  })

  test('added as a second one brings no new recovery codes; each can be removed separately', async () => {
    await withPasskey(person)
    expect((await withPasskey(person)).recoveryCodes).toBeNull()
    const [second, first] = (await factors(person)).passkeys
    expect((await person.call('DELETE', `/api/auth/second-factor/passkeys/${first.id}`)).status).toBe(200)
    expect((await login(person)).body.code).toBe('second_factor')
    expect((await person.call('DELETE', `/api/auth/second-factor/passkeys/${second.id}`)).status).toBe(200)
    expect((await login(person)).body.success).toBe(true)
    const stranger = await site.person()
    const { passkeys } = (await withPasskey(person)) && (await factors(person))
    expect((await stranger.call('DELETE', `/api/auth/second-factor/passkeys/${passkeys[0].id}`)).status).toBe(404)
  })

  test('can be renamed only by its owner', async () => {
    const [person, stranger] = [await site.person(), await site.person()]
    await withPasskey(person, 'Sample phone')
    const [key] = (await factors(person)).passkeys
    const rename = (who: Person, name: string) =>
      who.call('PATCH', `/api/auth/second-factor/passkeys/${key.id}`, { name })
    expect((await rename(stranger, 'Sample thief')).status).toBe(404)
    expect((await rename(person, '  ')).body.issues).toMatchObject([{ path: 'name' }])
    expect((await rename(person, 'x'.repeat(61))).status).toBe(400)
    expect((await factors(person)).passkeys).toMatchObject([{ name: 'Sample phone' }])
    expect((await rename(person, ' Sample new phone ')).status).toBe(200)
    expect((await factors(person)).passkeys).toMatchObject([{ id: key.id, name: 'Sample new phone' }])
  })

  test('signs assertions that work once, even in two simultaneous requests', async () => {
    const { device } = await withPasskey(person)
    const { options } = (await site.call('POST', '/api/auth/passkey/options')).body
    const assertion = device.assert(options)
    const both = await Promise.all([1, 2].map(() => site.call('POST', '/api/auth/passkey', { assertion })))
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400])
    expect((await site.call('POST', '/api/auth/passkey', { assertion })).status).toBe(400)
    expect((await site.db.select().from(usedTickets)).length).toBeGreaterThan(0)
  })

  test('is refused for another site, account or purpose, if it was copied, and if its answer is late', async () => {
    const [person, other] = [await site.person(), await site.person()]
    const { device } = await withPasskey(person)
    const { device: strange } = await withPasskey(other)
    const ticket = await ticketOf(person)
    const fresh = () => passkeyOptions(ticket)
    const alone = (await site.call('POST', '/api/auth/passkey/options')).body.options
    const otherTicket = await ticketOf(other)
    const wrong: [string, object][] = [
      ['other site', device.assert(await fresh(), { origin: 'https://site.test.example' })],
      ['other account', strange.assert(await fresh())],
      ['challenge of the other account', device.assert(await passkeyOptions(otherTicket))],
      ['challenge of another purpose', device.assert(alone)],
      ['made-up challenge', device.assert({ ...(await fresh()), challenge: 'bWFkZSB1cA' })],
      ['unknown passkey', softAuthenticator(origin).assert(await fresh())],
      [
        'signature of another key',
        { ...strange.assert(await fresh()), id: device.credentialId, rawId: device.credentialId },
      ],
    ]
    for (const [name, assertion] of wrong) {
      const { status, body } = await finish(ticket, { assertion })
      expect([name, status, body.code]).toEqual([name, 400, 'wrong_passkey'])
    }
    expect(await failedMethods(person)).toEqual(wrong.map(() => 'passkey'))
    const late = device.assert(await fresh())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    expect((await finish(ticket, { assertion: late })).body.code).toBe('wrong_passkey')
    vi.useRealTimers()
    expect((await finish(ticket, { assertion: device.assert(await fresh(), { counter: 50 }) })).status).toBe(200)
    const again = await ticketOf(person)
    const copy = device.assert(await passkeyOptions(again), { counter: 7 })
    expect((await finish(again, { assertion: copy })).body.code).toBe('wrong_passkey')
  })

  test('is accepted with a lower counter if it is synced, and admins see that', async () => {
    const { device } = await withPasskey(person, 'Sample synced passkey', true)
    for (const counter of [50, 7]) {
      const ticket = await ticketOf(person)
      const assertion = device.assert(await passkeyOptions(ticket), { counter, synced: true })
      expect((await finish(ticket, { assertion })).status).toBe(200)
    }
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
    expect(acts.filter(({ action }) => action === 'account:passkey-counter')).toHaveLength(1)
  })

  test('can be added only once, with a challenge of this session, and to one account', async () => {
    const [person, other] = [await site.person(), await site.person()]
    const device = softAuthenticator(origin)
    const options = async (who: Person) =>
      (await who.call('POST', '/api/auth/second-factor/passkeys/options')).body.options
    const add = (who: Person, attestation: object) =>
      who.call('POST', '/api/auth/second-factor/passkeys', { attestation })
    expect((await add(other, device.register(await options(person)))).body.code).toBe('wrong_passkey')
    const attestation = device.register(await options(person))
    expect((await add(person, attestation)).status).toBe(201)
    expect((await add(person, attestation)).status).toBe(400)
    expect((await add(other, device.register(await options(other)))).status).toBe(409)
    expect(await site.db.select().from(passkeys).where(eq(passkeys.accountId, other.id))).toEqual([])
  })
})

describe('the ticket of a login', () => {
  test('works once, for ten minutes, unaltered, until the password changes or the account is disabled', async () => {
    const { secret, recoveryCodes: codes } = await withApp(person)
    const ticket = await ticketOf(person)
    expect((await finish(ticket, { code: codeOf(secret) })).status).toBe(200)
    const expired = { status: 400, code: 'ticket_expired' }
    const use = async (ticket: string, recoveryCode = codes[0]) => {
      const { status, body } = await finish(ticket, { recoveryCode })
      return { status, code: body.code }
    }
    expect(await use(ticket)).toEqual(expired)
    expect(await use(`${(await ticketOf(person)).slice(0, -1)}x`)).toEqual(expired)
    expect(await use(`${ticket}.`)).toEqual(expired)
    expect(await use(`${await ticketOf(person)}.x`)).toEqual(expired)
    const [body = ''] = (await ticketOf(person)).split('.')
    expect(await use(body)).toEqual(expired)
    const late = await ticketOf(person)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(await use(late)).toEqual(expired)
    vi.useRealTimers()
    const before = await ticketOf(person)
    await person.call('PUT', '/api/auth/password', { currentPassword: password, newPassword: 'Sample changed 1!' })
    expect(await use(before)).toEqual(expired)
    // The refused attempts did not use up the code.
    expect((await factors(person)).recoveryCodesLeft).toBe(10)
    const open = (await login(person, 'Sample changed 1!')).body.ticket
    await site.db.update(accounts).set({ disabledAt: new Date().toISOString() }).where(eq(accounts.id, person.id))
    expect(await use(open)).toEqual({ status: 401, code: 'disabled' })
  })

  test('a password reset doesn’t bypass the second factor', async () => {
    const { secret } = await withApp(person)
    await site.call('POST', '/api/auth/password/reset-request', { email: person.email })
    const token = (await site.mails(person.email)).at(-1)?.token
    const newPassword = 'From a mail 1!'
    expect((await site.call('POST', '/api/auth/password/reset', { token, newPassword })).status).toBe(200)
    const { body } = await login(person, newPassword)
    expect(body).toMatchObject({ success: false, code: 'second_factor' })
    expect((await finish(body.ticket, { code: codeOf(secret) })).status).toBe(200)
  })
})

test('a password reset before the email was confirmed removes the factors of the person who signed up with it', async () => {
  const squatter = await site.person({ unconfirmed: true })
  await withPasskey(squatter)
  await withApp(squatter)
  await site.call('POST', '/api/auth/password/reset-request', { email: squatter.email })
  const token = (await site.mails(squatter.email)).at(-1)?.token
  const newPassword = 'Sample password 2!'
  expect((await site.call('POST', '/api/auth/password/reset', { token, newPassword })).status).toBe(200)
  expect(await site.db.$count(passkeys, eq(passkeys.accountId, squatter.id))).toBe(0)
  expect(await site.db.$count(authenticatorApps, eq(authenticatorApps.accountId, squatter.id))).toBe(0)
  expect((await login(squatter, newPassword)).body.success).toBe(true)
})

describe('a recent login', () => {
  const confirm = (person: Person, proof: object) => person.call('POST', '/api/auth/confirm', proof)
  const needed = { status: 403, code: 'recent_sign_in' }
  const answer = async (call: ReturnType<Person['call']>) => {
    const { status, body } = await call
    return { status, code: body.code }
  }

  test.each([
    ['POST', '/api/auth/second-factor/passkeys/options'],
    ['POST', '/api/auth/second-factor/passkeys'],
    ['DELETE', '/api/auth/second-factor/passkeys/00000000-0000-7000-8000-000000000000'],
    ['POST', '/api/auth/second-factor/authenticator-app'],
    ['POST', '/api/auth/second-factor/authenticator-app/confirm'],
    ['DELETE', '/api/auth/second-factor/authenticator-app'],
    ['POST', '/api/auth/second-factor/recovery-codes'],
    ['GET', '/api/auth/recent-sign-in'],
  ])('is required by %s %s', async (method, path) => {
    await growOld(person)
    expect(await answer(person.call(method, path))).toEqual(needed)
  })

  test('is required to remove the authenticator app; the password and a code are enough', async () => {
    const { secret } = await withApp(person)
    await growOld(person)
    const remove = () => person.call('DELETE', '/api/auth/second-factor/authenticator-app')
    expect(await answer(remove())).toEqual(needed)
    const alone = await confirm(person, { password })
    expect([alone.status, alone.body.issues[0].path]).toEqual([400, 'code'])
    expect((await confirm(person, { code: codeOf(secret) })).body.issues[0].path).toBe('password')
    expect((await confirm(person, { password: 'wrong', code: codeOf(secret) })).status).toBe(400)
    expect(await answer(remove())).toEqual(needed)
    expect((await confirm(person, { password, code: codeOf(secret) })).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })

  test('lasts 15 minutes; confirming renews it for this session only, without a new token', async () => {
    const ask = () => person.call('GET', '/api/auth/recent-sign-in')
    await growOld(person, 14)
    expect((await ask()).status).toBe(200)
    const { body } = await login(person)
    await growOld(person)
    expect(await answer(ask())).toEqual(needed)
    const done = await confirm(person, { password })
    expect([done.status, done.body]).toEqual([200, { success: true }])
    expect((await ask()).status).toBe(200)
    const elsewhere = { authorization: `Bearer ${body.token}` }
    expect((await site.call('GET', '/api/auth/recent-sign-in', undefined, elsewhere)).status).toBe(403)
  })

  test('is not renewed when the token is', async () => {
    await growOld(person)
    const { body } = await person.call('POST', '/api/auth/renew')
    const renewed = { authorization: `Bearer ${body.token}` }
    expect((await site.call('GET', '/api/auth/recent-sign-in', undefined, renewed)).status).toBe(403)
  })

  test('can be renewed with only a passkey that its owner unlocked, but not with a used challenge or that of a login', async () => {
    const { device } = await withPasskey(person)
    await growOld(person)
    const options = async () => (await person.call('POST', '/api/auth/confirm/options')).body.options
    const unverified = await confirm(person, { assertion: device.assert(await options(), { verified: false }) })
    expect(unverified.body.issues[0].path).toBe('password')
    const withPassword = { password, assertion: device.assert(await options(), { verified: false }) }
    expect((await confirm(person, withPassword)).status).toBe(200)
    await growOld(person)
    const assertion = device.assert(await options())
    expect((await confirm(person, { assertion })).status).toBe(200)
    expect((await confirm(person, { assertion })).status).toBe(400)
    const ticketOptions = await passkeyOptions(await ticketOf(person))
    expect((await confirm(person, { assertion: device.assert(ticketOptions) })).body.code).toBe('wrong_passkey')
    expect(await failedMethods(person)).toEqual(['passkey', 'passkey'])
  })

  test('counts wrong passwords as guesses', async () => {
    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await confirm(person, { password: `wrong ${i}` })).status)
    expect(answers).toEqual([...Array(10).fill(400), 429, 429])
  })
})

describe('operations that require a recent login', () => {
  const needed = { status: 403, code: 'recent_sign_in' }
  const answer = async (call: ReturnType<Person['call']>) => {
    const { status, body } = await call
    return { status, code: body.code }
  }

  test('an admin’s changes of roles, reset codes, confirmed emails and removed second factors; not the premium flag', async () => {
    const [admin, member] = [await site.person({ roles: ['admin'] }), await site.person()]
    await withApp(member)
    await growOld(admin)
    const path = `/api/members/${member.id}`
    expect(await answer(admin.call('PATCH', path, { roles: ['keeper'] }))).toEqual(needed)
    expect(await answer(admin.call('POST', `${path}/reset-code`))).toEqual(needed)
    expect(await answer(admin.call('DELETE', `${path}/second-factor`))).toEqual(needed)
    expect(await answer(admin.call('POST', `${path}/confirm-email`))).toEqual(needed)
    const { status, body } = await admin.call('PATCH', path, { isPremium: true })
    expect([status, body.roles, body.secondFactor]).toEqual([200, [], true])
    await admin.call('POST', '/api/auth/confirm', { password })
    expect((await admin.call('PATCH', path, { roles: ['keeper'] })).status).toBe(200)
  })

  test('downloads of the account and of the archive', async () => {
    const keeper = await site.person({ roles: ['keeper'] })
    const cookie = { cookie: `session=${keeper.token}` }
    const downloads = () => [
      keeper.call('GET', '/api/auth/account/export'),
      site.call('GET', '/auth/account/export', undefined, cookie),
      site.call('GET', '/export/archive.zip', undefined, cookie),
      keeper.call('GET', '/api/export/everything.jsonld'),
    ]
    for (const download of downloads()) expect((await download).status).toBe(200)
    await growOld(keeper, 17)
    for (const download of downloads()) expect(await answer(download)).toEqual(needed)
  })

  test('downloads of registrations and orders, which the activity log records', async () => {
    const person = await site.person({ roles: ['seller'] })
    const { id } = await buildEvent(person)
    const paths = [`/api/events/${id}/registrations?format=csv`, '/api/orders?as=seller&format=csv']
    for (const path of paths) expect((await person.call('GET', path)).status).toBe(200)
    await growOld(person)
    for (const path of paths) expect(await answer(person.call('GET', path))).toEqual(needed)
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.actorId, person.id)).orderBy(auditLog.id)
    expect(lines.filter(({ action }) => action.endsWith(':export'))).toMatchObject([
      { action: 'event:export', subjectId: id },
      { action: 'orders:export', subjectId: person.id },
    ])
  })

  test('deleting the account, changing the password or email: without a second factor the password is enough', async () => {
    const [plain, careful] = [await site.person(), await site.person()]
    await withApp(careful)
    const newPassword = 'Sample changed 1!'
    const change = (who: Person) => who.call('PUT', '/api/auth/password', { currentPassword: password, newPassword })
    const remove = (who: Person) =>
      who.call('DELETE', '/api/auth/account', { password: newPassword, entries: 'delete' })
    const newEmail = (who: Person) =>
      who.call('PUT', '/api/auth/profile', {
        firstName: 'Sample',
        lastName: 'Person',
        email: `new-${who.email}`,
        currentPassword: password,
      })
    for (const person of [plain, careful]) await growOld(person)
    expect((await newEmail(plain)).status).toBe(200)
    expect(await answer(newEmail(careful))).toEqual(needed)
    expect((await change(plain)).status).toBe(200)
    expect((await remove(plain)).status).toBe(200)
    expect(await answer(change(careful))).toEqual(needed)
    expect(await answer(remove(careful))).toEqual(needed)
  })
})

describe('the link in the email about an added factor or a new email', () => {
  const linksTo = async (email: string) =>
    (await site.mails(email)).filter((mail) => mail.text.includes('/undo-factor?token=')).map(({ token }) => token)
  const undo = (token: string | undefined) => site.call('POST', '/api/auth/second-factor/undo', { token })
  const refusalOf = async (call: ReturnType<typeof undo>) => {
    const { status, body } = await call
    return [status, body.code]
  }
  const lastMail = async (email: string) => (await site.mails(email)).at(-1)?.subject
  const changeEmail = async (person: Person, email: string) => {
    const change = { firstName: 'Sample', lastName: 'Person', email, currentPassword: password }
    expect((await person.call('PUT', '/api/auth/profile', change)).status).toBe(200)
    const token = (await site.mails(email)).at(-1)?.token
    expect((await site.call('POST', '/api/auth/verify-email', { token })).status).toBe(200)
  }

  test('undoes it once: the factor, the password, the sessions and the recovery codes are gone', async () => {
    await withApp(person)
    const ticket = await ticketOf(person)
    const [link] = await linksTo(person.email)
    expect((await site.call('GET', `/undo-factor?token=${link}`)).status).toBe(200)
    expect((await factors(person)).authenticatorApp).not.toBeNull()
    const done = await undo(link)
    expect([done.status, done.body]).toEqual([200, { success: true, email: person.email }])
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(401)
    expect((await login(person)).body.code).toBe('wrong_credentials')
    expect((await finish(ticket, { code: '000000' })).body.code).toBe('ticket_expired')
    expect(await site.db.$count(recoveryCodes, eq(recoveryCodes.accountId, person.id))).toBe(0)
    expect(await lastMail(person.email)).toBe('Your Test Heritage account is logged out everywhere')
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
    expect(lines.map(({ action }) => action)).toContain('account:undo-factor')
    expect((await undo(link)).body.code).toBe('bad_token')
  })

  test('works for one of two simultaneous uses', async () => {
    await withPasskey(person)
    const [link] = await linksTo(person.email)
    const both = await Promise.all([undo(link), undo(link)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('expires after 7 days', async () => {
    await withPasskey(person)
    const [link] = await linksTo(person.email)
    const ofPerson = eq(accountTokens.accountId, person.id)
    const [token] = await site.db.select().from(accountTokens).where(ofPerson)
    const left = Date.parse(String(token?.expiresAt)) - Date.now()
    expect(left / 86_400_000).toBeCloseTo(7, 1)
    await site.db.update(accountTokens).set({ expiresAt: '2020-01-01T00:00:00Z' }).where(ofPerson)
    expect((await undo(link)).body.code).toBe('bad_token')
    expect((await factors(person)).passkeys).toHaveLength(1)
  })

  test('leaves the factors that were there before, and removes those added later', async () => {
    await withPasskey(person, 'Sample first phone')
    await withPasskey(person, 'Sample second phone')
    await withApp(person)
    const [, second, third] = await linksTo(person.email)
    expect((await undo(second)).status).toBe(200)
    const left = await site.db.select().from(passkeys).where(eq(passkeys.accountId, person.id))
    expect(left.map(({ name }) => name)).toEqual(['Sample first phone'])
    // The recovery codes were made with the first one.
    expect(await site.db.$count(recoveryCodes, eq(recoveryCodes.accountId, person.id))).toBe(10)
    expect(await site.db.$count(authenticatorApps, eq(authenticatorApps.accountId, person.id))).toBe(0)
    expect((await undo(third)).body.code).toBe('bad_token')
  })

  test('removes recovery codes that were made after the factor was added', async () => {
    await withPasskey(person, 'Sample first phone')
    await withPasskey(person, 'Sample second phone')
    await person.call('POST', '/api/auth/second-factor/recovery-codes')
    const [, second] = await linksTo(person.email)
    expect((await undo(second)).status).toBe(200)
    expect(await site.db.$count(recoveryCodes, eq(recoveryCodes.accountId, person.id))).toBe(0)
    expect(await site.db.$count(passkeys, eq(passkeys.accountId, person.id))).toBe(1)
  })

  test('says if the factor was already removed, or if the account is disabled', async () => {
    await withPasskey(person)
    const [link] = await linksTo(person.email)
    const [key] = (await factors(person)).passkeys
    const disabled = { disabledAt: new Date().toISOString() }
    await site.db.update(accounts).set(disabled).where(eq(accounts.id, person.id))
    expect(await refusalOf(undo(link))).toEqual([409, 'disabled'])
    await site.db.update(accounts).set({ disabledAt: null }).where(eq(accounts.id, person.id))
    await person.call('DELETE', `/api/auth/second-factor/passkeys/${key.id}`)
    expect(await refusalOf(undo(link))).toEqual([409, 'factor_gone'])
    expect((await login(person)).body.success).toBe(true)
  })

  test('restores the email that a thief changed, even if the thief has replaced the factor since, and emails the thief’s address', async () => {
    await withPasskey(person)
    const [key] = (await factors(person)).passkeys
    const thiefs = `thief-${person.email}`
    await changeEmail(person, thiefs)
    await withPasskey(person)
    await person.call('DELETE', `/api/auth/second-factor/passkeys/${key.id}`)
    // The thief gets no link, because it could undo what the owner does later.
    expect(await linksTo(thiefs)).toEqual([])
    expect(await lastMail(thiefs)).toBe('A passkey was removed from your Test Heritage account')
    const [link] = await linksTo(person.email)
    expect((await undo(link)).body).toEqual({ success: true, email: person.email })
    const [row] = await site.db.select().from(accounts).where(eq(accounts.id, person.id))
    expect(row).toMatchObject({ email: person.email, passwordHash: null, secondFactorSince: null })
    expect(row?.emailVerifiedAt).not.toBeNull()
    expect(await lastMail(thiefs)).toBe('Your email for Test Heritage was changed')
  })

  test('takes the email back from an account that never confirmed it, and says if it belongs to one that did', async () => {
    const signUp = { name: 'Sample Other', password }
    const moved = async () => {
      const person = await site.person()
      await withPasskey(person)
      await changeEmail(person, `thief-${person.email}`)
      const { email } = person
      const other = (await site.call('POST', '/api/auth/register', { ...signUp, email })).body.user.id as string
      return { person, email, ofOther: eq(accounts.id, other), link: (await linksTo(email))[0] }
    }
    const [squatted, owned] = [await moved(), await moved()]
    expect((await undo(squatted.link)).body).toEqual({ success: true, email: squatted.email })
    const [closed] = await site.db.select().from(accounts).where(squatted.ofOther)
    expect(closed).toMatchObject({
      email: expect.stringContaining('@set-aside.invalid'),
      disabledAt: expect.any(String),
    })

    await site.db.update(accounts).set({ emailVerifiedAt: new Date().toISOString() }).where(owned.ofOther)
    expect((await undo(owned.link)).body).toEqual({ success: true, email: null })
    expect(await site.db.$count(passkeys, eq(passkeys.accountId, owned.person.id))).toBe(0)
    const [row] = await site.db.select().from(accounts).where(eq(accounts.id, owned.person.id))
    expect(row).toMatchObject({ disabledAt: expect.any(String), emailVerifiedAt: null, passwordHash: null })
    expect((await login(owned.person)).body.success).toBe(true)
  })

  test('puts back an email that was changed while the account had no second factor, once and within 7 days', async () => {
    await changeEmail(person, `new-${person.email}`)
    const [link] = await linksTo(person.email)
    const [token] = await site.db.select().from(accountTokens).where(eq(accountTokens.accountId, person.id))
    expect((Date.parse(String(token?.expiresAt)) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
    expect(await lastMail(person.email)).toBe('Your email for Test Heritage was changed')
    expect((await undo(link)).body).toEqual({ success: true, email: person.email })
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(401)
    expect((await login(person)).body.code).toBe('wrong_credentials')
    expect(await lastMail(`new-${person.email}`)).toBe('Your email for Test Heritage was changed')
    expect(await linksTo(`new-${person.email}`)).toEqual([])
    expect((await undo(link)).body.code).toBe('bad_token')
  })

  test('is missing if the account was deleted, but the old address gets the email; each names its own change', async () => {
    const [gone, moved] = [await site.person(), await site.person()]
    const move = async ({ id }: Person, email: string) => {
      const secret = newSecret()
      await site.db.update(accounts).set({ pendingEmail: email }).where(eq(accounts.id, id))
      await keepToken(site.db, { accountId: id, purpose: 'change-email', secret, email })
      expect((await site.call('POST', '/api/auth/verify-email', { token: secret })).status).toBe(200)
    }
    // No emails are sent in between.
    await move(gone, `thief-${gone.email}`)
    expect((await gone.call('DELETE', '/api/auth/account', { password, entries: 'delete' })).status).toBe(200)
    await move(moved, `first-${moved.email}`)
    await move(moved, `second-${moved.email}`)
    for (const [{ email }, next, links] of [
      [gone, `thief-${gone.email}`, 0],
      [moved, `first-${moved.email}`, 1],
    ] as const) {
      const mail = (await site.mails(email)).at(-1)
      expect(mail?.subject).toBe('Your email for Test Heritage was changed')
      expect(mail?.text).toContain(`is now ${next}`)
      expect(await linksTo(email)).toHaveLength(links)
    }
  })

  test('undoes nothing if the member has changed the email back, and none goes to an email that nobody confirmed', async () => {
    const [person, stranger] = [await site.person(), await site.person({ unconfirmed: true })]
    await changeEmail(person, `new-${person.email}`)
    await changeEmail(person, person.email)
    const [link] = await linksTo(person.email)
    expect(await refusalOf(undo(link))).toEqual([409, 'factor_gone'])
    expect((await login(person)).body.success).toBe(true)
    await changeEmail(stranger, `new-${stranger.email}`)
    expect(await linksTo(stranger.email)).toEqual([])
    expect(await lastMail(stranger.email)).toBe('Your email for Test Heritage was changed')
  })

  test('works after an admin removed the factors, if the email was changed', async () => {
    const [admin, person] = [await site.person({ roles: ['admin'] }), await site.person()]
    await changeEmail(person, `thief-${person.email}`)
    await withPasskey(person)
    expect((await admin.call('DELETE', `/api/members/${person.id}/second-factor`)).status).toBe(200)
    const [link] = await linksTo(person.email)
    expect((await undo(link)).body).toEqual({ success: true, email: person.email })
  })

  test('is not mailed to an address that nobody confirmed, and ends when an admin removes the factors', async () => {
    const stranger = await site.person({ unconfirmed: true })
    await withPasskey(stranger)
    expect(await lastMail(stranger.email)).toBe('A passkey was added to your Test Heritage account')
    expect(await linksTo(stranger.email)).toEqual([])
    const [admin, person] = [await site.person({ roles: ['admin'] }), await site.person()]
    await withPasskey(person)
    const [link] = await linksTo(person.email)
    expect((await admin.call('DELETE', `/api/members/${person.id}/second-factor`)).status).toBe(200)
    expect((await undo(link)).body.code).toBe('bad_token')
  })
})

describe('an admin', () => {
  test('can remove the second factors of a member who lost them; this is logged and emailed, and ends every session', async () => {
    const [admin, member] = [await site.person({ roles: ['admin'] }), await site.person()]
    const { recoveryCodes: codes } = await withApp(member)
    await withPasskey(member)
    const open = await ticketOf(member)
    const path = `/api/members/${member.id}/second-factor`
    expect((await member.call('DELETE', path)).status).toBe(403)
    expect((await admin.call('DELETE', path)).body.secondFactor).toBe(false)
    expect((await member.call('GET', '/api/auth/profile')).status).toBe(401)
    expect((await finish(open, { recoveryCode: codes[0] })).status).toBe(400)
    expect((await login(member)).body.success).toBe(true)
    expect((await site.mails(member.email)).at(-1)?.subject).toBe(
      'Two-step verification was removed from your Test Heritage account',
    )
    const act = and(eq(auditLog.action, 'member:remove-second-factor'), eq(auditLog.subjectId, member.id))
    const log = await site.db.select().from(auditLog).where(act)
    expect(log).toMatchObject([{ actorId: admin.id }])
    expect((await admin.call('DELETE', path)).status).toBe(409)
  })

  test('set by ADMIN_EMAIL takes over an account without the passkeys that someone else added to it', async () => {
    const squatter = await site.person()
    const { device } = await withPasskey(squatter)
    await ensureAdmin(site.db, { email: squatter.email, password: 'Sample admin password' }, 'a secret')
    const { options } = (await site.call('POST', '/api/auth/passkey/options')).body
    const assertion = device.assert(options)
    expect((await site.call('POST', '/api/auth/passkey', { assertion })).body.code).toBe('wrong_passkey')
    const { body } = await login(squatter, 'Sample admin password')
    expect([body.success, body.user.roles.toSorted()]).toEqual([true, ['admin', 'keeper']])
  })
})

describe('the download of an account', () => {
  test('lists the factors, without secrets', async () => {
    const { secret } = await withApp(person)
    await withPasskey(person, 'Sample phone')
    const files = await exportOf(person)
    expect(files).toContain('Sample phone')
    const stored = (await site.db.select().from(authenticatorApps)).map((app) => app.sealedSecret)
    const keys = (await site.db.select().from(passkeys)).map((key) => key.publicKey)
    for (const hidden of [secret, ...stored, ...keys]) expect(files).not.toContain(hidden)
  })

  /** Returns the content of the zip, which is not compressed. */
  async function exportOf(person: Person) {
    return String((await person.call('GET', '/api/auth/account/export')).body)
  }
})

describe('a role that requires a second factor', () => {
  const strict = testSite({ requireMfa: ['admin', 'keeper'] })

  test('doesn’t count without one, in the API, at login and in the member’s profile', async () => {
    const person = await strict.person({ roles: ['admin', 'seller'] })
    const refused = await person.call('GET', '/api/members')
    expect(refused.status).toBe(403)
    const before = (await person.call('GET', '/api/auth/profile')).body
    expect([before.roles, before.secondFactorMissing]).toEqual([[], true])
    const signedIn = await strict.call('POST', '/api/auth/login', { email: person.email, password })
    expect(signedIn.body.user).toMatchObject({ roles: [], secondFactorMissing: true })
    expect((await factors(person)).requiredBy).toEqual(['admin'])
    await withApp(person)
    expect((await person.call('GET', '/api/members')).status).toBe(200)
    const after = (await person.call('GET', '/api/auth/profile')).body
    expect([after.roles, after.secondFactorMissing]).toEqual([['admin', 'seller'], false])
    await person.call('DELETE', '/api/auth/second-factor/authenticator-app')
    expect((await person.call('GET', '/api/members')).status).toBe(403)
  })

  test('brings no emails without one about what only that role may see', async () => {
    const [author, keeper] = [await strict.person(), await strict.person({ roles: ['keeper'] })]
    const article = await buildArticle(author)
    const comments = `/api/entries/${article.id}/comments`
    const { body } = await keeper.call('POST', comments, { text: 'Sample question' })
    await strict.db.update(entries).set({ visibility: 'keepers' }).where(eq(entries.id, article.id))
    const answer = (text: string) => author.call('POST', comments, { text, parentId: body.id })
    const received = async () => (await strict.mails(keeper.email)).map(({ text }) => text).join()
    expect((await answer('Sample answer')).status).toBe(201)
    expect(await received()).not.toContain('Sample answer')
    await withApp(keeper)
    expect((await answer('Another answer')).status).toBe(201)
    expect(await received()).toContain('Another answer')
  })

  test('doesn’t affect other roles', async () => {
    const person = await strict.person({ roles: ['seller'] })
    const { body } = await person.call('GET', '/api/auth/profile')
    expect([body.roles, body.secondFactorMissing]).toEqual([['seller'], false])
  })
})
