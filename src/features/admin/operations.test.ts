import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mayChangeMember } from '#accounts/policy.ts'
import type { Member } from '#accounts/schema.ts'
import { accountTokens, auditLog } from '#core/tables.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'

const site = testSite()
let { admin, second } = cast(site, { admin: { name: 'First Admin' }, second: { roles: ['admin'] } })

const change = (who: Person, id: string, input: Record<string, unknown>) =>
  who.call('PATCH', `/api/members/${id}`, input)

async function memberOf({ email }: Person): Promise<Member> {
  return (await admin.call('GET', `/api/members?q=${encodeURIComponent(email)}`)).body.items[0]
}

async function acts(subjectId: string): Promise<string[]> {
  const rows = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId))
  return rows.map((row) => row.action).filter((action) => action.startsWith('member:'))
}

describe('the list of members', () => {
  test('can be searched by name and email, filtered by role, and paged', async () => {
    const people: Person[] = []
    for (let i = 0; i < 5; i++) people.push(await site.person({ name: `Pageable 50%_${i}` }))
    await change(admin, people[0]?.id ?? '', { roles: ['seller'] })
    const found = await everyPage(admin, '/api/members?q=50%25_&limit=2')
    expect(found.map(({ id }) => id)).toEqual(people.map((person) => person.id).reverse())
    const sellers = await admin.call('GET', '/api/members?role=seller')
    expect(sellers.body.items.map((item: { id: string }) => item.id)).toEqual([people[0]?.id])
    const byEmail = await admin.call('GET', `/api/members?q=${people[1]?.email.toUpperCase()}`)
    expect(byEmail.body.items).toHaveLength(1)
    const byOtherForm = await admin.call('GET', `/api/members?q=${people[1]?.email}.`)
    expect(byOtherForm.body.items).toEqual(byEmail.body.items)
    expect(JSON.stringify(byEmail.body)).not.toMatch(/password|argon|hash/i)
  })

  test.each(['role=king', 'limit=0', 'lastKey=x', `q=${'x'.repeat(201)}`, 'status=odd'])('refuses %s', async (q) => {
    expect((await admin.call('GET', `/api/members?${q}`)).status).toBe(400)
  })
})

