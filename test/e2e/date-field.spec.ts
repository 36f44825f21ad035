import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { createServer } from 'vite'

/** The parts that no page shows in each of their ways, on a page of their own (`parts/`). */
const test = base.extend<{ complaints: string[] }, { parts: string }>({
  parts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use, { workerIndex }) => {
      const server = await createServer({
        configFile: false,
        root: fileURLToPath(new URL('parts', import.meta.url)),
        cacheDir: fileURLToPath(new URL(`../../node_modules/.vite-parts-${workerIndex}`, import.meta.url)),
        server: { port: 0, fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
        logLevel: 'error',
      })
      await server.listen()
      await use(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ parts }, use) => use(parts),
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    await use(complaints)
  },
})

const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}( \\(optional\\))?$`) })
const given = (page: Page, name: string) => page.locator(`[data-of="${name}"]`)
const calendar = (page: Page, name: string) => page.getByRole('dialog', { name: `Calendar: ${name}`, exact: true })

test.describe('on a desk', () => {
  test('opens on focus, leaves the typing alone, and closes by Escape without opening again', async ({
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
    await expect(given(page, 'day')).toHaveText('2026-12-05')
    await expect(field(page, 'Day')).toHaveValue('12/05/2026')
    await expect(field(page, 'Day')).toHaveAccessibleDescription(/A hint of the page\..*Saturday, 5 December 2026/)
    expect(complaints).toEqual([])
  })

  test('is used by keyboard alone: arrows, page keys, Enter; Tab goes on to the next field', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Day').focus()
    await expect(page.getByRole('grid')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'Saturday, 28 November 2026, chosen' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('button', { name: 'Tuesday, 29 December 2026' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(given(page, 'day')).toHaveText('2026-12-29')
    await expect(calendar(page, 'Day')).toBeHidden()
    await expect(field(page, 'Day')).toBeFocused()
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab')
    await expect(field(page, 'Moment')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Calendar: Day', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Tuesday, 29 December 2026, chosen' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(calendar(page, 'Day')).toBeHidden()
  })

  test('closes 150 ms after a day is pressed, and when another place is pressed', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Day').click()
    await page.getByRole('button', { name: 'Friday, 27 November 2026' }).click()
    await expect(calendar(page, 'Day')).toBeHidden()
    await expect(given(page, 'day')).toHaveText('2026-11-27')
    await field(page, 'Day').click()
    await expect(calendar(page, 'Day')).toBeVisible()
    await page.getByRole('heading', { name: 'Parts' }).click()
    await expect(calendar(page, 'Day')).toBeHidden()
  })

  test('says beside the field what is wrong, and keeps what was typed', async ({ page }) => {
    await page.goto('/')
    const limited = field(page, 'Limited')
    for (const [typed, complaint] of [
      ['28/11/2026', 'Please write month, day and year, like 11/28/2026.'],
      ['11/09/2026', 'Please choose 11/10/2026 or later.'],
      ['11/21/26', 'Please choose 11/20/2026 or earlier.'],
      ['11/12/2026', "11/12/2026 can't be chosen. Please choose another day."],
      ['11/15/2026', "A Sunday can't be chosen. Please choose another day."],
    ] as const) {
      await limited.fill(typed)
      await field(page, 'Before').focus()
      await expect(limited).toHaveAccessibleDescription(complaint)
      await expect(limited).toHaveAttribute('aria-invalid', 'true')
      await expect(given(page, 'limited')).not.toHaveText(/^\d{4}-/)
    }
    await limited.fill('11/13/2026')
    await expect(limited).not.toHaveAttribute('aria-invalid')
    await expect(given(page, 'limited')).toHaveText('2026-11-13')
    for (const day of ['Thursday, 12', 'Sunday, 15', 'Saturday, 21', 'Monday, 9'])
      await expect(page.getByRole('button', { name: `${day} November 2026` })).toBeDisabled()
  })

  test('several days, no more than are wanted', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Days').fill('11/28/2026')
    await expect(given(page, 'days')).toHaveText('2026-11-28')
    await page.getByRole('button', { name: 'Friday, 27 November 2026' }).click()
    await expect(given(page, 'days')).toHaveText('2026-11-27,2026-11-28')
    await expect(page.getByRole('button', { name: 'Thursday, 26 November 2026' })).toBeDisabled()
    await page.getByRole('button', { name: 'Saturday, 28 November 2026, chosen' }).click()
    await expect(given(page, 'days')).toHaveText('2026-11-27')
    await page.getByRole('button', { name: 'Done' }).click()
    await field(page, 'Days').fill('11/01/2026, 11/02/2026, 11/03/2026')
    await field(page, 'Before').focus()
    await expect(field(page, 'Days')).toHaveAccessibleDescription('Please choose 2 dates at most.')
    await expect(field(page, 'Days')).toHaveValue('11/01/2026, 11/02/2026, 11/03/2026')
  })

  test('a range ends after it starts', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Range').fill('11/24/2026')
    await page.getByRole('button', { name: 'Friday, 27 November 2026' }).click()
    await expect(given(page, 'range')).toHaveText('2026-11-24/2026-11-27')
    await expect(field(page, 'Range')).toHaveValue('11/24/2026 – 11/27/2026')
    await page.getByRole('button', { name: 'Done' }).click()
    await field(page, 'Range').fill('11/27/2026 - 11/24/2026')
    await field(page, 'Before').focus()
    await expect(field(page, 'Range')).toHaveAccessibleDescription(/end has to be after the start/)
  })

  test('the time: by hand, by arrows, and by a button that repeats while it is held', async ({ page }) => {
    await page.goto('/')
    await field(page, 'Moment').fill('12/05/2026 09:30')
    await expect(field(page, 'Moment')).toHaveAccessibleDescription(/The page's own message/)
    const hours = page.getByRole('spinbutton', { name: 'Hours' })
    const minutes = page.getByRole('spinbutton', { name: 'Minutes' })
    await hours.fill('23')
    await expect(given(page, 'moment')).toHaveText('2026-12-05T23:30')
    await hours.press('ArrowUp')
    await expect(given(page, 'moment')).toHaveText('2026-12-05T00:30')
    await minutes.press('ArrowDown')
    await expect(given(page, 'moment')).toHaveText('2026-12-05T00:29')
    await page.getByRole('button', { name: 'Minutes: one more' }).press('Enter')
    await expect(given(page, 'moment')).toHaveText('2026-12-05T00:30')
    await page.getByRole('button', { name: 'Minutes: one more' }).hover()
    await page.mouse.down()
    await expect(given(page, 'moment')).toHaveText('2026-12-05T00:31', { timeout: 450 })
    await page.waitForTimeout(1_000)
    await page.mouse.up()
    const reached = Number((await given(page, 'moment').textContent())?.slice(-2))
    expect(reached).toBeGreaterThanOrEqual(34)
    expect(reached).toBeLessThanOrEqual(41)
    await page.getByRole('button', { name: 'Sunday, 6 December 2026' }).click()
    await expect(given(page, 'moment')).toHaveText(`2026-12-06T00:${reached}`)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(field(page, 'Moment')).toBeFocused()
    await expect(calendar(page, 'Moment')).toBeHidden()
  })

  test('in a dialog: Escape closes the calendar first, then the dialog', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open the dialog' }).click()
    await field(page, 'Inside').click()
    await expect(calendar(page, 'Inside')).toBeVisible()
    await page
      .getByRole('button', { name: /21 .* \d{4}/ })
      .first()
      .click()
    await expect(given(page, 'inside')).toHaveText(/^\d{4}-\d\d-21$/)
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

test('on a phone a tap opens a whole screen, the focus alone does not', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  await field(page, 'Day').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12/05/2026')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(given(page, 'day')).toHaveText('2026-12-05')
  await field(page, 'Moment').click()
  const sheet = page.getByRole('dialog', { name: 'Moment' })
  const box = await sheet.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 320, height: 700 })
  const day = sheet.getByRole('button', { name: /, 15 / })
  expect((await day.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await day.click()
  await sheet.getByRole('button', { name: 'Hours: one more' }).click()
  await expect(given(page, 'moment')).toHaveText(/-15T13:00$/)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Calendar: Moment' })).toBeFocused()
  await field(page, 'Day').click()
  await page.getByRole('button', { name: 'Friday, 4 December 2026' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(given(page, 'day')).toHaveText('2026-12-04')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

for (const width of [320, 1440])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`has no fault for axe at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      await field(page, 'Range').fill('11/24/2026 – 11/27/2026')
      await field(page, 'Range').click()
      await expect(page.getByRole('grid')).toBeVisible()
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)).toEqual([])
    })

test('a calendar that can not be loaded leaves the typing, and can be asked for again', async ({ page }) => {
  let away = true
  await page.route('**/form/calendar.tsx*', (route) => (away ? route.abort() : route.continue()))
  await page.goto('/')
  await field(page, 'Day').fill('12/05/2026')
  await expect(page.getByRole('alert')).toContainText('You can type the date')
  await expect(given(page, 'day')).toHaveText('2026-12-05')
  away = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('grid', { name: 'December 2026' })).toBeVisible()
})
