import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { entries, entryFacets } from '#content/entry/table.ts'
import { refold } from '#content/refold.ts'
import { accounts } from '#core/tables.ts'
import { buildArticle, buildEvent, buildHeritage, buildPoem, buildProduct, inHours } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import type { Facets } from './schema.ts'

const site = testSite()
const { member, other, keeper } = cast(site, { keeper: { roles: ['keeper', 'seller'] } })

beforeAll(async () => {
  // On a site that sends mail, posts by people who haven't confirmed their email stay out of guests' lists.
  Object.assign(site.services.mail, { kind: 'smtp' })
  await buildArticle(member, { title: 'First article', tags: ['Sample Topic', 'Second topic'] })
  await buildArticle(other, { title: 'Second article', tags: ['sample  topic'], category: 'A category of mine' })
  await buildHeritage(keeper, {
    title: 'A story',
    section: 'story',
    place: 'Sample Place',
    narrator: 'Sample Narrator',
  })
  await buildPoem(member, { title: 'A poem', poet: 'Sample Narrator' })
  await buildEvent(member, { title: 'Later', startDate: inHours(500), endDate: inHours(501), location: 'sample place' })
  await buildEvent(member, { title: 'Sooner', startDate: inHours(5), endDate: inHours(6) })
  await buildEvent(member, { title: 'Long ago', startDate: '2020-05-01T08:00:00Z', endDate: '2020-05-01T09:00:00Z' })
  await buildEvent(member, { title: 'Ended last', startDate: '2021-05-01T08:00:00Z', endDate: '2021-05-01T09:00:00Z' })
  await buildProduct(keeper, { name: 'A product' })
})

async function titles(query: string, call = site.call): Promise<string[]> {
  const { status, body } = await call('GET', `/api/explore?limit=100&${query}`)
  expect(status).toBe(200)
  return body.items.map(({ title }: { title: string }) => title)
}

async function facets(query = '', call = site.call): Promise<Facets> {
  const { status, body } = await call('GET', `/api/explore/facets?${query}`)
  expect(status).toBe(200)
  return body
}

const counts = (values: { value: string; count: number }[] = []) =>
  Object.fromEntries(values.map(({ value, count }) => [value, count]))

describe('explore.list', () => {
  test('lists every kind but products, newest first or oldest first', async () => {
    const all = await titles('')
    expect(all).not.toContain('A product')
    expect(all.slice(0, 2)).toEqual(['Ended last', 'Long ago'])
    expect(await titles('sort=oldest')).toEqual([...all].reverse())
  })

  test.each([
    ['kind=article', ['Second article', 'First article']],
    ['topic=sample topic', ['Second article', 'First article']],
    ['topic=SAMPLE TOPIC&q=second', ['Second article', 'First article']],
    ['topic=second topic', ['First article']],
    ['topic=a category of mine', ['Second article']],
    ['topic=story', ['A story']],
    ['place=Sample place', ['Later', 'A story']],
    ['place=Sample place&kind=event', ['Later']],
    ['person=sample narrator', ['A poem', 'A story']],
    ['year=2020', ['Long ago']],
    ['topic=sample topic&place=sample place', []],
    ['q=story', ['A story']],
    ['dialect=nothing like it', []],
    ['kind=event&sort=upcoming', ['Sooner', 'Later']],
    ['kind=event&sort=past', ['Ended last', 'Long ago']],
    ['kind=event&sort=start', ['Later', 'Sooner', 'Ended last', 'Long ago']],
  ])('filters by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  test('filters by author, given their account id', async () => {
    expect(await titles(`person=${other.id}`)).toEqual(['Second article'])
  })

  test.each([
    'sort=newest',
    'sort=oldest',
    'sort=upcoming&kind=event',
    'sort=past&kind=event',
    'sort=start&kind=event',
  ])('pages by key without gaps: %s', async (query) => {
    const all = await titles(query)
    const tiles = await everyPage(site, `/api/explore?limit=1&${query}`)
    expect(tiles.map(({ title }) => title)).toEqual(all)
  })

  test('returns what a tile shows', async () => {
    const { body } = await site.call('GET', '/api/explore?q=story')
    expect(body.items[0]).toMatchObject({
      ...{ kind: 'story', type: 'heritage', place: 'Sample Place', credit: 'Sample Narrator', cover: null },
      ...{ startDate: null, cancelled: false },
    })
  })

  test('refuses a kind that is not listed', async () => {
    for (const kind of ['product', 'suggestion', 'toString'])
      expect((await site.call('GET', `/api/explore?kind=${kind}`)).status).toBe(400)
  })

  test('finds nothing for hostile values, and does not fail', async () => {
    for (const value of ["' or true --", '%', '{}', ':', 'topic:story', '\\', '<script>', '🌍'.repeat(50)])
      expect(await titles(`topic=${encodeURIComponent(value)}&person=${encodeURIComponent(value)}`)).toEqual([])
  })
})