describe('an admin', () => {
  test('can give and remove roles and the premium flag, which is logged', async () => {
    const person = await site.person()
    const { body } = await change(admin, person.id, { roles: ['keeper', 'keeper', 'seller'], isPremium: true })
    expect(body).toMatchObject({ roles: ['keeper', 'seller'], isPremium: true })
    expect((await person.call('GET', '/api/auth/profile')).body).toMatchObject({
      roles: ['keeper', 'seller'],
      isPremium: true,
    })
    await change(admin, person.id, { roles: [] })
    expect(await acts(person.id)).toEqual(['member:roles', 'member:premium', 'member:roles'])
    const { body: log } = await admin.call('GET', `/api/audit?subjectId=${person.id}&action=member`)
    expect(log.items[0]).toMatchObject({
      action: 'member:roles',
      actor: { id: admin.id, name: 'First Admin' },
      subject: { id: person.id },
      detail: { before: ['keeper', 'seller'], after: [] },
    })
  })

  test('changes only the roles that they changed, if another admin changed others meanwhile', async () => {
    const person = await site.person({ roles: ['seller'] })
    await change(admin, person.id, { roles: ['seller', 'keeper'], rolesBefore: ['seller'] })
    const { body } = await change(second, person.id, { roles: ['moderator'], rolesBefore: ['seller'] })
    expect(body.roles).toEqual(['keeper', 'moderator'])
    const again = await change(admin, person.id, { roles: ['seller', 'moderator'], rolesBefore: ['seller'] })
    expect(again.body.roles).toEqual(['keeper', 'moderator'])
  })

  test('can disable an account, which ends its sessions, with a reason that the member reads when logging in', async () => {
    const person = await site.person()
    expect((await change(admin, person.id, { disabled: true })).body.issues[0].path).toBe('reason')
    const { body } = await change(admin, person.id, { disabled: true, reason: 'Two accounts' })
    expect(body).toMatchObject({ disabled: true, disabledReason: 'Two accounts' })
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(401)
    const login = (password: string) => site.call('POST', '/api/auth/login', { email: person.email, password })
    expect((await login('test password')).body).toMatchObject({
      code: 'disabled',
      error: 'This account is disabled: Two accounts',
    })
    expect((await login('wrong')).body.code).toBe('wrong_credentials')
    expect((await admin.call('GET', '/api/members?status=disabled')).body.items).toHaveLength(1)
    expect((await change(admin, person.id, { disabled: false })).body.disabledReason).toBeNull()
    expect((await person.call('GET', '/api/auth/profile')).status).toBe(401)
    expect((await login('test password')).status).toBe(200)
  })

  test('can’t disable their own account, which the page of members doesn’t offer either', async () => {
    const own = { disabled: true, reason: 'Sample reason' }
    expect((await change(second, second.id, own)).body.error).toBe(
      'You can’t disable your own account. Another admin can do it.',
    )
    expect(mayChangeMember(second, 'disable', await memberOf(second))).toBe(false)
    expect(mayChangeMember(admin, 'disable', await memberOf(second))).toBe(true)
  })

  test.each([
    [{ roles: ['king'] }],
    [{ roles: 'admin' }],
    [{ isPremium: 'yes' }],
    [{ disabled: true, reason: 'x'.repeat(501) }],
  ])('can’t send %j', async (input) => {
    expect((await change(admin, second.id, input)).status).toBe(400)
  })

  test('can’t change other fields or missing accounts', async () => {
    const person = await site.person()
    const { body } = await change(admin, person.id, { email: 'taken.over@site.test', name: 'Taken', passwordHash: 'x' })
    expect(body).toMatchObject({ email: person.email })
    expect((await change(admin, crypto.randomUUID(), { isPremium: true })).status).toBe(404)
    expect((await change(admin, 'nonsense', { isPremium: true })).status).toBe(404)
  })
})

describe('the last admin', () => {
  test('can’t lose the role, be disabled or set to waiting, or delete the account', async () => {
    const one = testOne()
    for (const input of [{ roles: ['keeper'] }, { disabled: true, reason: 'x' }, { admitted: false }]) {
      const answer = await change((await one).last, (await one).last.id, input)
      expect([answer.status, answer.body.code]).toEqual([409, 'last_admin'])
    }
    const leave = { password: 'test password', entries: 'keep' }
    const { last } = await one
    expect((await last.call('DELETE', '/api/auth/account', leave)).body.code).toBe('last_admin')
  })

  async function testOne() {
    await change(admin, second.id, { roles: [] })
    return { last: admin }
  }

  test('remains when two admins remove each other’s role at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await change(admin, second.id, { roles: ['admin'] })
      const answers = await Promise.all([
        change(admin, second.id, { roles: [] }),
        change(second, admin.id, { roles: [] }),
      ])
      const statuses = answers.map((answer) => answer.status).sort()
      expect(statuses[0]).toBe(200)
      expect([403, 409]).toContain(statuses[1])
      if (answers[1]?.status === 200) [admin, second] = [second, admin]
      expect((await admin.call('GET', '/api/members?role=admin')).body.items).toHaveLength(1)
    }
  })
})

