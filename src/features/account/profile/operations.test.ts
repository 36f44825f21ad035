import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { files } from '#content/media/table.ts'
import { accounts, accountTokens, auditLog } from '#core/tables.ts'
import { buildArticle } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { getFile, idOf, phonePhoto, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { person } = cast(site, { person: { name: 'Sample Middle Person' } })
const { who } = castForEach(site, { who: {} })

const names = { firstName: 'Sample', lastName: 'Person' }
const put = (who: Person, change: Record<string, unknown>) =>
  who.call('PUT', '/auth/profile', { ...names, email: who.email, ...change })

describe('a profile', () => {
  test('starts with the name given at sign-up', async () => {
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

  test('stores the sent fields and keeps the others; entries show the new name immediately', async () => {
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
    [{ firstName: 'x'.repeat(101) }, 'firstName'],
    [{ firstName: 'a\u0000b' }, 'firstName'],
    [{ lastName: 'a\u0001b' }, 'lastName'],
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

  test('keeps what another device has changed meanwhile, names too', async () => {
    const who = await site.person({ name: 'Sample Two Names' })
    for (const change of [
      { bio: 'Sample bio' },
      { lastName: 'Name' },
      { phone: '+254 700 000000' },
      { lastName: null },
    ])
      expect((await who.call('PUT', '/auth/profile', change)).status).toBe(200)
    const { body } = await who.call('GET', '/api/auth/profile')
    expect(body).toMatchObject({ name: 'Sample', firstName: 'Sample', lastName: '', email: who.email })
    expect(body).toMatchObject({ bio: 'Sample bio', phone: '+254 700 000000', pendingEmail: null })
  })

  test('can’t be used to get a role, a flag, another id or a confirmed address', async () => {
    const who = await site.person({ unconfirmed: true })
    const sly = { roles: ['admin'], isPremium: true, id: person.id, emailVerified: true, admitted: true, avatar: '/x' }
    const { body } = await put(who, sly)
    expect(body).toMatchObject({ id: who.id, roles: [], isPremium: false, emailVerified: false, avatar: null })
  })
})

const password = 'test password'
const ask = (who: Person, email: string, more: Record<string, unknown> = {}) =>
  put(who, { email, currentPassword: password, ...more })
const confirm = (token: string | undefined) => site.call('POST', '/api/auth/verify-email', { token })
const cancel = (token: string | undefined) => site.call('POST', '/api/auth/email/cancel', { token })
const newest = async (to: string) => (await site.mails(to)).at(-1)
const pendingOf = async (who: Person) => (await who.call('GET', '/api/auth/profile')).body.pendingEmail
let addresses = 0
const newAddress = () => `new.address.${++addresses}@site.test`

describe('a changed email', () => {
  test('requires the password: without it nothing is changed', async () => {
    for (const fields of [{}, { currentPassword: '' }, { currentPassword: 'wrong password' }]) {
      const { status, body } = await put(who, { email: newAddress(), bio: 'Sample bio', ...fields })
      expect([status, body.issues?.[0]?.path], JSON.stringify(fields)).toEqual([400, 'currentPassword'])
    }
    expect((await who.call('GET', '/api/auth/profile')).body).toMatchObject({ pendingEmail: null, bio: '' })
    expect((await site.mails()).filter((mail) => mail.to.startsWith('new.address'))).toEqual([])
    expect((await put(who, { bio: 'Sample bio' })).status).toBe(200)
  })

  test('counts wrong passwords as guesses: after ten, even the right one is refused', async () => {
    for (let tries = 0; tries < 10; tries++) await ask(who, newAddress(), { currentPassword: 'wrong password' })
    expect((await ask(who, newAddress())).status).toBe(429)
  })

  test('waits until the new address is confirmed, and the old one gets an email before and after', async () => {
    const { body } = await ask(who, 'New.Address@Site.Test')
    expect(body).toMatchObject({ email: who.email, pendingEmail: 'new.address@site.test' })
    const mail = await newest(who.email)
    expect(mail?.subject).toBe('Your email for Test Heritage is about to change')
    expect(mail?.text).toContain('new.address@site.test')
    expect(mail?.text).toContain('http://site.test/cancel-email?token=')
    await site.call('POST', '/api/auth/password/reset-request', { email: who.email })
    const reset = (await newest(who.email))?.token
    const token = (await newest('new.address@site.test'))?.token
    // Saving the form in between keeps the pending change.
    expect((await put(who, {})).body.pendingEmail).toBe('new.address@site.test')
    expect((await confirm(token)).body.email).toBe('new.address@site.test')
    const after = await who.call('GET', '/api/auth/profile')
    expect(after.body).toMatchObject({ email: 'new.address@site.test', pendingEmail: null, emailVerified: true })
    const done = await newest(who.email)
    expect(done?.subject).toBe('Your email for Test Heritage was changed')
    expect(done?.text).toContain('new.address@site.test')
    expect(done?.text).toContain('http://site.test/undo-factor?token=')
    // Links that were mailed to the old address no longer work.
    const spent = await site.call('POST', '/api/auth/password/reset', { token: reset, newPassword: 'New password 1!' })
    expect(spent.body.code).toBe('bad_token')
    expect((await cancel(mail?.token)).body.code).toBe('bad_token')
  })

  test('can be cancelled once from the old address, without logging in', async () => {
    const newEmail = newAddress()
    await ask(who, newEmail)
    const token = (await newest(who.email))?.token
    const confirming = (await newest(newEmail))?.token
    expect((await site.call('GET', `/cancel-email?token=${token}`)).status).toBe(200)
    expect(await pendingOf(who)).toBe(newEmail)
    expect((await cancel(token)).body).toEqual({ success: true, email: who.email })
    expect(await pendingOf(who)).toBeNull()
    expect((await cancel(token)).body.code).toBe('bad_token')
    expect((await confirm(confirming)).body.code).toBe('bad_token')
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id))
    expect(lines.map(({ action }) => action)).toContain('account:cancel-change-email')
  })

  test('can’t be cancelled after a day, or with the token that confirms it', async () => {
    const newEmail = newAddress()
    await ask(who, newEmail)
    const token = (await newest(who.email))?.token
    expect((await cancel((await newest(newEmail))?.token)).body.code).toBe('bad_token')
    const mine = eq(accountTokens.accountId, who.id)
    await site.db.update(accountTokens).set({ expiresAt: '2020-01-01T00:00:00Z' }).where(mine)
    expect((await cancel(token)).body.code).toBe('bad_token')
    expect(await pendingOf(who)).toBe(newEmail)
  })

  test('is announced to the old address again, with a new token, when the email is sent again', async () => {
    await ask(who, newAddress())
    const first = (await newest(who.email))?.token
    await who.call('POST', '/api/auth/resend-verification')
    const second = (await newest(who.email))?.token
    expect(second).not.toBe(first)
    expect((await cancel(second)).status).toBe(200)
  })

  test.each(['changed', 'reset'])('is dropped, with every token, when the password is %s', async (how) => {
    const newEmail = newAddress()
    await site.call('POST', '/api/auth/password/reset-request', { email: who.email })
    const reset = (await newest(who.email))?.token
    await ask(who, newEmail)
    const token = (await newest(newEmail))?.token
    const newPassword = 'New password 1!'
    const answer =
      how === 'reset'
        ? await site.call('POST', '/api/auth/password/reset', { token: reset, newPassword })
        : await who.call('PUT', '/api/auth/password', { currentPassword: password, newPassword })
    expect(answer.status).toBe(200)
    expect((await confirm(token)).body.code).toBe('bad_token')
    expect(await site.db.$count(accountTokens, eq(accountTokens.accountId, who.id))).toBe(0)
    const [row] = await site.db.select().from(accounts).where(eq(accounts.id, who.id))
    expect(row).toMatchObject({ email: who.email, pendingEmail: null })
  })

  test('to an email that has an account is refused with 409, when requested and when confirmed', async () => {
    expect((await ask(who, person.email)).body.code).toBe('email_taken')
    await ask(who, 'wanted.by.two@site.test')
    const token = (await newest('wanted.by.two@site.test'))?.token
    await site.call('POST', '/api/auth/register', {
      name: 'Faster',
      email: 'wanted.by.two@site.test',
      password: 'sample secret',
    })
    const late = await confirm(token)
    expect([late.status, late.body.code]).toEqual([409, 'email_taken'])
  })

  test('succeeds for only one of two accounts that confirm the same address at the same time', async () => {
    const pair = [await site.person(), await site.person()]
    const tokens: (string | undefined)[] = []
    for (const who of pair) {
      await ask(who, 'raced@site.test')
      tokens.push((await newest('raced@site.test'))?.token)
    }
    const answers = await Promise.all(tokens.map(confirm))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  test('is dropped if nobody confirms it within a day', async () => {
    await ask(who, 'never.confirmed@site.test')
    await site.runJobs({ copies: true })
    await site.db
      .update(accountTokens)
      .set({ expiresAt: '2020-01-01T00:00:00Z' })
      .where(eq(accountTokens.accountId, who.id))
    await site.services.db.execute(`select graphile_worker.add_job('account:sweep')`)
    await site.runJobs({ copies: true })
    expect(await pendingOf(who)).toBeNull()
  })
})

describe('a photo', () => {
  test('is visible to everyone, can be changed, and is deleted with its bytes', async () => {
    const article = await buildArticle(who)
    const first = await uploadFile(site, who, await phonePhoto(300, 300))
    expect((await getFile(site, first)).status).toBe(404)
    const set = await who.call('PUT', '/api/auth/profile/photo', { fileUrl: first })
    expect([set.status, set.body.avatar]).toEqual([200, first])
    await site.runJobs({ copies: true })
    expect((await getFile(site, first)).headers.get('content-type')).toBe('image/webp')
    expect((await site.call('GET', `/api/articles/${article.id}`)).body.author.avatar).toBe(first)
    expect((await who.call('PUT', '/api/auth/profile/photo', { fileUrl: first })).body.avatar).toBe(first)

    const second = await uploadFile(site, who, await phonePhoto(200, 200))
    expect((await who.call('PUT', '/api/auth/profile/photo', { fileUrl: second })).body.avatar).toBe(second)
    await site.runJobs({ copies: true })
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

    const removed = await who.call('DELETE', '/api/auth/profile/photo')
    expect([removed.status, removed.body.avatar]).toEqual([200, null])
    await site.runJobs({ copies: true })
    expect((await getFile(site, second)).status).toBe(404)
  })

  test('can be sent as a data URL', async () => {
    const fileUrl = `data:image/jpeg;base64,${(await phonePhoto(64, 64)).toString('base64')}`
    const { body } = await who.call('PUT', '/api/auth/profile/photo', { fileUrl })
    expect(body.avatar).toMatch(/^\/files\/[0-9a-f-]{36}$/)
    await site.runJobs({ copies: true })
    expect((await getFile(site, body.avatar)).status).toBe(200)
  })

  test('can’t be another member’s file, a recording, an entry’s picture or an external address', async () => {
    const mine = await uploadFile(site, person, await phonePhoto(50, 50))
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
  test('start with the specified defaults, keep fields that are not sent, and show whether a page size was chosen', async () => {
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

test('changes by a member are logged without their contents', async () => {
  await put(who, { bio: 'A bio of the test' })
  const lines = await site.db.select().from(auditLog).where(eq(auditLog.actorId, who.id))
  expect(lines.map((line) => line.action)).toContain('account:update-profile')
  expect(JSON.stringify(lines)).not.toContain('A bio of the test')
  expect((await site.db.select().from(accounts).where(eq(accounts.id, who.id)))[0]?.bio).toBe('A bio of the test')
})
