import { expect, logIn, register, signOut, test } from './site.ts'

test('a member is told that these pages are for admins, and has no way to them', async ({ page }) => {
  await register(page)
  await expect(page.getByRole('link', { name: 'Members' })).toHaveCount(0)
  for (const path of ['/admin/members', '/admin/audit']) {
    await page.goto(path)
    await expect(page.getByText('This page is for admins.')).toBeVisible()
  }
})

test('an admin finds a member, grants a role and the premium flag, and the log says so', async ({
  page,
  browser,
  site,
}) => {
  const device = await (await browser.newContext({ baseURL: site.url })).newPage()
  const member = await register(device, 'Role Sample')
  await logIn(page)
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('main').getByRole('searchbox').fill(member.email)
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.locator('.person')).toHaveCount(1)
  await page.getByRole('button', { name: /Change.*Role Sample/ }).click()
  await page.getByLabel(/^Keeper/).check()
  await page.getByLabel(/^Premium/).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('.person')).toContainText('Keeper')
  await expect(page.locator('.person')).toContainText('Premium')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'changed the roles on Role Sample' })).toBeVisible()
  await page.getByLabel('Which acts').selectOption('Roles and access')
  await expect(page.getByText('joined')).toHaveCount(0)
})

test('a disabled member is signed out and reads the reason; enabled again, the member is back', async ({
  page,
  browser,
  site,
}) => {
  const device = await (await browser.newContext({ baseURL: site.url })).newPage()
  const member = await register(device, 'Disabled Sample')
  await logIn(page)
  await page.goto(`/admin/members?q=${member.email}`)
  await page.getByRole('button', { name: /Change.*Disabled Sample/ }).click()
  await page.getByRole('button', { name: 'Disable this account' }).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('Please write the reason.')).toBeVisible()
  await page.getByLabel('Reason, which the member reads').fill('Sample reason.')
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.locator('.person')).toContainText('Disabled')

  await device.goto('/dashboard/articles')
  await expect(device).toHaveURL(/\/login/)
  await device.getByLabel('Email').fill(member.email)
  await device.getByLabel('Password', { exact: true }).fill(member.password)
  await device.getByRole('button', { name: 'Log in' }).click()
  await expect(device.getByRole('alert')).toContainText('Sample reason.')

  await page.getByRole('button', { name: /Change.*Disabled Sample/ }).click()
  await page.getByRole('button', { name: 'Enable this account again' }).click()
  await expect(page.locator('.status', { hasText: 'Disabled' })).toHaveCount(0)
  await logIn(device, member)
})

test('a code on paper lets a member without email choose a new password, once', async ({ page, browser, site }) => {
  const device = await (await browser.newContext({ baseURL: site.url })).newPage()
  const member = await register(device, 'Paper Sample')
  await signOut(device)
  await logIn(page)
  await page.goto(`/admin/members?q=${member.email}`)
  await page.getByRole('button', { name: /Change.*Paper Sample/ }).click()
  await page.getByRole('button', { name: 'Make a one-time reset code' }).click()
  const code = await page.locator('.paper-code').textContent()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(String(code))).toHaveCount(0)

  const password = 'Sample password 3!'
  await device.goto('/forgot-password')
  await device.getByRole('link', { name: 'I have a code on paper' }).click()
  await device.getByLabel('Code from an admin').fill(String(code).toLowerCase())
  await device.getByLabel('New password', { exact: true }).fill(password)
  await device.getByLabel('New password again').fill(password)
  await device.getByRole('button', { name: 'Keep this password' }).click()
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Your password is changed')
  await logIn(device, { email: member.email, password })
})

test('the last admin can’t give up the role, and reads why', async ({ page }) => {
  await logIn(page)
  await page.goto('/admin/members?role=admin')
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click()
  await page.getByRole('checkbox', { name: /^Admin/ }).uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('The change was not saved')
})

test('members who can’t be loaded: a sentence and Retry', async ({ page }) => {
  await logIn(page)
  await page.route('**/api/members?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something broke here.', code: 'fault' } }),
  )
  await page.goto('/admin/members')
  await expect(page.getByRole('alert')).toContainText('The members could not be loaded')
  await page.unroute('**/api/members?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('.person').first()).toBeVisible()
})