describe('a reset code', () => {
  const make = (id: string) => admin.call('POST', `/api/members/${id}/reset-code`, {}, { 'idempotency-key': id })
  const use = (token: string) => site.call('POST', '/api/auth/password/reset', { token, newPassword: 'From paper 1!' })

  test('works once, however it is typed, and is logged', async () => {
    const person = await site.person({ unconfirmed: true })
    const { status, body } = await make(person.id)
    expect(status).toBe(201)
    expect(body.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect(Math.round((Date.parse(body.expiresAt) - Date.now()) / 3_600_000)).toBe(24)
    const stored = JSON.stringify([
      await site.db.select().from(accountTokens),
      await site.db.select().from(auditLog),
      (await site.db.execute('select * from idempotency_keys')).rows,
    ])
    expect(stored).not.toContain(body.code)
    expect(await acts(person.id)).toEqual(['member:reset-code'])
    expect((await site.mails(person.email)).at(-1)?.subject).toContain('reset code')
    const typed = body.code.toLowerCase().replaceAll('-', ' ')
    expect((await use(typed)).status).toBe(200)
    const error = 'This code is wrong, has expired or was already used. Check it, or ask an admin for a new one.'
    expect((await use(typed)).body).toMatchObject({ code: 'bad_token', error })
    const login = await site.call('POST', '/api/auth/login', { email: person.email, password: 'From paper 1!' })
    // A code on paper doesn't prove that the email belongs to the member.
    expect([login.status, login.body.user.emailVerified]).toEqual([200, false])
  })

  test('is replaced by a second one', async () => {
    const person = await site.person()
    const first = (await make(person.id)).body.code
    const code = (await make(person.id)).body.code
    expect((await use(first)).status).toBe(400)
    expect((await use(code)).status).toBe(200)
  })

  test('is refused for an admin, even one appointed after the code was made', async () => {
    expect((await make(admin.id)).status).toBe(403)
    const person = await site.person()
    const { body } = await make(person.id)
    await change(admin, person.id, { roles: ['admin'] })
    expect((await use(body.code)).body.code).toBe('bad_token')
    await change(admin, person.id, { roles: [] })
  })

  test('is offered for exactly the accounts that can get one', async () => {
    const disabled = await site.person()
    await change(admin, disabled.id, { disabled: true, reason: 'Sample reason' })
    for (const [person, status] of [
      [await site.person(), 201],
      [admin, 403],
      [disabled, 409],
    ] as const) {
      const mayCreate = mayChangeMember(admin, 'createResetCode', await memberOf(person))
      expect([mayCreate, (await make(person.id)).status]).toEqual([status === 201, status])
    }
  })

  test('is refused for missing accounts', async () => {
    expect((await make(crypto.randomUUID())).status).toBe(404)
  })
})

describe('the log', () => {
  test('is paged without duplicates, and names a new account as the actor of its registration', async () => {
    for (let signUps = 0; signUps < 12; signUps++) await site.person({ unconfirmed: true })
    const seen = (await everyPage(admin, '/api/audit?limit=7&action=account')).map(({ id }) => id)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(10)
    const one = await admin.call('GET', '/api/audit?limit=1&action=account:register')
    // The new account is the actor of its registration.
    const [line] = one.body.items
    expect([line.action, line.actor.id]).toEqual(['account:register', line.subject.id])
  })
})

describe('the checklist', () => {
  test('shows unsent emails, and stores ticked items', async () => {
    const before = await admin.call('GET', '/api/admin/checklist')
    expect(before.body).toMatchObject({ siteName: 'Test Heritage', https: false, mail: 'outbox', confirmed: [] })
    expect(before.body.unsentMails).toBeGreaterThan(0)
    const sent = await admin.call('POST', '/api/admin/test-mail')
    expect([sent.status, sent.body.email]).toEqual([202, admin.email])
    expect((await site.mails(admin.email)).at(-1)?.subject).toBe('Test Heritage can send email')
    const ticked = await admin.call('PUT', '/api/admin/checklist', { confirmed: ['backup', 'mail', 'mail'] })
    expect(ticked.body.confirmed).toEqual(['mail', 'backup'])
    expect((await admin.call('PUT', '/api/admin/checklist', { confirmed: ['odd'] })).status).toBe(400)
  })

  test('warns if an untrusted proxy is in use', async () => {
    const warned = async () => (await admin.call('GET', '/api/admin/checklist')).body.proxyIgnored
    expect(await warned()).toBe(false)
    await site.call('GET', '/api/articles', undefined, { 'x-forwarded-for': '192.0.2.1' })
    expect(await warned()).toBe(true)
  })

  test('shows whether ffmpeg is missing', async () => {
    const missing = async () => (await admin.call('GET', '/api/admin/checklist')).body.ffmpegMissing
    expect(await missing()).toBe(false)
    site.services.notices.add('no-ffmpeg')
    expect(await missing()).toBe(true)
  })
})
