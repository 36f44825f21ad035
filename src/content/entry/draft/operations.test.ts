import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { entries, versions } from '#content/entry/table.ts'
import { files } from '#content/media/table.ts'
import { auditLog } from '#core/tables.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { jobs } from '#src/jobs.ts'
import { buildArticle, buildProduct } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { getFile, sound, uploadFile } from '#test/samples.ts'
import { pageKinds } from '../address.ts'
import { mostDrafts } from './schema.ts'
import { drafts } from './table.ts'

const site = testSite()
const { owner, other, admin } = cast(site, { admin: { roles: ['admin', 'keeper', 'moderator'] } })

const phone = crypto.randomUUID()
const laptop = crypto.randomUUID()

type Saved = { id: string; updatedAt: string }

/** Saves a draft as a device does, and returns the answer. */
function save(person: Pick<Person, 'call'>, id: string, more: object = {}, changedFrom?: string) {
  const draft = { kind: 'poem', title: 'Sample draft', fields: { title: 'Sample draft' }, deviceId: phone, ...more }
  return person.call('PUT', `/api/drafts/${id}`, draft, changedFrom ? { 'if-match': `"${changedFrom}"` } : {})
}

async function saved(person: Person, more: object = {}): Promise<Saved> {
  const { status, body } = await save(person, crypto.randomUUID(), more)
  expect([status, body]).toMatchObject([200, {}])
  return body
}

describe('saving a draft', () => {
  test.each(pageKinds)('accepts a %s with nothing but a title', async (kind) => {
    const { id } = await saved(owner, { kind, fields: { values: { title: 'Sample draft' }, files: {} } })
    const { status, body } = await owner.call('GET', `/api/drafts/${id}`)
    expect([status, body]).toMatchObject([
      200,
      { id, kind, title: 'Sample draft', fields: { values: { title: 'Sample draft' } } },
    ])
  })

  test('accepts a draft without a title, normalizes its fields, and refuses invalid input', async () => {
    const { id } = await saved(owner, { title: '', fields: { title: 'Cafe\u0301\r\nsample' } })
    expect((await owner.call('GET', `/api/drafts/${id}`)).body).toMatchObject({
      title: '',
      fields: { title: 'Caf\u00e9\nsample' },
    })
    expect((await save(owner, id, { fields: { title: 'a\0b' } })).status).toBe(400)
    expect((await save(owner, id, { kind: 'suggestion' })).status).toBe(400)
    expect((await save(owner, 'no-id')).status).toBe(404)
  })

  test('can be repeated after a lost answer, without creating a second draft', async () => {
    const person = await site.person()
    const id = crypto.randomUUID()
    for (const title of ['Sample one', 'Sample one', 'Sample two']) await save(person, id, { title })
    const { body } = await person.call('GET', '/api/drafts')
    expect(body.items).toMatchObject([{ id, title: 'Sample two' }])
  })

  test('answers 409 to a device that has not read another device’s changes, and keeps those changes', async () => {
    const first = await saved(owner, { title: 'On the phone' })
    const second = await save(owner, first.id, { title: 'On the laptop', deviceId: laptop }, first.updatedAt)
    expect(second.status).toBe(200)
    const stale = await save(owner, first.id, { title: 'On the phone again' }, first.updatedAt)
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'changed' }])
    expect((await save(owner, first.id, { title: 'On the phone again' })).status).toBe(409)
    expect((await owner.call('GET', `/api/drafts/${first.id}`)).body.title).toBe('On the laptop')
    const chosen = await save(owner, first.id, { title: 'On the phone again' }, second.body.updatedAt)
    expect(chosen.status).toBe(200)
  })

  test('doesn’t bring back a draft that was deleted meanwhile', async () => {
    const { id, updatedAt } = await saved(owner)
    expect((await owner.call('DELETE', `/api/drafts/${id}`)).status).toBe(200)
    expect((await save(owner, id, {}, updatedAt)).status).toBe(404)
    expect((await owner.call('DELETE', `/api/drafts/${id}`)).status).toBe(404)
  })

  test('creates no entry, version or log line, and clears no cached page', async () => {
    const before = await countRows()
    let cleared = 0
    const clear = site.services.onContentChanged
    site.services.onContentChanged = () => void cleared++
    const { id } = await saved(owner, { title: 'Zqsampledraft' })
    await owner.call('DELETE', `/api/drafts/${id}`)
    site.services.onContentChanged = clear
    expect([cleared, await countRows()]).toEqual([0, before])
  })

  test('refuses more than 512 KB each, more than 8 MB together, and too many drafts', async () => {
    const person = await site.person()
    const large = (kb: number) => ({ fields: { body: 'x'.repeat(kb * 1024) } })
    expect((await save(person, crypto.randomUUID(), large(512))).status).toBe(413)
    // Once normalized, this letter takes more bytes than were sent.
    expect((await save(person, crypto.randomUUID(), { fields: { body: '\ufb2c'.repeat(150_000) } })).status).toBe(413)
    for (let at = 0; at < 16; at++) expect((await save(person, crypto.randomUUID(), large(500))).status).toBe(200)
    const full = await save(person, crypto.randomUUID(), large(500))
    expect([full.status, full.body]).toMatchObject([409, { code: 'too_many_drafts' }])

    const many = await site.person()
    const [first] = await Promise.all(Array.from({ length: mostDrafts + 5 }, () => save(many, crypto.randomUUID())))
    const count = await site.db.$count(drafts, eq(drafts.ownerId, many.id))
    expect(count).toBe(mostDrafts)
    const [one] = await site.db.select().from(drafts).where(eq(drafts.ownerId, many.id)).limit(1)
    expect(first && (await save(many, one?.id ?? '')).status).toBe(200)
  })
})

