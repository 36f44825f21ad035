import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { long } from './long.ts'
import {
  announce,
  expect,
  holdBack,
  linkInMail,
  logIn,
  ofSite,
  register,
  scriptIsThere,
  send,
  signOut,
  test,
} from './site.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
/** Returns a date as typed into the field: "11/28/2026 10:00". */
const dateText = (days: number, time: string) => {
  const [year, month, date] = new Date(Date.now() + days * day).toISOString().slice(0, 10).split('-')
  return `${month}/${date}/${year} ${time}`
}

async function fill(page: Page, label: string, value: string) {
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(value)
}

test('an organizer announces an event by keyboard, downloads the registrations, and cancels the event', async ({
  page,
  complaints,
  browser,
}) => {
  const organizer = await register(page, { name: 'Sample Organizer' })
  await page.getByRole('button', { name: 'Add event' }).focus()
  await page.keyboard.press('Enter')
  const composer = page.getByRole('dialog', { name: 'Create a post' })
  await expect(composer.getByRole('tab', { name: 'Event' })).toHaveAttribute('aria-selected', 'true')

  // Missing fields are marked, and nothing is lost.
  await composer.getByRole('button', { name: 'Publish' }).focus()
  await page.keyboard.press('Enter')
  await expect(composer.getByRole('alert')).toContainText('Please check your input')
  await expect(composer.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Journey event')
  await fill(page, 'Location', 'Sample location')
  await fill(page, 'Start', dateText(10, '10:00'))
  await fill(page, 'End', dateText(10, '09:00'))
  await fill(page, 'Description', 'Sample description.')
  await composer.getByLabel('Tags').focus()
  await page.keyboard.type('sample tag')
  await page.keyboard.press('Enter')
  await composer.getByRole('button', { name: 'Publish' }).focus()
  await page.keyboard.press('Enter')
  await expect(composer.getByText('The end can’t be before the start.')).toBeVisible()

  // The draft survives closing and reloading. The first Escape closes the field's calendar.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(composer).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Add event' }).click()
  await expect(composer.getByLabel('Title')).toHaveValue('Journey event')
  await composer.getByLabel('End', { exact: true }).fill(dateText(10, '16:00'))
  await page.keyboard.press('Tab')
  await composer.getByRole('button', { name: 'Publish' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Event published.')).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Journey event' })).toContainText('10:00 to 16:00')
  await signOut(page)

  await register(page, { name: 'Sample Guest', at: '/dashboard/events?q=journey' })
  const card = page.getByRole('article').filter({ hasText: 'Journey event' })
  await card.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('dialog', { name: 'Journey event' })
  await expect(details.getByText('East Africa Time')).toBeVisible()
  await details.getByRole('button', { name: 'Register' }).click()
  const form = page.getByRole('dialog', { name: 'Register' })
  await expect(form.getByLabel('Full Name')).toHaveValue('Sample Guest')
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(form.getByText('This field is required.')).toBeVisible()
  await form.getByLabel('Phone Number').fill('0700 000000')
  await form.getByRole('button', { name: 'Register' }).click()
  const success = page.getByRole('dialog', { name: 'Registration Successful!' })
  await expect(success).toContainText('We’ve sent the details to')
  await success.getByRole('button', { name: 'Close' }).last().click()
  await expect(card).toContainText('You are registered')
  await expect(card.getByRole('button', { name: 'Register' })).toHaveCount(0)
  await signOut(page)

  await logIn(page, organizer, '/dashboard/events?q=journey')
  await page.getByRole('link', { name: 'Journey event' }).click()
  await expect(page.getByRole('cell', { name: 'Sample Guest' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('registrations.csv')
  expect(readFileSync(await file.path(), 'utf8')).toContain('Sample Guest,')

  // Guests can open neither the page nor the calendar file of an event for members.
  const guest = await browser.newPage()
  const address = page.url().split('/').at(-1)
  expect((await guest.goto(`/events/${address}`))?.status()).toBe(404)
  expect((await guest.request.get(`/events/${address}.ics`)).status()).toBe(404)
  // The member's cookie opens the file.
  const calendar = await page.request.get(`/events/${address}.ics`)
  expect(await calendar.text()).toContain('SUMMARY:Journey event')

  await page.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([])
})

long('a registration can be cancelled, and an event edited and deleted', async ({ page }) => {
  await register(page)
  const { id } = await announce(page, { title: 'Changed event' })
  await page.goto(`/dashboard/events/${id}`)
  await page.getByRole('button', { name: 'Register Changed event' }).click()
  await page.getByRole('dialog').getByLabel('Phone Number').fill('0700 000000')
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
  await page
    .getByRole('dialog', { name: 'Registration Successful!' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  // The organizer's table of participants has the same button.
  await page.getByRole('listitem').getByRole('button', { name: 'Cancel registration of' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click()
  await expect(page.getByText('Registration cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register Changed event' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('Changed event, again')
  await page.getByLabel('Number of places').fill('many')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Enter a whole number from 1 to 100,000.')).toBeVisible()
  await page.getByLabel('Number of places').fill('5')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: 'Changed event, again' })).toBeVisible()
  await expect(page.getByText('5 of 5 places left')).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dashboard\/events$/)
  await expect(page.getByText('Event deleted.')).toBeVisible()
})

long('a full event offers its waiting list', async ({ page }) => {
  await register(page)
  const { id } = await announce(page, { title: 'Full event', capacity: 1 })
  await page.goto(`/dashboard/events/${id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Register Full event' }).click()
  await dialog.getByLabel('Phone Number').fill('0700 000000')
  // Someone else takes the last place meanwhile.
  const quicker = { fullName: 'Quicker', email: `quick-${id}@site.test`, phone: '0700' }
  await send(page, `/api/events/${id}/registration`, quicker)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByText('This event is full.', { exact: false })).toBeVisible()
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('0700 000000')
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByRole('dialog', { name: 'You are on the waiting list' })).toBeVisible()
})

long('the address contains search and days on the place’s clock, and Load More loads more', async ({ page }) => {
  await register(page)
  for (let i = 1; i <= 32; i++)
    await announce(page, { title: `Listedevent ${i}`, startDate: inDays(20 + i), endDate: inDays(20 + i) })
  // 01:00 on 1 July in Nairobi is still 30 June in London.
  await announce(page, {
    title: 'Listedevent of the night',
    startDate: '2027-07-01T01:00',
    endDate: '2027-07-01T02:00',
  })
  await page.goto('/dashboard/events?q=listedevent')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(30)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(33)
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)

  await page.getByLabel('Dates', { exact: true }).fill('07/01/2027 – 07/02/2027')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2027-07-01&to=2027-07-02/)
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(cards).toHaveCount(1)
  await expect(page.getByLabel('Dates', { exact: true })).toHaveValue(/07\/01\/2027/)

  // Invalid dates are reported beside the field, and not as "nothing found".
  await page.goto('/dashboard/events?q=listedevent&from=2027-07-02&to=2027-07-01')
  await expect(page.getByLabel('Dates', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('heading', { name: 'No events found' })).toHaveCount(0)
  await page.goto('/dashboard/events?q=listedevent&from=2027-07-01&to=2027-07-02')

  await send(page, '/api/auth/preferences', { timezone: 'Europe/London' }, 'PUT')
  await page.reload()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Thursday 1 July 2027, 01:00 to 02:00, East Africa Time')
  await expect(cards).toContainText(
    'Your time: Wednesday 30 June 2027, 23:00 to Thursday 1 July 2027, 00:00, British Summer Time',
  )
})

test('upcoming events come first, the next one at the top, and past ones are below', async ({ page }) => {
  await register(page)
  for (const [title, days] of [
    ['later', 21],
    ['past', -3],
    ['next', 2],
    ['long past', -9],
  ] as const)
    await announce(page, { title: `Orderedevent ${title}`, startDate: inDays(days), endDate: inDays(days) })
  await page.goto('/dashboard/events?q=orderedevent')
  const titlesIn = (part: Locator) => part.getByRole('article').getByRole('heading')
  const past = page.getByRole('region', { name: 'Past events' })
  await expect(titlesIn(past)).toHaveText(['Orderedevent past', 'Orderedevent long past'])
  await expect(titlesIn(page.getByRole('main'))).toHaveText([
    'Orderedevent next',
    'Orderedevent later',
    'Orderedevent past',
    'Orderedevent long past',
  ])
  await page.goto('/dashboard/events?q=orderedevent%20past')
  await expect(page.getByText('No upcoming events.')).toBeVisible()
  await expect(titlesIn(past)).toHaveCount(2)
})

long('an API error is shown with Retry, and without sample events', async ({ page, expectErrors }) => {
  expectErrors(/status of 500/, /^Failed to fetch events 500/)
  let broken = true
  // The route is set first, because stored data would be shown instead of the error.
  await page.route('**/api/events*', (route) =>
    broken
      ? route.fulfill(ofSite(500, { error: 'Something went wrong on our side.', code: 'internal' }))
      : route.continue(),
  )
  await register(page)
  for (const path of ['/dashboard/events']) {
    broken = true
    await page.goto(path)
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load' })
    await expect(alert).toBeVisible()
    await expect(page.getByRole('button', { name: 'Details' })).toHaveCount(0)
    broken = false
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
  }
})

test('a public event works without JavaScript, and never renders its text as HTML', async ({ page, browser }) => {
  await register(page)
  const script = '<script>document.title = "broken"</script><b>bold</b>'
  const { id } = await announce(page, {
    title: script,
    description: script,
    location: script,
    venue: script,
    address: script,
    tags: [script.slice(0, 50)],
    schedule: [{ time: '10:00', title: script, description: script }],
    startDate: inDays(0.5),
    endDate: inDays(1),
  })
  const guest = await browser.newPage({ javaScriptEnabled: false })
  await guest.goto(`/events/${id}`)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(script)
  await expect(guest.locator('main b', { hasText: /^bold$/ })).toHaveCount(0)
  await expect(guest.getByRole('link', { name: 'Register', exact: true }).filter({ visible: true })).toHaveAttribute(
    'href',
    `/register?redirect=${encodeURIComponent(`/events/${id}?register`)}`,
  )
  await guest.goto('/')
  await expect(guest.getByRole('region', { name: 'Upcoming events' }).getByRole('link', { name: script })).toBeVisible()
  await page.goto(`/dashboard/events/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script)
  await expect(page).not.toHaveTitle('broken')
})

long(
  'the public page shows the hours on the reader’s clock below those of the place, if they differ',
  async ({ page, browser }) => {
    await register(page)
    const { id } = await announce(page, {
      title: 'Sample event of the night',
      startDate: '2027-07-14T21:30',
      endDate: '2027-07-15T00:30',
    })
    const hours = 'Wednesday 14 July 2027, 21:30 to Thursday 15 July 2027, 00:30'
    for (const [timezoneId, reader] of [
      ['Asia/Kolkata', /^Your time: Thursday,? 15 July 2027.* 00:00\s*–\s*03:00, India Standard Time$/],
      ['Asia/Riyadh', null],
    ] as const) {
      const guest = await browser.newPage({ timezoneId })
      await guest.goto(`/events/${id}`)
      await scriptIsThere(guest)
      await expect(guest.getByText(hours)).toBeVisible()
      await expect(guest.getByText('East Africa Time')).toBeVisible()
      const line = guest.locator('.reader-clock')
      if (reader) await expect(line).toHaveText(reader)
      else await expect(line).toBeHidden()
      await guest.context().close()
    }
  },
)

test('the link in an email cancels that registration without a login', async ({ page, browser, site }) => {
  await register(page)
  const { id } = await announce(page, { title: 'Sample event by link' })
  const email = `e2e-guest-${Date.now()}@site.test`
  await send(page, `/api/events/${id}/registration`, { fullName: 'Sample Guest', email, phone: '0700 000000' })
  const link = await linkInMail(site, email, '/cancel-registration')
  const guest = await browser.newPage()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Cancel registration' }).click()
  await expect(guest.getByRole('status')).toHaveText('You are no longer registered for “Sample event by link”.')
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Cancel registration' }).click()
  await expect(guest.getByRole('alert')).toContainText('There is nothing to cancel')
  await guest.context().close()
})

long(
  'registered people can cancel on the public page or in the details, and the page says so',
  async ({ page, browser }) => {
    const organizer = await browser.newPage()
    await register(organizer, { name: 'Sample Organizer' })
    const { id } = await announce(organizer, { title: 'Cancellable event', capacity: 1 })
    await organizer.context().close()
    await page.setViewportSize({ width: 360, height: 740 })
    const { email } = await register(page, { name: 'Sample Guest' })
    const registerOnce = () =>
      send(page, `/api/events/${id}/registration`, { fullName: 'Sample Guest', email, phone: '0700 000000' })

    await registerOnce()
    await page.goto(`/events/${id}`)
    await scriptIsThere(page)
    await expect(page.getByText('0 of 1 place left')).toBeVisible()
    await page.getByText('Cancel registration').click()
    await page.getByRole('button', { name: 'Keep registration' }).click()
    await expect(page.getByRole('button', { name: 'Yes, cancel it' })).toBeHidden()
    await page.getByText('Cancel registration').click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Registration cancelled.' })).toBeVisible()
    await expect(page.getByText('1 of 1 place left')).toBeVisible()
    await expect(page.getByText('Cancel registration')).toHaveCount(0)
    const form = page.locator('form', { has: page.getByLabel('Full Name') })
    await page.getByText('Register', { exact: true }).first().click()
    await expect(form.getByLabel('Full Name')).toHaveValue('Sample Guest')
    await form.getByRole('button', { name: 'Register' }).click()
    await expect(form).toContainText('This field is required.')
    await expect(form.getByLabel('Phone Number')).toBeFocused()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await form.getByLabel('Phone Number').fill('0700 000000')
    await form.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Registration Successful!' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Your registrations' })).toContainText('Sample Guest, Registered')

    // The event is full now, so someone else joins the waiting list.
    await page.getByText('Register someone else').click()
    await form.getByLabel('Full Name').fill('Sample Friend')
    await form.getByLabel('Email').fill('friend@site.test')
    await form.getByLabel('Phone Number').fill('0700 000001')
    await form.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'You are on the waiting list' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Your registrations' })).toContainText('Sample Friend, Waiting list')
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

    await page.getByText('Cancel registration of Sample Friend').click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).filter({ visible: true }).click()
    await expect(page.getByText('Sample Friend')).toHaveCount(0)
    const arrive = await holdBack(page, 'forms')
    await page.goto(`/events/${id}`)
    await page.getByText('Cancel registration').click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    arrive()
    await expect(page.getByText('1 of 1 place left')).toBeVisible()
    await page.unrouteAll()

    await registerOnce()
    await page.goto('/dashboard/events?q=cancellable')
    const card = page.getByRole('article').filter({ hasText: 'Cancellable event' })
    await card.getByRole('button', { name: 'Details' }).click()
    const details = page.getByRole('dialog', { name: 'Cancellable event' })
    await details.getByRole('button', { name: 'Cancel registration' }).click()
    await page.getByRole('button', { name: 'Cancel registration', exact: true }).last().click()
    await expect(page.getByText('Registration cancelled.')).toBeVisible()
    await expect(details.getByRole('button', { name: 'Register' })).toBeVisible()
    await expect(details.getByRole('button', { name: 'Cancel registration' })).toHaveCount(0)
  },
)
