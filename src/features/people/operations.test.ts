import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { accounts } from '#core/tables.ts'
import { buildArticle, buildArtifact, buildEvent, buildPoem, buildProduct } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { phonePhoto, sound } from '#test/samples.ts'

const site = testSite()
const nobody = '00000000-0000-7000-8000-000000000000'
const voice = `data:audio/mpeg;base64,${sound(2000).toString('base64')}`
const picture = `data:image/jpeg;base64,${(await phonePhoto(40, 30)).toString('base64')}`
const { admin, keeper, reader } = cast(site)

const pageOf = (person: { id: string }, by: Pick<Person, 'call'> = site) => by.call('GET', `/api/people/${person.id}`)
const change = (person: Person, fields: object) =>
  person.call('PUT', '/api/auth/profile', { firstName: 'Sample', lastName: 'Person', email: person.email, ...fields })
const post = (person: Person, body: object) =>
  person.call('POST', '/api/media', { title: 'Sample recording', link: voice, visibility: 'public', ...body })

const listed = (by: Pick<Person, 'call'> = site, limit = 100): Promise<{ id: string; name: string; count: number }[]> =>
  everyPage(by, `/api/people?limit=${limit}`)

describe('the page of a member', () => {
  test('shows what the member shared by section, the largest first, and the facts of their profile', async () => {
    const maker = await site.person({ roles: ['keeper', 'seller'] })
    await change(maker, {
      bio: 'Sample bio',
      place: 'Sample place',
      phone: '+254700000000',
      socialLinks: { facebook: 'https://facebook.example/sample' },
    })
    for (const title of ['One', 'Two', 'Three']) await post(maker, { title })
    await post(maker, { title: 'A picture', link: picture })
    await buildProduct(maker, { name: 'Sample chair', images: [{ url: picture, alt: '' }] })
    await buildProduct(maker)
    await buildEvent(maker)
    await buildArtifact(maker)
    await buildPoem(maker)
    const { status, body } = await pageOf(maker)
    expect(status).toBe(200)
    const { sections, since, ...person } = body
    expect(person).toEqual({
      id: maker.id,
      name: 'Sample Person',
      avatar: null,
      place: 'Sample place',
      bio: 'Sample bio',
      links: [{ network: 'facebook', url: 'https://facebook.example/sample' }],
    })
    expect(Date.parse(since)).toBeGreaterThan(0)
    const summary = sections.map(({ name, count }: { name: string; count: number }) => [name, count])
    expect(summary).toEqual([
      ['recordings', 3],
      ['products', 2],
      ['writing', 1],
      ['pictures', 1],
      ['artifacts', 1],
      ['events', 1],
    ])
    expect(sections[0].entries.map(({ title }: { title: string }) => title)).toEqual(['Three', 'Two', 'One'])
    expect(sections[0].entries[0]).toMatchObject({ kind: 'audio', cover: { kind: 'audio' } })
    expect(sections[1].entries.at(-1)).toMatchObject({ title: 'Sample chair', price: 5000, cover: { kind: 'image' } })
    expect(JSON.stringify(body)).not.toContain(maker.email)
    expect(JSON.stringify(body)).not.toContain('254700000000')
  })

  test('pages through a section by key, without gaps or repetitions', async () => {
    const writer = await site.person()
    for (let number = 1; number <= 8; number++) await buildPoem(writer, { title: `Sample poem ${number}` })
    await buildArticle(writer)
    const { body } = await pageOf(writer)
    expect(body.sections[0]).toMatchObject({ name: 'writing', count: 9 })
    expect(body.sections[0].entries).toHaveLength(6)
    const all = await everyPage(site, `/api/people/${writer.id}/entries?section=writing&limit=4`)
    expect(all.map(({ title }) => title)).toEqual([
      'Sample article title',
      ...[8, 7, 6, 5, 4, 3, 2, 1].map((n) => `Sample poem ${n}`),
    ])
    const none = await site.call('GET', `/api/people/${writer.id}/entries?section=events`)
    expect([none.status, none.body.items]).toEqual([200, []])
    expect((await site.call('GET', `/api/people/${writer.id}/entries?section=nothing`)).status).toBe(400)
  })

  test('counts and shows only what each reader may see', async () => {
    const writer = await site.person()
    const { body: group } = await admin.call('POST', '/api/groups', { name: 'Sample circle' })
    await admin.call('PUT', `/api/groups/${group.id}/members/${reader.id}`)
    await admin.call('PUT', `/api/groups/${group.id}/members/${writer.id}`)
    await buildPoem(writer, { title: 'For everyone' })
    await buildPoem(writer, { title: 'For members', visibility: 'members' })
    await buildPoem(writer, { title: 'For the circle', groups: [group.id] })
    await buildPoem(writer, { title: 'Only begun', state: 'draft' })
    const hidden = await buildPoem(writer, { title: 'Hidden away' })
    await admin.call('PATCH', `/api/poems/${hidden.id}`, { state: 'hidden', reason: 'Sample reason' })
    const other = await site.person()
    const titles = async (by: Pick<Person, 'call'>) => {
      const [section] = (await pageOf(writer, by)).body.sections
      const shownTitles = section.entries.map(({ title }: { title: string }) => title)
      expect(section.count).toBe(shownTitles.length)
      const row = (await listed(by)).find(({ id }) => id === writer.id)
      expect(row?.count).toBe(shownTitles.length)
      return shownTitles.sort()
    }
    expect(await titles(site)).toEqual(['For everyone'])
    expect(await titles(other)).toEqual(['For everyone', 'For members'])
    expect(await titles(reader)).toEqual(['For everyone', 'For members', 'For the circle'])
    expect(await titles(writer)).toEqual(['For everyone', 'For members', 'For the circle'])
  })
})

