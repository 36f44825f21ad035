import { describe, expect, test } from 'vitest'
import { buildArticle, buildEvent, inHours } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { after, everyPage } from '#test/pages.ts'
import { pixel } from '#test/samples.ts'

const site = testSite()
const { organizer, other } = cast(site)

const complete = {
  title: 'Sample event',
  type: 'hybrid',
  category: 'educational',
  location: 'Sample location',
  startDate: '2028-02-29T10:00',
  endDate: '2028-02-29T16:00:00',
  description: 'Sample description.',
}

function refused(answer: { status: number; body: any }, path: string) {
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
}

describe('announcing', () => {
  test('returns every field; times without an offset are in Nairobi; leap days work', async () => {
    const { status, body } = await organizer.call('POST', '/api/events', {
      ...complete,
      venue: ' Sample venue ',
      address: '',
      mapUrl: 'https://map.example.org/?q=1,2',
      capacity: 60,
      schedule: [{ time: '10:30', title: 'Welcome' }],
      tags: [' one ', 'one', 'One', '', 'a, b', 'A, B', '🎉'],
      coverImage: pixel,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'hybrid',
      category: 'educational',
      startDate: '2028-02-29T07:00:00.000Z',
      endDate: '2028-02-29T13:00:00.000Z',
      status: 'upcoming',
      cancelledAt: null,
      venue: 'Sample venue',
      address: null,
      mapUrl: 'https://map.example.org/?q=1,2',
      schedule: [{ time: '10:30', title: 'Welcome', description: '' }],
      tags: ['one', 'a, b', '🎉'],
      capacity: 60,
      going: 0,
      placesLeft: 60,
      attendees: [],
      registrations: [],
      visibility: 'members',
      organizer: { id: organizer.id, name: 'Sample Organizer', avatar: null },
      author: { id: organizer.id },
    })
    expect(body.coverImage).toMatch(/^\/files\//)
    expect(body.image).toBe(body.coverImage)
    expect((await organizer.call('GET', `/content?operation=getEventById&id=${body.id}`)).body).toEqual(body)
  })

  test('an offset is exact to the minute, and an event may cross midnight', async () => {
    const body = await buildEvent(organizer, {
      startDate: '2027-12-31T22:00:00+05:30',
      endDate: '2028-01-01T02:00+05:30',
    })
    expect(body).toMatchObject({ startDate: '2027-12-31T16:30:00.000Z', endDate: '2027-12-31T20:30:00.000Z' })
  })

  test('refuses an end before the start, also in changes, and names the end as the invalid field', async () => {
    refused(await organizer.call('POST', '/api/events', { ...complete, endDate: '2028-02-29T09:59' }), 'endDate')
    const { id } = await buildEvent(organizer, { startDate: '2028-03-01T10:00', endDate: '2028-03-01T12:00' })
    refused(await organizer.call('PATCH', `/api/events/${id}`, { endDate: '2028-03-01T09:00' }), 'endDate')
    refused(await organizer.call('PATCH', `/api/events/${id}`, { startDate: '2028-03-01T13:00' }), 'endDate')
    const moved = await organizer.call('PATCH', `/api/events/${id}`, { startDate: '2028-03-01T12:00' })
    expect(moved).toMatchObject({ status: 200, body: { startDate: '2028-03-01T09:00:00.000Z' } })
  })

  test.each([
    ['title', '   '],
    ['title', 'x'.repeat(201)],
    ['description', '  \n '],
    ['location', ''],
    ['type', 'elsewhere'],
    ['category', 'Cultural'],
    ['startDate', '2027-02-29T10:00'],
    ['startDate', '2028-02-30T10:00'],
    ['startDate', '2028-02-29'],
    ['startDate', '2028-02-29T24:30'],
    ['startDate', '0000-01-01T10:00'],
    ['endDate', '9999-12-31T10:00'],
    ['endDate', ''],
    ['startDate', 1_800_000_000_000],
    ['mapUrl', 'javascript:alert(1)'],
    ['mapUrl', 'http://map.example.org'],
    ['mapUrl', 'https://name:secret@map.example.org'],
    ['capacity', 0],
    ['capacity', -1],
    ['capacity', 1e9],
    ['capacity', 1.5],
    ['capacity', '5'],
    ['tags', Array.from({ length: 1000 }, (_, i) => `tag ${i}`)],
    ['schedule.0.time', [{ time: '25:00', title: 'x' }]],
    ['coverImage', 'https://elsewhere.example/x.png'],
    ['visibility', 'keepers'],
  ])('refuses %s %j', async (path, value) => {
    refused(await organizer.call('POST', '/api/events', { ...complete, [path.split('.')[0] as string]: value }), path)
  })

  test.each(['title', 'type', 'category', 'location', 'startDate', 'endDate', 'description'])(
    'requires %s',
    async (path) => {
      refused(await organizer.call('POST', '/api/events', { ...complete, [path]: undefined }), path)
    },
  )

  test('HTML and scripts in text fields are returned as text', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const event = await buildEvent(organizer, {
      title: script,
      location: script,
      venue: script,
      address: script,
      description: script,
      tags: ['<b>tag</b>'],
      schedule: [{ time: '09:00', title: script, description: script }],
    })
    expect(event).toMatchObject({ title: script, location: script, description: script, tags: ['<b>tag</b>'] })
  })
})

