import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { alignAdditions } from '#content/list-work.ts'
import { accounts, auditLog } from '#core/tables.ts'
import { buildArticle, buildEvent, buildPoem } from '#test/build.ts'
import { cast, castForEach, type Person, type TestSite, testSite } from '#test/harness.ts'
import { sound, uploadFile } from '#test/samples.ts'
import { entries } from '../table.ts'
import { alignUnlisted } from './unlisted.ts'

// Posts of members with an unconfirmed email open at their address, but no list shows them to guests.

const site = testSite()
const { admin } = cast(site)
const { newcomer } = castForEach(site, { newcomer: { unconfirmed: true } })

beforeAll(async () => {
  sends(true)
})

function sends(mail: boolean) {
  Object.assign(site.services.mail, { kind: mail ? 'smtp' : 'files' })
}

const home = async () => (await site.call('GET', '/')).body as string
const isListed = async ({ id }: { id: string }, path = '/api/entries?limit=100') =>
  JSON.stringify((await site.call('GET', path)).body).includes(id)
const tokenOf = async ({ email }: Person) => (await site.mails(email)).at(-1)?.token
const confirm = async (who: Person) => site.call('POST', '/api/auth/verify-email', { token: await tokenOf(who) })
const marker = () => `zq${crypto.randomUUID().slice(0, 8)}`

describe('a post by a member whose email is not confirmed', () => {
  // That no list shows it to guests is tested in test/visibility.test.ts.
  test('opens at its address, and is marked as unlisted', async () => {
    const title = marker()
    const poem = await buildPoem(newcomer, { title })
    expect(poem.unlisted).toBe(true)
    expect((await newcomer.call('GET', `/api/poems/${poem.id}`)).body.unlisted).toBe(true)
    const page = await site.call('GET', `/language/poems/${poem.id}`)
    expect([page.status, page.body.includes(title)]).toEqual([200, true])
    expect(page.body).toContain('<meta name="robots" content="noindex"/>')
    expect(page.body).not.toContain('application/ld+json')
    const record = await site.call(
      'GET',
      `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:site.test:${poem.id}`,
    )
    expect(record.body).toContain('idDoesNotExist')
    expect((await admin.call('GET', `/api/poems?limit=100`)).body.items.map(({ id }: { id: string }) => id)).toContain(
      poem.id,
    )
  })

  test('is not marked if it is a draft or for members only, because guests don’t see it anyway', async () => {
    for (const standing of [{ visibility: 'members' }, { state: 'draft' }])
      expect(await buildPoem(newcomer, standing)).not.toHaveProperty('unlisted')
  })

  test('differs from one by a confirmed member, which is listed immediately', async () => {
    const poem = await buildPoem(await site.person())
    expect(poem).not.toHaveProperty('unlisted')
    expect(await isListed(poem)).toBe(true)
  })

  test('appears on a cached home page when its author confirms their email', async () => {
    const title = marker()
    const article = await buildArticle(newcomer, { title })
    expect(await home()).not.toContain(title)
    expect(await home()).not.toContain(title)
    expect((await confirm(newcomer)).status).toBe(200)
    expect(await home()).toContain(title)
    expect((await newcomer.call('GET', `/api/articles/${article.id}`)).body).not.toHaveProperty('unlisted')
  })

  test('appears when its author resets the password by email, which confirms the address', async () => {
    const poem = await buildPoem(newcomer)
    await site.call('POST', '/api/auth/password/reset-request', { email: newcomer.email })
    const token = await tokenOf(newcomer)
    await site.call('POST', '/api/auth/password/reset', { token, newPassword: 'New password 1!' })
    expect(await isListed(poem)).toBe(true)
  })

  test('appears when a changed email is confirmed', async () => {
    const poem = await buildPoem(newcomer)
    const email = `changed.${marker()}@site.test`
    const names = { firstName: 'Sample', lastName: 'Person' }
    await newcomer.call('PUT', '/api/auth/profile', { ...names, email, currentPassword: 'test password' })
    await site.call('POST', '/api/auth/verify-email', { token: (await site.mails(email)).at(-1)?.token })
    expect(await isListed(poem)).toBe(true)
  })

  test('appears as a change to harvesters when its author confirms their email', async () => {
    const poem = await buildPoem(newcomer)
    const since = '/oai?verb=ListIdentifiers&metadataPrefix=oai_dc&from=2020-01-02T00:00:00Z'
    expect(await isListed(poem, since)).toBe(false)
    await confirm(newcomer)
    expect(await isListed(poem, since)).toBe(true)
  })

  test('stays unlisted if it was first a draft or for members', async () => {
    const draft = await buildPoem(newcomer, { state: 'draft' })
    const narrow = await buildEvent(newcomer, { visibility: 'members' })
    await newcomer.call('PATCH', `/api/poems/${draft.id}`, { state: 'published' })
    await newcomer.call('PATCH', `/api/events/${narrow.id}`, { visibility: 'public' })
    for (const entry of [draft, narrow]) expect(await isListed(entry)).toBe(false)
    await confirm(newcomer)
    for (const entry of [draft, narrow]) expect(await isListed(entry)).toBe(true)
  })

  test('is listed even if it is posted at the moment of the confirmation', async () => {
    for (let round = 0; round < 5; round++) {
      const who = await site.person({ unconfirmed: true })
      const token = await tokenOf(who)
      const [poem] = await Promise.all([
        buildPoem(who),
        buildPoem(who),
        site.call('POST', '/api/auth/verify-email', { token }),
        buildPoem(who),
      ])
      const posts = await site.db.select().from(entries).where(eq(entries.authorId, who.id))
      expect(posts.map(({ unlisted }) => unlisted)).toEqual([false, false, false])
      expect(await isListed(poem)).toBe(true)
    }
  })

  test('stays unlisted if its author’s account is deleted and the entries stay', async () => {
    const poem = await buildPoem(newcomer)
    await newcomer.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' })
    await alignUnlisted(site.db, 'smtp')
    expect(await isListed(poem)).toBe(false)
    expect((await site.call('GET', `/api/poems/${poem.id}`)).status).toBe(200)
  })
})

