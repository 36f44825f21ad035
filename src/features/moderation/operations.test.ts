import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reports } from '#content/entry/report/table.ts'
import { entries } from '#content/entry/table.ts'
import { auditLog } from '#core/tables.ts'
import { buildArticle, buildEvent, buildPoem } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { getFile, idOf, phonePhoto, sound, uploadFile } from '#test/samples.ts'
import { deleteOldReports } from './queries.ts'

const site = testSite()
const { keeper, moderator, second } = cast(site, { second: { roles: ['moderator'] } })
// Each test gets new people, so that no counts carry over.
const { author, reader, other } = castForEach(site)

function report(person: Person, entryId: string, fields: object = {}) {
  return person.call('POST', '/api/reports', { entryId, reason: 'mistake', ...fields })
}

/** Returns the report of an entry from a moderator's queue. */
async function findReport(entryId: string, person = moderator, state = 'open') {
  const { body } = await person.call('GET', `/api/reports?limit=100&state=${state}`)
  return body.items.find((item: any) => item.entry?.id === entryId)
}

async function openReport(person = moderator) {
  const { body } = await person.call('GET', '/api/reports?limit=1')
  return body.items[0]
}

function decide(person: Person, id: string, resolution: string, note: string | undefined = 'Sample note') {
  return person.call('PATCH', `/api/reports/${id}`, { resolution, note })
}

async function actsOn(id: string) {
  return (await site.db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action }) => action)
}

describe('a report', () => {
  test('can be sent by members about what they can see; guests get 401', async () => {
    const { id } = await buildArticle(author, { visibility: 'members' })
    expect((await site.call('POST', '/api/reports', { entryId: id, reason: 'spam' })).status).toBe(401)
    const response = await report(reader, id)
    expect([response.status, response.body]).toEqual([201, { entryId: id }])
    for (const path of ['/api/reports', '/api/reports/count', '/api/hidings', `/api/members/${author.id}/posts`])
      for (const person of [reader, keeper, author]) expect((await person.call('GET', path)).status).toBe(403)
  })

  test('on an invisible, draft, hidden or unknown entry gets 404', async () => {
    const narrowed = await buildArticle(author)
    await keeper.call('PATCH', `/api/articles/${narrowed.id}`, { visibility: 'keepers' })
    const draft = await buildArticle(author, { state: 'draft' })
    const hidden = await buildArticle(author)
    await moderator.call('PATCH', `/api/articles/${hidden.id}`, { state: 'hidden', reason: 'x' })
    const suggestion = await reader.call('POST', '/api/suggestions', { section: 'stories', text: 'x' })
    const nothing = '00000000-0000-7000-8000-000000000000'
    const answers = []
    for (const id of [narrowed.id, draft.id, hidden.id, nothing]) answers.push((await report(reader, id)).body)
    answers.push((await report(keeper, suggestion.body.id)).body)
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ error: 'This doesn’t exist, or you can’t see it.', code: 'not_found' })]),
    )
  })

  test.each([
    ['an unknown reason', { reason: 'because' }, 'reason'],
    ['another reason without words', { reason: 'other' }, 'words'],
    ['blank words', { reason: 'other', words: '  \n ' }, 'words'],
    ['too many words', { words: 'x'.repeat(1001) }, 'words'],
    ['words with a control character', { words: 'a\u0001b' }, 'words'],
    ['a null byte', { words: 'a\u0000b' }, 'words'],
    ['an invalid id', { entryId: 'nonsense' }, 'entryId'],
  ])('with %s is refused, and the field is named', async (_name, fields, field) => {
    const { id } = await buildArticle(author)
    const { status, body } = await report(reader, id, fields)
    expect([status, body.issues[0].path]).toEqual([400, field])
  })

  test('on one’s own entry, or a second report, gets 409; after a decision it is possible again', async () => {
    const { id } = await buildArticle(author)
    expect((await report(author, id)).body.code).toBe('own')
    expect((await report(reader, id)).status).toBe(201)
    expect((await report(reader, id)).body.code).toBe('reported')
    await decide(moderator, (await findReport(id)).id, 'kept')
    expect((await report(reader, id)).status).toBe(201)
  })

  test('is merged with others about its entry into one row with the count, the reasons and the newest comment', async () => {
    const { id } = await buildArticle(author, { title: 'Sample reported title' })
    const hostile = '<script>alert(1)</script> "; drop table reports; -- ŋ 💥'
    await Promise.all([reader, other, keeper].map((person) => report(person, id, { reason: 'spam' })))
    await report(second, id, { reason: 'other', words: hostile })
    const one = await findReport(id)
    expect(one).toMatchObject({
      count: 4,
      reasons: { spam: 3, other: 1 },
      own: false,
      unseen: null,
      entry: { id, type: 'article', title: 'Sample reported title', author: { name: 'Sample Author' } },
    })
    expect(one.voices[0]).toMatchObject({ reason: 'other', words: hostile })
    expect((await openReport()).id).toBe(one.id)
  })

  test('is refused after thirty reports in a day', async () => {
    const ids = []
    for (let at = 0; at < 31; at++) ids.push((await buildArticle(author)).id)
    const answers = []
    for (const id of ids) answers.push((await report(reader, id)).status)
    expect(answers).toEqual([...Array(30).fill(201), 429])
  })

  test('is refused beyond thirty also if they are sent at the same time', async () => {
    const entries = await Promise.all(Array.from({ length: 40 }, () => buildArticle(author)))
    const answers = await Promise.all(entries.map(({ id }) => report(reader, id)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(30).fill(201), ...Array(10).fill(429)])
  })
})

