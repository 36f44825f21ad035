import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { accounts, idempotencyKeys, sessions } from '#core/tables.ts'
import { buildArticle } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'

const site = testSite()
const password = 'test password'

function register(input: Record<string, unknown>) {
  return site.call('POST', '/api/auth/register', { name: 'Sample Person', password, ...input })
}

describe('joining', () => {
  test('answers token and user in both shapes, and sets the page cookie', async () => {
    const { status, body, headers } = await register({ email: 'First@Site.Test' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ success: true, user: { name: 'Sample Person', email: 'first@site.test', roles: [] } })
    expect(body.data).toEqual({ token: body.token, user: body.user })
    expect(body.user).not.toHaveProperty('passwordHash')
    expect(headers.get('set-cookie')).toMatch(/^session=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('takes fullName as spec §7 also names it', async () => {
    const { body } = await register({ name: undefined, fullName: 'Another Person', email: 'another@site.test' })
    expect(body.user.name).toBe('Another Person')
  })

  test.each(['taken@site.test', 'TAKEN@site.test', ' taken@SITE.test ', 'ｔaken@site.test'])(
    '%s is one account',
    async (email) => {
      await register({ email: 'taken@site.test' })
      const { status, body } = await register({ email })
      expect([status, body.code]).toEqual([409, 'email_taken'])
    },
  )

  test.each([
    [{ email: 'nothing' }, 'email'],
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

  test('can’t be used to take a role', async () => {
    const { body } = await register({
      email: 'sly@site.test',
      roles: ['admin'],
      isPremium: true,
      id: crypto.randomUUID(),
    })
    expect(body.user).toMatchObject({ roles: [], isPremium: false })
  })

  test('two at once with one address make one account', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => register({ email: 'race@site.test' })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
  })
})

describe('logging in', () => {
  test('says the same whether the account or the password is wrong', async () => {
    await register({ email: 'known@site.test' })
    const wrong = await site.call('POST', '/api/auth/login', { email: 'known@site.test', password: 'not it at all' })
    const nobody = await site.call('POST', '/api/auth/login', { email: 'nobody@site.test', password })
    expect(wrong.body).toEqual({ error: 'The email or the password is not right.', code: 'wrong_credentials' })
    expect([nobody.status, nobody.body]).toEqual([wrong.status, wrong.body])
  })

  test('ignores the case of the address', async () => {
    await register({ email: 'case@site.test' })
    expect((await site.call('POST', '/api/auth/login', { email: 'CASE@site.test', password })).status).toBe(200)
  })

  test('a disabled account is kept out, its sessions too', async () => {
    const person = await site.person()
    await site.db.update(accounts).set({ disabledAt: new Date().toISOString() }).where(eq(accounts.id, person.id))
    expect((await person.call('GET', '/api/articles')).status).toBe(401)
    const login = await site.call('POST', '/api/auth/login', { email: person.email, password })
    expect(login.status).toBe(401)
  })
})

describe('a session', () => {
  test('ends at once when its owner leaves, on every later request', async () => {
    const person = await site.person()
    expect((await person.call('GET', '/api/articles')).status).toBe(200)
    const left = await person.call('POST', '/api/auth/logout')
    expect(left.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
    const after = await person.call('GET', '/api/articles')
    expect([after.status, after.body.code]).toEqual([401, 'unauthorized'])
  })

  test('is ended by its cookie once its owner has left without signal, and no other is', async () => {
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
    // The answer was lost: the cookie of the session that ended goes all the same.
    expect(await leave()).toEqual(left)
  })

  test('ends when its time is over', async () => {
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
    ['of another key', async () => sign((await claims()).payload, new Uint8Array(32), 9999999999)],
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
      'changed by a letter',
      // The signature's first letter: its last one holds bits that base64url does not decode.
      async () => (await claims()).person.token.replace(/(?<=\..+\.)./, (first) => (first === 'A' ? 'B' : 'A')),
    ],
    ['of nonsense', async () => 'nonsense'],
  ])('a token %s is 401', async (_name, make) => {
    const answer = await site.call('GET', '/api/articles', undefined, { authorization: `Bearer ${await make()}` })
    expect(answer.status).toBe(401)
  })

  test('the cookie opens pages and files, never the API', async () => {
    const person = await site.person()
    const cookie = { cookie: `session=${person.token}` }
    const post = await site.call('POST', '/api/articles', { title: 'x', category: 'y', content: 'z' }, cookie)
    expect(post.status).toBe(401)
    const { body } = await person.call('POST', '/api/articles', { title: 'x', category: 'y', content: 'z' })
    expect((await site.call('GET', `/api/articles/${body.id}`, undefined, cookie)).status).toBe(404)
  })
})

describe('renewing', () => {
  test('answers a token of the same session with a new end, and sets the page cookie', async () => {
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

  test('is no way back for a session that ended', async () => {
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

  test('names device and browser, newest first, and which one this is', async () => {
    const person = await site.person()
    await signIn(person.email, phone, { 'cf-ipcity': 'Iten', 'cf-ipcountry': 'KE' })
    await signIn(person.email, 'Opera/9.80 (J2ME/MIDP; Opera Mini/9; U; en)')
    const { body } = await person.call('GET', '/auth?operation=login-activity')
    expect(body.items).toMatchObject([
      { device: 'Unknown device', browser: 'Opera Mini', location: null, current: false },
      { device: 'Android phone', browser: 'Chrome', location: null, current: false },
      { device: 'Unknown device', browser: 'Unknown browser', current: true },
    ])
    expect(body.data).toEqual(body.items)
    expect(JSON.stringify(body)).not.toContain(person.token)
  })

  test('one can be ended, then it is gone and its token dead; nobody else’s can', async () => {
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

  test('all others can be ended at once', async () => {
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

  test('ten wrong ones and the account is closed to that address, not to its owner’s', async () => {
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

  test('the right one clears the count, and many right ones at once are no attack', async () => {
    const { email } = await proxied.person()
    for (let i = 0; i < 9; i++) await guess(email, 'wrong', '192.0.2.3')
    expect((await guess(email, password, '192.0.2.3')).status).toBe(200)
    for (let i = 0; i < 9; i++) expect((await guess(email, 'wrong', '192.0.2.3')).status).toBe(401)
    const right = await Promise.all(Array.from({ length: 12 }, () => guess(email, password, '192.0.2.3')))
    expect(right.map((answer) => answer.status)).toEqual(Array(12).fill(200))
  })

  test('is counted for an account that does not exist as for one that does', async () => {
    for (let i = 0; i < 10; i++) expect((await guess('nobody@site.test', 'wrong', '192.0.2.4')).status).toBe(401)
    expect((await guess('nobody@site.test', 'wrong', '192.0.2.4')).status).toBe(429)
  })

  test('a believed proxy tells the place', async () => {
    const person = await proxied.person()
    const headers = { ...from('192.0.2.5'), 'cf-ipcity': 'Iten', 'cf-ipcountry': 'KE' }
    await proxied.call('POST', '/api/auth/login', { email: person.email, password }, headers)
    const { body } = await person.call('GET', '/api/auth/login-activity')
    expect(body.items[0].location).toBe('Iten, KE')
  })
})

describe('membership by approval', () => {
  const closed = testSite({ membership: 'approval' })

  test('who waits is signed in, sees what guests see, keeps an account, and posts nothing', async () => {
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
    expect((await closed.mails(waiting.email)).at(-1)?.subject).toBe('You are a member of Test Heritage')
  })

  test('who waits does not share the prepared searches of members', async () => {
    const keeper = await closed.person({ roles: ['keeper'] })
    const waiting = await closed.person()
    const member = await closed.person()
    await keeper.call('POST', '/api/vocabulary', { marakwet: 'samplex', english: 'membersonly', visibility: 'members' })
    await closed.db.update(accounts).set({ admittedAt: new Date().toISOString() }).where(eq(accounts.id, member.id))
    const found = async (who: Person) => (await who.call('GET', '/api/vocabulary?q=membersonly')).body.items.length
    expect([await found(member), await found(waiting)]).toEqual([1, 0])
  })

  test('a role given to who waits admits them', async () => {
    const admin = await closed.person({ roles: ['admin'] })
    const waiting = await closed.person()
    const { body } = await admin.call('PATCH', `/api/members/${waiting.id}`, { roles: ['keeper'] })
    expect(body).toMatchObject({ admitted: true, roles: ['keeper'] })
    expect((await waiting.call('GET', '/api/auth/profile')).body.roles).toEqual(['keeper'])
  })
})

test.each(['p\u0430ul@site.test', 'paul\u200b@site.test', 'paul\u00ad@site.test'])(
  'an address that only looks like another (%j) is refused',
  async (email) => {
    const { status, body } = await register({ email })
    expect([status, body.issues[0].path]).toEqual([400, 'email'])
  },
)
