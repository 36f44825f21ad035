import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts } from '#core/tables.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { buildEvent, inHours } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'
import { until } from '#test/until.ts'
import { jobs } from '../jobs.ts'
import { eventRegistrations } from '../table.ts'
import { normalizeRegistrations } from './queries.ts'

const site = testSite()
const { organizer, admin } = cast(site)
const { member } = castForEach(site)

const form = (person: Person, more: object = {}) => ({
  fullName: 'Sample Member',
  email: person.email,
  phone: '+254 700 000000',
  ...more,
})
const register = (id: string, person: Person, more: object = {}) =>
  person.call('POST', `/api/events/${id}/registration`, form(person, more))
const leave = (id: string, person: Person, more?: object) =>
  person.call('DELETE', `/api/events/${id}/registration`, more)
const read = async (id: string, person?: Person) => (await (person ?? site).call('GET', `/api/events/${id}`)).body
/** Returns the headers and the unfolded text of an email's calendar file. */
const calendarIn = (raw: string) => {
  const part = raw
    .replaceAll('\r\n', '\n')
    .split(/\n--[^\n]*/)
    .find((one) => /^Content-Type: text\/calendar/im.test(one))
  const [head = '', body = ''] = (part ?? '').trimStart().split(/\n\n/, 2)
  const text = /base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : body.replace(/=\n/g, '').replace(/=3D/g, '=')
  return { head, text: text.replaceAll('\r\n', '\n').replaceAll('\n ', '') }
}

