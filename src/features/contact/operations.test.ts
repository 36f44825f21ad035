import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { proofHeader, prove } from '#core/proof-of-work.ts'
import { auditLog, rateLimits } from '#core/tables.ts'
import { cast, origin, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'
import { messages } from './table.ts'

const site = testSite()
const { member, keeper } = cast(site)

beforeEach(async () => {
  await site.db.delete(messages)
  await site.db.delete(rateLimits)
  site.services.site.contactEmail = undefined
})

const send = (body: object, headers?: Record<string, string>) => site.call('POST', '/api/messages', body, headers)
const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }

async function post(fields: Record<string, string>, headers: Record<string, string> = own) {
  const body = new URLSearchParams(fields).toString()
  const answer = await site.app.request(`${origin}/contact/send`, { method: 'POST', body, headers })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    html: await answer.text(),
    headers: answer.headers,
  }
}

describe('a message', () => {
  it('reaches only the keepers, who can mark it as answered', async () => {
    expect((await send({ name: 'Sample', email: 'A@Site.test', message: ' Sample message ' })).status).toBe(201)
    const { items } = (await keeper.call('GET', '/api/messages?status=open')).body
    expect(items).toEqual([
      {
        ...{ id: expect.any(String), name: 'Sample', email: 'a@site.test', phone: null, message: 'Sample message' },
        ...{ member: null, createdAt: expect.any(String), answeredAt: null },
      },
    ])
    expect((await keeper.call('GET', '/api/messages/count')).body).toEqual({ open: 1 })
    const path = `/api/messages/${items[0].id}`
    for (const person of [member, await site.person({ roles: ['moderator'] })]) {
      expect((await person.call('GET', '/api/messages')).status).toBe(403)
      expect((await person.call('PATCH', path, { answered: true })).status).toBe(403)
    }
    expect((await site.call('GET', '/api/messages')).status).toBe(401)
    expect((await keeper.call('PATCH', path, { answered: true })).body.answeredAt).toEqual(expect.any(String))
    expect((await keeper.call('GET', '/api/messages?status=open')).body.items).toEqual([])
    expect((await keeper.call('GET', '/api/messages?status=answered')).body.items).toHaveLength(1)
    expect((await keeper.call('PATCH', path, { answered: false })).body.answeredAt).toBeNull()
    const log = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, items[0].id))
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['message:answer', null],
      ['message:reopen', null],
    ])
    expect((await keeper.call('PATCH', '/api/messages/nonsense', { answered: true })).status).toBe(404)
  })

  it('is sent to the site’s email, without links and with none of its words in the subject', async () => {
    site.services.site.contactEmail = 'us@site.test'
    const message = 'Sample\r\nBcc: victim@site.test\r\nLook at https://evil.test/x\n<b>bold</b>'
    expect((await send({ name: 'Sample Name', email: 'sender@site.test', message })).status).toBe(201)
    const [mail, ...more] = await site.mails('us@site.test')
    expect(more).toEqual([])
    expect(mail?.subject).not.toMatch(/Sample|evil|Name/)
    expect(mail?.text).toContain('sender@site.test')
    const head = mail?.raw.split('\n\n')[0] ?? ''
    expect(head).not.toMatch(/^(bcc|cc):/im)
    expect(mail?.raw.slice(mail.raw.indexOf('<!doctype'))).not.toMatch(/<a |<b>/)
    expect(mail?.text).not.toContain('https://evil.test')
    // This test's site has no mail server, so the message is also stored for the keepers.
    expect((await keeper.call('GET', '/api/messages')).body.items).toHaveLength(1)
    Object.assign(site.services.mail, { kind: 'smtp' })
    await send({ message: 'Sample message by mail' })
    Object.assign(site.services.mail, { kind: 'files' })
    expect((await keeper.call('GET', '/api/messages')).body.items).toHaveLength(1)
  })

  it.each([
    [{}, ['message']],
    [{ message: '  ' }, ['message']],
    [{ message: 'x'.repeat(5001) }, ['message']],
    [{ message: 'x', name: 'n'.repeat(101) }, ['name']],
    [{ message: 'x', name: 'a\r\nBcc: b@site.test' }, ['name']],
    [{ message: 'x', name: 'https://evil.test' }, ['name']],
    [{ message: 'x', email: 'a@site.test\nBcc: b@site.test' }, ['email']],
    [{ message: 'x', email: 'a@site.test,b@site.test' }, ['email']],
    [{ message: 'x', phone: 'javascript:alert(1)' }, ['phone']],
    [{ message: 'a\u0001b' }, ['message']],
    [{ message: 5 }, ['message']],
  ])('%j is refused, and the field is named', async (body, fields) => {
    const { status, body: answer } = await send(body)
    expect([status, [...new Set(answer.issues.map(({ path }: { path: string }) => path))]]).toEqual([400, fields])
  })

  it('is refused with 413 if it is 11 MB long', async () => {
    expect((await send({ message: 'x'.repeat(11 * 1024 * 1024) })).status).toBe(413)
    expect((await post({ message: 'x'.repeat(11 * 1024 * 1024) })).status).toBe(413)
  })

  it('requires a proof of work once an address has sent five messages', async () => {
    for (let i = 0; i < 5; i++) expect((await send({ message: `Sample ${i}` })).status).toBe(201)
    const response = await send({ message: 'Sample' })
    expect([response.status, response.body.code]).toEqual([429, 'proof_of_work'])
    const proof = { [proofHeader]: await prove(response.body.challenge) }
    expect((await send({ message: 'Sample' }, proof)).status).toBe(201)
    expect((await send({ message: 'Sample' }, proof)).status).toBe(429)
    const { status, html } = await post({ message: 'Sample <i>typed</i>' })
    expect(status).toBe(429)
    expect(html).toContain('Sample &lt;i&gt;typed&lt;/i&gt;')
    expect(html).toContain('Turn on JavaScript')
  })

  it('is refused after a hundred of one sender in a day, so that others can still send theirs', async () => {
    await Promise.all(Array.from({ length: 100 }, () => site.services.limits.take('dayMessages', member.id)))
    const refused = await member.call('POST', '/api/messages', { message: 'Sample' })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect((await send({ message: 'Sample' })).status).toBe(201)
  })

  it('is deleted after 180 days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    await site.db.insert(messages).values([
      { message: 'old', createdAt: daysAgo(181) },
      { message: 'new', createdAt: daysAgo(179) },
    ])
    const { jobs } = await import('./jobs.ts')
    await jobs['contact:sweep']?.run({ db: site.db } as never, {})
    expect((await site.db.select().from(messages)).map(({ message }) => message)).toEqual(['new'])
  })

  it('from a member is in their export, and is deleted with their account', async () => {
    const leaver = await site.person()
    await leaver.call('POST', '/api/messages', { message: 'Sample of the member' })
    await send({ email: leaver.email, message: 'Sample of a guest' })
    const { personalData } = await import('./personal-data.ts')
    const rows = await personalData.files?.['messages.json']?.(site.db, leaver as never)
    expect(rows).toMatchObject([{ message: 'Sample of the member' }])
    expect(
      (await leaver.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' })).status,
    ).toBe(200)
    expect((await site.db.select().from(messages)).map(({ message }) => message)).toEqual(['Sample of a guest'])
  })

  it('appears exactly once when the list is read page by page', async () => {
    await site.db.insert(messages).values(Array.from({ length: 5 }, (_, i) => ({ message: `Sample ${i}` })))
    const all = (await keeper.call('GET', '/api/messages?limit=100')).body.items
    const first = (await keeper.call('GET', '/api/messages?limit=2')).body
    const rest = (await keeper.call('GET', `/api/messages?limit=100&${after(first.lastKey)}`)).body
    expect([...first.items, ...rest.items]).toEqual(all)
  })
})

