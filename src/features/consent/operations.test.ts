import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { consents, ledger } from '#content/entry/consent/table.ts'
import { entries, versions } from '#content/entry/table.ts'
import { files } from '#content/media/table.ts'
import { auditLog } from '#core/tables.ts'
import { operations } from '#src/operations.ts'
import { buildArtifact, buildEvent, buildHeritage, buildMedia, buildPoem } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { askAddress, getFile, phonePhoto, put, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { keeper, author, giver, other } = cast(site)

let length = 3000
const aSound = () => sound(length++)
const audioFile = { filename: 'a.mp3', contentType: 'audio/mpeg' }
const upload = (person: Person, bytes: Buffer) => uploadFile(site, person, bytes, audioFile)

async function recording(overrides: Record<string, unknown> = {}, bytes = aSound()) {
  const link = await upload(author, bytes)
  return buildMedia(author, { link, visibility: 'public', ...overrides })
}

const consent = {
  people: ['Sample Singer', 'Sample Drummer'],
  givenBy: 'Sample Giver',
  how: 'spoken',
  purposes: ['family', 'community', 'public'],
  givenAt: '2026-03-01',
}
const enter = (person: Person, id: string, overrides: Record<string, unknown> = {}) =>
  person.call('POST', `/api/entries/${id}/consents`, { ...consent, ...overrides })
async function addConsent(id: string, overrides: Record<string, unknown> = {}) {
  const { status, body } = await enter(keeper, id, overrides)
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const statusOf = async (person: Person | undefined, path: string) =>
  (await (person?.call ?? site.call)('GET', path)).status
const fileStatus = async (url: string, person?: Person) => (await getFile(site, url, person)).status

describe('a consent', () => {
  test('is not changed by a keeper who has not seen another keeper’s change', async () => {
    const { id } = await recording()
    const { id: consentId, updatedAt } = await addConsent(id)
    const change = (note: string, moment: string) =>
      keeper.call('PATCH', `/api/consents/${consentId}`, { note }, { 'if-match': `"${moment}"` })
    const first = await change('Sample first', updatedAt)
    expect(first).toMatchObject({ status: 200, body: { note: 'Sample first' } })
    expect(await change('Sample late', updatedAt)).toMatchObject({ status: 409, body: { code: 'changed' } })
    expect(await change('Sample second', first.body.updatedAt)).toMatchObject({ status: 200 })
  })

  test('has names, form, purposes, review date, and its own recording', async () => {
    const { id } = await recording()
    const evidence = await upload(keeper, aSound())
    const more = { evidence, giverEmail: giver.email, reviewAt: '2031-03-01', note: ' Sample note ' }
    const record = await addConsent(id, { ...more, purposes: ['public', 'community', 'public'] })
    expect(record).toMatchObject({
      entry: { id, type: 'media', title: 'Sample recording', visibility: 'public' },
      people: ['Sample Singer', 'Sample Drummer'],
      givenBy: 'Sample Giver',
      giver: { id: giver.id, name: 'Sample Giver' },
      how: 'spoken',
      evidence: { url: evidence, kind: 'audio' },
      purposes: ['community', 'public'],
      givenAt: '2026-02-28T21:00:00.000Z',
      reviewAt: '2031-02-28T21:00:00.000Z',
      note: 'Sample note',
      narrowedTo: null,
    })
    const { narrowedTo: _, saleEnded: _s, ...fields } = record
    expect((await keeper.call('GET', `/api/entries/${id}/consents`)).body).toMatchObject({
      entry: { id },
      items: [fields],
      may: ['add', 'edit'],
    })
    expect((await giver.call('GET', `/api/entries/${id}/consents`)).body.may).toEqual([])
    expect((await giver.call('GET', '/api/consents/mine')).body.items).toEqual([fields])
  })

  test.each([
    [{ people: [] }, ['people']],
    [{ people: ['x'.repeat(121)] }, ['people.0']],
    [{ givenBy: '' }, ['givenBy']],
    [{ how: 'thought' }, ['how']],
    [{ purposes: [] }, ['purposes']],
    [{ purposes: ['everything'] }, ['purposes.0']],
    [{ purposes: 'public' }, ['purposes']],
    [{ givenAt: 'yesterday' }, ['givenAt']],
    [{ givenAt: '2999-01-01' }, ['givenAt']],
    [{ givenAt: undefined }, ['givenAt']],
    [{ reviewAt: '31/12/2030' }, ['reviewAt']],
    [{ giverEmail: 'nobody' }, ['giverEmail']],
    [{ giverEmail: 'unknown@site.test' }, ['giverEmail']],
    [{ evidence: 'https://elsewhere.test/a.mp3' }, ['evidence']],
    [{ note: 'x'.repeat(2001) }, ['note']],
  ])('%j is refused, and the field is named', async (wrong, fields) => {
    const { id } = await buildPoem(author)
    const { status, body } = await enter(keeper, id, wrong)
    expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, fields])
    expect(await site.db.select().from(consents).where(eq(consents.entryId, id))).toEqual([])
  })

  test('refuses evidence of the wrong kind, from another member, or from the entry itself', async () => {
    const { id, link } = await recording()
    const photo = await uploadFile(site, keeper, await phonePhoto(40, 30))
    const foreign = await upload(other, aSound())
    for (const [how, evidence] of [
      ['spoken', photo],
      ['written', await upload(keeper, aSound())],
      ['spoken', foreign],
      ['spoken', link],
    ]) {
      const { status, body } = await enter(keeper, id, { how, evidence })
      expect([status, body.issues?.[0].path]).toEqual([400, 'evidence'])
    }
    expect(await fileStatus(link)).toBe(200)
  })

  test('is readable by keepers and the person who gave it, with its evidence; for others, even the author, it doesn’t exist', async () => {
    const { id } = await recording({ visibility: 'members' })
    const photo = await uploadFile(site, author, await phonePhoto(40, 30))
    const mine = { how: 'written', evidence: photo, purposes: ['community'] }
    const own = await enter(author, id, mine)
    expect(own.status).toBe(201)
    const record = await addConsent(id, { giverEmail: giver.email, evidence: await upload(keeper, aSound()) })
    await site.runJobs()
    const path = `/api/entries/${id}/consents`
    const countFor = async (person: Person) => (await person.call('GET', path)).body.items?.length
    expect(await Promise.all([keeper, giver, author].map(countFor))).toEqual([2, 1, 0])
    expect([await statusOf(other, path), await statusOf(undefined, path)]).toEqual([404, 401])
    const heard = [undefined, other, author, giver, keeper].map((person) => fileStatus(record.evidence.url, person))
    expect(await Promise.all(heard)).toEqual([404, 404, 404, 200, 200])
    const seen = [undefined, other, author, giver, keeper].map((person) => fileStatus(photo, person))
    expect(await Promise.all(seen)).toEqual([404, 404, 404, 404, 200])
    const { headers } = await getFile(site, record.evidence.url, giver)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    for (const person of [other, author]) {
      expect((await person.call('PATCH', `/api/consents/${record.id}`, { purposes: ['public'] })).status).toBe(404)
      expect((await person.call('POST', `/api/consents/${record.id}/withdrawal`, {})).status).toBe(404)
    }
    // The answers of the entry don't name the evidence, and no change to the entry releases it.
    expect(JSON.stringify((await keeper.call('GET', `/api/media/${id}`)).body)).not.toContain(record.evidence.url)
    await author.call('PATCH', `/api/media/${id}`, { title: 'Sample title again' })
    expect(await fileStatus(record.evidence.url, keeper)).toBe(200)
    const stolen = await author.call('PATCH', `/api/media/${id}`, { link: record.evidence.url })
    expect(stolen.status).toBe(400)
  })

  test('is hidden from keepers who can’t see the entry; only the author and keepers can record one', async () => {
    const draft = await recording({ state: 'draft' })
    expect((await enter(keeper, draft.id)).status).toBe(404)
    const { id } = await recording()
    expect((await enter(other, id)).status).toBe(403)
    expect((await enter(author, id, { giverEmail: giver.email })).body.issues[0].path).toBe('giverEmail')
    expect((await enter(author, id, { giverEmail: author.email })).body.giver.id).toBe(author.id)
    const { body: group } = await keeper.call('POST', '/api/groups', { name: 'Sample group of one' })
    const outside = await site.person({ roles: ['keeper'] })
    const record = await addConsent(id)
    const limited = await author.call('GET', `/api/media/${id}`)
    await site.db
      .update(entries)
      .set({ groups: [group.id] })
      .where(eq(entries.id, limited.body.id))
    expect(await statusOf(outside, `/api/entries/${id}/consents`)).toBe(404)
    expect((await outside.call('PATCH', `/api/consents/${record.id}`, { note: 'x' })).status).toBe(404)
    expect((await outside.call('POST', `/api/consents/${record.id}/withdrawal`, {})).status).toBe(404)
  })

  test('can be corrected by keepers; the person who gave it can only withdraw purposes', async () => {
    const { id } = await recording()
    const first = await upload(keeper, aSound())
    const record = await addConsent(id, { giverEmail: giver.email, evidence: first })
    const path = `/api/consents/${record.id}`
    const photo = await uploadFile(site, keeper, await phonePhoto(40, 30))
    expect((await keeper.call('PATCH', path, { how: 'written' })).body.issues[0].path).toBe('evidence')
    const changed = await keeper.call('PATCH', path, { how: 'written', evidence: photo, note: 'Sample' })
    expect([changed.status, changed.body.how, changed.body.evidence.url]).toEqual([200, 'written', photo])
    await site.runJobs()
    expect(await fileStatus(first, keeper)).toBe(404)
    const same = await keeper.call('PATCH', path, { evidence: photo, people: ['Sample Singer'] })
    expect(same.body).toMatchObject({ evidence: { url: photo }, people: ['Sample Singer'], giver: { id: giver.id } })
    for (const change of [{ note: 'x' }, { purposes: ['public', 'sale'] }, { givenBy: 'Someone' }])
      expect((await giver.call('PATCH', path, change)).status).toBe(403)
    const narrowed = await giver.call('PATCH', path, { purposes: ['public', 'family'] })
    expect([narrowed.status, narrowed.body.purposes]).toEqual([200, ['family', 'public']])
    expect((await keeper.call('PATCH', path, { giverEmail: null })).body.giver).toBeNull()
    expect(
      (await giver.call('GET', '/api/consents/mine')).body.items.map((one: { id: string }) => one.id),
    ).not.toContain(record.id)
  })
})