async function countRows() {
  return { entries: await site.db.$count(entries), versions: await site.db.$count(versions), log: await logged() }
}

function logged() {
  return site.db.$count(auditLog, eq(auditLog.actorId, owner.id))
}

describe('a draft is visible only to its owner', () => {
  test('guests are asked to log in, and no other member or role finds it', async () => {
    const { id, updatedAt } = await saved(owner, { title: 'Zqprivate' })
    for (const path of [`/api/drafts/${id}`, '/api/drafts', '/api/posts'])
      expect((await site.call('GET', path)).status).toBe(401)
    expect([(await save(site, id)).status, (await site.call('DELETE', `/api/drafts/${id}`)).status]).toEqual([401, 401])
    for (const person of [other, admin]) {
      expect((await person.call('GET', `/api/drafts/${id}`)).status).toBe(404)
      expect((await person.call('DELETE', `/api/drafts/${id}`)).status).toBe(404)
      expect((await save(person, id)).status).toBe(404)
      expect((await save(person, id, {}, updatedAt)).status).toBe(404)
      for (const list of ['/api/drafts?limit=100', '/api/posts?limit=100', '/api/search?q=zqprivate'])
        expect(JSON.stringify((await person.call('GET', list)).body)).not.toContain('Zqprivate')
    }
    expect((await owner.call('GET', `/api/drafts/${id}`)).body.title).toBe('Zqprivate')
  })

  test('the list is paged by key and shows no draft twice', async () => {
    const person = await site.person()
    for (let at = 0; at < 5; at++) await saved(person, { title: `Sample ${at}` })
    const drafts = await everyPage(person, '/api/drafts?limit=2')
    expect(drafts.map(({ title }) => title)).toEqual([4, 3, 2, 1, 0].map((at) => `Sample ${at}`))
  })

  test('drafts are deleted with the account and are part of its download', async () => {
    const person = await site.person()
    const { id } = await saved(person, { title: 'Zqdownload' })
    const zip = await getFile(site, '/api/auth/account/export', person)
    const bytes = Buffer.from(await zip.arrayBuffer()).toString('latin1')
    expect(bytes).toContain('drafts.json')
    expect(bytes).toContain('Zqdownload')
    const response = await person.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    expect(await site.db.$count(drafts, eq(drafts.id, id))).toBe(0)
  })
})