describe('a moderator', () => {
  test('can hide a reported entry; the author and reporters get emails, and the queue is updated', async () => {
    const { id } = await buildArticle(author, { title: 'Sample title to hide' })
    await report(reader, id, { words: 'Sample words' })
    await report(other, id)
    await other.call('PUT', '/api/auth/preferences', { emailNotifications: false })
    await author.call('PUT', '/api/auth/preferences', { language: 'sw' })
    const { body } = await decide(moderator, (await findReport(id)).id, 'hidden', 'Sample reason <b>')
    expect(body).toMatchObject({ resolution: 'hidden', closedBy: 'Sample Moderator', entry: { state: 'hidden' } })
    expect((await reader.call('GET', `/api/articles/${id}`)).status).toBe(404)
    expect((await author.call('GET', `/api/articles/${id}`)).body.hiddenReason).toBe('Sample reason <b>')
    expect(await findReport(id)).toBeUndefined()
    expect((await findReport(id, moderator, 'closed')).resolution).toBe('hidden')
    const [toAuthor] = (await site.mails(author.email)).slice(-1)
    expect(toAuthor?.subject).toBe('Mwangalizi ameficha chapisho lako: Sample title to hide')
    expect(toAuthor?.text).toContain('Sababu yake: Sample reason <b>')
    expect(toAuthor?.raw).toContain('&lt;b&gt;')
    expect(toAuthor?.text).toContain(`/articles/${id}`)
    for (const who of ['Sample Reader', 'Sample Other', 'Sample words', 'Sample Moderator'])
      expect(toAuthor?.text).not.toContain(who)
    const [thanks] = (await site.mails(reader.email)).slice(-1)
    expect(thanks?.subject).toBe('Thank you for your report: Sample title to hide')
    expect(thanks?.text).not.toContain('Sample reason')
    expect((await site.mails(other.email)).map(({ subject }) => subject)).not.toContain(thanks?.subject)
    expect(await actsOn(id)).toEqual(expect.arrayContaining(['report:create', 'article:hide']))
  })

  test('decides the report of an entry by hiding the entry on its page', async () => {
    const { id } = await buildPoem(author)
    await report(reader, id)
    const before = await findReport(id)
    await moderator.call('PATCH', `/api/poems/${id}`, { state: 'hidden', reason: 'Sample reason' })
    expect(await findReport(id)).toBeUndefined()
    expect(await findReport(id, moderator, 'closed')).toMatchObject({
      id: before.id,
      resolution: 'hidden',
      note: 'Sample reason',
    })
    expect((await site.mails(reader.email)).at(-1)?.subject).toMatch(/^Thank you/)
    expect((await site.mails(author.email)).at(-1)?.subject).toMatch(/^A moderator hid your post/)
    expect((await decide(second, before.id, 'kept')).body.code).toBe('decided')
  })

  test('can close a report without hiding the entry, with a note for moderators only', async () => {
    const { id } = await buildArticle(author)
    await report(reader, id)
    const { id: reportId } = await findReport(id)
    expect((await decide(moderator, reportId, 'kept', '')).body.issues[0].path).toBe('note')
    expect((await decide(moderator, reportId, 'hidden', ' ')).body.issues[0].path).toBe('note')
    const before = (await site.mails(author.email)).length
    expect((await decide(moderator, reportId, 'kept', 'Only for us')).body).toMatchObject({ note: 'Only for us' })
    expect((await reader.call('GET', `/api/articles/${id}`)).status).toBe(200)
    expect((await site.mails(author.email)).length).toBe(before)
    const mail = (await site.mails(reader.email)).at(-1)
    expect([mail?.subject, mail?.text.includes('decided not to hide'), mail?.text.includes('Only for us')]).toEqual([
      'Thank you for your report: Sample article title',
      true,
      false,
    ])
    expect(await actsOn(id)).toContain('report:keep')
  })

  test('reads what was reported as it was then, after its author has changed, unpublished or deleted it', async () => {
    const article = await buildArticle(author, { title: 'Sample reported', content: '<p>reported words</p>' })
    await report(reader, article.id)
    expect(await findReport(article.id)).toMatchObject({ gone: false, reported: null })
    const change = (fields: object) => author.call('PATCH', `/api/articles/${article.id}`, fields)
    await change({ title: 'Sample changed', content: '<p>harmless words</p>' })
    // A second report doesn't replace the text of the first.
    await report(other, article.id, { reason: 'spam' })
    const reported = { title: 'Sample reported', text: expect.stringContaining('reported words') }
    const { id, ...changed } = await findReport(article.id)
    expect(changed).toMatchObject({ gone: false, reported, count: 2, entry: { title: 'Sample changed' } })
    await change({ state: 'draft' })
    expect(await openReport()).toMatchObject({ id, entry: null, unseen: 'draft', reported })
    await author.call('DELETE', `/api/articles/${article.id}`)
    expect(await openReport()).toMatchObject({ id, gone: true, entry: null, reported, count: 2, unseen: null })
    const { count } = (await moderator.call('GET', '/api/reports/count')).body
    expect((await decide(moderator, id, 'hidden')).body.code).toBe('gone')
    expect((await decide(moderator, id, 'kept')).body).toMatchObject({ resolution: 'kept', gone: true, reported })
    expect((await decide(moderator, id, 'kept')).body.code).toBe('decided')
    expect((await moderator.call('GET', '/api/reports/count')).body.count).toBe(count - 1)
  })

  test('reads a deleted comment as it was reported', async () => {
    const { id: entryId } = await buildArticle(reader)
    const { body: comment } = await author.call('POST', `/api/entries/${entryId}/comments`, {
      text: 'reported comment',
    })
    await report(reader, entryId, { commentId: comment.id })
    await author.call('DELETE', `/api/comments/${comment.id}`)
    const [row] = (await moderator.call('GET', '/api/reports?limit=1')).body.items
    expect(row).toMatchObject({ gone: true, comment: null, reported: { text: 'reported comment' } })
  })

  test('sees the files that were reported after their author has replaced or deleted them, until the report is closed', async () => {
    const moderatingKeeper = await site.person({ roles: ['moderator', 'keeper'] })
    const moderatingAuthor = await site.person({ roles: ['moderator'] })
    const photo = await phonePhoto(60, 40)
    const upload = (bytes: Buffer, filename: string, contentType: string) =>
      uploadFile(site, moderatingAuthor, bytes, { filename, contentType })
    const link = await upload(photo, 'photo.jpg', 'image/jpeg')
    const post = (await moderatingAuthor.call('POST', '/api/media', { title: 'Sample picture', link })).body
    const voice = await upload(sound(), 'voice.mp3', 'audio/mpeg')
    const path = `/api/entries/${(await buildArticle(author)).id}/comments`
    const comment = (await moderatingAuthor.call('POST', path, { text: '', voice })).body
    await report(reader, post.id)
    await report(reader, comment.entryId, { commentId: comment.id })
    await site.runJobs({ copies: [link] })
    const reported = (url: string) =>
      moderator
        .call('GET', '/api/reports?limit=100')
        .then(({ body }) => body.items.find((item: any) => item.reported?.files.some((file: any) => file.url === url)))
    expect([await reported(link), await reported(voice)]).toEqual([undefined, undefined])

    const other = await upload(await phonePhoto(20, 20), 'other.jpg', 'image/jpeg')
    await moderatingAuthor.call('PATCH', `/api/media/${post.id}`, { link: other })
    await moderatingAuthor.call('DELETE', `/api/comments/${comment.id}`)
    await site.services.db.execute(`select graphile_worker.add_job('media:sweep')`)
    await site.runJobs({ copies: [link, other] })
    const statuses = async (url: string) =>
      Promise.all([undefined, reader, moderatingAuthor, moderator].map((by) => getFile(site, url, by))).then(
        (answers) => answers.map(({ status }) => status),
      )
    const seen = [404, 404, 404, 200]
    expect([await statuses(link), await statuses(voice)]).toEqual([seen, seen])
    expect(await reported(link)).toMatchObject({ gone: false, reported: { title: 'Sample picture' } })

    await moderatingAuthor.call('DELETE', `/api/media/${post.id}`)
    await site.runJobs()
    expect([await statuses(link), await statuses(voice)]).toEqual([seen, seen])
    const bytesFor = async (by: Person) => Buffer.from(await (await getFile(site, link, by)).arrayBuffer())
    expect((await bytesFor(moderatingKeeper)).equals(photo)).toBe(true)
    // As with any file, a moderator who isn't a keeper gets a copy without the place and the camera.
    expect((await bytesFor(moderator)).includes('Camera of the test')).toBe(false)

    for (const url of [link, voice]) {
      expect((await decide(moderator, (await reported(url)).id, 'kept')).status).toBe(200)
      await site.runJobs()
      expect(await statuses(url)).toEqual([404, 404, 404, 404])
      expect((await getFile(site, url, moderatingKeeper)).status).toBe(404)
      const keys = []
      for await (const { key } of site.services.storage.list(`files/${idOf(url)}`)) keys.push(key)
      expect(keys).toEqual([])
    }
  })

  test('can’t read what was reported in a group that they aren’t in, even after it has been deleted', async () => {
    const { body: group } = await keeper.call('POST', '/api/groups', { name: 'Sample group' })
    for (const person of [author, reader, second])
      await keeper.call('PUT', `/api/groups/${group.id}/members/${person.id}`)
    const limited = await buildArticle(author, { title: 'Sample for a group', groups: [group.id] })
    expect((await report(reader, limited.id)).status).toBe(201)
    await author.call('DELETE', `/api/articles/${limited.id}`)
    expect(await openReport(second)).toMatchObject({ gone: true, reported: { title: 'Sample for a group' } })
    const hidden = await openReport()
    expect(hidden).toMatchObject({ gone: true, reported: null, unseen: 'limited', voices: [] })
    expect((await decide(moderator, hidden.id, 'kept')).status).toBe(403)
  })

  test('finds a deleted post for 180 days after its report was closed', async () => {
    const { id: entryId } = await buildArticle(author)
    await report(reader, entryId)
    const { id } = await findReport(entryId)
    await author.call('DELETE', `/api/articles/${entryId}`)
    await decide(moderator, id, 'kept')
    const isThere = async (days: number) => {
      await site.db
        .update(reports)
        .set({ closedAt: new Date(Date.now() - days * 86_400_000).toISOString() })
        .where(eq(reports.id, id))
      await deleteOldReports(site.db)
      return (await site.db.$count(reports, eq(reports.id, id))) === 1
    }
    expect([await isThere(179), await isThere(181)]).toEqual([true, false])
  })

  test('can restore an entry; its author gets an email, and the queue shows it', async () => {
    const { id } = await buildArticle(author)
    await report(reader, id)
    const { id: reportId } = await findReport(id)
    expect((await decide(moderator, reportId, 'restored', undefined)).body.code).toBe('shown')
    await decide(moderator, reportId, 'hidden')
    expect((await decide(second, reportId, 'restored', undefined)).body).toMatchObject({
      resolution: 'restored',
      entry: { state: 'published' },
    })
    expect((await reader.call('GET', `/api/articles/${id}`)).status).toBe(200)
    expect((await site.mails(author.email)).at(-1)?.subject).toMatch(/^Your post is visible again/)
    expect((await decide(second, reportId, 'restored', undefined)).status).toBe(409)
  })

  test('can’t decide a report on their own post, or see who sent it', async () => {
    const { id } = await buildArticle(moderator)
    await report(reader, id, { words: 'Sample words of a reader' })
    const { body } = await moderator.call('GET', '/api/reports?limit=100')
    const mine = body.items.find((item: any) => item.entry?.id === id)
    expect(mine).toMatchObject({ own: true, voices: [], count: 1 })
    for (const resolution of ['hidden', 'kept', 'restored'])
      expect((await decide(moderator, mine.id, resolution)).status).toBe(403)
    const admin = await site.person({ roles: ['admin'] })
    const adminPost = await buildArticle(admin)
    await report(reader, adminPost.id)
    expect((await decide(admin, (await findReport(adminPost.id)).id, 'kept')).status).toBe(403)
    const { body: log } = await admin.call('GET', '/api/audit?action=report:create&limit=100')
    expect(JSON.stringify(log)).not.toContain('Sample Reader')
    expect((await decide(second, mine.id, 'kept')).status).toBe(200)
  })

  test('can’t hide their own post, or show it again after another hid it', async () => {
    const { id } = await buildArticle(moderator)
    const change = (person: Person, fields: object) => person.call('PATCH', `/api/articles/${id}`, fields)
    const refused = await change(moderator, { state: 'hidden', reason: 'Sample reason' })
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'You wrote this yourself. Another moderator has to decide.',
    ])
    expect((await change(moderator, { title: 'Another title', state: 'published' })).status).toBe(200)
    expect((await change(second, { state: 'hidden', reason: 'Sample reason' })).status).toBe(200)
    expect((await change(moderator, { state: 'published' })).body.code).toBe('hidden')
    expect((await change(second, { state: 'published' })).body.state).toBe('published')
  })

  test('can’t see or decide reports on entries not meant for them; others can', async () => {
    const { id } = await buildArticle(author, { title: 'Unseen title' })
    await keeper.call('PATCH', `/api/articles/${id}`, { visibility: 'keepers' })
    const both = await site.person({ roles: ['keeper', 'moderator'] })
    const count = (await moderator.call('GET', '/api/reports/count')).body.count
    await report(keeper, id, { reason: 'restricted', words: 'Unseen words' })
    const { body } = await moderator.call('GET', '/api/reports?limit=100')
    expect(JSON.stringify(body)).not.toContain('Unseen')
    const [first] = body.items
    expect(first).toMatchObject({
      entry: null,
      unseen: 'limited',
      voices: [],
      reasons: {},
      note: null,
      hiddenBefore: 0,
    })
    for (const resolution of ['hidden', 'kept', 'restored'])
      expect((await decide(moderator, first.id, resolution)).status).toBe(403)
    expect((await moderator.call('GET', '/api/reports/count')).body.count).toBe(count)
    expect((await both.call('GET', '/api/reports/count')).body.count).toBe(count + 1)
    expect((await decide(both, first.id, 'hidden')).body.entry.state).toBe('hidden')
  })

  test('can close a report on an entry that its author made a draft, without seeing it', async () => {
    const { id } = await buildArticle(author, { title: 'Taken back' })
    await report(reader, id)
    await author.call('PATCH', `/api/articles/${id}`, { state: 'draft' })
    const one = await openReport()
    expect(one).toMatchObject({ entry: null, unseen: 'draft' })
    expect((await decide(moderator, one.id, 'hidden')).status).toBe(403)
    expect((await decide(moderator, one.id, 'kept')).body.resolution).toBe('kept')
  })

  test('decides at the same time as another: one succeeds, the other is refused, and one email is sent', async () => {
    for (const [first, other] of [
      ['hidden', 'hidden'],
      ['hidden', 'kept'],
      ['kept', 'kept'],
    ] as const) {
      const { id } = await buildArticle(author, { title: `Sample race ${first} ${other}` })
      await report(reader, id)
      const { id: reportId } = await findReport(id)
      const answers = await Promise.all([decide(moderator, reportId, first), decide(second, reportId, other)])
      expect(answers.map(({ status }) => status).sort(), `${first} ${other}`).toEqual([200, 409])
      const mails = (await site.mails()).filter(({ subject }) => subject.endsWith(`Sample race ${first} ${other}`))
      expect(mails.filter(({ to }) => to === reader.email)).toHaveLength(1)
    }
    const { id } = await buildArticle(author, { title: 'Sample race of pages' })
    await report(reader, id)
    const { id: reportId } = await findReport(id)
    const hide = { state: 'hidden', reason: 'Sample reason' }
    const answers = await Promise.all([
      second.call('PATCH', `/api/articles/${id}`, hide),
      decide(moderator, reportId, 'hidden'),
      report(other, id),
    ])
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 409])
    expect(answers[2]?.status === 201 || answers[2]?.status === 404).toBe(true)
    expect(await findReport(id)).toBeUndefined()
  })

  test('sees how often posts of the author were hidden before, even after they were deleted', async () => {
    const first = await buildArticle(author)
    await moderator.call('PATCH', `/api/articles/${first.id}`, { state: 'hidden', reason: 'x' })
    await moderator.call('PATCH', `/api/articles/${first.id}`, { state: 'published' })
    await moderator.call('PATCH', `/api/articles/${first.id}`, { state: 'hidden', reason: 'x' })
    const { id } = await buildArticle(author)
    await report(reader, id)
    expect((await findReport(id)).hiddenBefore).toBe(2)
    await author.call('DELETE', `/api/articles/${first.id}`)
    expect((await findReport(id)).hiddenBefore).toBe(2)
    await author.call('DELETE', `/api/articles/${id}`)
    expect(await findReport(id)).toBeUndefined()
  })

  test('pages the queue by key', async () => {
    const ids = []
    for (let at = 0; at < 5; at++) ids.push((await buildArticle(author)).id)
    for (const id of ids) await report(reader, id)
    const paged = await everyPage(moderator, '/api/reports?limit=1')
    expect(paged.slice(0, 5).map(({ entry }) => entry.id)).toEqual(ids.toReversed())
    for (const id of ids.slice(0, 2)) await decide(moderator, (await findReport(id)).id, 'kept')
    const closed = (await moderator.call('GET', '/api/reports?limit=2&state=closed')).body.items
    expect(closed.map((item: any) => item.entry.id)).toEqual([ids[1], ids[0]])
    expect((await moderator.call('GET', '/api/reports?state=nonsense')).status).toBe(400)
  })
})