describe('registering', () => {
  test('reserves a place and sends an email with the calendar file', async () => {
    const { id } = await buildEvent(organizer, {
      title: 'Sample event',
      startDate: '2028-02-29T22:00',
      endDate: '2028-03-01T02:00',
      venue: 'Sample venue',
    })
    const answer = await register(id, member)
    expect(answer).toMatchObject({
      status: 201,
      body: { fullName: 'Sample Member', email: member.email, state: 'registered' },
    })
    expect(Object.keys(answer.body).sort()).toEqual(['email', 'fullName', 'state'])
    expect(await read(id, member)).toMatchObject({ going: 1, registrations: [answer.body], attendees: [] })
    expect(await read(id)).toMatchObject({ going: 1, registrations: [] })

    const mails = await site.mails(member.email)
    const mail = mails.at(-1)
    expect(mail?.subject).toBe('You are registered: Sample event')
    expect(mail?.text).toContain('Hello Sample Member')
    expect(mail?.text).toContain(
      'When: Tuesday 29 February 2028, 22:00 to Wednesday 1 March 2028, 02:00 (East Africa Time)',
    )
    expect(mail?.text).toContain('Where: Sample venue, Sample location')
    expect(mail?.text).toContain(`http://site.test/events/${id}`)
    const { head, text } = calendarIn(mail?.raw ?? '')
    expect(head).toContain('method=PUBLISH')
    expect(text).toContain(`UID:${id}@site.test`)
    expect(text).toContain('DTSTART:20280229T190000Z')
  })

  test('sends the email in the member’s language, with the hours on the place’s clock and on the member’s', async () => {
    const { id } = await buildEvent(organizer, { startDate: '2028-02-29T22:00', endDate: '2028-02-29T23:00' })
    await member.call('PUT', '/api/auth/preferences', { language: 'sw', timezone: 'Europe/London' })
    await register(id, member)
    const mail = (await site.mails(member.email)).at(-1)
    expect(mail?.subject).toBe('Umejiandikisha: Sample event title')
    expect(mail?.text).toMatch(/Wakati: .*29 Februari 2028, 22:00 hadi 23:00/)
    expect(mail?.text).toMatch(/Saa za kwako: .*29 Februari 2028, 19:00 hadi 20:00/)
  })

  test('is limited to one per email and event, however the email is written; other events are separate', async () => {
    const { id } = await buildEvent(organizer)
    expect((await register(id, member)).status).toBe(201)
    const other = await site.person()
    for (const [person, email, error] of [
      [member, member.email, 'You are already registered.'],
      [other, ` ${member.email.toUpperCase()} `, 'This email is already registered for this event.'],
    ] as const)
      expect(await register(id, person, { email })).toMatchObject({
        status: 409,
        body: { error, code: 'already_registered' },
      })
    expect((await register((await buildEvent(organizer)).id, member)).status).toBe(201)
  })

  test('lets a member register a person without an account, and cancel only that registration', async () => {
    const { id } = await buildEvent(organizer)
    await register(id, member)
    await register(id, member, { fullName: 'Sample Elder', email: 'elder@site.test' })
    expect((await read(id, member)).registrations.map((one: { email: string }) => one.email)).toEqual([
      member.email,
      'elder@site.test',
    ])
    expect((await leave(id, member, { email: 'elder@site.test' })).status).toBe(200)
    expect((await read(id, member)).registrations.length).toBe(1)
    expect((await leave(id, organizer)).status).toBe(404)
    expect((await leave(id, member)).status).toBe(200)
    expect((await leave(id, member)).status).toBe(404)
    expect((await read(id)).going).toBe(0)
  })

  test('that was stored with an email in an earlier form can be found by its usual form', async () => {
    const { id } = await buildEvent(organizer)
    await register(id, member, { email: 'guest@site.test' })
    const email = 'guest@site.test.'
    await site.db.update(eventRegistrations).set({ email }).where(eq(eventRegistrations.entryId, id))
    expect((await leave(id, member, { email })).status).toBe(404)
    await normalizeRegistrations(site.db)
    expect((await register(id, member, { email })).body.code).toBe('already_registered')
    expect((await leave(id, member, { email })).status).toBe(200)
  })

  test('doesn’t let a member email many strangers through the site, even all at once', async () => {
    const { id } = await buildEvent(organizer)
    const strangers = Array.from({ length: 40 }, (_, i) => register(id, member, { email: `stranger${i}@site.test` }))
    const statuses = (await Promise.all(strangers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await register(id, member)).status).toBe(201)
  })

  test('of other people keeps nobody waiting while a name server is silent', async () => {
    const { mail } = site.services
    const { id } = await buildEvent(organizer)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let asked = 0
    mail.canReceive = () => {
      asked++
      return promise
    }
    try {
      // This is more than the database has connections.
      const waiting = Array.from({ length: 25 }, (_, i) => register(id, member, { email: `quiet${i}@site.test` }))
      await until(async () => asked === 25, 'all requests to the name server')
      const article = { title: 'Sample title', category: 'Culture', content: '<p>Sample text.</p>' }
      expect((await organizer.call('POST', '/api/articles', article)).status).toBe(201)
      expect((await register(id, organizer)).status).toBe(201)
      resolve(true)
      expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([201]))
      expect((await register(member.id, member, { email: 'quiet@site.test' })).status).toBe(404)
      expect(asked).toBe(25)
    } finally {
      mail.canReceive = undefined
    }
  })

  test.each([
    ['fullName', '  '],
    ['email', 'no address'],
    ['phone', ''],
    ['phone', 'call me'],
  ])('refuses %s %j', async (path, value) => {
    const { id } = await buildEvent(organizer)
    expect(await register(id, member, { [path]: value })).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  })

  test('is refused for past, cancelled and invisible events', async () => {
    const past = await buildEvent(organizer, { startDate: inHours(-3), endDate: inHours(-1) })
    expect(await register(past.id, member)).toMatchObject({ status: 409, body: { code: 'event_past' } })
    const ongoing = await buildEvent(organizer, { startDate: inHours(-3), endDate: inHours(1) })
    expect((await register(ongoing.id, member)).status).toBe(201)
    const cancelled = await buildEvent(organizer)
    await organizer.call('PATCH', `/api/events/${cancelled.id}`, { cancelled: true })
    expect(await register(cancelled.id, member)).toMatchObject({ status: 409, body: { code: 'event_cancelled' } })
    const draft = await buildEvent(organizer, { state: 'draft' })
    expect((await register(draft.id, member)).status).toBe(404)
    expect((await register(member.id, member)).status).toBe(404)
    const open = await buildEvent(organizer)
    expect((await site.call('POST', `/api/events/${open.id}/registration`, form(member))).status).toBe(401)
  })

  test('works at its older address too', async () => {
    const { id } = await buildEvent(organizer)
    const answer = await member.call('POST', '/content?operation=registerForEvent', { id, ...form(member) })
    expect(answer.status).toBe(201)
  })

  test('shows attendees who want to be shown, by id and photo only', async () => {
    const { id } = await buildEvent(organizer)
    await register(id, member, { showMe: true })
    await register(id, organizer)
    expect((await read(id)).attendees).toEqual([{ id: member.id, avatar: null }])
  })
})