describe('posting', () => {
  test('deletes the draft of the entry, also when the post is repeated after a lost answer', async () => {
    const { id } = await saved(owner, { title: 'Sample poem' })
    const poem = { title: 'Sample poem', original: 'Sample line', draftId: id }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [
      await owner.call('POST', '/api/poems', poem, key),
      await owner.call('POST', '/api/poems', poem, key),
    ]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect((await owner.call('GET', `/api/drafts/${id}`)).status).toBe(404)
  })

  test('keeps the draft when the post is refused', async () => {
    const { id } = await saved(owner)
    expect((await owner.call('POST', '/api/poems', { title: '', original: '', draftId: id })).status).toBe(400)
    const withFile = { title: 'Sample', original: 'Sample', recording: `/files/${crypto.randomUUID()}`, draftId: id }
    expect((await owner.call('POST', '/api/poems', withFile)).status).toBe(400)
    expect((await owner.call('GET', `/api/drafts/${id}`)).status).toBe(200)
  })

  test('is refused once another device has posted or deleted the draft, also if both post at once', async () => {
    const { id } = await saved(owner, { title: 'Sample poem' })
    const poem = { title: 'Sample poem', original: 'Sample line', draftId: id, draftSaved: true }
    const posts = await Promise.all([1, 2, 3].map(() => owner.call('POST', '/api/poems', poem)))
    expect(posts.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const late = await owner.call('POST', '/api/poems', poem)
    expect([late.status, late.body.code]).toEqual([409, 'draft_gone'])
    // A draft that was never saved can't be missed.
    const unsaved = { ...poem, draftId: crypto.randomUUID(), draftSaved: false }
    expect((await owner.call('POST', '/api/poems', unsaved)).status).toBe(201)
  })

  test('never deletes another member’s draft', async () => {
    const { id } = await saved(other)
    await buildArticle(owner, { draftId: id })
    expect((await other.call('GET', `/api/drafts/${id}`)).status).toBe(200)
  })

  test('deletes the draft of a product', async () => {
    const seller = await site.person({ roles: ['seller'] })
    const { id } = await saved(seller, { kind: 'product' })
    await buildProduct(seller, { draftId: id })
    expect((await seller.call('GET', `/api/drafts/${id}`)).status).toBe(404)
  })
})

describe('files of a draft', () => {
  const run = (name: string) => jobs[name]?.run(jobContextOf(site.services, new AbortController().signal), {})
  const makeOld = (url: string) =>
    site.db
      .update(files)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where(eq(files.id, url.slice('/files/'.length)))

  test('stay while a draft of their uploader names them, and are deleted with it', async () => {
    const [mine, foreign] = [await uploadFile(site, owner, sound(1000)), await uploadFile(site, other, sound(2000))]
    const withFiles = { files: { recording: { url: mine } }, values: { text: `<img src="${foreign}">` } }
    const { id } = await saved(owner, { fields: withFiles })
    for (const url of [mine, foreign]) await makeOld(url)
    await run('media:sweep')
    expect((await getFile(site, mine, owner)).status).toBe(200)
    // A draft of another member doesn't save the file from being deleted.
    expect((await getFile(site, foreign, other)).status).toBe(404)
    await owner.call('DELETE', `/api/drafts/${id}`)
    await run('media:sweep')
    expect((await getFile(site, mine, owner)).status).toBe(404)
  })

  test('can still be posted more than a day after the upload', async () => {
    const url = await uploadFile(site, owner, sound(1000))
    const { id } = await saved(owner, { kind: 'media', fields: { values: { file: { url } } } })
    await makeOld(url)
    await run('media:sweep')
    const posted = await owner.call('POST', '/api/media', { title: 'Sample', link: url, draftId: id })
    expect([posted.status, posted.body]).toMatchObject([201, { title: 'Sample' }])
  })
})
