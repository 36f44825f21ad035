import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { buildArticle, buildHeritage, buildPoem, buildWord } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { after, everyPage } from '#test/pages.ts'
import { getFile, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { member, other, keeper, second } = cast(site, {
  member: { name: 'Giving Member' },
  second: { roles: ['keeper'] },
})

async function queueOf(by: Person, query = ''): Promise<any[]> {
  const { status, body } = await by.call('GET', `/api/keepers/queue?limit=100${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
const confirm = (by: Person, ...list: { id: string; updatedAt: string }[]) =>
  by.call('POST', '/api/keepers/confirmations', { entries: list.map(({ id, updatedAt }) => ({ id, updatedAt })) })
const giveBack = (by: Person, { id, updatedAt }: { id: string; updatedAt: string }, why: object) =>
  by.call('POST', `/api/keepers/queue/${id}/return`, { updatedAt, ...why })

/** Creates a word without an author, as an import does. */
async function importedWord() {
  const word = await buildWord(member)
  await site.db.update(entries).set({ authorId: null }).where(eq(entries.id, word.id))
  return word
}

describe('the queue', () => {
  test('lists members’ contributions to the archive, oldest first, with what keepers need to decide', async () => {
    const word = await buildWord(member, { meaning: 'sample meaning', pronunciation: await record(member) })
    const poem = await buildPoem(member)
    const heritage = await buildHeritage(keeper)
    const ofKeeper = await buildWord(keeper)
    const article = await buildArticle(member)
    const draft = await buildWord(member, { state: 'draft' })
    const items = await queueOf(keeper)
    expect(idsOf(items)).toEqual([word.id, poem.id])
    expect(items[0]).toMatchObject({
      type: 'vocabulary',
      confirmed: false,
      own: { form: word.form, english: word.english, meaning: 'sample meaning' },
      author: { name: 'Giving Member' },
      files: [{ kind: 'audio', url: word.pronunciation }],
    })
    for (const one of [heritage, ofKeeper, article, draft]) expect(idsOf(items)).not.toContain(one.id)
    expect([heritage.confirmed, ofKeeper.confirmed, article.confirmed]).toEqual([true, true, undefined])
    expect(idsOf(await queueOf(keeper, '&type=poem'))).toEqual([poem.id])
  })

  test('separates members’ entries from published research, and is paged', async () => {
    const imported = await importedWord()
    expect(idsOf(await queueOf(keeper, '&from=research'))).toEqual([imported.id])
    expect(idsOf(await queueOf(keeper, '&from=members'))).not.toContain(imported.id)
    const all = await queueOf(keeper)
    const meanwhile = async ({ length }: object[]) => length === 1 && (await buildWord(other))
    const pagedIds = idsOf(await everyPage(keeper, '/api/keepers/queue?limit=1', meanwhile))
    expect(pagedIds.slice(0, all.length)).toEqual(idsOf(all))
    expect(new Set(pagedIds).size).toBe(pagedIds.length)
    await member.call('POST', '/api/suggestions', { section: 'stories', text: 'Sample story' })
    const { body } = await keeper.call('GET', '/api/keepers/counts')
    expect(body).toEqual({ waiting: all.length + 1, returned: 0, suggestions: 1, voices: 0 })
  })

  test('refuses keys of other lists', async () => {
    for (const value of ['x', 5, '2026-13-01T00:00:00.000Z']) {
      const key = after({ value, id: '00000000-0000-7000-8000-000000000000' })
      expect((await keeper.call('GET', `/api/keepers/queue?${key}`)).status).toBe(400)
    }
  })
})

describe('confirming', () => {
  test('removes the entry from the queue, shows it as confirmed, and can be undone by the same keeper', async () => {
    const word = await buildWord(member)
    expect((await confirm(keeper, word)).body).toEqual({ confirmed: [word.id], left: [] })
    expect((await site.call('GET', `/api/vocabulary/${word.id}`)).body.confirmed).toBe(true)
    expect(idsOf(await queueOf(keeper))).not.toContain(word.id)
    const undo = (by: Person) => by.call('POST', '/api/keepers/confirmations/undo', { ids: [word.id] })
    expect((await undo(second)).status).toBe(403)
    expect((await undo(keeper)).body).toEqual({ unconfirmed: [word.id] })
    expect(idsOf(await queueOf(keeper))).toContain(word.id)
  })

  test('many entries together skips those that have changed since they were read', async () => {
    const [one, two, three] = [await buildWord(member), await buildWord(member), await buildPoem(member)]
    await member.call('PATCH', `/api/vocabulary/${two.id}`, { meaning: 'sample change' })
    const { status, body } = await confirm(keeper, one, two, three)
    expect([status, body.confirmed.sort(), body.left]).toEqual([200, [one.id, three.id].sort(), [two.id]])
    const late = await confirm(keeper, two)
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  })

  test('succeeds for one keeper and is refused for the other if both do it at the same time', async () => {
    const word = await buildWord(member)
    const answers = await Promise.all([confirm(keeper, word), confirm(second, word)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('and returning at the same time: only one of them succeeds', async () => {
    const word = await buildWord(member)
    const answers = await Promise.all([confirm(keeper, word), giveBack(second, word, { reason: 'Sample reason' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('an entry that another keeper has returned is refused with a message', async () => {
    const word = await buildWord(member)
    await giveBack(keeper, word, { reason: 'Sample reason' })
    for (const answer of [await confirm(second, word), await giveBack(second, word, { reason: 'Sample' })])
      expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('Check it again')])
  })

  test('is refused to members, and gets 404 for entries that aren’t in the queue', async () => {
    const word = await buildWord(member)
    for (const person of [member, other]) expect((await confirm(person, word)).status).toBe(403)
    const draft = await buildWord(member, { state: 'draft' })
    expect((await confirm(keeper, draft)).status).toBe(404)
    expect((await confirm(keeper, await buildArticle(member))).status).toBe(404)
  })

  test.each(['vocabulary', 'poems'])('is undone when the author changes the content: %s', async (path) => {
    const entry = path === 'poems' ? await buildPoem(member) : await buildWord(member)
    await confirm(keeper, entry)
    const address = `/api/${path}/${entry.id}`
    const change = path === 'poems' ? { original: 'sample other line' } : { meaning: 'sample other meaning' }
    expect((await member.call('PATCH', address, { visibility: 'members' })).body.confirmed).toBe(true)
    expect((await keeper.call('PATCH', address, change)).body.confirmed).toBe(true)
    expect((await member.call('PATCH', address, change)).body.confirmed).toBe(false)
  })
})

const record = (by: Person) => uploadFile(site, by, sound(), { contentType: 'audio/mpeg' })

describe('returning', () => {
  test('makes the entry a draft of its author, with a typed and recorded reason, and emails the author', async () => {
    const word = await buildWord(member)
    const fileUrl = await record(keeper)
    expect((await giveBack(keeper, word, {})).body.issues[0].path).toBe('reason')
    expect((await giveBack(keeper, word, { reason: 'Sample reason', fileUrl })).status).toBe(200)
    const path = `/api/vocabulary/${word.id}`
    for (const person of [other, keeper, second]) expect((await person.call('GET', path)).status).toBe(404)
    const { body } = await member.call('GET', path)
    expect(body).toMatchObject({ state: 'draft', returned: { reason: 'Sample reason', voice: fileUrl } })
    expect((await getFile(site, fileUrl, member)).status).toBe(200)
    expect((await getFile(site, fileUrl, other)).status).toBe(404)
    const [mail] = (await site.mails(member.email)).slice(-1)
    expect(mail?.subject).toMatch(/keepers.returned/)
    expect(mail?.text).toContain(word.form)
    expect(mail?.text).toContain('Sample reason')
    expect(mail?.text).toContain(`/contribute/linguistics?id=${word.id}`)
  })

  test('ends when the author sends the entry again, which puts it back in the queue without the reason', async () => {
    const word = await buildWord(member)
    const fileUrl = await record(keeper)
    await giveBack(keeper, word, { fileUrl })
    const path = `/api/vocabulary/${word.id}`
    const correction = await member.call('PATCH', path, { meaning: 'sample mended', visibility: 'public' })
    expect(correction.body.returned).toMatchObject({ reason: null, voice: fileUrl })
    const { body } = await member.call('PATCH', path, { state: 'published' })
    expect([body.state, 'returned' in body]).toEqual(['published', false])
    expect(idsOf(await queueOf(keeper))).toContain(word.id)
    expect((await getFile(site, fileUrl)).status).toBe(404)
    expect((await getFile(site, fileUrl, other)).status).toBe(404)
    expect((await getFile(site, fileUrl, keeper)).status).toBe(200)
    // The author of the entry can't attach the recording to it either.
    expect((await member.call('PATCH', path, { pronunciation: fileUrl })).status).toBe(400)
  })

  test('emails authors in their language, except those who don’t want emails', async () => {
    const swahili = await site.person()
    await swahili.call('PUT', '/api/auth/preferences', { language: 'sw' })
    const quiet = await site.person()
    await quiet.call('PUT', '/api/auth/preferences', { emailNotifications: false })
    for (const person of [swahili, quiet]) await giveBack(keeper, await buildWord(person), { reason: 'Sample reason' })
    expect((await site.mails(swahili.email)).at(-1)?.subject).toMatch(/Watunzaji.wamerudisha/)
    expect((await site.mails(quiet.email)).filter(({ subject }) => subject.includes('returned'))).toEqual([])
  })

  test('limits an entry without an author to keepers, with the reason, until they show it again', async () => {
    const word = await importedWord()
    const now = (await keeper.call('GET', `/api/vocabulary/${word.id}`)).body
    await giveBack(keeper, now, { reason: 'Sample doubt' })
    const path = `/api/vocabulary/${word.id}`
    expect((await site.call('GET', path)).status).toBe(404)
    expect((await member.call('GET', path)).status).toBe(404)
    expect(idsOf(await queueOf(keeper))).not.toContain(word.id)
    const [item] = await queueOf(second, '&view=returned')
    expect(item).toMatchObject({ id: word.id, visibility: 'keepers', returned: { reason: 'Sample doubt' } })
    const response = await second.call('PATCH', path, { visibility: 'public' })
    expect('returned' in response.body).toBe(false)
    expect(JSON.stringify((await site.call('GET', path)).body)).not.toContain('Sample doubt')
    expect(idsOf(await queueOf(keeper))).toContain(word.id)
  })

  test('accepts only waiting entries, in the version that was read, with the keeper’s own recording', async () => {
    const word = await buildWord(member)
    const why = { reason: 'Sample reason' }
    expect((await giveBack(member, word, why)).status).toBe(403)
    expect((await giveBack(keeper, word, { fileUrl: await record(second) })).status).toBe(400)
    await confirm(second, word)
    expect((await giveBack(keeper, word, why)).status).toBe(409)
    const old = await buildWord(member)
    await member.call('PATCH', `/api/vocabulary/${old.id}`, { meaning: 'sample change' })
    expect((await giveBack(keeper, old, why)).status).toBe(409)
  })
})