describe('a full event', () => {
  test('refuses, or has a waiting list whose first person moves up and is told', async () => {
    const { id } = await buildEvent(organizer, { capacity: 1, title: 'Full sample' })
    const [second, third] = [await site.person(), await site.person()]
    await register(id, member)
    expect(await register(id, second)).toMatchObject({ status: 409, body: { code: 'event_full' } })
    expect(await register(id, second, { waitlist: true })).toMatchObject({ status: 202, body: { state: 'waiting' } })
    expect((await register(id, third, { waitlist: true })).status).toBe(202)
    expect((await register(id, second, { waitlist: true })).status).toBe(409)
    expect(await read(id)).toMatchObject({ going: 1, placesLeft: 0 })
    const waiting = (await site.mails(second.email)).at(-1)
    expect(waiting?.subject).toBe('You are on the waiting list: Full sample')
    expect(waiting?.raw).not.toContain('text/calendar')

    await leave(id, member)
    expect((await read(id, second)).registrations[0].state).toBe('registered')
    expect((await read(id, third)).registrations[0].state).toBe('waiting')
    const mail = (await site.mails(second.email)).at(-1)
    expect(mail?.subject).toBe('You have a place: Full sample')
    expect(calendarIn(mail?.raw ?? '').text).toContain(`UID:${id}@site.test`)
    expect((await site.mails(third.email)).some((one) => one.subject.startsWith('You have a place'))).toBe(false)

    // Leaving the waiting list frees no place.
    await leave(id, third)
    expect((await read(id)).going).toBe(1)
  })

  test('a larger capacity admits waiting people; a smaller one removes nobody', async () => {
    const { id } = await buildEvent(organizer, { capacity: 1 })
    const [second, third] = [await site.person(), await site.person()]
    await register(id, member)
    await register(id, second, { waitlist: true })
    await register(id, third, { waitlist: true })
    await organizer.call('PATCH', `/api/events/${id}`, { capacity: 2 })
    expect(await read(id)).toMatchObject({ going: 2, placesLeft: 0 })
    await organizer.call('PATCH', `/api/events/${id}`, { capacity: 1 })
    expect(await read(id)).toMatchObject({ going: 2, placesLeft: 0 })
    await organizer.call('PATCH', `/api/events/${id}`, { capacity: null })
    expect(await read(id)).toMatchObject({ going: 3, placesLeft: null })
  })

  test('gives five places to five of twenty people who register simultaneously', async () => {
    const { id } = await buildEvent(organizer, { capacity: 5 })
    const people = await Promise.all(Array.from({ length: 20 }, () => site.person()))
    const answers = await Promise.all(people.map((person) => register(id, person)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(201), count(409)]).toEqual([5, 15])
    expect((await read(id)).going).toBe(5)

    // Five leave while fifteen ask to wait: every place is taken again, none twice.
    const inside = people.filter((_, i) => answers[i]?.status === 201)
    const outside = people.filter((_, i) => answers[i]?.status === 409)
    await Promise.all([
      ...inside.map((person) => leave(id, person)),
      ...outside.map((person) => register(id, person, { waitlist: true })),
    ])
    const { going, placesLeft } = await read(id)
    expect([going, placesLeft]).toEqual([5, 0])
  })

  test('accepts one of twenty simultaneous registrations with the same email', async () => {
    const { id } = await buildEvent(organizer)
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(id, member)))
    expect(answers.filter((answer) => answer.status === 201).length).toBe(1)
    expect(answers.filter((answer) => answer.status === 409).length).toBe(19)
  })

  test('a repeated Idempotency-Key returns the first answer', async () => {
    const { id } = await buildEvent(organizer, { capacity: 1 })
    await register(id, organizer)
    const ask = () =>
      member.call('POST', `/api/events/${id}/registration`, form(member, { waitlist: true }), {
        'idempotency-key': 'sample-key',
      })
    expect([(await ask()).status, (await ask()).status]).toEqual([202, 202])
  })
})

