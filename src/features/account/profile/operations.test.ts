import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { files } from '#content/media/table.ts'
import { accounts, accountTokens, auditLog } from '#core/tables.ts'
import { buildArticle } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'
import { getFile, idOf, phonePhoto, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
let person: Person
beforeAll(async () => {
  person = await site.person({ name: 'Sample Middle Person' })
})

const names = { firstName: 'Sample', lastName: 'Person' }
const put = (who: Person, change: Record<string, unknown>) =>
  who.call('PUT', '/auth/profile', { ...names, email: who.email, ...change })

describe('a profile', () => {
  test('begins with the name of joining', async () => {
    const { body } = await person.call('GET', '/auth?operation=profile')
    expect(body).toMatchObject({
      id: person.id,
      name: 'Sample Middle Person',
      firstName: 'Sample',
      lastName: 'Middle Person',
      pendingEmail: null,
      phone: '',
      bio: '',
      socialLinks: { facebook: '', twitter: '', instagram: '', linkedin: '' },
    })
    expect(JSON.stringify(body)).not.toMatch(/password|argon/i)
  })

  test('takes what it is given and keeps the rest; the name shows on entries at once', async () => {
    const who = await site.person()
    const article = await buildArticle(who)
    const links = { facebook: 'https://facebook.example/one' }
    await put(who, { phone: '+254 700 000000', bio: 'Two\nlines', socialLinks: links })
    const { body, status } = await put(who, { firstName: 'Changed', socialLinks: { twitter: 'https://x.example/y' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Changed Person',
      phone: '+254 700 000000',
      bio: 'Two\nlines',
      socialLinks: { ...links, twitter: 'https://x.example/y', instagram: '', linkedin: '' },
    })
    expect((await site.call('GET', `/api/articles/${article.id}`)).body.author.name).toBe('Changed Person')
    expect((await put(who, { phone: '' })).body.phone).toBe('')
  })

  test.each([
    [{ firstName: '' }, 'firstName'],
    [{ lastName: undefined }, 'lastName'],
    [{ firstName: 'x'.repeat(101) }, 'firstName'],
    [{ firstName: 'a\u0000b' }, 'firstName'],
    [{ lastName: 'a\u202eb' }, 'lastName'],
    [{ email: 'nothing' }, 'email'],
    [{ phone: 'call me' }, 'phone'],
    [{ phone: '1'.repeat(41) }, 'phone'],
    [{ bio: 'x'.repeat(2001) }, 'bio'],
    [{ bio: 5 }, 'bio'],
    [{ socialLinks: { facebook: 'http://plain.example' } }, 'socialLinks.facebook'],
    [{ socialLinks: { twitter: 'javascript:alert(1)' } }, 'socialLinks.twitter'],
    [{ socialLinks: { twitter: 'https://user:word@x.example' } }, 'socialLinks.twitter'],
    [{ socialLinks: 'https://x.example' }, 'socialLinks'],
  ])('refuses %j', async (change, path) => {
    const { status, body } = await put(person, change)
    expect(status).toBe(400)
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test('can’t be used to take a role, a flag, another id or a verified address', async () => {
    const who = await site.person()
    const sly = { roles: ['admin'], isPremium: true, id: person.id, emailVerified: true, admitted: true, avatar: '/x' }
    const { body } = await put(who, sly)
    expect(body).toMatchObject({ id: who.id, roles: [], isPremium: false, emailVerified: false, avatar: null })
  })
})

describe('a changed email', () => {
  test('waits for the new address to confirm, and tells the old one', async () => {
    const who = await site.person()
    const { body } = await put(who, { email: 'New.Address@Site.Test' })
    expect(body).toMatchObject({ email: who.email, pendingEmail: 'new.address@site.test' })
    const mails = await site.mails()
    const told = mails.filter((mail) => mail.to === who.email).at(-1)
    expect([told?.subject, told?.token]).toEqual(['Your email for Test Heritage is about to change', undefined])
    expect(told?.text).toContain('new.address@site.test')
    await site.call('POST', '/api/auth/password/reset-request', { email: who.email })
    const reset = (await site.mails(who.email)).at(-1)?.token
    const token = (await site.mails('new.address@site.test')).at(-1)?.token
    // A save of the form in between keeps what is pending.
    expect((await put(who, {})).body.pendingEmail).toBe('new.address@site.test')
    expect((await site.call('POST', '/api/auth/verify-email', { token })).body.email).toBe('new.address@site.test')
    const after = await who.call('GET', '/api/auth/profile')
    expect(after.body).toMatchObject({ email: 'new.address@site.test', pendingEmail: null, emailVerified: true })
    const spent = await site.call('POST', '/api/auth/password/reset', { token: reset, newPassword: 'New password 1!' })
    expect(spent.body.code).toBe('bad_token')
  })

  test('to one that has an account is 409, at asking and at confirming', async () => {
    const who = await site.person()
    expect((await put(who, { email: person.email })).body.code).toBe('email_taken')
    await put(who, { email: 'wanted.by.two@site.test' })
    const token = (await site.mails('wanted.by.two@site.test')).at(-1)?.token
    await site.call('POST', '/api/auth/register', {
      name: 'Faster',
      email: 'wanted.by.two@site.test',
      password: 'secret',
    })
    const late = await site.call('POST', '/api/auth/verify-email', { token })
    expect([late.status, late.body.code]).toEqual([409, 'email_taken'])
  })

  test('two accounts that confirm one address at once: one gets it', async () => {
    const pair = [await site.person(), await site.person()]
    const tokens: (string | undefined)[] = []
    for (const who of pair) {
      await put(who, { email: 'raced@site.test' })
      tokens.push((await site.mails('raced@site.test')).at(-1)?.token)
    }
    const answers = await Promise.all(tokens.map((token) => site.call('POST', '/api/auth/verify-email', { token })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  test('is forgotten when nobody confirms it within a day', async () => {
    const who = await site.person()
    await put(who, { email: 'never.confirmed@site.test' })
    await site.runJobs()
    await site.db
      .update(accountTokens)
      .set({ expiresAt: '2020-01-01T00:00:00Z' })
      .where(eq(accountTokens.accountId, who.id))
    await site.house.db.execute(`select graphile_worker.add_job('account:sweep')`)
    await site.runJobs()
    expect((await who.call('GET', '/api/auth/profile')).body.pendingEmail).toBeNull()
  })
})

describe('a photo', () => {
  test('is seen by everyone, changes, and goes with its bytes', async () => {
    const who = await site.person()
    const article = await buildArticle(who)
    const first = await uploadFile(site, who, await phonePhoto(300, 300))
    expect((await getFile(site, first)).status).toBe(404)
    const set = await who.call('PUT', '/api/auth/profile/photo', { fileUrl: first })
    expect([set.status, set.body.avatar]).toEqual([200, first])
    await site.runJobs()
    expect((await getFile(site, first)).headers.get('content-type')).toBe('image/webp')
    expect((await site.call('GET', `/api/articles/${article.id}`)).body.author.avatar).toBe(first)
    expect((await who.call('PUT', '/api/auth/profile/photo', { fileUrl: first })).body.avatar).toBe(first)

    const second = await uploadFile(site, who, await phonePhoto(200, 200))
    expect((await who.call('PUT', '/api/auth/profile/photo', { fileUrl: second })).body.avatar).toBe(second)
    await site.runJobs()
    expect((await getFile(site, first, who)).status).toBe(404)
    expect(
      await site.db
        .select()
        .from(files)
        .where(eq(files.id, idOf(first))),
    ).toEqual([])
    const [row] = await site.db
      .select()
      .from(files)
      .where(eq(files.id, idOf(second)))
    expect(row?.variants.length).toBeGreaterThan(0)

    const gone = await who.call('DELETE', '/api/auth/profile/photo')
    expect([gone.status, gone.body.avatar]).toEqual([200, null])
    await site.runJobs()
    expect((await getFile(site, second)).status).toBe(404)
  })

  test('comes as a data: URL too', async () => {
    const who = await site.person()
    const fileUrl = `data:image/jpeg;base64,${(await phonePhoto(64, 64)).toString('base64')}`
    const { body } = await who.call('PUT', '/api/auth/profile/photo', { fileUrl })
    expect(body.avatar).toMatch(/^\/files\/[0-9a-f-]{36}$/)
    await site.runJobs()
    expect((await getFile(site, body.avatar)).status).toBe(200)
  })

  test('is nobody else’s file, no sound, no entry’s picture, no address elsewhere', async () => {
    const mine = await uploadFile(site, person, await phonePhoto(50, 50))
    const who = await site.person()
    const noise = await uploadFile(site, who, sound(), { filename: 'a.mp3', contentType: 'audio/mpeg' })
    const cover = await uploadFile(site, who, await phonePhoto(50, 50))
    await buildArticle(who, { coverImage: cover })
    for (const fileUrl of [mine, noise, cover, 'https://elsewhere.example/x.png', '', 5]) {
      const answer = await who.call('PUT', '/api/auth/profile/photo', { fileUrl })
      expect(answer.status, String(fileUrl)).toBe(400)
    }
  })
})

describe('preferences', () => {
  test('begin with the defaults of the spec, keep what is not sent, and say what was chosen', async () => {
    const who = await site.person()
    const defaults = {
      language: 'en',
      timezone: 'Africa/Nairobi',
      emailNotifications: true,
      pushNotifications: false,
      defaultView: 'grid',
      itemsPerPage: 24,
      itemsPerPageChosen: false,
    }
    expect((await who.call('GET', '/auth?operation=preference')).body).toEqual(defaults)
    await who.call('PUT', '/auth?operation=preference', { language: 'sw', emailNotifications: false })
    const { body } = await who.call('PUT', '/api/auth/preferences', { itemsPerPage: 50, timezone: 'Europe/Paris' })
    const chosen = { language: 'sw', emailNotifications: false, itemsPerPage: 50, timezone: 'Europe/Paris' }
    expect(body).toEqual({ ...defaults, ...chosen, itemsPerPageChosen: true })
    expect((await who.call('GET', '/api/auth/preferences')).body).toEqual(body)
    await site.call('POST', '/api/auth/password/reset-request', { email: who.email })
    expect((await site.mails(who.email)).at(-1)?.raw).toContain('Chagua nenosiri jipya')
  })

  test.each([
    { timezone: 'Mars/Olympus' },
    { timezone: '+03:00' },
    { timezone: 5 },
    { language: 'xx' },
    { itemsPerPage: 0 },
    { itemsPerPage: 101 },
    { itemsPerPage: '24' },
    { defaultView: 'table' },
    { emailNotifications: 'yes' },
  ])('refuse %j', async (change) => {
    expect((await person.call('PUT', '/api/auth/preferences', change)).status).toBe(400)
  })
})

test('what a member changes stands in the audit log, without what they wrote', async () => {
  const who = await site.person()
  await put(who, { bio: 'A bio of the test' })
  const lines = await site.db.select().from(auditLog).where(eq(auditLog.actorId, who.id))
  expect(lines.map((line) => line.action)).toContain('account:update-profile')
  expect(JSON.stringify(lines)).not.toContain('A bio of the test')
  expect((await site.db.select().from(accounts).where(eq(accounts.id, who.id)))[0]?.bio).toBe('A bio of the test')
})
