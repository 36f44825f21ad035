import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accounts, accountTokens, auditLog, rateLimits } from '#core/tables.ts'
import { cast, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const { somebody } = cast(site, { somebody: {} })

const old = 'test password'
const strong = 'New password 1!'
const sentence = 'Please ensure your password meets all requirements'

const login = (email: string, password: string) => site.call('POST', '/api/auth/login', { email, password })
const ask = (email: string) => site.call('POST', '/api/auth/password/reset-request', { email })
const reset = (token: string | undefined, newPassword = strong) =>
  site.call('POST', '/api/auth/password/reset', { token, newPassword })

async function resetToken(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  const token = (await site.mails(email)).at(-1)?.token
  if (!token) throw new Error('no reset email arrived')
  return token
}

// All tests share one address, which would need a proof of work after twenty requests.
beforeEach(async () => {
  await site.db.delete(rateLimits).where(like(rateLimits.key, 'resetRequest:%'))
})

describe('a forgotten password', () => {
  test('is replaced once with the token from the email, and every session ends', async () => {
    const person = await site.person()
    const token = await resetToken(person.email)
    const mail = (await site.mails(person.email)).at(-1)
    expect(mail?.subject).toBe('Choose a new password for Test Heritage')
    expect(mail?.text).toContain(`http://site.test/reset-password?token=${token}`)
    expect(mail?.raw).toContain('Content-Type: text/html')
    expect((await reset(token)).body).toEqual({ success: true })
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(401)
    expect((await login(person.email, old)).status).toBe(401)
    const back = await login(person.email, strong)
    expect([back.status, back.body.user.emailVerified]).toEqual([200, true])
    const again = await reset(token, 'Another one 2?')
    expect([again.status, again.body.code]).toEqual([400, 'bad_token'])
    expect((await site.mails(person.email)).at(-1)?.subject).toBe('Your password for Test Heritage was changed')
  })

  test('a reset request gets the same answer whether or not the account exists, and unknown addresses get no email', async () => {
    const existing = await ask(somebody.email)
    const unknown = await ask('no.such.person@site.test')
    expect([unknown.status, unknown.body]).toEqual([existing.status, existing.body])
    expect(await site.mails('no.such.person@site.test')).toEqual([])
  })

  test('is replaced only with the newest of several tokens', async () => {
    const person = await site.person()
    const first = await resetToken(person.email)
    const second = await resetToken(person.email)
    expect((await reset(first)).body.code).toBe('bad_token')
    expect((await reset(second)).status).toBe(200)
  })

  test('is replaced with the link of either email if the server took one whose answer was lost', async () => {
    const person = await site.person()
    const { mail } = site.services
    // Other tests may have left emails in the queue.
    await site.runJobs()
    const send = mail.send.bind(mail)
    vi.spyOn(mail, 'send').mockImplementationOnce(async (message) => {
      await send(message)
      throw new Error('the sample answer was lost')
    })
    await ask(person.email)
    await site.runJobs()
    await site.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
    const tokens = (await site.mails(person.email)).map(({ token }) => token)
    expect(tokens).toEqual([expect.any(String), tokens[0]])
    expect((await reset(tokens[0])).status).toBe(200)
  })

  test('is replaced once by two simultaneous resets with one token', async () => {
    const person = await site.person()
    const token = await resetToken(person.email)
    const answers = await Promise.all(['One of two 1!', 'Two of two 2!'].map((password) => reset(token, password)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
    const winner = answers[0]?.status === 200 ? 'One of two 1!' : 'Two of two 2!'
    expect((await login(person.email, winner)).status).toBe(200)
  })

  test('has a token that expires after an hour', async () => {
    const person = await site.person({ unconfirmed: true })
    const token = await resetToken(person.email)
    const [row] = await site.db.select().from(accountTokens).where(eq(accountTokens.accountId, person.id))
    const life = Date.parse(row?.expiresAt ?? '') - Date.parse(row?.createdAt ?? '')
    expect(Math.round(life / 60_000)).toBe(24 * 60)
    const mine = eq(accountTokens.hash, (await rowOf(person.id, 'reset'))?.hash ?? '')
    const storedRow = await rowOf(person.id, 'reset')
    expect(Math.round((Date.parse(storedRow?.expiresAt ?? '') - Date.now()) / 60_000)).toBe(60)
    await site.db.update(accountTokens).set({ expiresAt: '2020-01-01T00:00:00Z' }).where(mine)
    expect((await reset(token)).body.code).toBe('bad_token')
  })

  test('has a token that no table, queue or log stores', async () => {
    const person = await site.person()
    await ask(person.email)
    const queued = await site.db.execute<{ all: string }>(
      `select string_agg(payload::text, ' ') as all from graphile_worker._private_jobs`,
    )
    const token = (await site.mails(person.email)).at(-1)?.token ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(queued.rows[0]?.all).not.toContain(token)
    const row = await rowOf(person.id, 'reset')
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(await site.db.select().from(auditLog))).not.toContain(token)
  })

  test('causes no email if the account is disabled, and its token doesn’t work', async () => {
    const person = await site.person()
    const token = await resetToken(person.email)
    await site.db.update(accounts).set({ disabledAt: '2026-01-01T00:00:00Z' }).where(eq(accounts.id, person.id))
    expect((await reset(token)).body.code).toBe('bad_token')
    const before = (await site.mails(person.email)).length
    await ask(person.email)
    expect(await site.mails(person.email)).toHaveLength(before)
  })

  test('reset requests are limited to five an hour for any address, then get 429 with Retry-After', async () => {
    for (const email of [(await site.person()).email, 'nobody.at.all@site.test']) {
      for (let i = 0; i < 5; i++) expect((await ask(email)).status).toBe(200)
      const refused = await ask(email)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    }
  })

  test('can be reset at the older addresses, too', async () => {
    const person = await site.person()
    const response = await site.call('POST', '/auth?operation=password-reset', { email: person.email })
    expect(response.body).toEqual({ success: true })
    const token = (await site.mails(person.email)).at(-1)?.token
    const done = await site.call('PUT', '/api/auth?operation=password-reset', { token, newPassword: strong })
    expect(done.body).toEqual({ success: true })
  })

  test.each(['Short1!', 'no upper case 1!', 'No digit here!', 'No special 1', 'NOSPECIAL1é'])(
    'can’t be replaced with %s, which is refused with the specified message',
    async (password) => {
      const answer = await reset('x'.repeat(43), password)
      expect([answer.status, answer.body.error]).toEqual([400, sentence])
    },
  )

  test.each([...'!@#$%^&*()_+-=[]{};\':"\\|,.<>/?~`'])('can be replaced by one that contains %s', async (special) => {
    const answer = await reset('x'.repeat(43), `Password1${special}`)
    expect(answer.body.code).toBe('bad_token')
  })

  test.each([{ email: ['a@b'] }, { email: 5 }, {}, { email: 'x' }, { email: `${'x'.repeat(260)}@b` }])(
    'a reset request for an address like %j is refused',
    async (input) => {
      expect((await site.call('POST', '/api/auth/password/reset-request', input)).status).toBe(400)
    },
  )
})

async function rowOf(accountId: string, purpose: string) {
  const rows = await site.db.select().from(accountTokens).where(eq(accountTokens.accountId, accountId))
  return rows.find((row) => row.purpose === purpose)
}

describe('changing the password', () => {
  test('ends the other sessions, not this one, and makes earlier reset links invalid', async () => {
    const person = await site.person()
    const other = await login(person.email, old)
    const token = await resetToken(person.email)
    const answer = await person.call('PUT', '/api/auth/password', { currentPassword: old, newPassword: strong })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(200)
    const elsewhere = { authorization: `Bearer ${other.body.token}` }
    expect((await site.call('GET', '/api/auth/profile', undefined, elsewhere)).status).toBe(401)
    expect((await reset(token)).body.code).toBe('bad_token')
    expect((await login(person.email, strong)).status).toBe(200)
  })

  test('is refused with 400 if the current password is wrong, and with 429 after many attempts', async () => {
    const person = await site.person()
    const wrong = { currentPassword: 'not this', newPassword: strong }
    for (let i = 0; i < 10; i++) {
      const answer = await person.call('PUT', '/api/auth/password', wrong)
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'currentPassword'])
    }
    expect((await person.call('PUT', '/api/auth/password', wrong)).status).toBe(429)
  })

  test('to a weak one is refused with the specified message', async () => {
    const answer = await somebody.call('PUT', '/auth/password', { currentPassword: old, newPassword: 'weak' })
    expect([answer.status, answer.body.error]).toEqual([400, sentence])
  })

  test('to a very common one is refused whatever its case, and so is a reset to one', async () => {
    const person = await site.person()
    const change = { currentPassword: 'test password', newPassword: 'P@ssw0rD' }
    const changed = await person.call('PUT', '/api/auth/password', change)
    expect([changed.status, changed.body.issues[0].path]).toEqual([400, 'newPassword'])
    expect(changed.body.error).toMatch(/^Many people use this password/)
    await site.call('POST', '/api/auth/password/reset-request', { email: person.email })
    const token = (await site.mails(person.email)).at(-1)?.token
    const reset = await site.call('POST', '/api/auth/password/reset', { token, newPassword: 'P@ssw0rD' })
    expect([reset.status, reset.body.issues[0].path]).toEqual([400, 'newPassword'])
  })
})