describe('the organizer’s list', () => {
  test('is for the organizer and admins, in order of registration', async () => {
    const { id } = await buildEvent(organizer)
    await register(id, member)
    await register(id, admin)
    for (const person of [organizer, admin]) {
      const { body } = await person.call('GET', `/api/events/${id}/registrations?limit=1`)
      expect(body.items).toMatchObject([{ email: member.email, phone: '+254 700 000000', state: 'registered' }])
      const rest = await person.call('GET', `/api/events/${id}/registrations?${after(body.lastKey)}`)
      expect(rest.body).toMatchObject({ items: [{ email: admin.email }], lastKey: null })
    }
    for (const query of ['', '?format=csv']) {
      expect((await member.call('GET', `/api/events/${id}/registrations${query}`)).status).toBe(403)
      expect((await site.call('GET', `/api/events/${id}/registrations${query}`)).status).toBe(401)
    }
    expect(JSON.stringify(await read(id, member))).not.toContain(admin.email)
  })

  test('is complete as CSV, quoted where necessary, and no cell is a formula', async () => {
    const { id } = await buildEvent(organizer)
    const names = ['=1+1', '+sum', '-x', '@cmd', 'Quoted "Name", Jr', 'Ākú Sample']
    for (const [i, fullName] of names.entries())
      await register(id, member, { fullName, email: `csv${i}@site.test`, phone: '0700 000000' })
    const { status, headers, body } = await organizer.call('GET', `/api/events/${id}/registrations?format=csv`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toContain('registrations.csv')
    const lines = body.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines.length).toBe(7)
    expect(lines.slice(1).map((line: string) => line.split(',csv')[0])).toEqual([
      "'=1+1",
      "'+sum",
      "'-x",
      "'@cmd",
      '"Quoted ""Name"", Jr"',
      'Ākú Sample',
    ])
  })

  test('answers 404 for an event that the viewer can’t see', async () => {
    const { id } = await buildEvent(organizer, { state: 'draft' })
    expect((await member.call('GET', `/api/events/${id}/registrations`)).status).toBe(404)
  })
})

describe('when the event changes', () => {
  const subjects = async (person: Person) => (await site.mails(person.email)).map((mail) => mail.subject)

  test('a new time is emailed, a new description is not; the file has the same UID and a higher sequence', async () => {
    const { id } = await buildEvent(organizer, { title: 'Moved sample' })
    await register(id, member)
    await organizer.call('PATCH', `/api/events/${id}`, { description: 'Another text.', venue: null })
    expect(await subjects(member)).not.toContain('Changed: Moved sample')
    await organizer.call('PATCH', `/api/events/${id}`, { startDate: inHours(100), endDate: inHours(101) })
    const mail = (await site.mails(member.email)).at(-1)
    expect(mail?.subject).toBe('Changed: Moved sample')
    const { text } = calendarIn(mail?.raw ?? '')
    expect(text).toContain(`UID:${id}@site.test`)
    expect(text).toContain('SEQUENCE:2')
  })

  test.each(['cancelled', 'deleted'])('%s: everyone is told once', async (how) => {
    const { id } = await buildEvent(organizer, { title: 'Off sample', capacity: 1 })
    const second = await site.person()
    await register(id, member)
    await register(id, second, { waitlist: true })
    if (how === 'cancelled') await organizer.call('PATCH', `/api/events/${id}`, { cancelled: true })
    await organizer.call('DELETE', `/api/events/${id}`)
    for (const person of [member, second])
      expect((await subjects(person)).filter((subject) => subject === 'Cancelled: Off sample').length).toBe(1)
    const { head, text } = calendarIn((await site.mails(member.email)).at(-1)?.raw ?? '')
    expect(head).toContain('method=CANCEL')
    expect(text).toContain('STATUS:CANCELLED')
    expect((await site.mails(second.email)).at(-1)?.raw).not.toContain('text/calendar')
  })

  test('a deleted account frees its places', async () => {
    const { id } = await buildEvent(organizer, { capacity: 1 })
    const second = await site.person()
    await register(id, member)
    await register(id, second, { waitlist: true })
    const answer = await member.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' })
    expect(answer.status).toBe(200)
    expect((await read(id, second)).registrations[0].state).toBe('registered')
  })

  test('an organizer deletes their account and entries: everyone is told, and exports contain the registration', async () => {
    const leaving = await site.person()
    const { id } = await buildEvent(leaving, { title: 'Left sample' })
    await register(id, member)
    const exported = await member.call('GET', '/api/auth/account/export')
    expect(exported.body).toContain('registrations.json')
    expect(exported.body).toContain('Left sample')
    const answer = await leaving.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'delete' })
    expect(answer.status).toBe(200)
    expect(await subjects(member)).toContain('Cancelled: Left sample')
    expect((await member.call('GET', `/api/events/${id}`)).status).toBe(404)
  })
})

