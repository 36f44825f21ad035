import type { Locator, Page } from '@playwright/test'
import { fits } from './inspect.ts'
import { long } from './long.ts'
import { admin, expect, holdRequests, logIn, register, scriptIsThere, test } from './site.ts'

test('at 320 px the dashboard’s header shows the logo, and Me leads to the profile and to Log out', async ({
  page,
}) => {
  await register(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('banner').locator('.brand svg')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main menu, bottom bar' })
    .getByRole('link', { name: 'Me', exact: true })
    .click()
  const menu = page.getByRole('dialog', { name: 'Sample Member' })
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Log out' })).toBeInViewport()

  await page.setViewportSize({ width: 360, height: 740 })
  const settings = menu.getByRole('link', { name: 'Settings' })
  const isOnTop = (link: Element) => {
    const { x, bottom } = link.getBoundingClientRect()
    return link.contains(document.elementFromPoint(x + 20, bottom - 2))
  }
  await expect.poll(() => settings.evaluate(isOnTop), 'Settings is shown without scrolling').toBe(true)
})

test('on a phone, a group of the menu that is opened shows its links', async ({ page }) => {
  await logIn(page, admin)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard')
  await page
    .getByRole('navigation', { name: 'Main menu, bottom bar' })
    .getByRole('link', { name: 'Me', exact: true })
    .click()
  const keepers = page.getByRole('dialog').getByRole('group').filter({ hasText: 'Keepers' })
  await keepers.locator('summary').click()
  await expect(keepers.getByRole('link').last()).toBeInViewport()
})

test('on a phone, a press on Me while the page becomes interactive opens the menu', async ({ page }) => {
  await logIn(page, admin)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() => {
    const press = () => {
      const isHydrating = Object.keys(document).some((key) => key.startsWith('__reactContainer'))
      if (isHydrating) document.querySelector<HTMLElement>('.bottom-bar [href$="#me"]')?.click()
      else requestAnimationFrame(press)
    }
    press()
  })
  await page.goto('/dashboard')
  await scriptIsThere(page)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a page that is reloaded with a sheet open loads again, and a double tap on Me presses nothing in the sheet', async ({
  page,
}) => {
  await register(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const me = page
    .getByRole('navigation', { name: 'Main menu, bottom bar' })
    .getByRole('link', { name: 'Me', exact: true })
  for (const path of ['/dashboard', '/dashboard/orders']) {
    await page.goto(path)
    await scriptIsThere(page)
    await me.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.reload()
    await scriptIsThere(page)
    await expect(page).toHaveURL(path)
  }
  const { x = 0, y = 0, width = 0, height = 0 } = (await me.boundingBox()) ?? {}
  await page.mouse.dblclick(x + width / 2, y + height / 2)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/orders')
})

test('Escape closes the header’s menu, on pages of members, too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await register(page)
  for (const path of ['/explore', '/dashboard']) {
    await page.goto(path)
    await scriptIsThere(page)
    const opener = page.getByRole('banner').locator('summary')
    await opener.click()
    await expect(page.locator('details.menu')).toHaveAttribute('open')
    await page.keyboard.press('Escape')
    await expect(page.locator('details.menu')).not.toHaveAttribute('open')
    await expect(opener).toBeFocused()
  }
})

for (const width of [360, 600, 1366])
  test(`at ${width} px a toast is at the top right, over the header alone, and not over the field in use`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await register(page, { at: '/profile' })
    const field = page.getByLabel('Last name')
    await field.fill('Changed')
    await field.evaluate((input) => scrollBy(0, input.getBoundingClientRect().top - 80))
    await field.press('Enter')
    const toast = page.locator('.toast').filter({ hasText: 'Profile saved.' })
    await expect(toast).toBeInViewport({ ratio: 1 })
    await expect(field).toBeFocused()
    const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await expect(async () => {
      const [header, used, shown] = [await boxOf(page.getByRole('banner')), await boxOf(field), await boxOf(toast)]
      expect(shown.y).toBeGreaterThanOrEqual(header.y)
      expect(shown.y + shown.height).toBeLessThanOrEqual(header.y + header.height)
      expect(Math.round(width - shown.x - shown.width)).toBe(16)
      expect(shown.x).toBeGreaterThan(width / 5)
      expect(used.y >= shown.y + shown.height || used.x + used.width <= shown.x).toBe(true)
    }).toPass({ timeout: 2500 })
  })

test('on a phone a toast covers no part of the page, neither the button that was pressed nor the tabs', async ({
  page,
}) => {
  await register(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/settings?tab=preferences')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.scrollIntoViewIfNeeded()
  // Just below the header, where the page begins.
  await save.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - 76))
  await save.click()
  const toast = page.locator('.toast').filter({ hasText: 'Preferences saved.' })
  await expect(toast).toBeInViewport({ ratio: 1 })
  await expect(async () => {
    const [header, pressed, shown] = await Promise.all(
      [page.getByRole('banner'), save, toast].map((one) => one.boundingBox()),
    )
    const bottom = (shown?.y ?? 0) + (shown?.height ?? 0)
    expect(bottom).toBeLessThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    expect(pressed?.y ?? 0).toBeGreaterThanOrEqual(bottom)
  }).toPass({ timeout: 4000 })
})