describe('an email address', () => {
  test('is confirmed once with the token of the sign-up email', async () => {
    const person = await site.person({ unconfirmed: true })
    const [mail] = await site.mails(person.email)
    expect(mail?.text).toContain('http://site.test/verify-email?token=')
    expect((await person.call('GET', '/api/auth/profile')).body.emailVerified).toBe(false)
    const done = await site.call('POST', '/auth/verify-email', { token: mail?.token })
    expect(done.body).toEqual({ success: true, email: person.email })
    expect((await person.call('GET', '/api/auth/profile')).body.emailVerified).toBe(true)
    expect((await site.call('POST', '/auth/verify-email', { token: mail?.token })).body.code).toBe('bad_token')
  })

  test('is confirmed without JavaScript by the button of the page that the link opens', async () => {
    const person = await site.person({ unconfirmed: true })
    const token = (await site.mails(person.email)).at(-1)?.token
    const isConfirmed = async () => (await person.call('GET', '/api/auth/profile')).body.emailVerified
    const page = `/verify-email?token=${token}`
    expect((await site.call('GET', page)).status).toBe(200)
    expect(await isConfirmed()).toBe(false)
    const done = await site.call('POST', page)
    expect([done.status, done.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(done.body).toContain(`${person.email} is now confirmed`)
    expect(await isConfirmed()).toBe(true)
    const again = await site.call('POST', page)
    expect([again.status, again.body]).toEqual([400, expect.stringContaining('This link was already used')])
  })

  test('of another account is not confirmed if only the viewer’s is to be', async () => {
    const person = await site.person({ unconfirmed: true })
    const [mail] = await site.mails(person.email)
    const confirm = (by: Pick<Person, 'call'>, more = {}) =>
      by.call('POST', '/api/auth/verify-email', { token: mail?.token, ...more })
    for (const by of [somebody, site])
      expect(await confirm(by, { ofViewer: true })).toMatchObject({ status: 409, body: { code: 'of_another' } })
    expect((await person.call('GET', '/api/auth/profile')).body.emailVerified).toBe(false)
    expect((await confirm(person, { ofViewer: true })).body.email).toBe(person.email)
  })

  test('can be reset and changed by its owner, who is logged in, although strangers have asked too often', async () => {
    const person = await site.person()
    for (let i = 0; i < 5; i++) expect((await ask(person.email)).status).toBe(200)
    expect((await ask(person.email)).status).toBe(429)
    const own = { email: person.email }
    expect((await person.call('POST', '/api/auth/password/reset-request', own)).status).toBe(200)
    const { body } = await person.call('GET', '/api/auth/profile')
    const change = { ...body, email: `new.${person.email}`, currentPassword: old }
    expect((await person.call('PUT', '/api/auth/profile', change)).status).toBe(200)
  })

  test('can get the confirmation email again, five times an hour; only the newest token works', async () => {
    const person = await site.person({ unconfirmed: true })
    const first = (await site.mails(person.email)).at(-1)?.token
    const again = await person.call('POST', '/auth/resend-verification')
    expect(again.body).toEqual({ success: true, sent: true, email: person.email })
    const second = (await site.mails(person.email)).at(-1)?.token
    expect((await site.call('POST', '/api/auth/verify-email', { token: first })).status).toBe(400)
    for (let i = 0; i < 4; i++) await person.call('POST', '/api/auth/resend-verification')
    expect((await person.call('POST', '/api/auth/resend-verification')).status).toBe(429)
    expect((await site.call('POST', '/api/auth/verify-email', { token: second })).status).toBe(200)
  })

  test('gets no further email once it is confirmed', async () => {
    const person = await site.person({ unconfirmed: true })
    const token = (await site.mails(person.email)).at(-1)?.token
    await site.call('POST', '/api/auth/verify-email', { token })
    const again = await person.call('POST', '/api/auth/resend-verification')
    expect(again.body).toEqual({ success: true, sent: false, email: person.email })
    expect(await site.mails(person.email)).toHaveLength(1)
  })

  test('is not confirmed by a reset token, and its token doesn’t reset a password', async () => {
    const person = await site.person({ unconfirmed: true })
    const verify = (await site.mails(person.email)).at(-1)?.token
    expect((await reset(verify)).body.code).toBe('bad_token')
    const token = await resetToken(person.email)
    expect((await site.call('POST', '/api/auth/verify-email', { token })).body.code).toBe('bad_token')
  })
})