describe('the reminder', () => {
  const remind = () => jobs['event:remind']?.run(jobContextOf(site.services, new AbortController().signal), {})
  const reminders = async (person: Person) =>
    (await site.mails(person.email)).filter((mail) => mail.subject.startsWith('Coming up: ')).length
  /** Backdates the registration by this many hours. */
  const registeredAgo = (id: string, hours: number) =>
    site.db
      .update(eventRegistrations)
      .set({ createdAt: sql`now() - ${hours} * interval '1 hour'` })
      .where(eq(eventRegistrations.entryId, id))

  test('is sent once, a day before, and again if the date changes', async () => {
    const { id } = await buildEvent(organizer, { startDate: inHours(23), endDate: inHours(24) })
    await register(id, member)
    await remind()
    // The member has just registered, so the confirmation was reminder enough.
    expect(await reminders(member)).toBe(0)
    await registeredAgo(id, 48)
    await Promise.all([remind(), remind(), remind()])
    await remind()
    expect(await reminders(member)).toBe(1)
    await organizer.call('PATCH', `/api/events/${id}`, { startDate: inHours(22), endDate: inHours(24) })
    await remind()
    expect(await reminders(member)).toBe(2)
  })

  test.each([
    ['more than a day away', { startDate: inHours(26), endDate: inHours(27) }],
    ['under way', { startDate: inHours(-1), endDate: inHours(2) }],
  ])('is not sent for an event that is %s', async (_, dates) => {
    const { id } = await buildEvent(organizer, dates)
    await register(id, member)
    await registeredAgo(id, 100)
    await remind()
    expect(await reminders(member)).toBe(0)
  })

  test('is not sent for a cancelled event, or to people who are waiting or don’t want emails', async () => {
    const { id } = await buildEvent(organizer, { startDate: inHours(20), endDate: inHours(24), capacity: 1 })
    const [quiet, waiting] = [await site.person(), await site.person()]
    await register(id, quiet)
    await register(id, waiting, { waitlist: true })
    await quiet.call('PUT', '/api/auth/preferences', { emailNotifications: false })
    const off = await buildEvent(organizer, { startDate: inHours(20), endDate: inHours(24) })
    await register(off.id, member)
    await organizer.call('PATCH', `/api/events/${off.id}`, { cancelled: true })
    await registeredAgo(id, 100)
    await registeredAgo(off.id, 100)
    await remind()
    for (const person of [quiet, waiting, member]) expect(await reminders(person)).toBe(0)
    // The member turns emails on before the event.
    await site.db
      .update(accounts)
      .set({ preferences: { emailNotifications: true } })
      .where(eq(accounts.id, quiet.id))
    await remind()
    expect(await reminders(quiet)).toBe(1)
  })
})