describe('the visibility of an entry', () => {
  test('is limited to what all people in it agreed to, and the answer says if it was narrowed', async () => {
    const { id } = await recording()
    expect((await addConsent(id)).narrowedTo).toBeNull()
    const second = await addConsent(id, { givenBy: 'Sample Second', purposes: ['community'] })
    expect([second.narrowedTo, second.entry.visibility]).toEqual(['members', 'members'])
    expect([await statusOf(undefined, `/api/media/${id}`), await statusOf(other, `/api/media/${id}`)]).toEqual([
      404, 200,
    ])
    const wide = await author.call('PATCH', `/api/media/${id}`, { visibility: 'public' })
    expect([wide.status, wide.body.issues[0].path]).toEqual([400, 'visibility'])
    expect(wide.body.issues[0].message).toContain('hasn’t agreed to show it to everyone')
    await keeper.call('PATCH', `/api/consents/${second.id}`, { purposes: ['community', 'public'] })
    expect((await author.call('PATCH', `/api/media/${id}`, { visibility: 'public' })).status).toBe(200)
    const third = await addConsent(id, { givenBy: 'Sample Third', purposes: ['family', 'school'] })
    expect(third.narrowedTo).toBe('keepers')
    expect([await statusOf(other, `/api/media/${id}`), await statusOf(keeper, `/api/media/${id}`)]).toEqual([404, 200])
    expect((await author.call('PATCH', `/api/media/${id}`, { visibility: 'members' })).status).toBe(403)
  })

  test.each([
    ['poems', () => buildPoem(author)],
    ['heritage', () => buildHeritage(keeper)],
    ['artifacts', () => buildArtifact(keeper)],
  ])('is narrowed immediately when a giver withdraws “public” (%s)', async (path, build) => {
    const { id } = await build()
    const record = await addConsent(id, { giverEmail: giver.email })
    const narrowed = await giver.call('PATCH', `/api/consents/${record.id}`, { purposes: ['community'] })
    expect([narrowed.status, narrowed.body.narrowedTo]).toEqual([200, 'members'])
    expect(await statusOf(undefined, `/api/${path}/${id}`)).toBe(404)
    const back = await keeper.call('PATCH', `/api/${path}/${id}`, { visibility: 'public' })
    expect([back.status, back.body.issues[0].path]).toEqual([400, 'visibility'])
    await giver.call('PATCH', `/api/consents/${record.id}`, { purposes: ['community'] })
    const none = await keeper.call('PATCH', `/api/consents/${record.id}`, { purposes: ['family'] })
    expect(none.body.narrowedTo).toBe('keepers')
  })

  test('is never wider than agreed, even if a consent and a change arrive at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await recording({ visibility: 'members' })
      const [record, widened] = await Promise.all([
        enter(keeper, id, { purposes: ['community'] }),
        author.call('PATCH', `/api/media/${id}`, { visibility: 'public' }),
      ])
      expect([record.status, [200, 400].includes(widened.status)]).toEqual([201, true])
      expect((await keeper.call('GET', `/api/media/${id}`)).body.visibility).toBe('members')
    }
  })
})

