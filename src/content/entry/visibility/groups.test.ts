import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
import { buildArticle, buildArtifact, buildConsent, buildEvent, buildPoem } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { getFile, pixel } from '#test/samples.ts'

// Groups limit who sees an entry, and no role replaces membership.

const site = testSite()
const { author, inside, outside, keeper, other, moderator, admin } = cast(site, {
  inside: { name: 'Sample Insider' },
  outside: { name: 'Sample Outsider' },
  other: { roles: ['keeper'] },
})
let group: string
let names = 0

const nobody = '00000000-0000-7000-8000-000000000000'
beforeEach(async () => {
  group = await makeGroup(inside)
})

async function makeGroup(...members: Person[]): Promise<string> {
  const { status, body } = await keeper.call('POST', '/api/groups', { name: `Sample group ${++names}` })
  expect(status).toBe(201)
  for (const { id } of members)
    expect((await keeper.call('PUT', `/api/groups/${body.id}/members/${id}`)).status).toBe(200)
  return body.id
}

const status = async (person: { call: Person['call'] }, path: string) => (await person.call('GET', path)).status

describe('groups', () => {
  test('are created, named and read by keepers; names are unique', async () => {
    const created = await keeper.call('POST', '/api/groups', { name: ' Sample elders ', about: 'Sample text' })
    expect(created.body).toEqual({ id: expect.any(String), name: 'Sample elders', about: 'Sample text' })
    const path = `/api/groups/${created.body.id}`
    expect((await other.call('POST', '/api/groups', { name: 'Sample elders' })).body.code).toBe('name_taken')
    expect((await other.call('PATCH', `/api/groups/${group}`, { name: 'Sample elders' })).body.code).toBe('name_taken')
    expect((await other.call('PATCH', path, { name: 'Sample elders', about: 'Other text' })).body.about).toBe(
      'Other text',
    )
    for (const body of [{ name: '' }, { name: 'x'.repeat(101) }, { name: 'a\nb' }, {}])
      expect((await keeper.call('POST', '/api/groups', body)).status).toBe(400)
    const list = await keeper.call('GET', '/api/groups?limit=1')
    expect(list.body.items).toHaveLength(1)
    const next = await keeper.call('GET', `/api/groups?limit=1&lastKey=${JSON.stringify(list.body.lastKey)}`)
    expect(next.body.items[0].name > list.body.items[0].name).toBe(true)
    const results = await keeper.call('GET', '/api/groups?q=ELDERS')
    expect(results.body.items).toMatchObject([{ name: 'Sample elders', members: 0 }])
    for (const person of [inside, moderator]) {
      expect((await person.call('POST', '/api/groups', { name: 'x' })).status).toBe(403)
      expect((await person.call('GET', '/api/groups')).status).toBe(403)
    }
    expect((await site.call('GET', path)).status).toBe(401)
  })

  test('have members, who are found by name or complete email, can list the members and can leave', async () => {
    const searchCandidates = (q: string) =>
      keeper.call('GET', `/api/groups/${group}/candidates?q=${encodeURIComponent(q)}`)
    expect((await searchCandidates('sample out')).body.items).toMatchObject([
      { id: outside.id, name: 'Sample Outsider' },
    ])
    expect((await searchCandidates(outside.email)).body.items).toHaveLength(1)
    expect((await searchCandidates(` ${outside.email.toUpperCase()}.`)).body.items).toHaveLength(1)
    expect((await searchCandidates(outside.email.slice(0, -1))).body.items).toEqual([])
    expect((await searchCandidates('Sample Insider')).body.items).toEqual([])
    expect((await searchCandidates('%')).body.items).toEqual([])
    expect(JSON.stringify((await searchCandidates('sample')).body)).not.toContain('@')
    const members = `/api/groups/${group}/members`
    expect((await inside.call('GET', members)).body.items).toMatchObject([{ id: inside.id }])
    for (const path of [members, `/api/groups/${group}`]) expect(await status(outside, path)).toBe(404)
    expect((await inside.call('GET', '/api/groups/own')).body.items.map((one: any) => one.id)).toContain(group)
    expect((await outside.call('GET', '/api/groups/own')).body.items).toEqual([])
    expect((await keeper.call('PUT', `${members}/${nobody}`)).status).toBe(400)
    expect((await keeper.call('PUT', `${members}/x`)).status).toBe(404)
    expect((await keeper.call('PUT', `/api/groups/${nobody}/members/${outside.id}`)).status).toBe(404)
    expect((await outside.call('DELETE', `${members}/${inside.id}`)).status).toBe(404)
    expect((await inside.call('DELETE', `${members}/${keeper.id}`)).status).toBe(403)
    expect((await inside.call('DELETE', `${members}/${inside.id}`)).status).toBe(200)
    expect((await keeper.call('DELETE', `${members}/${inside.id}`)).status).toBe(404)
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, group))
    expect(acts.map(({ action }) => action)).toEqual(['group:create', 'group:add-member', 'group:remove-member'])
  })

  test('can’t be deleted while entries are limited to them', async () => {
    const poem = await buildPoem(keeper, { groups: [group] })
    const refused = await keeper.call('DELETE', `/api/groups/${group}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
    await keeper.call('PATCH', `/api/poems/${poem.id}`, { groups: [] })
    expect((await keeper.call('DELETE', `/api/groups/${group}`)).status).toBe(200)
    expect((await keeper.call('GET', `/api/groups/${group}`)).status).toBe(404)
  })

  test('deleting a group and limiting an entry to it simultaneously: only one of them succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await makeGroup()
      const [removed, posted] = await Promise.all([
        keeper.call('DELETE', `/api/groups/${id}`),
        other.call('POST', '/api/poems', { title: 'Sample poem title', original: 'sample', groups: [id] }),
      ])
      expect([[200, 400].join(), [409, 201].join()]).toContain([removed.status, posted.status].join())
    }
  })

  test('also exclude keepers: none can add themselves to a group that limits other people’s entries', async () => {
    await buildPoem(other, { groups: [group] })
    const add = (who: Person, whom: Person) => who.call('PUT', `/api/groups/${group}/members/${whom.id}`)
    for (const person of [keeper, admin]) expect((await add(person, person)).status).toBe(403)
    expect((await add(other, other)).status).toBe(200)
    expect((await add(other, keeper)).status).toBe(200)
    const empty = await makeGroup()
    expect((await keeper.call('PUT', `/api/groups/${empty}/members/${keeper.id}`)).status).toBe(200)
  })
})

describe('adding a member to a group', () => {
  const add = (who: Person, whom: Person) => who.call('PUT', `/api/groups/${group}/members/${whom.id}`)
  const additionMails = async (to: Person) =>
    (await site.mails(to.email)).filter(({ subject }) => / added to /.test(subject))

  test('emails every member about who was added and by whom, and names only the group', async () => {
    const poem = await buildPoem(other, { groups: [group], title: 'Sample secret title' })
    const [by, whom] = [
      await site.person({ roles: ['keeper'], name: 'Sample Adder' }),
      await site.person({ name: 'Sample Addition' }),
    ]
    const quiet = await site.person()
    await quiet.call('PUT', '/api/auth/preferences', { emailNotifications: false })
    await add(keeper, quiet)
    expect((await add(by, whom)).status).toBe(200)
    const name = (await keeper.call('GET', `/api/groups/${group}`)).body.name
    for (const person of [inside, quiet]) {
      const mail = (await additionMails(person)).at(-1)
      expect(mail?.subject).toBe(`Sample Addition was added to ${name}`)
      expect(mail?.text).toContain(`Sample Adder added Sample Addition to the group ${name}`)
      expect(mail?.raw).not.toContain(poem.title)
    }
    expect((await additionMails(whom)).map(({ subject }) => subject)).toEqual([`You were added to ${name}`])
    expect(await additionMails(by)).toEqual([])
    // Existing members are not added again, and nobody is notified.
    const before = (await additionMails(inside)).length
    await add(by, whom)
    expect(await additionMails(inside)).toHaveLength(before)
  })

  test('requires a confirmed email: an unconfirmed account is refused, and the members are told once it is added', async () => {
    await buildPoem(other, { groups: [group] })
    const second = await site.person({ unconfirmed: true, name: 'Sample Second Account' })
    const refused = await add(keeper, second)
    expect([refused.status, refused.body.code]).toEqual([409, 'email_unconfirmed'])
    expect((await second.call('GET', '/api/groups/own')).body.items).toEqual([])
    const results = await keeper.call('GET', `/api/groups/${group}/candidates?q=sample second`)
    expect(results.body.items).toMatchObject([{ id: second.id, emailVerified: false }])
    const before = (await additionMails(inside)).length
    const token = (await site.mails(second.email)).at(-1)?.token
    await site.call('POST', '/api/auth/verify-email', { token })
    expect((await add(keeper, second)).status).toBe(200)
    expect((await additionMails(inside)).slice(before).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Sample Second Account was added to'),
    ])
  })

  test('can’t be kept secret by removing the members first: they and the authors of the group’s entries are told', async () => {
    const by = await site.person({ roles: ['keeper'], name: 'Sample Remover' })
    const second = await site.person({ name: 'Sample Other Account' })
    const [member, leaver] = [await site.person(), await site.person()]
    const own = await makeGroup(member, leaver, author)
    await buildPoem(author, { groups: [own] })
    const { name } = (await keeper.call('GET', `/api/groups/${own}`)).body
    const remove = (who: Person, whom: Person) => who.call('DELETE', `/api/groups/${own}/members/${whom.id}`)
    expect((await remove(leaver, leaver)).status).toBe(200)
    for (const person of [member, author]) expect((await remove(by, person)).status).toBe(200)
    const removals = async (to: Person) =>
      (await site.mails(to.email)).filter(({ subject }) => / removed from /.test(subject))
    for (const person of [member, author]) {
      const [mail, ...others] = await removals(person)
      expect([mail?.subject, others]).toEqual([`You were removed from ${name}`, []])
      expect(mail?.text).toContain(`Sample Remover removed you from the group ${name}`)
    }
    expect(await removals(leaver)).toEqual([])
    expect((await by.call('PUT', `/api/groups/${own}/members/${second.id}`)).status).toBe(200)
    expect((await additionMails(author)).at(-1)?.subject).toBe(`Sample Other Account was added to ${name}`)
  })

  test('is refused to keepers with an unconfirmed email', async () => {
    const fresh = await site.person({ roles: ['keeper'], unconfirmed: true })
    const refused = await add(fresh, outside)
    expect([refused.status, refused.body.code]).toEqual([403, 'email_unconfirmed'])
  })
})

describe('an entry limited to a group', () => {
  test('exists for the group’s members and its author, and for no role outside the group', async () => {
    const { id, cover } = await buildArticle(author, { coverImage: pixel })
    await site.runJobs({ copies: true })
    const path = `/api/articles/${id}`
    expect((await getFile(site, cover.url)).headers.get('cache-control')).toContain('immutable')
    const limited = await keeper.call('PATCH', path, { groups: [group] })
    expect([limited.status, limited.body.groups]).toEqual([200, [group]])
    for (const person of [site, outside, keeper, other, moderator, admin]) {
      expect(await status(person, path)).toBe(404)
      expect((await person.call('GET', cover.url)).status).toBe(404)
    }
    for (const person of [keeper, moderator, admin])
      for (const [method, body] of [['PATCH', { title: 'x' }], ['DELETE'], ['PATCH', { groups: [] }]] as const)
        expect((await person.call(method, path, body)).status).toBe(404)
    for (const person of [inside, author]) {
      expect(await status(person, path)).toBe(200)
      expect((await getFile(site, cover.url, person)).headers.get('cache-control')).toBe('private, no-cache')
    }
    const etag = (await getFile(site, cover.url, inside)).headers.get('etag') ?? ''
    expect((await keeper.call('DELETE', `/api/groups/${group}/members/${inside.id}`)).status).toBe(200)
    expect(await status(inside, path)).toBe(404)
    expect((await getFile(site, cover.url, inside, { 'if-none-match': etag })).status).toBe(404)
  })

  test('is visible to moderators in the group once it is hidden, but not to other members or admins', async () => {
    const { id } = await buildArticle(author)
    const path = `/api/articles/${id}`
    await moderator.call('PATCH', path, { state: 'hidden', reason: 'Sample reason' })
    await keeper.call('PATCH', path, { groups: [group] })
    expect((await author.call('GET', path)).body.groups).toEqual([])
    await moderator.call('PATCH', path, { state: 'published' })
    await keeper.call('PATCH', path, { groups: [group] })
    expect((await keeper.call('PUT', `/api/groups/${group}/members/${moderator.id}`)).status).toBe(200)
    expect((await moderator.call('PATCH', path, { state: 'hidden', reason: 'Sample reason' })).status).toBe(200)
    expect(await status(moderator, path)).toBe(200)
    expect(await status(admin, path)).toBe(404)
    expect(await status(inside, path)).toBe(404)
  })

  test('authors choose from their own groups, and can’t undo a keeper’s limit', async () => {
    const foreign = await makeGroup(outside)
    const post = (groups: unknown) =>
      inside.call('POST', '/api/poems', { title: 'Sample poem title', original: 'sample', groups })
    for (const groups of [[foreign], [nobody], ['x'], 'x', [group, foreign], Array(11).fill(group)]) {
      const { status, body } = await post(groups)
      expect([status, body.issues?.[0].path.split('.')[0]]).toEqual([400, 'groups'])
    }
    expect((await keeper.call('POST', '/api/poems', { title: 'x', original: 'x', groups: [nobody] })).status).toBe(400)
    const { body: poem } = await post([group, group])
    const path = `/api/poems/${poem.id}`
    expect(poem.groups).toEqual([group])
    expect((await inside.call('PATCH', path, { groups: [foreign] })).status).toBe(400)
    expect((await inside.call('PATCH', path, { groups: [] })).body.groups).toEqual([])
    const second = await makeGroup(inside)
    expect((await keeper.call('PATCH', path, { groups: [group, second] })).status).toBe(200)
    for (const change of [{ groups: [] }, { groups: [group, second, foreign] }])
      expect((await inside.call('PATCH', path, change)).status).toBe(403)
    expect((await inside.call('PATCH', path, { groups: [group], title: 'Other title' })).body.groups).toEqual([group])
    // A keeper in the group shows the archive entry to everyone again. From then on its author decides.
    await keeper.call('PUT', `/api/groups/${group}/members/${other.id}`)
    expect((await other.call('PATCH', path, { groups: [] })).status).toBe(200)
    expect((await inside.call('PATCH', path, { groups: [second] })).status).toBe(200)
    expect((await inside.call('PATCH', path, { groups: [] })).status).toBe(200)
  })

  test('keepers can limit a member’s post, but can’t show it to more people', async () => {
    const { id } = await buildArticle(author)
    const path = `/api/articles/${id}`
    expect((await keeper.call('PATCH', path, { visibility: 'members' })).status).toBe(200)
    expect((await author.call('PATCH', path, { visibility: 'public' })).status).toBe(403)
    await keeper.call('PUT', `/api/groups/${group}/members/${other.id}`)
    expect((await other.call('PATCH', path, { groups: [group] })).status).toBe(200)
    const second = await makeGroup()
    for (const groups of [[], [second], [group, second]])
      expect((await other.call('PATCH', path, { groups })).status).toBe(403)
    expect((await outside.call('PATCH', path, { groups: [] })).status).toBe(404)
  })

  test('is announced on the stream to its group only, and not to former members', async () => {
    await site.hear()
    const open = async (person: Person) => {
      const response = await site.app.request('/api/stream', { headers: { authorization: `Bearer ${person.token}` } })
      return (response.body as ReadableStream<Uint8Array>).getReader()
    }
    const formerMember = await site.person()
    await keeper.call('PUT', `/api/groups/${group}/members/${formerMember.id}`)
    const streams = await Promise.all([inside, outside, keeper, admin, formerMember].map(open))
    for (const stream of streams) await stream.read()
    await keeper.call('DELETE', `/api/groups/${group}/members/${formerMember.id}`)
    await buildPoem(author, { groups: [] })
    await buildArticle(keeper, { groups: [group] })
    await buildEvent(author)
    const heard = await Promise.all(
      streams.map(async (stream) => {
        let text = ''
        while (!text.includes('event')) text += new TextDecoder().decode((await stream.read()).value)
        void stream.cancel()
        return text.match(/^data: .*$/gm)
      }),
    )
    const newsLines = ['data: poem', 'data: event']
    expect(heard).toEqual([
      ['data: poem', 'data: article', 'data: event'],
      newsLines,
      ['data: poem', 'data: event'],
      newsLines,
      newsLines,
    ])
  })

  test('isn’t named in the log of an entry that it was linked to', async () => {
    const own = await makeGroup(keeper)
    const [limited, open] = [await buildPoem(keeper, { groups: [own] }), await buildPoem(keeper)]
    const path = `/api/entries/${open.id}/links`
    const link = await keeper.call('POST', path, { relation: 'relation', to: limited.id })
    expect(link.status).toBe(201)
    expect((await keeper.call('DELETE', `${path}/${link.body.id}`)).status).toBe(200)
    expect(JSON.stringify((await admin.call('GET', `/api/audit?subjectId=${open.id}`)).body)).not.toContain(limited.id)
  })

  test('people left out of an event they registered for are told what happens to it, but no new details', async () => {
    const event = await buildEvent(author, { visibility: 'members', title: 'Sample open title' })
    const path = `/api/events/${event.id}`
    for (const person of [inside, outside]) {
      const seat = { fullName: 'Sample Person', email: person.email, phone: '+254700000000' }
      expect((await person.call('POST', `${path}/registration`, seat)).status).toBe(201)
    }
    const before = await site.mails()
    await keeper.call('PATCH', path, { groups: [group] })
    await author.call('PATCH', path, { title: 'Sample private title', venue: 'Sample private venue' })
    await author.call('PATCH', path, { cancelled: true })
    const mails = (await site.mails()).slice(before.length)
    const subjects = (person: Person) => mails.flatMap(({ to, subject }) => (to === person.email ? [subject] : []))
    expect(subjects(inside)).toEqual(['Changed: Sample private title', 'Cancelled: Sample private title'])
    expect(subjects(outside)).toEqual([
      'Check before you go: Sample open title',
      'Changed: Sample open title',
      'Cancelled: Sample open title',
    ])
    for (const { to, raw, text } of mails)
      if (to === outside.email) {
        expect(text).not.toMatch(/private|When:|Where:/)
        expect(raw).not.toContain('text/calendar')
      }
  })
})

describe('a reason given about an entry that only a group sees', () => {
  const reason = 'Sample private reason'
  const logOf = async (person: Person, id: string) =>
    JSON.stringify((await person.call('GET', '/api/audit?limit=100')).body.items) +
    JSON.stringify((await person.call('GET', `/api/audit?subjectId=${id}`)).body.items)

  test('is readable only by that group in the activity log, even after the entry is deleted', async () => {
    const [insideAdmin, insideModerator] = [
      await site.person({ roles: ['admin'] }),
      await site.person({ roles: ['moderator'] }),
    ]
    const own = await makeGroup(inside, insideAdmin, insideModerator, author, keeper)
    const { id } = await buildArticle(author)
    expect((await keeper.call('PATCH', `/api/articles/${id}`, { groups: [own] })).status).toBe(200)
    const hidden = await insideModerator.call('PATCH', `/api/articles/${id}`, { state: 'hidden', reason })
    expect(hidden.status).toBe(200)
    expect(await logOf(admin, id)).not.toContain(reason)
    expect(await logOf(insideAdmin, id)).toContain(reason)

    expect((await author.call('DELETE', `/api/articles/${id}`)).status).toBe(200)
    expect(await logOf(admin, id)).not.toContain(reason)
    expect(await logOf(admin, id)).not.toContain(id)
    expect(await logOf(insideAdmin, id)).toContain(reason)
  })

  const ofReport = 'Sample private reason of a report'

  /** Returns everything that people outside a group can read about reports, hidden posts and what was done. */
  async function readOutside(): Promise<string> {
    const paths = ['/api/reports?limit=100', '/api/reports?state=closed&limit=100', '/api/hidings?limit=100']
    const read = async (person: Person, path: string) => JSON.stringify((await person.call('GET', path)).body)
    const lists = await Promise.all([moderator, admin].flatMap((person) => paths.map((path) => read(person, path))))
    const keepers = await Promise.all(paths.map((path) => read(keeper, path)))
    return [...lists, ...keepers, await read(admin, '/api/audit?limit=100')].join()
  }

  async function limitedPost() {
    const insideModerator = await site.person({ roles: ['moderator'] })
    const writer = await site.person({ name: 'Sample Writer' })
    const own = await makeGroup(inside, insideModerator, writer)
    const { id } = await buildArticle(writer, { groups: [own] })
    const report = async (words?: string) => {
      expect((await inside.call('POST', '/api/reports', { entryId: id, reason: 'hurtful', words })).status).toBe(201)
      const { items } = (await insideModerator.call('GET', '/api/reports')).body
      return `/api/reports/${items.find(({ entry }: any) => entry?.id === id).id}`
    }
    return { insideModerator, writer, own, id, report }
  }

  test('is readable only by that group if it was given in the decision on a report, even after the entry is deleted', async () => {
    const { insideModerator, writer, id, report } = await limitedPost()
    const path = await report()
    expect((await insideModerator.call('PATCH', path, { resolution: 'hidden', note: ofReport })).status).toBe(200)
    const listed = async (person: Person) =>
      (await person.call('GET', '/api/reports?state=closed&limit=100')).body.items.find((one: { id: string }) =>
        path.endsWith(one.id),
      )
    expect(await listed(insideModerator)).toMatchObject({ note: ofReport, reasons: { hurtful: 1 } })
    expect(await listed(moderator)).toMatchObject({ note: null, closedBy: null, reasons: {}, unseen: 'limited' })
    expect(await readOutside()).not.toContain(ofReport)

    expect((await writer.call('DELETE', `/api/articles/${id}`)).status).toBe(200)
    expect(await listed(insideModerator)).toMatchObject({ note: ofReport, gone: true })
    expect(await readOutside()).not.toContain(ofReport)
  })

  test('is readable only by that group if the report of a deleted entry is closed', async () => {
    const { insideModerator, writer, id, report } = await limitedPost()
    const path = await report()
    expect((await writer.call('DELETE', `/api/articles/${id}`)).status).toBe(200)
    const closed = await insideModerator.call('PATCH', path, { resolution: 'kept', note: ofReport })
    expect(closed.body).toMatchObject({ note: ofReport, gone: true })
    expect(await readOutside()).not.toContain(ofReport)
  })

  test('is readable only by that group if the entry was public when it was first reported', async () => {
    const { insideModerator, writer, own, id, report } = await limitedPost()
    expect((await writer.call('PATCH', `/api/articles/${id}`, { groups: [] })).status).toBe(200)
    expect((await outside.call('POST', '/api/reports', { entryId: id, reason: 'spam' })).status).toBe(201)
    expect((await writer.call('PATCH', `/api/articles/${id}`, { groups: [own] })).status).toBe(200)
    const path = await report(ofReport)
    await insideModerator.call('PATCH', path, { resolution: 'hidden', note: ofReport })
    await writer.call('DELETE', `/api/articles/${id}`)
    expect((await insideModerator.call('GET', '/api/reports?state=closed')).body.items[0]).toMatchObject({
      note: ofReport,
    })
    expect(await readOutside()).not.toContain(ofReport)
  })

  test('is readable only by that group and the moderator if all posts of a member were hidden', async () => {
    const { insideModerator, writer, id } = await limitedPost()
    const { id: poem } = await buildPoem(writer)
    const act = await insideModerator.call('POST', `/api/members/${writer.id}/hidings`, { reason })
    expect(act.body).toMatchObject({ reason, count: 2 })
    const acts = async (person: Person) =>
      (await person.call('GET', '/api/hidings?limit=100')).body.items.find((one: any) => one.id === act.body.id)
    for (const person of [moderator, admin]) expect(await acts(person)).toMatchObject({ reason: null })
    const log = JSON.stringify((await admin.call('GET', '/api/audit?action=member:hide-posts')).body)
    expect(log).not.toContain(reason)
    // The poem is for everyone, and its line in the log says why it was hidden.
    expect(await logOf(admin, poem)).toContain(reason)
    await writer.call('DELETE', `/api/articles/${id}`)
    for (const person of [moderator, admin]) expect(await acts(person)).toMatchObject({ reason: null })
    expect(await acts(insideModerator)).toMatchObject({ reason })
  })

  test('is readable only by that group in the list of removed entries', async () => {
    const own = await makeGroup(inside, keeper)
    const { id } = await buildArtifact(keeper, { groups: [own], visibility: 'members' })
    const consent = await buildConsent(keeper, id, { purposes: ['community'] })
    const withdrawn = await keeper.call('POST', `/api/consents/${consent.id}/withdrawal`, { reason })
    expect(withdrawn.status).toBe(200)
    const line = async (person: Person) =>
      (await person.call('GET', '/api/ledger?limit=100')).body.items.find(
        ({ entryId }: { entryId: string }) => entryId === id,
      )
    expect(await line(keeper)).toMatchObject({ act: 'withdrawn', reason })
    expect(await line(other)).toMatchObject({ act: 'withdrawn', reason: null, title: null })
    expect(await line(admin)).toMatchObject({ act: 'withdrawn', reason: null, title: null })
    for (const someone of [keeper, other]) expect(await line(someone)).not.toHaveProperty('groups')
  })

  test('is readable by every admin even after the entry is deleted, if everyone could see the entry', async () => {
    const { id } = await buildArticle(author)
    expect((await moderator.call('PATCH', `/api/articles/${id}`, { state: 'hidden', reason })).status).toBe(200)
    expect((await author.call('DELETE', `/api/articles/${id}`)).status).toBe(200)
    expect(await logOf(admin, id)).toContain(reason)
  })
})

describe('labels and the warning', () => {
  test('keepers set labels, without duplicates and in order; guests see them in lists', async () => {
    const poem = await buildPoem(author)
    const path = `/api/poems/${poem.id}`
    expect([poem.labels, poem.deceased]).toEqual([[], false])
    const set = await keeper.call('PATCH', path, { labels: ['sacred', 'attribution', 'sacred'] })
    expect(set.body.labels).toEqual(['attribution', 'sacred'])
    const list = await site.call('GET', '/api/entries?type=poem&limit=1')
    expect(list.body.items[0]).toMatchObject({ labels: ['attribution', 'sacred'], deceased: false })
    expect((await author.call('PATCH', path, { labels: [] })).status).toBe(403)
    expect((await author.call('PATCH', path, { labels: ['attribution', 'sacred'], title: 'x' })).status).toBe(200)
    for (const labels of [['x'], 'sacred', ['commercial', 'noncommercial']])
      expect((await keeper.call('PATCH', path, { labels })).status).toBe(400)
    const own = { title: 'Sample poem title', original: 'sample', labels: ['sacred'] }
    expect((await author.call('POST', '/api/poems', own)).status).toBe(403)
  })

  test('the author and keepers can set the warning', async () => {
    const { id } = await buildArticle(author, { deceased: true })
    const path = `/api/articles/${id}`
    expect((await site.call('GET', path)).body.deceased).toBe(true)
    expect((await author.call('PATCH', path, { deceased: false })).body.deceased).toBe(false)
    expect((await keeper.call('PATCH', path, { deceased: true })).body.deceased).toBe(true)
    expect((await keeper.call('PATCH', path, { deceased: 'yes' })).status).toBe(400)
  })
})