describe('the existence of a page', () => {
  /** Expects the same answer as for an unknown id, so that nobody learns whether the account exists. */
  async function expectNone(person: { id: string }, by: Pick<Person, 'call'> = site) {
    for (const path of ['', '/entries?section=writing']) {
      const [answer, unknown] = await Promise.all(
        [person.id, nobody].map((id) => by.call('GET', `/api/people/${id}${path}`)),
      )
      expect([answer?.status, answer?.body]).toEqual([404, unknown?.body])
    }
    expect((await listed(by)).map(({ id }) => id)).not.toContain(person.id)
  }

  test('a member who shared nothing has a page that only they can open', async () => {
    const newcomer = await site.person()
    await expectNone(newcomer)
    await expectNone(newcomer, reader)
    await expectNone(newcomer, admin)
    expect((await pageOf(newcomer, newcomer)).body.sections).toEqual([])
    expect((await listed(newcomer)).map(({ id }) => id)).not.toContain(newcomer.id)
  })

  test('a member whose posts are for members has no page for guests', async () => {
    const writer = await site.person()
    const article = await buildArticle(writer, { visibility: 'members' })
    await expectNone(writer)
    expect((await pageOf(writer, reader)).status).toBe(200)
    expect((await reader.call('GET', `/api/articles/${article.id}`)).body.author.page).toBe(true)
  })

  test('drafts and hidden posts alone don’t make a page', async () => {
    const writer = await site.person()
    await buildPoem(writer, { state: 'draft' })
    const { id } = await buildPoem(writer)
    expect((await pageOf(writer)).status).toBe(200)
    await admin.call('PATCH', `/api/poems/${id}`, { state: 'hidden', reason: 'Sample reason' })
    await expectNone(writer)
    const response = await admin.call('GET', `/api/poems/${id}`)
    expect([response.status, response.body.author.page]).toEqual([200, false])
  })

  test('a member who turns the page off has none, and their name isn’t a link', async () => {
    const writer = await site.person()
    const article = await buildArticle(writer)
    const authorSeen = async () => (await site.call('GET', `/api/articles/${article.id}`)).body.author.page
    expect(await authorSeen()).toBe(true)
    expect((await change(writer, { publicPage: false })).body.publicPage).toBe(false)
    for (const by of [site, reader, admin]) await expectNone(writer, by)
    expect((await pageOf(writer, writer)).status).toBe(404)
    expect(await authorSeen()).toBe(false)
    // Saving the rest of the profile doesn't turn it on again.
    expect((await change(writer, { bio: 'Sample bio' })).body.publicPage).toBe(false)
    await change(writer, { publicPage: true })
    expect((await pageOf(writer)).status).toBe(200)
    expect(await authorSeen()).toBe(true)
  })

  test('disabled accounts, accounts that wait to be admitted, and the former member have no page', async () => {
    const [disabled, waiting, leaving] = [await site.person(), await site.person(), await site.person()]
    const ids = await Promise.all([disabled, waiting, leaving].map(async (who) => (await buildPoem(who)).id))
    await admin.call('PATCH', `/api/members/${disabled.id}`, { disabled: true, reason: 'Sample reason' })
    await admin.call('PATCH', `/api/members/${waiting.id}`, { admitted: false })
    await leaving.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' })
    for (const by of [site, reader, admin]) {
      for (const who of [disabled, waiting, leaving]) await expectNone(who, by)
      for (const id of ids) {
        const { author } = (await by.call('GET', `/api/poems/${id}`)).body
        expect(author.page).toBe(false)
        if (author.name === 'A former member') await expectNone(author, by)
      }
    }
  })

  test('a name that guests see only on an unlisted post isn’t a link', async () => {
    Object.assign(site.services.mail, { kind: 'smtp' })
    const writer = await site.person({ unconfirmed: true })
    const poem = await buildPoem(writer)
    Object.assign(site.services.mail, { kind: 'files' })
    const { status, body } = await site.call('GET', `/api/poems/${poem.id}`)
    expect([status, body.author.page]).toEqual([200, false])
    await expectNone(writer)
    expect((await pageOf(writer, reader)).status).toBe(200)
  })
})