describe('a withdrawal', () => {
  test('by the person who gave the consent deletes the entry, its files and evidence, and leaves a ledger line', async () => {
    const bytes = aSound()
    const proof = aSound()
    const evidence = await upload(keeper, proof)
    const entry = await recording({ title: 'Samplemarker recording', description: 'samplemarker' }, bytes)
    const record = await addConsent(entry.id, { giverEmail: giver.email, evidence })
    await site.runJobs({ copies: [entry.link, evidence] })
    const { variants } = (await keeper.call('GET', `/api/media/${entry.id}`)).body
    const addresses = [entry.link, evidence, ...variants.map((one: { url: string }) => one.url)]
    const everyone = [undefined, author, giver, keeper, await site.person({ roles: ['admin'] })]
    const answer = await giver.call('POST', `/api/consents/${record.id}/withdrawal`, { reason: 'Sample reason' })
    expect([answer.status, answer.body]).toEqual([200, { id: entry.id }])

    for (const person of everyone) {
      for (const url of addresses) expect([url, await fileStatus(url, person)]).toEqual([url, 404])
      for (const [name, row] of Object.entries(operations).flatMap(([feature, rows]) =>
        Object.entries(rows).map(([key, row]) => [`${feature}.${key}`, row] as const),
      )) {
        if (row.method !== 'GET' || name === 'consent.tombstones') continue
        const path = `/api${row.path.replace(/:id/g, entry.id).replace(/:\w+/g, record.id)}`
        // Reads that can't search ignore the query.
        for (const query of ['?limit=100&q=samplemarker', ...(deep ? ['?limit=100'] : [])]) {
          const { body } = await (person?.call ?? site.call)('GET', path + query)
          expect([name, /samplemarker/i.test(JSON.stringify(body))]).toEqual([name, false])
        }
      }
    }
    await site.runJobs()
    expect(await site.db.select().from(files).where(eq(files.entryId, entry.id))).toEqual([])
    for (const url of [entry.link, evidence])
      for await (const { key } of site.services.storage.list(`files/${url.slice('/files/'.length)}`))
        expect(key).toBeUndefined()

    const { items } = (await keeper.call('GET', '/api/ledger?act=withdrawn')).body
    expect(items[0]).toMatchObject({
      entryId: entry.id,
      type: 'media',
      title: 'Samplemarker recording',
      act: 'withdrawn',
      actor: { id: giver.id },
      reason: 'Sample reason',
    })
    const hashOf = (one: Buffer) => createHash('sha256').update(one).digest('hex')
    expect(items[0].hashes.sort()).toEqual([hashOf(bytes), hashOf(proof)].sort())
    for (const person of [author, giver, other]) expect(await statusOf(person, '/api/ledger')).toBe(403)
    const audited = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, entry.id))
    expect(audited.map(({ action }) => action)).toContain('media:withdraw')
    expect(JSON.stringify(audited)).not.toMatch(/samplemarker/i)
    const { uploadUrl } = await askAddress(author, audioFile)
    expect((await put(site, uploadUrl, bytes)).status).toBe(400)
  })

  test('by a keeper deletes the versions of an archive entry', async () => {
    const entry = await buildHeritage(keeper, { cover: await uploadFile(site, keeper, await phonePhoto(40, 30)) })
    await keeper.call('PATCH', `/api/heritage/${entry.id}`, { title: 'Sample title again' })
    const record = await addConsent(entry.id)
    expect((await keeper.call('POST', `/api/consents/${record.id}/withdrawal`, {})).status).toBe(200)
    expect(await site.db.select().from(versions).where(eq(versions.entryId, entry.id))).toEqual([])
    expect(await statusOf(keeper, `/api/heritage/${entry.id}`)).toBe(404)
  })

  test('is refused to people who signed up with someone else’s email, and they can’t read anything', async () => {
    const squatter = await site.person({ unconfirmed: true })
    const { id } = await recording()
    const refused = await enter(keeper, id, { giverEmail: squatter.email })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'giverEmail'])
    // A consent that was recorded before this rule can still be linked to such an account.
    const evidence = await upload(keeper, aSound())
    const record = await addConsent(id, { evidence })
    await site.db.update(consents).set({ giverId: squatter.id }).where(eq(consents.id, record.id))
    expect((await squatter.call('GET', '/api/consents/mine')).body.items).toEqual([])
    expect(await statusOf(squatter, `/api/entries/${id}/consents`)).toBe(404)
    expect(await fileStatus(evidence, squatter)).toBe(404)
    for (const [method, path, body] of [
      ['POST', `/api/consents/${record.id}/withdrawal`, { reason: 'Sample reason' }],
      ['POST', `/api/consents/${crypto.randomUUID()}/withdrawal`, { reason: 'Sample reason' }],
      ['PATCH', `/api/consents/${record.id}`, { purposes: ['family'] }],
    ] as const) {
      const { status, body: answer } = await squatter.call(method, path, body)
      expect([status, answer.code]).toEqual([403, 'email_unconfirmed'])
    }
    expect(await statusOf(undefined, `/api/media/${id}`)).toBe(200)

    // Confirming another email doesn't make the squatter the giver.
    const names = { firstName: 'Sample', lastName: 'Person' }
    const email = 'squatters.own@site.test'
    await squatter.call('PUT', '/api/auth/profile', { ...names, email, currentPassword: 'test password' })
    const token = (await site.mails(email)).at(-1)?.token
    expect((await site.call('POST', '/api/auth/verify-email', { token })).status).toBe(200)
    expect((await squatter.call('GET', '/api/consents/mine')).body.items).toEqual([])
    const late = await squatter.call('POST', `/api/consents/${record.id}/withdrawal`, { reason: 'Sample reason' })
    expect(late.status).toBe(404)
    expect(await statusOf(undefined, `/api/media/${id}`)).toBe(200)
  })

  test('is possible once the giver’s email is confirmed', async () => {
    const late = await site.person({ unconfirmed: true })
    const { id } = await recording()
    const record = await addConsent(id)
    await site.db.update(consents).set({ giverId: late.id }).where(eq(consents.id, record.id))
    const token = (await site.mails(late.email)).at(-1)?.token
    await site.call('POST', '/api/auth/verify-email', { token })
    expect((await late.call('GET', '/api/consents/mine')).body.items).toMatchObject([{ id: record.id }])
    const done = await late.call('POST', `/api/consents/${record.id}/withdrawal`, { reason: 'Sample reason' })
    expect(done.status).toBe(200)
    expect(await statusOf(undefined, `/api/media/${id}`)).toBe(404)
  })

  test('finds nothing when it is repeated; two at the same time leave one ledger line', async () => {
    const { id } = await recording()
    const record = await addConsent(id, { giverEmail: giver.email })
    const path = `/api/consents/${record.id}/withdrawal`
    const both = await Promise.all([giver.call('POST', path, {}), keeper.call('POST', path, {})])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await keeper.call('POST', path, {})).status).toBe(404)
    expect(await site.db.select().from(ledger).where(eq(ledger.entryId, id))).toHaveLength(1)
  })

  test('during an edit or another consent succeeds, whichever comes first', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await recording()
      const record = await addConsent(id)
      const link = await upload(author, aSound())
      const answers = await Promise.all([
        keeper.call('POST', `/api/consents/${record.id}/withdrawal`, {}),
        author.call('PATCH', `/api/media/${id}`, { title: 'Sample edit', link }),
        enter(keeper, id),
        keeper.call('PATCH', `/api/consents/${record.id}`, { purposes: ['family'] }),
      ])
      const [withdrawn, ...others] = answers.map(({ status }) => status)
      expect(withdrawn).toBe(200)
      for (const status of others) expect([200, 201, 404]).toContain(status)
      expect(await statusOf(author, `/api/media/${id}`)).toBe(404)
      expect(await site.db.select().from(consents).where(eq(consents.entryId, id))).toEqual([])
      expect(await site.db.select().from(files).where(eq(files.entryId, id))).toEqual([])
    }
  })
})

