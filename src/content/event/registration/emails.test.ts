import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { buildEvent, inHours } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const { organizer, keeper, moderator } = cast(site)
const { member } = castForEach(site)
let people = 0

const register = (id: string, person: Person, email = person.email, more: object = {}) =>
  person.call('POST', `/api/events/${id}/registration`, {
    fullName: 'Sample Guest',
    email,
    phone: '0700 000000',
    ...more,
  })
const newest = async (to: string) => (await site.mails(to)).at(-1)
const going = async (id: string) => (await organizer.call('GET', `/api/events/${id}`)).body.going
const newEmail = () => `sample.guest.${++people}@site.test`
/** Gives the member a new email and confirms it. */
async function changeEmail(person: Person, email: string) {
  const names = { firstName: 'Sample', lastName: 'Guest' }
  await person.call('PUT', '/api/auth/profile', { ...names, email, currentPassword: 'test password' })
  const token = (await newest(email))?.token
  expect((await site.call('POST', '/api/auth/verify-email', { token })).status).toBe(200)
}

describe('people who hold a place are told when the event', () => {
  type Change = [string, (path: string) => Promise<{ status: number }>, RegExp]
  const changes: Change[] = [
    ['is moved to another address', (path) => organizer.call('PATCH', path, { address: 'Sample road 7' }), /^Changed/],
    ['ends later', (path) => organizer.call('PATCH', path, { endDate: inHours(400) }), /^Changed/],
    ['goes online', (path) => organizer.call('PATCH', path, { type: 'virtual' }), /^Changed/],
    ['becomes a hybrid event', (path) => organizer.call('PATCH', path, { type: 'hybrid' }), /^Changed/],
    ['is cancelled', (path) => organizer.call('PATCH', path, { cancelled: true }), /^Cancelled/],
    ['is removed', (path) => organizer.call('DELETE', path), /^Cancelled/],
    [
      'is hidden',
      (path) => moderator.call('PATCH', path, { state: 'hidden', reason: 'Sample reason' }),
      /^Check before you go/,
    ],
    ['is made a draft', (path) => organizer.call('PATCH', path, { state: 'draft' }), /^Check before you go/],
    ['is limited to keepers', (path) => keeper.call('PATCH', path, { visibility: 'keepers' }), /^Check before you go/],
  ]
  test.each(changes)('%s', async (_, change, subject) => {
    const { id } = await buildEvent(organizer)
    const guest = newEmail()
    await register(id, member)
    await register(id, member, guest)
    expect((await change(`/api/events/${id}`)).status).toBe(200)
    for (const email of [member.email, guest]) expect((await newest(email))?.subject).toMatch(subject)
  })

  test('is published again', async () => {
    const { id } = await buildEvent(organizer, { title: 'Sample title' })
    await register(id, member)
    await organizer.call('PATCH', `/api/events/${id}`, { state: 'draft' })
    await organizer.call('PATCH', `/api/events/${id}`, { state: 'published' })
    expect((await newest(member.email))?.subject).toBe('Event page restored: Sample title')
  })
})

describe('people left out whose last title isn’t known, because they registered before titles were stored,', () => {
  test.each([
    ['en', 'Cancelled: an event that you registered for'],
    ['sw', 'Limeghairiwa: tukio ulilojiandikisha'],
  ])('are told without its title: %s', async (language, subject) => {
    await member.call('PUT', '/api/auth/preferences', { language })
    const { id } = await buildEvent(organizer, { title: 'Sample earlier title' })
    await register(id, member)
    await keeper.call('PATCH', `/api/events/${id}`, { visibility: 'keepers' })
    await organizer.call('PATCH', `/api/events/${id}`, { title: 'Sample private title' })
    await site.db.execute(sql`update event_registrations set known_title = ''`)
    await organizer.call('PATCH', `/api/events/${id}`, { cancelled: true })
    const mail = await newest(member.email)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text).not.toContain('Sample private')
  })

  test('and the migration leaves them without a title that they were never told', async () => {
    const group = (await keeper.call('POST', '/api/groups', { name: 'Sample group of guests' })).body.id
    for (const { id } of [organizer, keeper]) await keeper.call('PUT', `/api/groups/${group}/members/${id}`)
    const ids: string[] = []
    const limits = [
      [keeper, { visibility: 'keepers' }],
      [organizer, { groups: [group] }],
      [organizer, { venue: 'Sample venue' }],
    ] as const
    for (const [by, limit] of limits) {
      const { id } = await buildEvent(organizer, { title: 'Sample title' })
      for (const person of [member, organizer, keeper]) await register(id, person)
      expect((await by.call('PATCH', `/api/events/${id}`, limit)).status).toBe(200)
      ids.push(id)
    }
    await site.db.execute(sql.raw(readFileSync('migrations/0045_known-titles.sql', 'utf8')))
    const { rows } = await site.db.execute(sql`select email, known_title = '' as is_unknown from event_registrations
      where entry_id = any(${sql.param(ids)}::uuid[]) order by array_position(${sql.param(ids)}::uuid[], entry_id)`)
    expect(rows.flatMap(({ email, is_unknown }, at) => (is_unknown ? [[Math.floor(at / 3), email]] : []))).toEqual([
      [0, member.email],
      [1, member.email],
    ])
  })
})