describe('explore.facets', () => {
  test('counts kinds, people and values, and merges different spellings', async () => {
    const { total, more, people, kinds, values } = await facets()
    expect({ total, more, people }).toEqual({ total: 8, more: false, people: 3 })
    expect(counts(kinds)).toEqual({ article: 2, heritage: 1, poem: 1, event: 4 })
    expect(counts(values.topic)).toMatchObject({ sampletopic: 2, secondtopic: 1, culture: 1, story: 1 })
    expect(counts(values.place)).toMatchObject({ sampleplace: 2 })
    expect(counts(values.person)).toMatchObject({ [member.id]: 6, [other.id]: 1, samplenarrator: 2 })
    expect(counts(values.year)).toMatchObject({ 2020: 1, 2021: 1 })
  })

  test('each count is the number of entries that its filter leaves', async () => {
    for (const narrowed of ['', 'topic=sample topic', 'kind=event', `person=${member.id}`]) {
      const { kinds, values } = await facets(narrowed)
      for (const [facet, counts] of Object.entries(values))
        for (const { value, count } of counts)
          if (!narrowed.includes(`${facet}=`))
            expect(await titles(`${narrowed}&${facet}=${encodeURIComponent(value)}`)).toHaveLength(count)
      for (const { value, count } of kinds)
        expect(await titles(`${narrowed.replace('kind=event', '')}&kind=${value}`)).toHaveLength(count)
    }
  })

  test('counts kinds as if none were chosen', async () => {
    const { total, kinds } = await facets('kind=article')
    expect(total).toBe(2)
    expect(counts(kinds)).toMatchObject({ event: 4 })
  })
})

describe('facets follow their entries', () => {
  test('when the tags or the state change, and when the entry is deleted', async () => {
    const { id, updatedAt } = await buildArticle(member, { title: 'Changing', tags: ['Before'] })
    expect(await titles('topic=before')).toEqual(['Changing'])
    const change = async (fields: object, at: string) =>
      (await member.call('PATCH', `/api/articles/${id}`, fields, { 'if-match': `"${at}"` })).body
    const changed = await change({ tags: ['After'] }, updatedAt)
    expect([await titles('topic=before'), await titles('topic=after')]).toEqual([[], ['Changing']])
    await change({ state: 'draft' }, changed.updatedAt)
    expect(await titles('topic=after')).toEqual([])
    expect(counts((await facets()).values.topic)).not.toHaveProperty('after')
    await member.call('DELETE', `/api/articles/${id}`)
    expect(await titles('topic=after')).toEqual([])
  })
})