describe('a withdrawal emails', () => {
  const withdraw = (by: Person, id: string) =>
    by.call('POST', `/api/consents/${id}/withdrawal`, { reason: 'Sample why' })
  const mailsTo = async (person: Person, before = 0) => (await site.mails(person.email)).slice(before)
  const subjects = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject)

  test('the author in their language, with nothing of the entry but its title', async () => {
    const [writer, english] = [await site.person(), await site.person()]
    await writer.call('PUT', '/api/auth/preferences', { language: 'sw' })
    for (const [person, word, subject] of [
      [writer, 'Habari', 'Limefutwa'],
      [english, 'Hello', 'Deleted'],
    ] as const) {
      const poem = await buildPoem(person, { title: 'Sample withdrawn title', original: 'samplesecret line' })
      const record = await addConsent(poem.id, { giverEmail: giver.email, people: ['Sample Singer'] })
      const { length } = await mailsTo(person)
      expect((await withdraw(giver, record.id)).status).toBe(200)
      const [mail, ...more] = await mailsTo(person, length)
      expect([mail?.subject.startsWith(subject), mail?.text.startsWith(word), more]).toEqual([true, true, []])
      expect(mail?.subject).toContain('Sample withdrawn title')
      expect(mail?.raw).not.toMatch(/samplesecret|Sample Singer|Sample Giver|Sample why/)
    }
  })

  test('nobody about their own actions', async () => {
    const poem = await buildPoem(author)
    const record = await addConsent(poem.id, { giverEmail: author.email })
    const before = (await mailsTo(author)).length
    expect((await withdraw(author, record.id)).status).toBe(200)
    expect(await mailsTo(author, before)).toEqual([])
  })

  test('people registered for an event, once', async () => {
    const organizer = await site.person()
    const guests = [await site.person(), await site.person()]
    const event = await buildEvent(organizer, { title: 'Sample gathering', description: 'samplesecret description' })
    for (const one of guests) {
      const form = { fullName: 'Sample Guest', email: one.email, phone: '+254 700 000000' }
      expect((await one.call('POST', `/api/events/${event.id}/registration`, form)).status).toBe(201)
    }
    const record = await addConsent(event.id)
    expect((await withdraw(keeper, record.id)).status).toBe(200)
    for (const one of guests) {
      const sent = (await mailsTo(one)).filter(({ subject }) => subject === 'Cancelled: Sample gathering')
      expect([sent.length, sent[0]?.raw.includes('samplesecret')]).toEqual([1, false])
    }
    expect(await subjects(organizer)).toContain('Deleted because permission was withdrawn: Sample gathering')
  })

  test('nobody a second time about a cancelled event', async () => {
    const guest = await site.person()
    const event = await buildEvent(author, { title: 'Sample cancelled gathering' })
    const form = { fullName: 'Sample Guest', email: guest.email, phone: '+254 700 000000' }
    await guest.call('POST', `/api/events/${event.id}/registration`, form)
    await author.call('PATCH', `/api/events/${event.id}`, { cancelled: true })
    const record = await addConsent(event.id)
    expect((await withdraw(keeper, record.id)).status).toBe(200)
    const mails = (await subjects(guest)).filter((subject) => subject === 'Cancelled: Sample cancelled gathering')
    expect(mails).toHaveLength(1)
  })
})

