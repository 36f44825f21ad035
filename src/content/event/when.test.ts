import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { buildEvent } from '#test/build.ts'
import { testSite } from '#test/harness.ts'
import { EventDetails } from './details.tsx'
import { whenFor } from './when.ts'

const site = testSite()
const event = { startDate: '2027-07-14T18:30:00.000Z', endDate: '2027-07-14T21:30:00.000Z' }
const place = {
  from: 'Wednesday 14 July 2027, 21:30',
  to: 'Thursday 15 July 2027, 00:30',
  zone: 'East Africa Time',
}
const zones = [
  ['Asia/Kolkata', 'Thursday 15 July 2027, 00:00', '03:00', 'India Standard Time'],
  ['America/New_York', 'Wednesday 14 July 2027, 14:30', '17:30', 'Eastern Daylight Time'],
] as const

test.each(zones)(
  'the hours are the place’s, and a reader in %s sees theirs beside them',
  (timeZone, from, to, zone) => {
    expect(whenFor(event, { timeZone })).toEqual({ place, reader: { from, to, zone } })
  },
)

test.each([undefined, 'Africa/Nairobi', 'Africa/Addis_Ababa', 'Asia/Riyadh'])(
  'a reader whose clock shows the same (%s) sees one time',
  (timeZone) => expect(whenFor(event, timeZone ? { timeZone } : {})).toEqual({ place }),
)

test.each(zones)('the details name the clock of every time for a reader in %s', async (timeZone, from, to, zone) => {
  const person = await site.person()
  const stored = await buildEvent(person, { ...event, schedule: [{ time: '22:15', title: 'Sample item' }] })
  const details = createElement(EventDetails, { event: stored, setting: { timeZone } })
  const page = createElement(
    MemoryRouter,
    null,
    createElement(QueryClientProvider, { client: new QueryClient() }, details),
  )
  const shown = renderToStaticMarkup(page).replace(/<[^>]+>/g, '\n')
  expect(shown).toMatch(
    new RegExp(`${place.from} to ${place.to}\\s+${place.zone}\\s+Your time: ${from} to ${to}, ${zone}`),
  )
  expect(shown).toContain('22:15')
})

test.each(zones)('emails have both clocks for a reader in %s', async (timezone, from, to, zone) => {
  const person = await site.person()
  const { id } = await buildEvent(await site.person(), event)
  await person.call('PUT', '/api/auth/preferences', { timezone })
  const form = { fullName: 'Sample Guest', email: person.email, phone: '0700 000000' }
  await person.call('POST', `/api/events/${id}/registration`, form)
  const text = (await site.mails(person.email)).at(-1)?.text ?? ''
  expect(text).toContain(`When: ${place.from} to ${place.to} (${place.zone})`)
  expect(text).toContain(`Your time: ${from} to ${to} (${zone})`)
})

test('the home page names the clock of its events', async () => {
  await buildEvent(await site.person(), event)
  expect((await site.call('GET', '/')).body).toContain('Times are in East Africa Time.')
})

test('the list of events names their clock once, and each tile says the time', async () => {
  const person = await site.person()
  const titles = ['Sample gathering', 'Sample meeting']
  for (const title of titles) await buildEvent(person, { ...event, title, visibility: 'public', venue: 'Sample venue' })
  const { body } = await site.call('GET', '/events')
  expect(body.match(/Times are in East Africa Time\./g)).toHaveLength(1)
  for (const title of titles)
    expect(body.replace(/<[^>]+>/g, '\n')).toMatch(new RegExp(`${title}\\s+Sample venue, 21:30\\n`))
})