describe('entries that not everyone may see', () => {
  test('are listed and counted, and their values shown, only for people who may see them', async () => {
    const hidden = { tags: ['Hidden topic'] }
    const { body: group } = await keeper.call('POST', '/api/groups', { name: 'Sample group' })
    await keeper.call('PUT', `/api/groups/${group.id}/members/${other.id}`)
    await buildArticle(member, { title: 'For members', ...hidden, visibility: 'members' })
    await buildArticle(member, { title: 'A draft', ...hidden, state: 'draft' })
    await buildHeritage(keeper, { title: 'For keepers', visibility: 'keepers', place: 'Hidden place' })
    await buildHeritage(keeper, { title: 'For the group', groups: [group.id], narrator: 'Hidden narrator' })
    const newcomer = await site.person({ unconfirmed: true })
    await buildArticle(newcomer, { title: 'Unlisted', tags: ['Hidden topic too'] })
    const seen = async (call: Person['call']) => {
      const { values, total } = await facets('', call)
      const text = JSON.stringify(values).toLowerCase()
      const named = ['hidden topic"', 'hidden topic too', 'hidden place', 'hidden narrator', newcomer.id]
      return { total, named: named.filter((one) => text.includes(one)) }
    }
    expect(await seen(site.call)).toEqual({ total: 8, named: [] })
    const stranger = await site.person()
    const forMembers = ['hidden topic"', 'hidden topic too', newcomer.id]
    expect(await seen(stranger.call)).toEqual({ total: 10, named: forMembers })
    expect(await seen(other.call)).toEqual({
      total: 11,
      named: [...forMembers.slice(0, 2), 'hidden narrator', newcomer.id],
    })
    expect(await titles('person=hidden narrator', stranger.call)).toEqual([])
    expect(await titles('person=hidden narrator', other.call)).toEqual(['For the group'])
    expect(await titles('place=hidden place', keeper.call)).toEqual(['For keepers'])
    expect(await titles(`person=${newcomer.id}`)).toEqual([])
  })
})

describe('explore.around', () => {
  const around = async (id: string, call = site.call) => (await call('GET', `/api/entries/${id}/around`)).body
  const titlesOf = (rows: { title: string }[]) => rows.map(({ title }) => title)

  test('returns similar entries, with the most similar first, and the neighbours of the same type', async () => {
    const shared = { place: 'Sample Place of around', narrator: 'Narrator of around', section: 'story' }
    const one = await buildHeritage(keeper, { ...shared, title: 'Around one' })
    await buildHeritage(keeper, { ...shared, narrator: 'Somebody else', title: 'Around place' })
    await buildHeritage(keeper, { ...shared, title: 'Around both' })
    const last = await buildHeritage(keeper, { title: 'Around nothing', place: 'Another place', section: 'story' })
    const { similar, previous, next } = await around(one.id)
    expect(titlesOf(similar).slice(0, 2)).toEqual(['Around both', 'Around place'])
    expect(new Set(titlesOf(similar)).size).toBe(similar.length)
    expect([previous.title, next.title]).toEqual(['A story', 'Around place'])
    expect((await around(last.id)).next).toBeNull()
  })

  test('doesn’t reveal entries that the viewer may not see', async () => {
    const topic = 'Topic of around'
    const open = await buildArticle(member, { title: 'Around open', tags: [topic] })
    const limited = await buildArticle(member, { title: 'Around limited', tags: [topic], visibility: 'members' })
    expect(titlesOf((await around(open.id)).similar)).not.toContain('Around limited')
    expect((await around(open.id)).next).toBeNull()
    expect(titlesOf((await around(open.id, other.call)).similar)[0]).toBe('Around limited')
    expect((await around(open.id, other.call)).next.title).toBe('Around limited')
    expect(await around(limited.id)).toEqual({ similar: [], previous: null, next: null, author: null })
  })

  test('returns the author if they have a page, and the number of their entries that the reader may see', async () => {
    const writer = await site.person({ name: 'Author of around' })
    const open = await buildArticle(writer, { title: 'By the author of around' })
    await buildArticle(writer, { title: 'By the author for members', visibility: 'members' })
    await site.db.update(accounts).set({ bio: 'Sample bio' }).where(eq(accounts.id, writer.id))
    const author = { id: writer.id, name: 'Author of around', avatar: null, page: true, bio: 'Sample bio', entries: 1 }
    expect((await around(open.id)).author).toEqual(author)
    expect((await around(open.id, other.call)).author).toEqual({ ...author, entries: 2 })
    await site.db.update(accounts).set({ publicPage: false }).where(eq(accounts.id, writer.id))
    expect((await around(open.id, other.call)).author).toBeNull()
  })

  test('returns products of the same maker or section that are in stock', async () => {
    const maker = 'Maker of around'
    const one = await buildProduct(keeper, { name: 'Product around', section: 'books', maker })
    await buildProduct(keeper, { name: 'Same maker', section: 'food', maker })
    await buildProduct(keeper, { name: 'Same section', section: 'books' })
    await buildProduct(keeper, { name: 'Sold out', section: 'books', maker, stock: 0 })
    await buildProduct(keeper, { name: 'For members', section: 'books', maker, visibility: 'members' })
    expect(titlesOf((await around(one.id)).similar)).toEqual(['Same maker', 'Same section'])
    expect(titlesOf((await around(one.id, other.call)).similar)[0]).toBe('For members')
    const { status, body } = await site.call('GET', `/shop/${one.id}`)
    expect([status, body.includes('More like this'), body.includes('Same section')]).toEqual([200, true, true])
  })

  test('leaves out products', async () => {
    const event = await buildEvent(member, { title: 'Around event', tags: ['Sample Topic'] })
    await buildProduct(keeper, { name: 'Around product' })
    const { similar } = await around(event.id)
    expect(similar.length).toBeGreaterThan(0)
    expect(titlesOf(similar)).not.toContain('Around product')
  })

  test('returns the events before and after one in the order of their start, and none that the reader may not see', async () => {
    const at = (day: number) => ({ startDate: `2101-01-0${day}T08:00:00Z`, endDate: `2101-01-0${day}T09:00:00Z` })
    const last = await buildEvent(member, { title: 'Around third', ...at(4) })
    const first = await buildEvent(member, { title: 'Around first', ...at(1) })
    const middle = await buildEvent(member, { title: 'Around second', ...at(2) })
    await buildEvent(member, { title: 'Around for members', ...at(3), visibility: 'members' })
    const titlesAround = async (id: string, call = site.call) => {
      const { previous, next } = await around(id, call)
      return [previous?.title, next?.title]
    }
    expect(await titlesAround(middle.id)).toEqual(['Around first', 'Around third'])
    expect(await titlesAround(middle.id, other.call)).toEqual(['Around first', 'Around for members'])
    expect((await titlesAround(first.id))[1]).toBe('Around second')
    expect(await titlesAround(last.id)).toEqual(['Around second', undefined])
    const { body } = await site.call('GET', `/events/${middle.id}`)
    expect(body).toMatch(/Previous[\s\S]*Around first[\s\S]*Next[\s\S]*Around third/)
  })
})