describe('reviews', () => {
  test('that are due are listed for keepers, longest due first, each once', async () => {
    const { id } = await recording()
    const days = ['2026-04-03', '2026-04-01', '2026-04-02', '2999-01-01']
    for (const reviewAt of days) await addConsent(id, { reviewAt, note: 'Sample due' })
    const list = async (query: string) => (await keeper.call('GET', `/api/consents/due?${query}`)).body
    const first = await list('limit=2')
    const rest = await list(`limit=100&lastKey=${encodeURIComponent(JSON.stringify(first.lastKey))}`)
    const dueForReview = [...first.items, ...rest.items].filter((one) => one.entry.id === id)
    expect(dueForReview.map((one) => one.reviewAt.slice(0, 10))).toEqual(['2026-03-31', '2026-04-01', '2026-04-02'])
    await keeper.call('PATCH', `/api/consents/${dueForReview[0].id}`, { reviewAt: '2999-01-01' })
    expect((await list('limit=100')).items.map((one: { id: string }) => one.id)).not.toContain(dueForReview[0].id)
    expect(await statusOf(author, '/api/consents/due')).toBe(403)
  })
})

test('deleting the giver’s account removes it from the consent, which keeps the giver’s name', async () => {
  const leaver = await site.person()
  const { id } = await recording()
  const record = await addConsent(id, { giverEmail: leaver.email })
  await leaver.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'delete' })
  const { items } = (await keeper.call('GET', `/api/entries/${id}/consents`)).body
  expect(items).toMatchObject([{ id: record.id, giver: null, givenBy: 'Sample Giver' }])
})
