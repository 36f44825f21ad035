import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#core/mailer.ts'
import { rateLimits } from '#core/tables.ts'
import { buildArticle, buildEvent, buildProduct } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const password = 'test password'
let sent: Mail[] = []
let failing = false

/** Gives the site a mail server that collects the emails in `sent`. */
beforeAll(() => {
  site.services.mail = {
    kind: 'smtp',
    async send(mail) {
      if (failing) throw new Error('the sample mail server refuses')
      sent.push(mail)
    },
    waiting: async () => 0,
  }
})
beforeEach(async () => {
  sent = []
  failing = false
  await site.db.delete(rateLimits)
})

const register = (email: string, name = 'Sample Person') =>
  site.call('POST', '/api/auth/register', { name, email, password })

async function mailsTo(email: string): Promise<Mail[]> {
  await site.runJobs()
  return sent.filter((mail) => mail.to === email)
}

describe('an unconfirmed address', () => {
  test('gets three emails an hour, even if its accounts are deleted and created again', async () => {
    const email = 'stranger@elsewhere.test'
    for (let i = 0; i < 5; i++) {
      const { body } = await register(email)
      await site.runJobs()
      const deleted = await site.call(
        'DELETE',
        '/api/auth/account',
        { password, entries: 'delete' },
        { authorization: `Bearer ${body.token}` },
      )
      expect(deleted.status).toBe(200)
    }
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('gets an error when it requests a fourth email, and the last emailed link stays valid', async () => {
    const { body } = await register('patient@elsewhere.test')
    const resend = () =>
      site.call('POST', '/api/auth/resend-verification', {}, { authorization: `Bearer ${body.token}` })
    await site.runJobs()
    for (let i = 0; i < 2; i++) {
      expect((await resend()).body.sent).toBe(true)
      await site.runJobs()
    }
    const refused = await resend()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    // A reset request for the same address is answered as usual, but creates no link, because nobody would get it.
    expect(
      (await site.call('POST', '/api/auth/password/reset-request', { email: 'patient@elsewhere.test' })).status,
    ).toBe(200)
    const mails = await mailsTo('patient@elsewhere.test')
    expect(mails).toHaveLength(3)
    const token = /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
    expect((await site.call('POST', '/api/auth/verify-email', { token })).status).toBe(200)
  })

  test('gets the email at the next attempt if the mail server refuses the first', async () => {
    failing = true
    await register('unlucky@elsewhere.test')
    await site.runJobs()
    failing = false
    await site.db.execute(`update graphile_worker._private_jobs set run_at = now() where attempts > 0`)
    expect(await mailsTo('unlucky@elsewhere.test')).toHaveLength(1)
  })

  test('is not limited once it is confirmed', async () => {
    const person = await site.person()
    await site.runJobs()
    sent = []
    for (let i = 0; i < 5; i++) await site.call('POST', '/api/auth/password/reset-request', { email: person.email })
    expect(await mailsTo(person.email)).toHaveLength(5)
  })
})

describe('a change of email', () => {
  const change = (person: Person, email: string) =>
    person.call('PUT', '/api/auth/profile', {
      firstName: 'Sample',
      lastName: 'Person',
      email,
      currentPassword: password,
    })

  test('sends an email to the old address first, then to the new one', async () => {
    const person = await site.person()
    await site.runJobs()
    sent = []
    expect((await change(person, `new-${person.email}`)).status).toBe(200)
    await site.runJobs()
    expect(sent.map(({ to }) => to)).toEqual([person.email, `new-${person.email}`])
  })

  test.each([
    ['always reaches an old address that was confirmed', false, 1],
    ['counts as mail to a stranger if the old address was never confirmed', true, 0],
  ])('%s', async (_, unconfirmed, count) => {
    const person = await site.person({ unconfirmed })
    await site.runJobs()
    await change(person, `changed-${person.email}`)
    const [mail] = await mailsTo(`changed-${person.email}`)
    await site.db.delete(rateLimits)
    for (let i = 0; i < 3; i++) await site.services.limits.take('strangerMail', person.email)
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect((await site.call('POST', '/api/auth/verify-email', { token })).status).toBe(200)
    const isTold = ({ subject }: Mail) => /email .*was changed/.test(subject)
    expect((await mailsTo(person.email)).filter(isTold)).toHaveLength(count)
  })
})

describe('a member with an unconfirmed email', () => {
  const { author, newcomer } = cast(site, { newcomer: { unconfirmed: true } })

  test('can register only themselves for an event, and gets the confirmation', async () => {
    const { id } = await buildEvent(author)
    const go = (email: string) => ({ fullName: 'Sample Person', email, phone: '0700 000000' })
    const refused = await newcomer.call('POST', `/api/events/${id}/registration`, go('victim@elsewhere.test'))
    expect([refused.status, refused.body.code]).toEqual([403, 'email_unconfirmed'])
    expect((await newcomer.call('POST', `/api/events/${id}/registration`, go(newcomer.email))).status).toBe(201)
    expect(await mailsTo('victim@elsewhere.test')).toEqual([])
    expect((await mailsTo(newcomer.email)).map((mail) => mail.subject)).toContainEqual(
      expect.stringContaining('Sample'),
    )
  })

  test('can order, but sellers get emails only about the orders of confirmed buyers', async () => {
    const seller = await site.person({ roles: ['seller'] })
    const product = await buildProduct(seller)
    const order = (buyer: Person) =>
      buyer.call('POST', '/api/orders', {
        items: [{ productId: product.id, quantity: 1 }],
        address: 'Sample address',
        phone: '0700 000000',
        delivery: 'delivery',
        payment: { method: 'cash' },
      })
    await site.runJobs()
    sent = []
    expect((await order(newcomer)).status).toBe(201)
    expect(await mailsTo(seller.email)).toEqual([])
    expect((await mailsTo(newcomer.email)).length).toBeGreaterThan(0)
    expect((await order(author)).status).toBe(201)
    expect((await mailsTo(seller.email)).length).toBeGreaterThan(0)
  })

  test('causes emails to others after an admin gave them a role', async () => {
    const keeper = await site.person({ roles: ['moderator'], unconfirmed: true })
    const { id } = await buildArticle(author)
    await site.runJobs()
    sent = []
    await keeper.call('PATCH', `/api/articles/${id}`, { state: 'hidden', reason: 'Sample reason' })
    expect((await mailsTo(author.email)).length).toBe(1)
  })
})

describe('a name', () => {
  const bad = ['Win at www.example.org', 'http://example', 'Sample example.com', '<a href=x>Sample', 'Two\nlines']

  test.each(bad)('such as %j is refused with a message beside its field', async (name) => {
    const { status, body } = await register('namer@site.test', name)
    expect([status, body.issues[0].path]).toEqual([400, 'name'])
    const person = await site.person()
    const profile = await person.call('PUT', '/api/auth/profile', {
      firstName: name,
      lastName: 'Sample',
      email: person.email,
    })
    expect([profile.status, profile.body.issues[0].path]).toEqual([400, 'firstName'])
    const { id } = await buildEvent(person)
    const registration = { fullName: name, email: person.email, phone: '0700 000000' }
    const registered = await person.call('POST', `/api/events/${id}/registration`, registration)
    expect([registered.status, registered.body.issues[0].path]).toEqual([400, 'fullName'])
  })

  test('given to an entry appears in emails without becoming a link, and so does a moderator’s reason', async () => {
    const author = await site.person()
    const moderator = await site.person({ roles: ['moderator'] })
    const { id } = await buildArticle(author, { title: 'Sample www.example.org title' })
    await site.runJobs()
    sent = []
    await moderator.call('PATCH', `/api/articles/${id}`, { state: 'hidden', reason: 'See https://example.com' })
    const [mail] = await mailsTo(author.email)
    for (const part of [mail?.subject, mail?.text, mail?.html]) {
      expect(part).not.toMatch(/www\.example|https:\/\/example|example\.(org|com)/)
    }
    expect(mail?.text).toContain('See https: //example. com')
    // The site's own address still works.
    expect(mail?.text).toContain(site.services.site.baseUrl)
  })
})