describe('status', () => {
  test.each([
    ['past', -3, -2],
    ['ongoing', -1, 1],
    ['upcoming', 1, 2],
  ])('is %s from %i to %i hours from now', async (status, from, to) => {
    const { id } = await buildEvent(organizer, { startDate: inHours(from), endDate: inHours(to) })
    expect((await site.call('GET', `/api/events/${id}`)).body.status).toBe(status)
  })

  test('its page offers a member the form with their own values, then an empty one for others, and none once it is over', async () => {
    const { id } = await buildEvent(organizer)
    const visitor = await site.person()
    const form = async () => {
      const { body } = await site.call('GET', `/events/${id}`, undefined, { cookie: `session=${visitor.token}` })
      const [, form] = body.split(`data-send="POST /api/events/${id}/registration"`)
      return form?.split('</form>')[0].includes(visitor.email) ? 'own' : form && 'empty'
    }
    expect(await form()).toBe('own')
    const values = { fullName: 'Sample Visitor', email: visitor.email, phone: '0700000000' }
    expect((await visitor.call('POST', `/api/events/${id}/registration`, values)).status).toBe(201)
    expect(await form()).toBe('empty')
    await organizer.call('PATCH', `/api/events/${id}`, { cancelled: true })
    expect(await form()).toBeUndefined()
  })

  test('once it is past, the page leads to related entries, if there are any, instead of the registration', async () => {
    const past = { startDate: inHours(-3), endDate: inHours(-2) }
    const article = await buildArticle(organizer, { title: 'Sample report' })
    const actionsOf = async (times: Record<string, string>, linked: boolean) => {
      const { id } = await buildEvent(organizer, times)
      const link = { to: article.id, relation: 'references' }
      if (linked) expect((await organizer.call('POST', `/api/entries/${id}/links`, link)).status).toBe(201)
      const { body } = await site.call('GET', `/events/${id}`)
      return ['%3Fregister', 'href="#related"', 'id="related"'].map((part) => body.includes(part))
    }
    expect(await actionsOf(past, true)).toEqual([false, true, true])
    expect(await actionsOf(past, false)).toEqual([false, false, false])
    expect(await actionsOf({}, true)).toEqual([true, false, true])
  })

  test('a cancelled event shows when it was cancelled, and stays cancelled', async () => {
    const { id } = await buildEvent(organizer)
    const { body } = await organizer.call('PATCH', `/api/events/${id}`, { cancelled: true })
    expect(body).toMatchObject({ status: 'upcoming', cancelledAt: expect.stringMatching(/Z$/) })
    const again = await organizer.call('PATCH', `/api/events/${id}`, { cancelled: true })
    expect(again.body.cancelledAt).toBe(body.cancelledAt)
    refused(await organizer.call('PATCH', `/api/events/${id}`, { cancelled: false }), 'cancelled')
  })
})