describe('all posts of an account', () => {
  test('can be hidden together and shown again together, except posts that were hidden separately', async () => {
    const article = await buildArticle(author, { title: 'Sample one of all' })
    const poem = await buildPoem(author)
    const event = await buildEvent(author)
    const before = await buildArticle(author)
    await buildArticle(author, { state: 'draft' })
    const narrowed = await buildArticle(author)
    await keeper.call('PATCH', `/api/articles/${narrowed.id}`, { visibility: 'keepers' })
    await moderator.call('PATCH', `/api/articles/${before.id}`, { state: 'hidden', reason: 'Earlier reason' })
    await report(reader, article.id)
    await reader.call('POST', `/api/events/${event.id}/registration`, {
      fullName: 'Sample Reader',
      email: reader.email,
      phone: '0700 000000',
    })
    const path = `/api/members/${author.id}`
    expect((await moderator.call('GET', `${path}/posts`)).body).toEqual({ count: 3 })
    expect((await reader.call('POST', `${path}/hidings`, { reason: 'x' })).status).toBe(403)
    expect((await moderator.call('POST', `${path}/hidings`, { reason: ' ' })).body.issues[0].path).toBe('reason')
    expect((await moderator.call('POST', `/api/members/${moderator.id}/hidings`, { reason: 'x' })).status).toBe(403)
    const act = await moderator.call('POST', `${path}/hidings`, { reason: 'Sample reason' })
    expect([act.status, act.body]).toMatchObject([
      201,
      { count: 3, account: { name: 'Sample Author' }, moderator: 'Sample Moderator', liftedAt: null },
    ])
    const states = async () =>
      (await site.db.select().from(entries).where(eq(entries.authorId, author.id)))
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .map(({ state }) => state)
    expect(await states()).toEqual(['hidden', 'hidden', 'hidden', 'hidden', 'draft', 'published'])
    expect(await findReport(article.id)).toBeUndefined()
    const toAuthor = (await site.mails(author.email)).filter(({ subject }) =>
      /^A moderator hid your posts/.test(subject),
    )
    expect(toAuthor.map(({ text }) => text.includes('(3 in total)') && text.includes('Sample reason'))).toEqual([true])
    expect((await site.mails(reader.email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Check before you go: Sample event title',
        'Thank you for your report: Sample one of all',
      ]),
    )
    expect((await moderator.call('POST', `${path}/hidings`, { reason: 'x' })).body.code).toBe('nothing')
    await second.call('PATCH', `/api/poems/${poem.id}`, { state: 'published' })
    await second.call('PATCH', `/api/poems/${poem.id}`, { state: 'hidden', reason: 'Later reason' })
    expect((await moderator.call('GET', '/api/hidings')).body.items[0].id).toBe(act.body.id)
    const lifted = await Promise.all([
      moderator.call('DELETE', `/api/hidings/${act.body.id}`),
      second.call('DELETE', `/api/hidings/${act.body.id}`),
    ])
    expect(lifted.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await states()).toEqual(['published', 'hidden', 'published', 'hidden', 'draft', 'published'])
    expect((await site.mails(author.email)).at(-1)?.text).toContain('(2 in total)')
    expect((await site.mails(reader.email)).at(-1)?.subject).toBe('Event page restored: Sample event title')
    expect(await actsOn(author.id)).toEqual(expect.arrayContaining(['member:hide-posts', 'member:restore-posts']))
    expect(await actsOn(article.id)).toEqual(expect.arrayContaining(['article:hide', 'article:restore']))
    expect((await moderator.call('DELETE', '/api/hidings/nonsense')).status).toBe(404)
  })

  test('are hidden by only one of two moderators who try at the same time', async () => {
    for (let at = 0; at < 5; at++) await buildPoem(author)
    const path = `/api/members/${author.id}/hidings`
    const answers = await Promise.all([moderator, second].map((one) => one.call('POST', path, { reason: 'x' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

test('people registered for an event are emailed when it is hidden and shown again', async () => {
  const event = await buildEvent(author)
  await reader.call('POST', `/api/events/${event.id}/registration`, {
    fullName: 'Sample Reader',
    email: reader.email,
    phone: '0700 000000',
  })
  await moderator.call('PATCH', `/api/events/${event.id}`, { state: 'hidden', reason: 'Sample reason' })
  const down = (await site.mails(reader.email)).at(-1)
  expect([down?.subject, down?.text.includes('Sample reason')]).toEqual([
    'Check before you go: Sample event title',
    false,
  ])
  await moderator.call('PATCH', `/api/events/${event.id}`, { state: 'published' })
  expect((await site.mails(reader.email)).at(-1)?.subject).toBe('Event page restored: Sample event title')
})

test('if an admin shows a member’s post to more people, its author is emailed, and the change is logged', async () => {
  const admin = await site.person({ roles: ['admin'] })
  const { id } = await buildArticle(author, { visibility: 'members' })
  await admin.call('PATCH', `/api/articles/${id}`, { visibility: 'members' })
  expect(await actsOn(id)).not.toContain('article:widen')
  await admin.call('PATCH', `/api/articles/${id}`, { visibility: 'public' })
  const [mail] = (await site.mails(author.email)).slice(-1)
  expect(mail?.subject).toBe('More people can see your post: Sample article title')
  expect(mail?.text).toContain('More people can see it now.')
  expect(await actsOn(id)).toContain('article:widen')
  const own = await buildArticle(admin, { visibility: 'members' })
  await admin.call('PATCH', `/api/articles/${own.id}`, { visibility: 'public' })
  expect(await actsOn(own.id)).not.toContain('article:widen')
})

test('suggestions to keepers are in no list, count or search, even for keepers', async () => {
  const { body } = await author.call('POST', '/api/suggestions', { section: 'stories', text: 'Zebrafinch suggestion' })
  for (const path of ['/api/entries?limit=100', '/api/entries?type=suggestion', '/api/entries?q=zebrafinch'])
    for (const person of [keeper, author])
      expect(JSON.stringify((await person.call('GET', path)).body)).not.toContain(body.id)
  expect(Object.keys((await keeper.call('GET', '/api/counts')).body)).not.toContain('suggestion')
  const since = new Date(Date.now() - 60_000).toISOString()
  expect((await keeper.call('GET', `/api/news?since=${since}`)).body.types).not.toContain('suggestion')
  expect((await keeper.call('GET', `/api/suggestions/${body.id}`)).status).toBe(200)
})