describe('an admin', () => {
  test('can confirm a member’s email, which lists their posts and is logged once', async () => {
    const poem = await buildPoem(newcomer)
    const token = await tokenOf(newcomer)
    const { status, body } = await admin.call('POST', `/api/members/${newcomer.id}/confirm-email`)
    expect([status, body.emailVerified]).toEqual([200, true])
    expect(await isListed(poem)).toBe(true)
    expect((await site.call('POST', '/api/auth/verify-email', { token })).body.code).toBe('bad_token')
    const again = await admin.call('POST', `/api/members/${newcomer.id}/confirm-email`)
    expect(again.status).toBe(200)
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, newcomer.id))
    const acts = lines.filter(({ action }) => action === 'member:confirm-email')
    expect(acts.map(({ actorId }) => actorId)).toEqual([admin.id])
  })

  test('is the only one who can confirm a member’s email, and can’t confirm that of a closed account', async () => {
    const path = `/api/members/${newcomer.id}/confirm-email`
    for (const roles of [[], ['keeper'], ['moderator'], ['seller']] as const) {
      const other = await site.person({ roles: [...roles] })
      expect((await other.call('POST', path)).status, roles.join()).toBe(403)
    }
    expect((await site.call('POST', path)).status).toBe(401)
    await admin.call('PATCH', `/api/members/${newcomer.id}`, { disabled: true, reason: 'Sample reason' })
    expect((await admin.call('POST', path)).body.code).toBe('disabled')
  })

  test('can list the members with an unconfirmed email, and sees their number in the checklist', async () => {
    const { body } = await admin.call('GET', '/api/members?status=unconfirmed&limit=100')
    expect(body.items.map(({ id }: { id: string }) => id)).toContain(newcomer.id)
    expect(body.items.every(({ emailVerified }: { emailVerified: boolean }) => !emailVerified)).toBe(true)
    const steps = (await admin.call('GET', '/api/admin/checklist')).body
    expect(steps).toMatchObject({ mail: 'smtp', unconfirmedMembers: body.items.length })
  })
})

describe('a site that can’t send mail', () => {
  test('lists everyone’s posts, because nobody could confirm their email', async () => {
    sends(false)
    const poem = await buildPoem(newcomer)
    sends(true)
    expect(poem).not.toHaveProperty('unlisted')
    expect(await isListed(poem)).toBe(true)
  })

  test('adapts to the mail settings at the next start, both ways', async () => {
    const confirmed = await buildPoem(await site.person())
    const poem = await buildPoem(newcomer)
    const imported = await buildPoem(admin)
    await site.db.update(entries).set({ authorId: null }).where(eq(entries.id, imported.id))
    await alignUnlisted(site.db, 'files')
    expect(await isListed(poem)).toBe(true)
    await alignUnlisted(site.db, 'smtp')
    const rows = await site.db
      .select()
      .from(entries)
      .where(inArray(entries.id, [confirmed.id, poem.id, imported.id]))
    expect(Object.fromEntries(rows.map(({ id, unlisted }) => [id, unlisted]))).toEqual({
      [confirmed.id]: false,
      [poem.id]: true,
      [imported.id]: false,
    })
    await confirm(newcomer)
    await alignUnlisted(site.db, 'smtp')
    expect(await isListed(poem)).toBe(true)
  })
})