describe('a member who changed their email', () => {
  test.each(['moved', 'cancelled'])('is told at the new one that the event is %s', async (what) => {
    const { id } = await buildEvent(organizer)
    await register(id, member)
    const email = newEmail()
    await changeEmail(member, email)
    const before = (await site.mails(member.email)).length
    const change = what === 'moved' ? { location: 'Sample other place' } : { cancelled: true }
    await organizer.call('PATCH', `/api/events/${id}`, change)
    expect((await newest(email))?.subject).toMatch(what === 'moved' ? /^Changed/ : /^Cancelled/)
    expect((await site.mails(member.email)).length).toBe(before)
  })

  test.each(['the member', 'somebody else'])(
    'holds one place, also if %s asks for one with the new email',
    async (by) => {
      const { id } = await buildEvent(organizer)
      await register(id, member)
      const email = newEmail()
      await changeEmail(member, email)
      const asking = by === 'the member' ? member : keeper
      expect((await register(id, asking, email)).body.code).toBe('already_registered')
      expect(await going(id)).toBe(1)
    },
  )

  test('keeps the better place if the new email already had one', async () => {
    const { id } = await buildEvent(organizer, { capacity: 1 })
    const email = newEmail()
    await register(id, keeper, email)
    await register(id, member, member.email, { waitlist: true })
    await changeEmail(member, email)
    expect((await member.call('GET', `/api/events/${id}`)).body.registrations).toMatchObject([
      { email, state: 'registered' },
    ])
    expect(await going(id)).toBe(1)
  })
})

describe('a place taken for somebody else', () => {
  const linkIn = (text = '') => /cancel-registration\?token=(\S+)/.exec(text)?.[1]
  const cancel = (token: string | undefined) => site.call('POST', '/api/registrations/cancel', { token })

  test.each(['registered', 'waiting'])('can be given back by that person with the link: %s', async (state) => {
    const { id } = await buildEvent(organizer, { capacity: 1, title: 'Sample title' })
    if (state === 'waiting') await register(id, keeper)
    const guest = newEmail()
    await register(id, member, guest, { waitlist: true })
    const token = linkIn((await newest(guest))?.text)
    expect((await site.call('GET', `/cancel-registration?token=${token}`)).status).toBe(200)
    expect((await member.call('GET', `/api/events/${id}`)).body.registrations).toHaveLength(1)
    expect(await cancel(token)).toMatchObject({ status: 200, body: { success: true, title: 'Sample title' } })
    expect((await member.call('GET', `/api/events/${id}`)).body.registrations).toEqual([])
    expect(await going(id)).toBe(state === 'waiting' ? 1 : 0)
    expect((await cancel(token)).body.code).toBe('bad_token')
  })

  test.each(['who took it', 'the organizer'])('can be given back by %s, and the person is told', async (by) => {
    const { id } = await buildEvent(organizer, { title: 'Sample title' })
    const guest = newEmail()
    await register(id, member, guest)
    const { items } = (await organizer.call('GET', `/api/events/${id}/registrations`)).body
    const answer =
      by === 'the organizer'
        ? await organizer.call('DELETE', `/api/registrations/${items[0].id}`)
        : await member.call('DELETE', `/api/events/${id}/registration`, { email: guest })
    expect(answer.status).toBe(200)
    expect(await going(id)).toBe(0)
    expect((await newest(guest))?.subject).toBe('Registration cancelled: Sample title')
  })

  test('goes to the next person on the waiting list', async () => {
    const { id } = await buildEvent(organizer, { capacity: 1, title: 'Sample title' })
    const guest = newEmail()
    await register(id, keeper, guest)
    await register(id, member, member.email, { waitlist: true })
    await cancel(linkIn((await newest(guest))?.text))
    expect((await newest(member.email))?.subject).toBe('You have a place: Sample title')
  })

  test('can’t be given back by others, or with an altered or earlier link', async () => {
    const { id } = await buildEvent(organizer)
    await register(id, member)
    const token = linkIn((await newest(member.email))?.text) ?? ''
    const { items } = (await organizer.call('GET', `/api/events/${id}/registrations`)).body
    expect((await keeper.call('DELETE', `/api/registrations/${items[0].id}`)).status).toBe(403)
    expect((await keeper.call('DELETE', `/api/registrations/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await site.call('DELETE', `/api/registrations/${items[0].id}`)).status).toBe(401)
    const other = crypto.randomUUID()
    for (const wrong of ['x', `${token}x`, token.replace(token.slice(0, 36), other), token.slice(0, -1)])
      expect((await cancel(wrong)).body.code, wrong).toBe('bad_token')
    await changeEmail(member, newEmail())
    expect((await cancel(token)).body.code).toBe('bad_token')
    expect(await going(id)).toBe(1)
  })
})