describe('the form without JavaScript', () => {
  it('is on the contact page, and leads back to it', async () => {
    const { body } = await site.call('GET', '/contact')
    expect(body).toContain('<form class="stack" action="/contact/send" method="post">')
    const { status, location } = await post({ name: '', email: '', phone: '+254 700 000000', message: 'Sample' })
    expect([status, location]).toEqual([302, '/contact?sent'])
    expect((await site.call('GET', '/contact?sent')).body).toContain('Message sent')
    expect((await site.db.select().from(messages))[0]).toMatchObject({ name: null, phone: '+254 700 000000' })
  })

  it('shows what was typed and what is wrong, as text', async () => {
    const { status, html, headers } = await post({ message: '"><script>x()</script>', email: 'no email' })
    expect(status).toBe(400)
    expect(html).not.toContain('<script>x()')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('no email')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect((await site.call('GET', '/contact')).body).not.toContain('no email')
  })

  it('keeps what was typed when the server fails', async () => {
    await site.db.execute(sql`alter table contact_messages rename to elsewhere`)
    try {
      const { status, html } = await post({ message: 'Sample long message', email: 'person@site.test' })
      expect(status).toBe(500)
      expect(html).toContain('Something went wrong on our side')
      for (const typed of ['Sample long message', 'person@site.test']) expect(html).toContain(typed)
    } finally {
      await site.db.execute(sql`alter table elsewhere rename to contact_messages`)
    }
  })

  it.each<[string, Record<string, string>, number]>([
    ['another site', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
    ['a sister site', { ...own, 'sec-fetch-site': 'same-site' }, 403],
    ['another origin', { 'content-type': own['content-type'], origin: 'https://evil.test' }, 403],
    ['no known origin', { 'content-type': own['content-type'], origin: 'null' }, 403],
    ['an unknown browser', { 'content-type': own['content-type'] }, 403],
    ['an older browser on this site', { 'content-type': own['content-type'], origin }, 302],
    ['another type', { ...own, 'content-type': 'text/plain' }, 415],
  ])('is accepted only as a form submitted on this site: %s', async (_, headers, expected) => {
    expect((await post({ message: 'Sample' }, headers)).status).toBe(expected)
    expect(await site.db.select().from(messages)).toHaveLength(expected === 302 ? 1 : 0)
  })

  it('names the member whose session cookie is sent with it', async () => {
    await post({ message: 'Sample' }, { ...own, cookie: `session=${member.token}` })
    expect((await keeper.call('GET', '/api/messages')).body.items[0].member).toEqual({
      id: member.id,
      name: 'Sample Member',
    })
  })

  it('has a page of its own, which isn’t indexed by search engines', async () => {
    const { status, body } = await site.call('GET', '/contact/send')
    expect([status, body.includes('noindex')]).toEqual([200, true])
  })
})
