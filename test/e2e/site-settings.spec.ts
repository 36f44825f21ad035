import { long } from './long.ts'
import { expect, logIn, test } from './site.ts'

test('an admin gives the site a name, a welcome and a colour, sees them before saving, and undoes them', async ({
  page,
  browser,
  complaints,
}) => {
  const guest = await browser.newPage()
  await logIn(page, undefined, '/admin/site')
  await page.getByLabel('Site name').fill('Sample Valley')
  const texts = page.getByText('Text on the home, about and contact pages')
  await texts.click()
  const title = page.getByLabel('Welcome title in English')
  await expect(title).toHaveAttribute('placeholder', 'In our own words.')
  await expect(page.getByLabel('Welcome title in Kiswahili')).toHaveAttribute('placeholder', 'Kwa maneno yetu.')
  await title.fill('Sample welcome')
  await page.getByLabel('Top of pages').fill('#14452f')
  const beside = page.getByRole('complementary', { name: 'Preview of the home page' })
  await expect(beside.getByText('Sample welcome')).toBeVisible()
  await expect(beside.locator('.hero')).toHaveCSS('background-color', 'rgb(20, 69, 47)')
  await page.setViewportSize({ width: 900, height: 720 })
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Sample welcome')).toBeVisible()
  await expect(dialog.locator('.hero')).toHaveCSS('background-color', 'rgb(20, 69, 47)')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByLabel('Buttons in light mode').fill('#ffffff')
  await expect(page.getByText(/hard to (read|see)/).first()).toBeVisible()
  await page.getByRole('button', { name: /^Use the default.*Buttons in light mode/ }).click()
  // A field that was refused is shown, also if its part of the form was closed.
  const welcome = page.getByLabel('Welcome text in English')
  await welcome.fill('Sample text\non two lines')
  await texts.click()
  await expect(welcome).toBeHidden()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(welcome).toBeFocused()
  complaints.length = 0 // the browser also logs the refusal
  await welcome.fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved.')).toBeVisible()
  await expect(page.locator('.brand').first()).toContainText('Sample')

  await guest.goto('/')
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Sample welcome')
  await expect(guest.locator('#opening')).toHaveCSS('background-color', 'rgb(20, 69, 47)')

  await page.getByRole('button', { name: 'Undo last change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo last change' }).click()
  await expect(page.getByLabel('Site name')).toHaveValue('')
  await guest.reload()
  await expect(guest.getByRole('heading', { level: 1 })).not.toHaveText('Sample welcome')
  expect(complaints).toEqual([])
})

long('a logo that this browser can’t open is uploaded all the same', async ({ page }) => {
  await page.addInitScript(() => {
    window.createImageBitmap = () => Promise.reject(new DOMException('unknown', 'InvalidStateError'))
  })
  await logIn(page, undefined, '/admin/site')
  await page.locator('#logo-file').setInputFiles('docs/home.png')
  await expect(page.getByText('Save changes to use this logo.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo last change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo last change' }).click()
})