test('a toast goes after its time, not while it is pointed at or has the focus, which it gives back', async ({
  page,
}) => {
  await register(page, { at: '/profile' })
  await page.clock.install()
  const field = page.getByLabel('Last name')
  const toast = page.locator('.toast').filter({ hasText: 'Profile saved.' })
  const save = async (name: string) => {
    await field.fill(name)
    await field.press('Enter')
    await expect(toast).toBeVisible()
  }
  await save('First')
  await page.clock.runFor(6_000)
  await expect(toast).toHaveCount(0)
  await save('Second')
  await toast.hover()
  await page.clock.runFor(60_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(0, 700)
  await page.clock.runFor(6_000)
  await expect(toast).toHaveCount(0)
  await save('Third')
  await page.keyboard.press('Alt+t')
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.clock.runFor(60_000)
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(field).toBeFocused()
})

/** Returns the smallest height that shows three fields of a form, or fewer if it doesn't have three. */
async function heightOfThree(form: Locator): Promise<number> {
  const fields = form.locator('input:not([type=file]), select, textarea').filter({ visible: true })
  await expect(fields.first()).toBeVisible()
  const boxes = await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  return Math.min(...boxes.map(({ top }, at) => (boxes[at + 2] ?? boxes.at(-1)).bottom - top))
}

long('on a screen of 683 × 384 px, as at 200% zoom, three fields of a form are visible at once', async ({ page }) => {
  await register(page)
  await page.setViewportSize({ width: 683, height: 384 })
  for (const path of ['/contribute/articles', '/contribute/events', '/profile', '/settings', '/contact']) {
    await page.goto(path)
    expect(await heightOfThree(page.getByRole('main')), path).toBeLessThanOrEqual(384)
  }
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add event' }).click()
  const composer = page.getByRole('dialog')
  expect(await heightOfThree(composer)).toBeLessThanOrEqual((await composer.boundingBox())?.height ?? 0)
  // The body shares the height with nothing that stays in place.
  expect(await composer.evaluate((dialog) => dialog.scrollHeight > dialog.clientHeight)).toBe(true)
})

long(
  'in Kiswahili, the keepers’ desk fits a phone, and its links stay in place when their numbers arrive',
  async ({ page, site }) => {
    await logIn(page)
    await page.context().addCookies([{ name: 'language', value: 'sw', url: site.url }])
    await page.setViewportSize({ width: 320, height: 640 })
    const sendNumbers = await holdRequests(page, /\/api\/keepers\/counts/)
    await page.goto('/dashboard/keepers')
    const desk = page.getByRole('main')
    const last = desk.getByRole('link', { name: 'Idhini' })
    const before = await last.boundingBox()
    sendNumbers()
    await expect(desk.getByRole('link', { name: /^Mapendekezo \(\d/ })).toBeVisible()
    const after = await last.boundingBox()
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(20)
    await expect(desk.getByRole('combobox').last()).toBeVisible()
    await fits(page, 'the desk', 320)
  },
)

/** Returns the visible links of the header whose text takes more than one line. */
const wrapped = (page: Page) =>
  page
    .locator('.top-nav a')
    .filter({ visible: true })
    .evaluateAll((links) =>
      links.flatMap((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return range.getBoundingClientRect().height > 1.8 * Number.parseFloat(getComputedStyle(link).fontSize)
          ? link.textContent
          : []
      }),
    )

test('from 900 px, the header shows the parts of the site, each on one line, in English and in Kiswahili', async ({
  page,
  site,
}) => {
  const names = {
    en: ['Home', 'Language', 'Culture', 'Social Structure', 'Traditions'],
    sw: ['Mwanzo', 'Lugha', 'Utamaduni', 'Jamii', 'Desturi'],
  }
  const inspect = async (path: string) => {
    for (const [value, parts] of Object.entries(names)) {
      await page.context().addCookies([{ name: 'language', value, url: site.url }])
      await page.goto(path)
      for (const width of [900, 1024, 1299, 1300, 1366]) {
        await page.setViewportSize({ width, height: 700 })
        expect(await wrapped(page), `${path} in ${value} at ${width} px`).toEqual([])
        const links = page.locator('.top-nav').getByRole('link')
        for (const name of parts)
          await expect(links.and(page.getByRole('link', { name, exact: true })), `${name} at ${width} px`).toBeVisible()
      }
    }
  }
  await inspect('/explore')
  await register(page)
  await inspect('/explore')
  await inspect('/dashboard')
})
