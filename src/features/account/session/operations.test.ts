import { createHmac } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountDevices, accounts, auditLog, idempotencyKeys, rateLimits, sessions } from '#core/tables.ts'
import { buildArticle } from '#test/build.ts'
import { type Answer, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const password = 'test password'

// All tests share one address, which would need a proof of work after twenty sign-ups.
beforeEach(async () => {
  await site.db.delete(rateLimits).where(like(rateLimits.key, 'signUp:%'))
})

function register(input: Record<string, unknown>) {
  return site.call('POST', '/api/auth/register', { name: 'Sample Person', password, ...input })
}

describe('signing up', () => {
  test('returns token and user in both formats, and sets the page cookie', async () => {
    const { status, body, headers } = await register({ email: 'First@Site.Test' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ success: true, user: { name: 'Sample Person', email: 'first@site.test', roles: [] } })
    expect(body.data).toEqual({ token: body.token, user: body.user })
    expect(body.user).not.toHaveProperty('passwordHash')
    const [device, session] = headers.getSetCookie().sort()
    expect(session).toMatch(/^session=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(device).toMatch(/^device=[\w-]{32}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
  })

  test('accepts fullName instead of name', async () => {
    const { body } = await register({ name: undefined, fullName: 'Another Person', email: 'another@site.test' })
    expect(body.user.name).toBe('Another Person')
  })

  test.each(['taken@site.test', 'TAKEN@site.test', ' taken@SITE.test ', 'ｔaken@site.test'])(
    'treats %s as the same account',
    async (email) => {
      await register({ email: 'taken@site.test' })
      const { status, body } = await register({ email })
      expect([status, body.code]).toEqual([409, 'email_taken'])
    },
  )

  test.each([
    [{ email: 'nothing' }, 'email'],
    [{ email: 'former-member@invalid' }, 'email'],
    [{ email: 'a@set-aside.Invalid' }, 'email'],
    [{ email: 'a@b', password: '12345' }, 'password'],
    [{ email: 'a@b', name: 'ab' }, 'name'],
    [{ email: 'a@b', name: 'x'.repeat(101) }, 'name'],
    [{ email: 'a@b', name: 'two\nlines' }, 'name'],
    [{ email: 'a@b', password: undefined }, 'password'],
    [{ email: `${'x'.repeat(260)}@b` }, 'email'],
    [{ email: ['a@b'] }, 'email'],
  ])('refuses %j', async (input, field) => {
    const { status, body } = await register(input)
    expect(status).toBe(400)
    expect(body.error).toBe('Please check your input')
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(field)
  })

  test.each(['123456', 'PASSWORD', 'Liverpool'])('refuses %s as one of the most common passwords', async (common) => {
    const { status, body } = await register({ email: 'common@site.test', password: common })
    const message =
      'Many people use this password, so it is easy to guess. Choose another one, such as three words that only you would combine.'
    expect([status, body.error, body.issues]).toEqual([400, message, [{ path: 'password', message }]])
  })

  test('can’t be used to get a role', async () => {
    const { body } = await register({
      email: 'sly@site.test',
      roles: ['admin'],
      isPremium: true,
      id: crypto.randomUUID(),
    })
    expect(body.user).toMatchObject({ roles: [], isPremium: false })
  })

  test('several times at the same moment with one address creates one account', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => register({ email: 'race@site.test' })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
  })
})

describe('logging in', () => {
  test('gives the same answer whether the account or the password is wrong', async () => {
    await register({ email: 'known@site.test' })
    const wrong = await site.call('POST', '/api/auth/login', { email: 'known@site.test', password: 'not it at all' })
    const nobody = await site.call('POST', '/api/auth/login', { email: 'nobody@site.test', password })
    expect(wrong.body).toEqual({ error: 'Wrong email or password.', code: 'wrong_credentials' })
    expect([nobody.status, nobody.body]).toEqual([wrong.status, wrong.body])
  })

  test('from a form of another site doesn’t replace the session of the browser’s pages', async () => {
    const { email } = (await register({ email: 'forged@site.test' })).body.user
    const cookiesFrom = async (from: Record<string, string>) => {
      const { status, headers } = await site.call('POST', '/api/auth/login', { email, password }, from)
      return [status, headers.getSetCookie().some((cookie) => cookie.startsWith('session='))]
    }
    expect(await cookiesFrom({ 'sec-fetch-site': 'cross-site' })).toEqual([200, false])
    expect(await cookiesFrom({ 'sec-fetch-site': 'same-site' })).toEqual([200, false])
    expect(await cookiesFrom({ origin: 'https://evil.test' })).toEqual([200, false])
    expect(await cookiesFrom({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toEqual([200, true])
    expect(await cookiesFrom({})).toEqual([200, true])
  })

  test('ignores the case of the address', async () => {
    await register({ email: 'case@site.test' })
    expect((await site.call('POST', '/api/auth/login', { email: 'CASE@site.test', password })).status).toBe(200)
  })

  test('is refused for a disabled account, whose sessions end, too', async () => {
    const person = await site.person()
    await site.db.update(accounts).set({ disabledAt: new Date().toISOString() }).where(eq(accounts.id, person.id))
    expect((await person.call('GET', '/api/articles')).status).toBe(401)
    const login = await site.call('POST', '/api/auth/login', { email: person.email, password })
    expect(login.status).toBe(401)
  })
})

describe('a session', () => {
  test('ends immediately when its owner logs out, so that later requests are refused', async () => {
    const person = await site.person()
    expect((await person.call('GET', '/api/articles')).status).toBe(200)
    const left = await person.call('POST', '/api/auth/logout')
    expect(left.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
    const after = await person.call('GET', '/api/articles')
    expect([after.status, after.body.code]).toEqual([401, 'unauthorized'])
  })

  test('can be ended with its cookie after a logout without signal, and other people’s sessions stay open', async () => {
    const [person, other] = [await site.person(), await site.person()]
    const cookie = { cookie: `session=${person.token}` }
    expect((await site.call('POST', '/leave', undefined)).headers.get('set-cookie')).toBeNull()
    const leave = async () => {
      const { status, headers } = await site.call('POST', '/leave', undefined, cookie)
      return [status, headers.get('set-cookie')]
    }
    const left = [204, expect.stringMatching(/^session=; Max-Age=0/)]
    expect(await leave()).toEqual(left)
    expect((await person.call('GET', '/api/articles')).status).toBe(401)
    expect((await other.call('GET', '/api/articles')).status).toBe(200)
    // Even if the first answer was lost, the cookie of the ended session is removed.
    expect(await leave()).toEqual(left)
  })

  test('expires', async () => {
    const person = await site.person()
    await site.db.update(sessions).set({ expiresAt: '2020-01-01T00:00:00Z' }).where(eq(sessions.accountId, person.id))
    expect((await person.call('GET', '/api/articles')).status).toBe(401)
  })

  const key = createHmac('sha256', 'a secret of the tests, long enough to be one').update('session').digest()
  const claims = async () => {
    const person = await site.person()
    const payload = JSON.parse(atob(person.token.split('.')[1] ?? '')) as { sub: string; sid: string; exp: number }
    expect(payload.exp).toBeGreaterThan(Date.now() / 1000)
    return { person, payload }
  }
  const sign = (payload: object, secret: Uint8Array, exp: number) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(exp).sign(secret)

  test.each([
    ['signed with another key', async () => sign((await claims()).payload, new Uint8Array(32), 9999999999)],
    ['that has expired', async () => sign((await claims()).payload, key, 1000)],
    [
      'without a signature',
      async () => {
        const { payload } = await claims()
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none' })}.${part(payload)}.`
      },
    ],
    [
      'of one person for another’s session',
      async () => {
        const [one, two] = [await claims(), await claims()]
        return sign({ ...one.payload, sid: two.payload.sid }, key, 9999999999)
      },
    ],
    [
      'with one letter changed',
      // The first letter of the signature is changed, because the last one has bits that base64url ignores.
      async () => (await claims()).person.token.replace(/(?<=\..+\.)./, (first) => (first === 'A' ? 'B' : 'A')),
    ],
    ['that is nonsense', async () => 'nonsense'],
  ])('refuses a token %s', async (_name, make) => {
    const answer = await site.call('GET', '/api/articles', undefined, { authorization: `Bearer ${await make()}` })
    expect(answer.status).toBe(401)
  })

  test('doesn’t count in the API if only its cookie is sent', async () => {
    const person = await site.person()
    const cookie = { cookie: `session=${person.token}` }
    const post = await site.call('POST', '/api/articles', { title: 'x', category: 'y', content: 'z' }, cookie)
    expect(post.status).toBe(401)
    const { body } = await person.call('POST', '/api/articles', { title: 'x', category: 'y', content: 'z' })
    expect((await site.call('GET', `/api/articles/${body.id}`, undefined, cookie)).status).toBe(404)
  })
})

describe('an invalid token', () => {
  const expired = `${btoa('{"alg":"HS256"}')}.${btoa('{"exp":1}')}.x`
  async function revoked() {
    const person = await site.person()
    await person.call('POST', '/api/auth/logout')
    return person.token
  }
  const tokens: [string, () => Promise<string>][] = [
    ['garbage', async () => 'garbage'],
    ['expired', async () => expired],
    ['revoked', revoked],
  ]

  test.each(tokens)('(%s) doesn’t break guest operations, even at their older addresses', async (_name, make) => {
    const person = await site.person({ unconfirmed: true })
    const authorization = `Bearer ${await make()}`
    const ask = (method: string, path: string, body: object) => site.call(method, path, body, { authorization })
    const { email } = person
    for (const path of ['/api/auth/login', '/auth/login', '/auth?operation=login', '/api/auth?operation=login'])
      expect((await ask('POST', path, { email, password })).status, path).toBe(200)
    const newcomer = { name: 'Sample Person', email: `after-${_name}@site.test`, password }
    expect((await ask('POST', '/api/auth/register', newcomer)).status).toBe(201)
    expect((await ask('POST', '/auth?operation=register', { ...newcomer, email: `2-${newcomer.email}` })).status).toBe(
      201,
    )
    expect((await ask('POST', '/api/auth/password/reset-request', { email })).status).toBe(200)
    const mails = await site.mails(email)
    const verify = mails.find((mail) => mail.subject.includes('Confirm'))?.token
    expect((await ask('POST', '/api/auth/verify-email', { token: verify })).status).toBe(200)
    const reset = mails.find((mail) => mail.subject.includes('new password'))?.token
    const newPassword = 'Sample password 2!'
    expect((await ask('PUT', '/auth?operation=password-reset', { token: reset, newPassword })).status).toBe(200)
  })

  test.each(tokens)('(%s) is refused where members see more than guests', async (_name, make) => {
    const headers = { authorization: `Bearer ${await make()}` }
    for (const path of ['/api/articles', '/api/search?q=sample', '/api/auth/profile', '/content?operation=getEvents'])
      expect((await site.call('GET', path, undefined, headers)).status, path).toBe(401)
  })
})

describe('renewing a session', () => {
  test('returns a token of the same session with a later expiry, and sets the page cookie', async () => {
    const person = await site.person()
    await site.db.update(sessions).set({ expiresAt: soon() }).where(eq(sessions.accountId, person.id))
    const { status, body, headers } = await person.call('POST', '/api/auth/renew', {}, { 'idempotency-key': 'one' })
    expect([status, body.success, body.user.id]).toEqual([200, true, person.id])
    expect(headers.get('set-cookie')).toContain(`session=${body.token}`)
    const [before, after] = [person.token, body.token].map((token) => JSON.parse(atob(token.split('.')[1])))
    expect(after.sid).toBe(before.sid)
    expect(after.exp).toBeGreaterThan(Date.now() / 1000 + 600_000)
    const [row] = await site.db.select().from(sessions).where(eq(sessions.id, after.sid))
    expect(Date.parse(row?.expiresAt ?? '')).toBe(after.exp * 1000)
    expect(await site.db.select().from(idempotencyKeys)).toEqual([])
  })

  test('never extends it past 90 days after its start', async () => {
    const person = await site.person()
    const day = 24 * 60 * 60 * 1000
    const began = new Date(Date.now() - 88 * day).toISOString()
    await site.db.update(sessions).set({ createdAt: began }).where(eq(sessions.accountId, person.id))
    const { body } = await person.call('POST', '/api/auth/renew')
    const { exp } = JSON.parse(atob(body.token.split('.')[1]))
    expect(exp).toBe(Math.floor((Date.parse(began) + 90 * day) / 1000))
    const [row] = await site.db.select().from(sessions).where(eq(sessions.accountId, person.id))
    expect(Date.parse(row?.expiresAt ?? '')).toBe(exp * 1000)
  })

  test('fails for a session that ended', async () => {
    const person = await site.person()
    await person.call('POST', '/api/auth/logout')
    expect((await person.call('POST', '/api/auth/renew')).status).toBe(401)
  })
})

function soon() {
  return new Date(Date.now() + 60_000).toISOString()
}

describe('login activity', () => {
  const phone =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
  const signIn = (email: string, agent: string, more = {}) =>
    site.call('POST', '/api/auth/login', { email, password }, { 'user-agent': agent, ...more })

  test('lists each session’s device and browser, newest first, and marks the current session', async () => {
    const person = await site.person()
    await signIn(person.email, phone, { 'cf-ipcity': 'Iten', 'cf-ipcountry': 'KE' })
    await signIn(person.email, 'Opera/9.80 (J2ME/MIDP; Opera Mini/9; U; en)')
    const { body } = await person.call('GET', '/auth?operation=login-activity')
    expect(body.items).toMatchObject([
      { device: 'Unknown device', browser: 'Opera Mini', location: null, current: false },
      { device: 'Android phone', browser: 'Chrome', location: null, current: false },
      { device: 'Unknown device', browser: 'unknown browser', current: true },
    ])
    expect(body.data).toEqual(body.items)
    expect(JSON.stringify(body)).not.toContain(person.token)
  })

  test('lets members end one session, whose token then fails; nobody can end another member’s', async () => {
    const [person, other] = [await site.person(), await site.person()]
    const { body } = await signIn(person.email, phone)
    const [session] = (await person.call('GET', '/api/auth/login-activity?limit=1')).body.items
    expect((await other.call('DELETE', `/api/auth/sessions/${session.id}`)).status).toBe(404)
    expect((await person.call('DELETE', '/api/auth/sessions/nonsense')).status).toBe(404)
    expect((await person.call('DELETE', `/api/auth/sessions/${session.id}`)).body).toEqual({ success: true, ended: 1 })
    const dead = { authorization: `Bearer ${body.token}` }
    expect((await site.call('GET', '/api/auth/profile', undefined, dead)).status).toBe(401)
    expect((await person.call('GET', '/api/auth/login-activity')).body.items).toHaveLength(1)
  })

  test('lets members end all their other sessions together', async () => {
    const person = await site.person()
    const other = await site.person()
    for (let i = 0; i < 3; i++) await signIn(person.email, phone)
    expect((await person.call('DELETE', '/api/auth/sessions')).body).toEqual({ success: true, ended: 3 })
    expect((await person.call('GET', '/api/auth/login-activity')).body.items).toHaveLength(1)
    expect((await other.call('GET', '/api/auth/profile')).status).toBe(200)
  })
})

describe('guessing a password', () => {
  const proxied = testSite({ trustProxy: 1 })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const guess = (email: string, word: string, address: string) =>
    proxied.call('POST', '/api/auth/login', { email, password: word }, from(address))

  test('locks the account for the guesser’s address after ten wrong ones, but not for its owner’s address', async () => {
    const { email } = await proxied.person()
    const wrong = await Promise.all(Array.from({ length: 14 }, (_, i) => guess(email, `wrong ${i}`, '192.0.2.1')))
    expect(wrong.map((answer) => answer.status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const refused = await guess(email, password, '192.0.2.1')
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(600)
    expect(wait).toBeLessThanOrEqual(900)
    expect((await guess(email, password, '192.0.2.2')).status).toBe(200)
    expect((await guess((await proxied.person()).email, password, '192.0.2.1')).status).toBe(200)
  })

  test('is counted from zero again after the right one, and many right ones at the same time are allowed', async () => {
    const { email } = await proxied.person()
    for (let i = 0; i < 9; i++) await guess(email, 'wrong', '192.0.2.3')
    expect((await guess(email, password, '192.0.2.3')).status).toBe(200)
    for (let i = 0; i < 9; i++) expect((await guess(email, 'wrong', '192.0.2.3')).status).toBe(401)
    const right = await Promise.all(Array.from({ length: 12 }, () => guess(email, password, '192.0.2.3')))
    expect(right.map((answer) => answer.status)).toEqual(Array(12).fill(200))
  })

  test('is counted for accounts that don’t exist, too', async () => {
    for (let i = 0; i < 10; i++) expect((await guess('nobody@site.test', 'wrong', '192.0.2.4')).status).toBe(401)
    expect((await guess('nobody@site.test', 'wrong', '192.0.2.4')).status).toBe(429)
  })

  test('records the place of a login if a trusted proxy reports it', async () => {
    const person = await proxied.person()
    const headers = { ...from('192.0.2.5'), 'cf-ipcity': 'Iten', 'cf-ipcountry': 'KE' }
    await proxied.call('POST', '/api/auth/login', { email: person.email, password }, headers)
    const { body } = await person.call('GET', '/api/auth/login-activity')
    expect(body.items[0].location).toBe('Iten, KE')
  })
})

describe('membership by approval', () => {
  const closed = testSite({ membership: 'approval' })

  test('lets people who are waiting log in and see what guests see, but not post', async () => {
    const author = await closed.person({ roles: ['admin'] })
    const members = await buildArticle(author, { title: 'For members', visibility: 'members' })
    const open = await buildArticle(author, { title: 'For all' })
    const waiting = await closed.person()
    const profile = await waiting.call('GET', '/api/auth/profile')
    expect(profile.body).toMatchObject({ admitted: false, roles: [] })
    const list = async () =>
      (await waiting.call('GET', '/api/articles')).body.items.map((item: { id: string }) => item.id)
    expect(await list()).toEqual([open.id])
    expect((await waiting.call('GET', `/api/articles/${members.id}`)).status).toBe(404)
    const post = { title: 'x', category: 'y', content: 'z' }
    const refused = await waiting.call('POST', '/api/articles', post)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_admitted'])

    const listed = await author.call('GET', '/api/members?status=waiting')
    expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual([waiting.id])
    await author.call('PATCH', `/api/members/${waiting.id}`, { admitted: true })
    expect((await waiting.call('GET', '/api/auth/profile')).body.admitted).toBe(true)
    expect(await list()).toEqual([open.id, members.id])
    expect((await waiting.call('POST', '/api/articles', post)).status).toBe(201)
    expect((await closed.mails(waiting.email)).at(-1)?.subject).toBe('You are now a member of Test Heritage')
  })

  test('doesn’t show people who are waiting the entries for members in search results', async () => {
    const keeper = await closed.person({ roles: ['keeper'] })
    const waiting = await closed.person()
    const member = await closed.person()
    await keeper.call('POST', '/api/vocabulary', { form: 'samplex', english: 'membersonly', visibility: 'members' })
    await closed.db.update(accounts).set({ admittedAt: new Date().toISOString() }).where(eq(accounts.id, member.id))
    const countResults = async (who: Person) =>
      (await who.call('GET', '/api/vocabulary?q=membersonly')).body.items.length
    expect([await countResults(member), await countResults(waiting)]).toEqual([1, 0])
  })

  test('sends people who aren’t members any more no emails about entries for members', async () => {
    const [admin, moderator] = [
      await closed.person({ roles: ['admin'] }),
      await closed.person({ roles: ['moderator'] }),
    ]
    const reporters = [await closed.person(), await closed.person()] as const
    const admit = (person: Person, admitted: boolean) => admin.call('PATCH', `/api/members/${person.id}`, { admitted })
    for (const person of reporters) await admit(person, true)
    const { id: entryId } = await buildArticle(admin, { title: 'For members', visibility: 'members' })
    for (const person of reporters) await person.call('POST', '/api/reports', { entryId, reason: 'mistake' })
    await admit(reporters[0], false)
    const [report] = (await moderator.call('GET', '/api/reports')).body.items
    await moderator.call('PATCH', `/api/reports/${report.id}`, { resolution: 'kept', note: 'Sample note' })
    const told = async (person: Person) =>
      (await closed.mails(person.email)).some(({ subject }) => subject.startsWith('Thank you for your report'))
    expect([await told(reporters[0]), await told(reporters[1])]).toEqual([false, true])
  })

  test('admits people who are waiting when they get a role', async () => {
    const admin = await closed.person({ roles: ['admin'] })
    const waiting = await closed.person()
    const { body } = await admin.call('PATCH', `/api/members/${waiting.id}`, { roles: ['keeper'] })
    expect(body).toMatchObject({ admitted: true, roles: ['keeper'] })
    expect((await waiting.call('GET', '/api/auth/profile')).body.roles).toEqual(['keeper'])
  })
})

test('an address that only looks like another is refused', async () => {
  const { status, body } = await register({ email: 'p\u0430ul@site.test' })
  expect([status, body.issues[0].path]).toEqual([400, 'email'])
})

test.each([
  ['with a final dot', 'dotted@site.test', 'dotted@site.test.'],
  ['whose domain has other letters', 'other@xn--smple-gra.test', 'Other@s\u00e4mple.test'],
])('an address %s belongs to the same account as its usual form', async (_, email, otherForm) => {
  expect((await register({ email })).body.user.email).toBe(email)
  expect((await register({ email: otherForm })).body.code).toBe('email_taken')
  const { status, body } = await site.call('POST', '/api/auth/login', { email: otherForm, password })
  expect([status, body.user?.email]).toEqual([200, email])
})

describe('the activity log', () => {
  const linesOf = async (id: string) => {
    await site.runJobs()
    return (await site.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(
      ({ action, actorId, detail }) => ({ action, actorId, detail }),
    )
  }

  test('records sign-ups and logins, with method and device', async () => {
    const person = await site.person({ unconfirmed: true })
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; Mobile) Chrome/120.0' }
    const login = { email: person.email, password: 'test password' }
    expect((await site.call('POST', '/api/auth/login', login, headers)).status).toBe(200)
    const [registered, loggedIn] = (await linesOf(person.id)).filter(({ action }) => !action.includes('verify'))
    expect(registered).toMatchObject({ action: 'account:register', actorId: person.id })
    expect(loggedIn).toEqual({
      action: 'account:log-in',
      actorId: person.id,
      detail: { method: 'password', device: 'Android phone', browser: 'Chrome' },
    })
    expect(JSON.stringify(await linesOf(person.id))).not.toContain('test password')
  })

  test('records each failed login, and one line for a lockout, however many attempts follow', async () => {
    const person = await site.person()
    const wrong = { email: person.email, password: 'sample wrong password' }
    const statuses = new Set<number>()
    for (let tries = 0; tries < 14; tries++) statuses.add((await site.call('POST', '/api/auth/login', wrong)).status)
    expect([...statuses]).toEqual([401, 429])
    const lines = await linesOf(person.id)
    const failed = lines.filter(({ action }) => action === 'account:log-in-failed')
    expect(failed).toHaveLength(10)
    expect(failed[0]).toMatchObject({ actorId: null, detail: { method: 'password', address: expect.any(String) } })
    expect(lines.filter(({ action }) => action === 'account:locked-out')).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('sample wrong password')
  })

  test('does the same for a refused login whether its email has an account or not', async () => {
    const person = await site.person()
    const queued = async (email: string) => {
      await site.runJobs()
      const written = () => site.db.$count(auditLog)
      const before = await written()
      await site.call('POST', '/api/auth/login', { email, password: 'sample wrong password' })
      const { rows } = await site.db.execute('select task_identifier as name from graphile_worker.jobs order by name')
      return [(await written()) - before, rows]
    }
    expect(await queued(person.email)).toEqual(await queued('nobody@site.test'))
  })

  test('records logins with the right password to a closed account, but no more than wrong ones', async () => {
    const person = await site.person()
    await site.db.update(accounts).set({ disabledAt: new Date().toISOString() }).where(eq(accounts.id, person.id))
    const refused = () => site.call('POST', '/api/auth/login', { email: person.email, password: 'test password' })
    expect((await refused()).body.code).toBe('disabled')
    expect((await linesOf(person.id)).at(-1)).toMatchObject({
      action: 'account:log-in-failed',
      actorId: null,
      detail: { method: 'password' },
    })
    for (let tries = 0; tries < 12; tries++) expect((await refused()).body.code).toBe('disabled')
    const acts = (await linesOf(person.id)).map(({ action }) => action).filter((action) => /fail|lock/.test(action))
    expect(acts).toEqual([...Array(10).fill('account:log-in-failed'), 'account:locked-out'])
  })
})

describe('a login on a new device', () => {
  const place = testSite({ trustProxy: 1 })
  const phone =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
  const login = (email: string, headers: Record<string, string>) =>
    place.call('POST', '/api/auth/login', { email, password }, headers)
  const mailsOf = async (email: string) =>
    (await place.mails(email)).filter((mail) => mail.subject.startsWith('New login'))
  const cookieOf = ({ headers }: Answer) => /device=[^;]+/.exec(headers.getSetCookie().join('\n'))?.[0] ?? ''

  test('is reported to the owner by email, with device, time, place and advice; the device is known from then on', async () => {
    const person = await place.person()
    expect(await mailsOf(person.email)).toEqual([])
    const elsewhere = { 'x-forwarded-for': '192.0.2.77', 'user-agent': phone }
    const first = await login(person.email, { ...elsewhere, 'cf-ipcity': 'Iten', 'cf-ipcountry': 'KE' })
    const [mail, ...others] = await mailsOf(person.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('New login to your Test Heritage account')
    for (const line of [
      'Device: Android phone, Chrome',
      'Place: Iten, KE',
      `${place.services.site.baseUrl}/forgot-password`,
    ])
      expect(mail?.text).toContain(line)
    expect(mail?.text).toMatch(/Time: \d+ \w+ \d{4}, \d\d:\d\d \(Africa\/Nairobi\)/)
    // The device is known by its cookie at another address, and by its browser at the same address.
    await login(person.email, { 'x-forwarded-for': '192.0.2.78', 'user-agent': phone, cookie: cookieOf(first) })
    await login(person.email, elsewhere)
    expect(await mailsOf(person.email)).toHaveLength(1)
    await login(person.email, { 'x-forwarded-for': '192.0.2.79', 'user-agent': phone })
    expect(await mailsOf(person.email)).toHaveLength(2)
  })

  test('by another member on a shared phone is new for them', async () => {
    const [one, two] = [await place.person(), await place.person()]
    const shared = { 'x-forwarded-for': '192.0.2.80' }
    const cookie = cookieOf(await login(one.email, shared))
    await login(two.email, { ...shared, cookie })
    expect(await mailsOf(two.email)).toHaveLength(1)
  })

  test('is reported in the owner’s language', async () => {
    const person = await place.person()
    await person.call('PUT', '/api/auth/preferences', { language: 'sw' })
    await login(person.email, { 'x-forwarded-for': '192.0.2.81', 'user-agent': phone })
    const mail = (await place.mails(person.email)).at(-1)
    expect(mail?.subject).toBe('Mtu ameingia kwenye akaunti yako ya Test Heritage')
    expect(mail?.text).toContain('Simu ya Android')
  })

  test('is not reported to an unconfirmed address', async () => {
    const person = await place.person({ unconfirmed: true })
    await login(person.email, { 'x-forwarded-for': '192.0.2.82', 'user-agent': phone })
    expect(await mailsOf(person.email)).toEqual([])
  })

  test('stores no secret of a device in the database', async () => {
    const person = await place.person()
    const cookie = cookieOf(await login(person.email, { 'x-forwarded-for': '192.0.2.83' }))
    const rows = await place.db.select().from(accountDevices).where(eq(accountDevices.accountId, person.id))
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(cookie.replace('device=', ''))
  })
})