describe('what a member with an unconfirmed email adds to someone else’s entry', () => {
  const posted = async (overrides: Record<string, unknown> = {}) => {
    const member = await site.person()
    const link = await uploadFile(site, member, sound(), { contentType: 'audio/mpeg' })
    const { body } = await member.call('POST', '/api/media', {
      title: marker(),
      link,
      visibility: 'public',
      ...overrides,
    })
    return body as { id: string; title: string }
  }
  const transcripts = ({ id }: { id: string }) => `/api/media/${id}/transcripts`
  const textsFor = async (path: string, who: { call: Person['call'] }) =>
    (await who.call('GET', path)).body.items.map(({ text }: { text: string }) => text)

  test('a transcript is visible to its author and keepers, not to other members or guests, and no search finds it', async () => {
    const media = await posted()
    const words = marker()
    const { status, body } = await newcomer.call('POST', transcripts(media), { text: words })
    expect([status, body.unlisted]).toEqual([201, true])
    const keeper = await site.person({ roles: ['keeper'] })
    for (const who of [newcomer, keeper]) expect(await textsFor(transcripts(media), who)).toEqual([words])
    for (const who of [site, await site.person()]) expect(await textsFor(transcripts(media), who)).toEqual([])
    expect((await site.call('GET', `/media/${media.id}`)).body).not.toContain(words)
    expect(await isListed(media, `/api/entries?q=${words}`)).toBe(false)
    expect(await isListed(media, `/api/explore?q=${words}`)).toBe(false)

    expect((await confirm(newcomer)).status).toBe(200)
    expect(await textsFor(transcripts(media), site)).toEqual([words])
    expect((await site.call('GET', `/media/${media.id}`)).body).toContain(words)
    expect(await isListed(media, `/api/explore?q=${words}`)).toBe(true)
    expect((await newcomer.call('GET', transcripts(media))).body.items[0]).not.toHaveProperty('unlisted')
  })

  test('a transcript stays unlisted when the recording’s entry is edited', async () => {
    const media = await posted()
    const words = marker()
    await newcomer.call('POST', transcripts(media), { text: words })
    await admin.call('PATCH', `/api/media/${media.id}`, { description: 'Sample description' })
    expect(await isListed(media, `/api/explore?q=${words}`)).toBe(false)
  })

  test('a recording of a word is audible to its speaker and moderators, not to other members or guests', async () => {
    const member = await site.person()
    const { body: word } = await member.call('POST', '/api/vocabulary', { form: marker(), english: 'sample gloss' })
    const fileUrl = await uploadFile(site, newcomer, sound(), { contentType: 'audio/mpeg' })
    const voices = `/api/vocabulary/${word.id}/pronunciations`
    const { status, body } = await newcomer.call('POST', voices, { fileUrl })
    expect([status, body.items[0].unlisted]).toEqual([201, true])
    const heardBy = async (who: { call: Person['call'] }) => (await who.call('GET', voices)).body.items.length
    const moderator = await site.person({ roles: ['moderator'] })
    expect(await Promise.all([newcomer, moderator, member, site].map(heardBy))).toEqual([1, 1, 0, 0])
    for (const path of [`/api/vocabulary/${word.id}`, `/api/vocabulary?q=${word.form}`, '/export/vocabulary.csv'])
      expect(JSON.stringify((await site.call('GET', path)).body), path).not.toContain(fileUrl)
    expect((await site.call('GET', `/language/vocabulary/${word.id}`)).body).not.toContain(fileUrl)

    await admin.call('POST', `/api/members/${newcomer.id}/confirm-email`)
    expect(await heardBy(site)).toBe(1)
    expect((await site.call('GET', `/api/vocabulary/${word.id}`)).body.pronunciation).toBe(fileUrl)
  })

  test('a recording of a word is public if it is part of the member’s own entry', async () => {
    const pronunciation = await uploadFile(site, newcomer, sound(), { contentType: 'audio/mpeg' })
    const word = { form: marker(), english: 'sample gloss', pronunciation }
    const { body } = await newcomer.call('POST', '/api/vocabulary', word)
    expect(body.pronunciation).toBe(pronunciation)
    expect((await site.call('GET', `/api/vocabulary/${body.id}`)).body.pronunciation).toBe(pronunciation)
  })

  test('transcripts adapt to the site’s mail settings at the next start, both ways', async () => {
    const media = await posted()
    const words = marker()
    await newcomer.call('POST', transcripts(media), { text: words })
    const own = await (await site.person()).call('POST', transcripts(media), { text: 'Sample of a confirmed member' })
    expect(own.body).not.toHaveProperty('unlisted')
    await alignAdditions(site.db, 'files')
    expect(await textsFor(transcripts(media), site)).toContain(words)
    expect(await isListed(media, `/api/explore?q=${words}`)).toBe(true)
    await alignAdditions(site.db, 'smtp')
    expect(await textsFor(transcripts(media), site)).toEqual(['Sample of a confirmed member'])
    expect(await isListed(media, `/api/explore?q=${words}`)).toBe(false)
  })
})

test('accounts waiting to be admitted don’t see unlisted posts, which their author and admins see', async () => {
  const waiting: TestSite['person'] = (options) => site.person(options)
  const reader = await waiting()
  await site.db.update(accounts).set({ admittedAt: null }).where(eq(accounts.id, reader.id))
  Object.assign(site.services.site, { membership: 'approval' })
  const poem = await buildPoem(newcomer)
  const seen = async (who: Person) =>
    JSON.stringify((await who.call('GET', '/api/poems?limit=100')).body).includes(poem.id)
  const results = [await seen(reader), await seen(newcomer), await seen(admin)]
  Object.assign(site.services.site, { membership: 'open' })
  expect(results).toEqual([false, true, true])
})