test('counts are stored for a minute at most, because a replica can be behind when content changes', async () => {
  const total = async () => (await facets('', other.call)).total
  const before = await total()
  // Nothing tells this instance of a change that is made in the database.
  await site.db.update(entries).set({ state: 'draft' }).where(eq(entries.title, 'A poem'))
  expect(await total()).toBe(before)
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  onTestFinished(() => clock.mockRestore())
  expect(await total()).toBe(before - 1)
})

describe('topics that are the same', () => {
  test('are one, however they are written, and have the name that most entries give them', async () => {
    const tags = ["Sample nga'o", 'sample nga’o', 'Sample ngaʼo', 'sample nga’o', 'SAMPLE-NGA‘O']
    for (const tag of tags) await buildArticle(member, { title: 'Sample of a topic', tags: [tag] })
    for (const topic of tags) expect(await titles(`topic=${encodeURIComponent(topic)}`)).toHaveLength(tags.length)
    const { values } = await facets('q=of a topic')
    expect(values.topic).toContainEqual({ value: "samplenga'o", label: 'sample nga’o', count: tags.length })
  })

  test('are one also if an earlier release stored them', async () => {
    const { id } = await buildArticle(member, { title: 'Sample of before', tags: ['Before-Hand'] })
    await site.db.update(entryFacets).set({ facet: 'topic:before-hand' }).where(eq(entryFacets.label, 'Before-Hand'))
    await site.db.update(entries).set({ folding: 2 }).where(eq(entries.id, id))
    await refold(site.db)
    expect(await titles('topic=before hand')).toEqual(['Sample of before'])
  })
})
