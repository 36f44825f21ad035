import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unsubscribeLink } from '#accounts/unsubscribe.ts'
import { accounts, rateLimits } from '#core/tables.ts'
import { buildArticle, buildEvent } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'

const site = testSite()
let writer: Person
let other: Person

beforeAll(async () => {
  other = await site.person({ name: 'Other Person' })
})
beforeEach(async () => {
  writer = await site.person({ name: 'Writer Person' })
  await site.db.delete(rateLimits)
})

const isMailed = async (person: Person) =>
  (await person.call('GET', '/api/auth/preferences')).body.emailNotifications as boolean
const pathFor = (person: Person) =>
  unsubscribeLink(site.services, { id: person.id, email: person.email }).slice('http://site.test'.length)

/** Posts what a mail program posts (RFC 8058): no cookie, no origin, only these bytes. */
const press = (path: string, type = 'application/x-www-form-urlencoded') =>
  site.call('POST', path, 'List-Unsubscribe=One-Click', { 'content-type': type })

/** Returns the whole text of an email, with its foot. */
const bodyOf = (mail?: { raw: string }) => mail?.raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? ''

/** Returns the emails to a person after someone commented on their article. */
async function commented(person: Person) {
  const { id } = await buildArticle(person)
  await other.call('POST', `/api/entries/${id}/comments`, { text: 'Sample comment' })
  return site.mails(person.email)
}

describe('an email about a member’s activity', () => {
  test('has a link in its foot and its headers that turns off such emails by one press, without a login', async () => {
    const [mail] = await commented(writer)
    const [, url = ''] = /^List-Unsubscribe: <([^>]+)>$/m.exec(mail?.raw ?? '') ?? []
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(bodyOf(mail)).toContain(`Turn off these emails: ${url}`)
    expect(url).toMatch(/^http:\/\/site\.test\/unsubscribe\?token=[\w-]+$/)
    for (const personal of [writer.id, writer.email]) expect(decodeURIComponent(url)).not.toContain(personal)

    const answer = await press(url.slice('http://site.test'.length))
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('Emails turned off')
    expect(await isMailed(writer)).toBe(false)
    expect(await isMailed(other)).toBe(true)
    expect(await commented(writer)).toHaveLength(1)
    expect((await press(url.slice('http://site.test'.length))).status).toBe(200)
  })

  test('writes the link in the member’s language', async () => {
    await writer.call('PUT', '/api/auth/preferences', { language: 'sw' })
    const [mail] = await commented(writer)
    expect(bodyOf(mail)).toMatch(/Zima barua pepe hizi: http\S+/)
  })
})

test('emails that are always sent have no such link', async () => {
  const { id } = await buildEvent(other)
  const form = { fullName: 'Sample Person', email: writer.email, phone: '+254 700 000000' }
  expect((await writer.call('POST', `/api/events/${id}/registration`, form)).status).toBe(201)
  await site.call('POST', '/api/auth/password/reset-request', { email: writer.email })
  const mails = await site.mails(writer.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('You are registered'),
    expect.stringContaining('Choose a new password'),
  ])
  for (const mail of mails) {
    expect(mail.raw).not.toMatch(/^List-Unsubscribe/m)
    expect(bodyOf(mail)).not.toContain('/unsubscribe')
  }
})

describe('the link', () => {
  test('opens a page with one button, which changes nothing by itself', async () => {
    const page = await site.call('GET', pathFor(writer))
    expect(page.status).toBe(200)
    expect(page.body).toMatch(/<form [^>]*method="post"/)
    expect(page.body.match(/type="submit"/g)).toHaveLength(1)
    expect(await site.call('HEAD', pathFor(writer))).toMatchObject({ status: 200 })
    expect(await isMailed(writer)).toBe(true)
  })

  test('accepts both kinds of form that mail programs send', async () => {
    expect((await press(pathFor(writer), 'multipart/form-data; boundary=x')).status).toBe(200)
    expect(await isMailed(writer)).toBe(false)
  })

  test.each([
    // Some bits of the last character mean nothing.
    ['forged', (path: string) => `${path.slice(0, -2)}${path.at(-2) === 'A' ? 'B' : 'A'}${path.slice(-1)}`],
    ['cut off', (path: string) => path.slice(0, -20)],
    ['empty', () => '/unsubscribe?token='],
    ['missing', () => '/unsubscribe'],
    ['signed for another purpose', () => `/unsubscribe?token=${site.services.tokens.seal(writer.id, 'another')}`],
  ])('is refused if its token is %s', async (_, change) => {
    const answer = await press(change(pathFor(writer)))
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('Couldn’t turn off the emails')
    expect(await isMailed(writer)).toBe(true)
  })

  test('stops working after 400 days', async () => {
    const dayMs = 24 * 60 * 60 * 1000
    const pathSince = (days: number) => {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - days * dayMs)
      const path = pathFor(writer)
      clock.mockRestore()
      return path
    }
    expect((await press(pathSince(401))).status).toBe(400)
    expect(await isMailed(writer)).toBe(true)
    expect((await press(pathSince(399))).status).toBe(200)
    expect(await isMailed(writer)).toBe(false)
  })

  test('stops working when the account’s email changes and when the account is deleted', async () => {
    const path = pathFor(writer)
    await site.db
      .update(accounts)
      .set({ email: `new-${writer.email}` })
      .where(eq(accounts.id, writer.id))
    const refused = await press(path)
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('This link no longer works')
    expect(await isMailed(writer)).toBe(true)
    await site.db.delete(accounts).where(eq(accounts.id, writer.id))
    expect((await press(path)).status).toBe(400)
  })

  test('is limited', async () => {
    const answers = []
    for (let count = 0; count <= 60; count++)
      answers.push((await site.call('POST', '/api/auth/unsubscribe', { token: 'wrong' })).status)
    expect(new Set(answers.slice(0, 60))).toEqual(new Set([400]))
    expect(answers[60]).toBe(429)
  })
})