describe('the list of contributors', () => {
  test('is ordered by their newest entry and has pages', async () => {
    const [first, second] = [await site.person(), await site.person()]
    await buildPoem(first)
    await buildPoem(second)
    const ids = async () => (await listed(site, 1)).map(({ id }) => id)
    expect((await ids()).slice(0, 2)).toEqual([second.id, first.id])
    await buildPoem(first)
    const all = await ids()
    expect(all.slice(0, 2)).toEqual([first.id, second.id])
    expect(new Set(all).size).toBe(all.length)
    expect((await listed()).find(({ id }) => id === first.id)?.count).toBe(2)
    const wrong = await site.call('GET', `/api/people?lastKey=${encodeURIComponent(`{"value":"x","id":"${nobody}"}`)}`)
    expect(wrong.status).toBe(400)
  })

  test('follows every change for everyone who can see it, and for nobody else', async () => {
    const writer = await site.person()
    const readers = { guest: site, member: reader, keeper, writer }
    const countsOf = async () => {
      const lists = await Promise.all(Object.values(readers).map((by) => listed(by)))
      return lists.map((people) => people.find(({ id }) => id === writer.id)?.count ?? 0)
    }
    const { id } = await buildPoem(writer, { title: 'Sample poem' })
    expect(await countsOf()).toEqual([1, 1, 1, 1])
    const change = async (fields: object) => {
      expect((await keeper.call('PATCH', `/api/poems/${id}`, fields)).status).toBe(200)
      return countsOf()
    }
    expect(await change({ visibility: 'members' })).toEqual([0, 1, 1, 1])
    expect(await change({ visibility: 'keepers' })).toEqual([0, 0, 1, 1])
    await buildPoem(writer)
    expect(await countsOf()).toEqual([1, 1, 2, 2])
    await writer.call('DELETE', `/api/poems/${id}`)
    expect(await countsOf()).toEqual([1, 1, 1, 1])
  })

  test('finds members with a page behind many without one', async () => {
    const first = await site.person()
    await buildPoem(first)
    for (const person of await Promise.all(Array.from({ length: 5 }, () => site.person()))) {
      await buildPoem(person)
      await change(person, { publicPage: false })
    }
    expect((await listed(reader, 1))[0]?.id).toBe(first.id)
    const { body } = await reader.call('GET', '/api/people?limit=1&q=sample')
    expect(body.items).toHaveLength(1)
  })

  test('a member whose account is disabled leaves it immediately', async () => {
    const writer = await site.person()
    await buildPoem(writer)
    expect((await listed(reader)).map(({ id }) => id)).toContain(writer.id)
    await site.db.update(accounts).set({ disabledAt: new Date().toISOString() }).where(eq(accounts.id, writer.id))
    expect((await listed(reader)).map(({ id }) => id)).not.toContain(writer.id)
  })

  test('the entries of everyone are counted once until content changes', async () => {
    const writer = await site.person()
    await buildPoem(writer)
    await listed(reader)
    // Nothing tells the site of a change that is made in the database.
    await site.db.update(entries).set({ state: 'draft' }).where(eq(entries.authorId, writer.id))
    expect((await listed(reader)).map(({ id }) => id)).toContain(writer.id)
    await buildPoem(reader)
    expect((await listed(reader)).map(({ id }) => id)).not.toContain(writer.id)
  })
})

test('social links that aren’t https are never shown, even if the database contains them', async () => {
  const writer = await site.person()
  await buildPoem(writer)
  const socialLinks = { facebook: 'javascript:alert(1)', twitter: 'http://x.example', instagram: '' }
  await site.db.update(accounts).set({ socialLinks }).where(eq(accounts.id, writer.id))
  expect((await pageOf(writer)).body.links).toEqual([])
})
