import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { buildEvent } from '#test/build.ts'
import { testSite } from '#test/harness.ts'
import { calendarOf } from './calendar.ts'

const site = testSite()
const event = {
  id: '01a208fa-0000-7000-8000-000000000000',
  title: 'Sample; title, with "signs" \\ and 🎉',
  startDate: '2028-02-29T07:00:00.000Z',
  endDate: '2028-02-29T22:00:00.000Z',
  location: 'Sample location',
  venue: 'Sample venue; hall 2',
  address: 'Sample road 1,\nsecond line',
  description: `${'Sample description, a long one. '.repeat(20)}\nSecond line`,
  cancelledAt: null,
  updatedAt: '2027-01-01T00:00:00.000Z',
  sequence: 3,
}
const plain = { name: 'Test Heritage', baseUrl: 'https://heritage.test', contactEmail: undefined }

test.each([
  ['a public event', plain, event, 'PUBLISH', 'mailto:no-reply@heritage.test'],
  [
    'a cancelled event of a site with an email',
    { ...plain, name: 'Test “Heritage”; archive', contactEmail: 'us@heritage.test' },
    { ...event, cancelledAt: event.updatedAt },
    'CANCEL',
    'mailto:us@heritage.test',
  ],
])('the calendar file of %s is complete for another parser', (_, from, one, method, organizer) => {
  const file = calendarOf(from, one)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(file))
  expect(calendar.getFirstPropertyValue('method')).toBe(method)
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  const [vevent] = calendar.getAllSubcomponents('vevent')
  expect(vevent?.getFirstPropertyValue('organizer')).toBe(organizer)
  expect(vevent?.getFirstProperty('organizer')?.getParameter('cn')).toBe(from.name)
  // RFC 5546 requires these for both methods.
  for (const name of ['uid', 'dtstamp', 'dtstart', 'sequence', 'organizer'])
    expect(vevent?.getAllProperties(name), name).toHaveLength(1)
  const parsed = new ICAL.Event(vevent)
  const { uid, summary, location, description, sequence } = parsed
  expect({ uid, summary, location, description, sequence }).toEqual({
    uid: `${event.id}@heritage.test`,
    summary: event.title,
    location: 'Sample venue; hall 2, Sample road 1, second line, Sample location',
    description: event.description,
    sequence: 3,
  })
  expect(parsed.startDate.toJSDate().toISOString()).toBe(event.startDate)
  expect(parsed.endDate.toJSDate().toISOString()).toBe(event.endDate)
})

test.each(['download', 'email'])('the file of an event by %s can be read by another parser', async (way) => {
  const person = await site.person()
  const { id } = await buildEvent(person, { title: 'Sample title' })
  let file: string
  if (way === 'download') file = (await site.call('GET', `/events/${id}.ics`)).body
  else {
    const form = { fullName: 'Sample Guest', email: person.email, phone: '0700 000000' }
    await person.call('POST', `/api/events/${id}/registration`, form)
    const raw = (await site.mails(person.email)).at(-1)?.raw.replaceAll('\r\n', '\n') ?? ''
    const [, encoded = ''] = /Content-Type: text\/calendar[\s\S]*?\n\n([\s\S]*?)\n--/.exec(raw) ?? []
    file = Buffer.from(encoded, 'base64').toString()
  }
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const [vevent] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
  expect(vevent?.getFirstPropertyValue('summary')).toBe('Sample title')
  expect(vevent?.getFirstPropertyValue('organizer')).toBe('mailto:no-reply@site.test')
})

test('the calendar of the site has the next events that guests see in lists, soonest first', async () => {
  const [organizer, member] = [await site.person(), await site.person()]
  const build = (title: string, day: number, more = {}) => {
    const date = (hour: string) => `2029-03-0${day}T${hour}:00`
    return buildEvent(organizer, { title, startDate: date('10'), endDate: date('12'), ...more })
  }
  await build('Second sample', 2)
  await build('First sample', 1)
  await build('Sample for members', 3, { visibility: 'members' })
  await build('Sample draft', 4, { state: 'draft' })
  await build('Past sample', 1, { startDate: '2020-03-01T10:00', endDate: '2020-03-01T12:00' })
  const { id } = await build('Cancelled sample', 5)
  await organizer.call('PATCH', `/api/events/${id}`, { cancelled: true })
  for (const by of [site, member]) {
    const { status, headers, body } = await by.call('GET', '/events.ics')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const calendar = new ICAL.Component(ICAL.parse(body))
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    const titles = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).summary)
    expect(titles.filter((title) => title !== 'Sample title')).toEqual(['First sample', 'Second sample'])
  }
})
