import type { Page } from '@playwright/test'
import { deep } from '../depth.ts'
import { hasNoFault } from './inspect.ts'
import { longOf } from './long.ts'
import { expect, test } from './parts/site.ts'

const long = longOf(test)

const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}( \\(optional\\))?$`) })
const outputOf = (page: Page, name: string) => page.locator(`[data-of="${name}"]`)
/** Finds the chosen day, also if it is today. */
const chosen = (page: Page, day: string) =>
  page.getByRole('button', { name: new RegExp(`^${day}(, today)?, selected$`) })
const calendar = (page: Page, name: string) => page.getByRole('dialog', { name: `Calendar: ${name}`, exact: true })

test.describe('on a desktop', () => {
  test('opens on focus, doesn’t disturb typing, and closes on Escape without opening again', async ({
    page,
    complaints,
  }) => {
    await page.goto('/')
    await field(page, 'Before').focus()
    await page.keyboard.press('Tab')
    await expect(field(page, 'Day')).toBeFocused()
    await expect(calendar(page, 'Day')).toBeVisible()
    await expect(page.getByRole('grid', { name: 'November 2026' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('12/05/26')
    await page.keyboard.press('Escape')
    await expect(calendar(page, 'Day')).toBeHidden()
    await expect(field(page, 'Day')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(outputOf(page, 'day')).toHaveText('2026-12-05')
    await expect(field(page, 'Day')).toHaveValue('12/05/2026')
    await expect(field(page, 'Day')).toHaveAccessibleDescription(/A hint of the page\..*Saturday, 5 December 2026/)
    expect(complaints).toEqual([])
  })

  test('works by keyboard alone: arrows, page keys, Enter; Tab goes to the next field', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Day').focus()
    await expect(page.getByRole('grid')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page, 'Saturday, 28 November 2026')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('button', { name: 'Tuesday, 29 December 2026' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(outputOf(page, 'day')).toHaveText('2026-12-29')
    await expect(calendar(page, 'Day')).toBeHidden()
    await expect(field(page, 'Day')).toBeFocused()
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab')
    await expect(field(page, 'Moment')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Calendar: Day', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chosen(page, 'Tuesday, 29 December 2026')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(calendar(page, 'Day')).toBeHidden()
  })

  long('closes after a day is pressed, and on a press elsewhere', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Day').click()
    await page.getByRole('button', { name: 'Friday, 27 November 2026' }).click()
    await expect(calendar(page, 'Day')).toBeHidden()
    await expect(outputOf(page, 'day')).toHaveText('2026-11-27')
    await field(page, 'Day').click()
    await expect(calendar(page, 'Day')).toBeVisible()
    await page.getByRole('heading', { name: 'Parts' }).click()
    await expect(calendar(page, 'Day')).toBeHidden()
  })

  test('shows errors beside the field, and keeps what was typed', async ({ page }) => {
    await page.goto('/')
    const limited = field(page, 'Limited')
    for (const [typed, complaint] of [
      ['28/11/2026', 'Enter month, day and year, such as 11/28/2026.'],
      ['11/09/2026', 'Choose 11/10/2026 or later.'],
      ['11/21/26', 'Choose 11/20/2026 or earlier.'],
      ['11/12/2026', '11/12/2026 isn’t available. Choose another day.'],
      ['11/15/2026', 'Sunday isn’t available. Choose another day.'],
    ] as const) {
      await limited.fill(typed)
      await field(page, 'Before').focus()
      await expect(limited).toHaveAccessibleDescription(complaint)
      await expect(limited).toHaveAttribute('aria-invalid', 'true')
      await expect(outputOf(page, 'limited')).not.toHaveText(/^\d{4}-/)
    }
    await limited.fill('11/13/2026')
    await expect(limited).not.toHaveAttribute('aria-invalid')
    await expect(outputOf(page, 'limited')).toHaveText('2026-11-13')
    for (const day of ['Thursday, 12', 'Sunday, 15', 'Saturday, 21', 'Monday, 9'])
      await expect(page.getByRole('button', { name: `${day} November 2026` })).toBeDisabled()
  })

  long('accepts several days, but no more than allowed', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Days').fill('11/28/2026')
    await expect(outputOf(page, 'days')).toHaveText('2026-11-28')
    await page.getByRole('button', { name: 'Friday, 27 November 2026' }).click()
    await expect(outputOf(page, 'days')).toHaveText('2026-11-27,2026-11-28')
    await expect(page.getByRole('button', { name: 'Thursday, 26 November 2026' })).toBeDisabled()
    await chosen(page, 'Saturday, 28 November 2026').click()
    await expect(outputOf(page, 'days')).toHaveText('2026-11-27')
    await page.getByRole('button', { name: 'Done' }).click()
    await field(page, 'Days').fill('11/01/2026, 11/02/2026, 11/03/2026')
    await field(page, 'Before').focus()
    await expect(field(page, 'Days')).toHaveAccessibleDescription('Choose no more than 2 dates.')
    await expect(field(page, 'Days')).toHaveValue('11/01/2026, 11/02/2026, 11/03/2026')
  })

  long('refuses a range that ends before it starts', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Range').fill('11/24/2026')
    await page.getByRole('button', { name: 'Friday, 27 November 2026' }).click()
    await expect(outputOf(page, 'range')).toHaveText('2026-11-24/2026-11-27')
    await expect(field(page, 'Range')).toHaveValue('11/24/2026 – 11/27/2026')
    await page.getByRole('button', { name: 'Done' }).click()
    await field(page, 'Range').fill('11/27/2026 - 11/24/2026')
    await field(page, 'Before').focus()
    await expect(field(page, 'Range')).toHaveAccessibleDescription(/end must be after the start/)
  })

  long('the time can be set by typing, by arrows, and by a button that repeats while held', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-20T10:00') })
    await page.goto('/')
    await field(page, 'Moment').fill('12/05/2026 09:30')
    await expect(field(page, 'Moment')).toHaveAccessibleDescription(/The page's own message/)
    const hours = page.getByRole('spinbutton', { name: 'Hours' })
    const minutes = page.getByRole('spinbutton', { name: 'Minutes' })
    await hours.fill('23')
    await expect(outputOf(page, 'moment')).toHaveText('2026-12-05T23:30')
    await hours.press('ArrowUp')
    await expect(outputOf(page, 'moment')).toHaveText('2026-12-05T00:30')
    await minutes.press('ArrowDown')
    await expect(outputOf(page, 'moment')).toHaveText('2026-12-05T00:29')
    await page.getByRole('button', { name: 'Minutes: increase' }).press('Enter')
    await expect(outputOf(page, 'moment')).toHaveText('2026-12-05T00:30')
    await page.getByRole('button', { name: 'Minutes: increase' }).hover()
    await page.clock.pauseAt(new Date('2026-11-20T12:00'))
    await page.mouse.down()
    await expect(outputOf(page, 'moment')).toHaveText('2026-12-05T00:31')
    await page.clock.runFor(499)
    await expect(outputOf(page, 'moment')).toHaveText('2026-12-05T00:31')
    await page.clock.runFor(1)
    await expect(outputOf(page, 'moment')).toHaveText('2026-12-05T00:32')
    for (let reached = 33; reached <= 42; reached++) {
      await page.clock.runFor(100)
      await expect(outputOf(page, 'moment')).toHaveText(`2026-12-05T00:${reached}`)
    }
    await page.mouse.up()
    await page.clock.runFor(1_000)
    await page.clock.resume()
    await page.getByRole('button', { name: 'Sunday, 6 December 2026' }).click()
    await expect(outputOf(page, 'moment')).toHaveText('2026-12-06T00:42')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(field(page, 'Moment')).toBeFocused()
    await expect(calendar(page, 'Moment')).toBeHidden()
  })

  long('in a dialog, Escape closes the calendar first, then the dialog', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open the dialog' }).click()
    await field(page, 'Inside').click()
    await expect(calendar(page, 'Inside')).toBeVisible()
    await page
      .getByRole('button', { name: /21 .* \d{4}/ })
      .first()
      .click()
    await expect(outputOf(page, 'inside')).toHaveText(/^\d{4}-\d\d-21$/)
    await expect(calendar(page, 'Inside')).toBeHidden()
    await field(page, 'Inside').click()
    await expect(calendar(page, 'Inside')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(calendar(page, 'Inside')).toBeHidden()
    await expect(page.getByRole('dialog', { name: 'Dialog' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Dialog' })).toBeHidden()
  })
})

test('on a phone, a tap opens the calendar in full screen, and focus alone doesn’t', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  await field(page, 'Day').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12/05/2026')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(outputOf(page, 'day')).toHaveText('2026-12-05')
  await field(page, 'Moment').click()
  const sheet = page.getByRole('dialog', { name: 'Moment' })
  const box = await sheet.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 320, height: 700 })
  const day = sheet.getByRole('button', { name: /, 15 / })
  expect((await day.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await day.click()
  await sheet.getByRole('button', { name: 'Hours: increase' }).click()
  await expect(outputOf(page, 'moment')).toHaveText(/-15T13:00$/)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Calendar: Moment' })).toBeFocused()
  await field(page, 'Day').click()
  await page.getByRole('button', { name: 'Friday, 4 December 2026' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(outputOf(page, 'day')).toHaveText('2026-12-04')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

for (const width of deep ? [320, 1440] : [320])
  test(`the date field has no axe violation at ${width} px, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await field(page, 'Range').fill('11/24/2026 – 11/27/2026')
    await field(page, 'Range').click()
    await expect(page.getByRole('grid')).toBeVisible()
    await hasNoFault(page)
  })

long('if the calendar can’t be loaded, typing works and Retry is offered', async ({ page }) => {
  let away = true
  await page.route('**/calendar-*.js', (route) => (away ? route.abort() : route.continue()))
  await page.goto('/')
  await field(page, 'Day').fill('12/05/2026')
  await expect(page.getByRole('alert')).toContainText('Type the date')
  await expect(outputOf(page, 'day')).toHaveText('2026-12-05')
  away = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('grid', { name: 'December 2026' })).toBeVisible()
})