describe('lists', () => {
  const listAll = (path: string, by: Pick<Person, 'call'> = site) => everyPage(by, `${path}&limit=2`)

  test('show the latest start first, upcoming events soonest first, and neither skip nor repeat equal starts', async () => {
    const start = inHours(900)
    const titles = ['a', 'b', 'c', 'd', 'e']
    for (const title of titles)
      await buildEvent(organizer, { title: `Listedword ${title}`, startDate: start, endDate: inHours(901) })
    await buildEvent(organizer, { title: 'Listedword late', startDate: inHours(950), endDate: inHours(951) })
    await buildEvent(organizer, { title: 'Listedword past', startDate: inHours(-50), endDate: inHours(-49) })
    const cancelled = await buildEvent(organizer, {
      title: 'Listedword off',
      startDate: inHours(800),
      endDate: inHours(801),
    })
    await organizer.call('PATCH', `/api/events/${cancelled.id}`, { cancelled: true })

    const all = await listAll('/api/events?q=listedword')
    const starts = all.map((event) => event.startDate)
    expect(all.length).toBe(8)
    expect(new Set(all.map((event) => event.id)).size).toBe(8)
    expect(starts).toEqual([...starts].sort().reverse())
    expect(all[0].title).toBe('Listedword late')

    const upcoming = (await listAll('/api/events/upcoming?')).filter((event) => event.title.startsWith('Listedword'))
    expect(upcoming.map((event) => event.title.slice(11)).slice(-1)).toEqual(['late'])
    expect(upcoming.length).toBe(6)
    const soonest = upcoming.map((event) => event.startDate)
    expect(soonest).toEqual([...soonest].sort())
    const titlesOf = async (when: string) =>
      (await listAll(`/api/events?q=listedword&when=${when}`)).map((event) => event.title.slice(11))
    const coming = await titlesOf('coming')
    expect([coming[0], coming.slice(1, -1).sort(), coming.at(-1)]).toEqual(['off', titles, 'late'])
    expect(await titlesOf('past')).toEqual(['past'])
    expect((await titlesOf('')).length).toBe(8)
    refused(await site.call('GET', '/api/events?when=soon'), 'when')
    const legacy = await site.call('GET', '/content?operation=getUpcomingEvents&limit=1')
    expect(legacy.body.data).toEqual(legacy.body.items)
    expect(legacy.body.lastEvaluatedKey).toEqual(legacy.body.lastKey)
  })

  test('a key of another list is refused', async () => {
    refused(await site.call('GET', `/api/events?${after({ value: 5, id: organizer.id })}`), 'lastKey')
  })

  test('from and to are complete days in Nairobi; an event across midnight is listed on both', async () => {
    await buildEvent(organizer, {
      title: 'Dayword night',
      startDate: '2030-05-10T22:00',
      endDate: '2030-05-11T02:00',
    })
    const countEvents = async (query: string) => (await listAll(`/api/events?q=dayword&${query}`)).length
    expect(await countEvents('from=2030-05-10&to=2030-05-10')).toBe(1)
    expect(await countEvents('from=2030-05-11&to=2030-05-11')).toBe(1)
    expect(await countEvents('from=2030-05-12')).toBe(0)
    expect(await countEvents('to=2030-05-09')).toBe(0)
    expect(await countEvents('from=2030-05-11T02:00')).toBe(0)
    expect(await countEvents('from=2030-05-11T01:59')).toBe(1)
    // 22:00 in Nairobi is 19:00 UTC.
    expect(await countEvents('to=2030-05-10T18:59:59Z')).toBe(0)
    expect(await countEvents('to=2030-05-10T19:00:00Z')).toBe(1)
    expect(await countEvents('from=&to=')).toBe(1)
    refused(await site.call('GET', '/api/events?from=soon'), 'from')
    refused(await site.call('GET', '/api/events?to=2027-02-29'), 'to')
  })

  test('can be searched by title, description, place and tag', async () => {
    await buildEvent(organizer, {
      title: 'Zebratitle',
      description: 'zebradescription',
      tags: ['zebratag'],
      venue: 'zebravenue',
    })
    for (const word of ['zebratit', 'zebradesc', 'zebratag', 'ZEBRATAG', 'zebravenue'])
      expect((await site.call('GET', `/api/events?q=${word}`)).body.items.length, word).toBe(1)
  })
})

describe('access', () => {
  test('events that the viewer may not see answer 404, and so do their calendar files', async () => {
    const { id } = await buildEvent(organizer, { visibility: 'members', title: 'Membersword' })
    const draft = await buildEvent(organizer, { state: 'draft' })
    for (const path of [`/api/events/${id}`, `/events/${id}.ics`, `/api/events/${draft.id}`])
      expect((await site.call('GET', path)).status, path).toBe(404)
    expect((await other.call('GET', `/api/events/${draft.id}`)).status).toBe(404)
    expect((await other.call('GET', `/api/events/${id}`)).status).toBe(200)
    expect((await site.call('GET', '/api/events?q=membersword')).body.items).toEqual([])
    expect((await other.call('GET', '/api/events?q=membersword')).body.items.length).toBe(1)
  })

  test('a cover can be removed and belongs to its event only', async () => {
    const { id, coverImage } = await buildEvent(organizer, { coverImage: pixel })
    refused(await organizer.call('POST', '/api/events', { ...complete, coverImage }), 'coverImage')
    const updated = await organizer.call('PATCH', `/api/events/${id}`, { coverImage })
    expect(updated.body.coverImage).toBe(coverImage)
    const cleared = await organizer.call('PATCH', `/api/events/${id}`, { coverImage: null })
    expect(cleared.body).toMatchObject({ coverImage: null, image: null, cover: null })
  })
})

test('the calendar file has one UID, a growing sequence, UTC times, and marks cancellations', async () => {
  const { id } = await buildEvent(organizer, {
    title: 'Sample; title, with signs\\',
    venue: 'Sample venue',
    startDate: '2028-02-29T10:00',
    endDate: '2028-03-01T01:00',
  })
  const read = async () => (await site.call('GET', `/events/${id}.ics`)).body.replaceAll('\r\n ', '')
  const first = await read()
  expect(first).toContain(`UID:${id}@site.test`)
  expect(first).toContain('SEQUENCE:0')
  expect(first).toContain('DTSTART:20280229T070000Z')
  expect(first).toContain('DTEND:20280229T220000Z')
  expect(first).toContain('SUMMARY:Sample\\; title\\, with signs\\\\')
  expect(first).toContain('LOCATION:Sample venue\\, Sample location')
  expect(first).toContain(`http://site.test/events/${id}`)
  await organizer.call('PATCH', `/api/events/${id}`, { cancelled: true })
  const struck = await read()
  expect(struck).toContain(`UID:${id}@site.test`)
  expect(struck).toContain('SEQUENCE:1')
  expect(struck).toContain('STATUS:CANCELLED')
  expect((await site.call('GET', '/events/nothing.ics')).status).toBe(404)
})
