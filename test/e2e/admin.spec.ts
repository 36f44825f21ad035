import { long } from './long.ts'
import { expect, fillLogIn, logIn, ofSite, register, signOut, test } from './site.ts'

long('members are told that admin pages are for admins, and get no link to them', async ({ page }) => {
  await register(page)
  await expect(page.getByRole('link', { name: 'Members' })).toHaveCount(0)
  for (const path of ['/admin/members', '/admin/audit']) {
    await page.goto(path)
    await expect(page.getByText('This page is for admins')).toBeVisible()
  }
})

test('an admin finds a member and grants a role and the premium flag, and the log shows it', async ({
  page,
  browser,
}) => {
  const device = await browser.newPage()
  const member = await register(device, { name: 'Role Sample' })
  await logIn(page)
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('main').getByRole('searchbox').fill(member.email)
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.locator('.person')).toHaveCount(1)
  await page.getByRole('button', { name: /Edit.*Role Sample/ }).click()
  await page.getByLabel(/^Keeper/).check()
  await page.getByLabel(/^Premium/).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.locator('.person')).toContainText('Keeper')
  await expect(page.locator('.person')).toContainText('Premium')
  await page.getByRole('link', { name: 'Activity log' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'changed Role Sample’s roles' })).toBeVisible()
  await page.getByLabel('Show', { exact: true }).selectOption('Roles and access')
  await expect(page.getByText('joined')).toHaveCount(0)
})

test('a disabled member is logged out and sees the reason, and can log in again once enabled', async ({
  page,
  browser,
}) => {
  const device = await browser.newPage()
  const member = await register(device, { name: 'Disabled Sample' })
  // An open dashboard could notice by itself that the account is disabled, and go to the home page.
  await device.goto('/about')
  await logIn(page, undefined, `/admin/members?q=${member.email}`)
  await page.getByRole('button', { name: /Edit.*Disabled Sample/ }).click()
  await page.getByRole('button', { name: 'Disable account' }).click()
  await page.getByRole('button', { name: 'Disable account' }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByLabel('Reason (the member sees it').fill('Sample reason.')
  await page.getByRole('button', { name: 'Disable account' }).click()
  await expect(page.locator('.person')).toContainText('Disabled')

  await device.goto('/dashboard/articles')
  await expect(device).toHaveURL(/\/login/)
  await fillLogIn(device, member)
  await expect(device.getByRole('alert')).toContainText('Sample reason.')

  await page.getByRole('button', { name: /Edit.*Disabled Sample/ }).click()
  await page.getByRole('button', { name: 'Enable account' }).click()
  await expect(page.locator('.status', { hasText: 'Disabled' })).toHaveCount(0)
  await logIn(device, member)
})

long('a code on paper lets a member choose a new password without reading email', async ({ page, browser }) => {
  const device = await browser.newPage()
  const member = await register(device, { name: 'Paper Sample' })
  await signOut(device)
  await logIn(page, undefined, `/admin/members?q=${member.email}`)
  await page.getByRole('button', { name: /Edit.*Paper Sample/ }).click()
  await page.getByRole('button', { name: 'Create a reset code' }).click()
  const code = await page.locator('.paper-code').textContent()
  await page.getByRole('button', { name: 'I’ve written it down' }).click()
  await expect(page.getByText(String(code))).toHaveCount(0)

  const password = 'Sample password 3!'
  await device.goto('/forgot-password')
  await device.getByRole('link', { name: 'I have a code on paper' }).click()
  await device.getByLabel('Code from an admin').fill(String(code).toLowerCase())
  await device.getByLabel('New password', { exact: true }).fill(password)
  await device.getByLabel('Confirm new password').fill(password)
  await device.getByRole('button', { name: 'Save password' }).click()
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Password changed')
  await logIn(device, { email: member.email, password })
})

test('the last admin can’t remove their own role, and sees an error', async ({ page }) => {
  await logIn(page, undefined, '/admin/members?role=admin')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await page.getByRole('checkbox', { name: /^Admin/ }).uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Couldn’t save the changes')
})

long('if members can’t be loaded, a message offers to retry', async ({ page, expectErrors }) => {
  expectErrors(/status of 500/)
  await logIn(page)
  await page.route('**/api/members?*', (route) =>
    route.fulfill(ofSite(500, { error: 'Something broke here.', code: 'fault' })),
  )
  await page.goto('/admin/members')
  await expect(page.getByRole('alert')).toContainText('Couldn’t load members')
  await page.unroute('**/api/members?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('.person').first()).toBeVisible()
})

long(
  'the overview shows an error when it can’t check whether everything is working, and offers to retry',
  async ({ page, expectErrors }) => {
    expectErrors(/500/)
    await logIn(page)
    await page.route('**/api/admin/checklist', (route) => route.fulfill(ofSite(500, { error: 'Sample failure' })))
    await page.goto('/admin/care')
    const overview = page.getByRole('region', { name: 'Is everything working?' })
    await expect(overview.getByRole('alert')).toContainText('Couldn’t check whether everything is working', {
      timeout: 30_000,
    })
    await page.unroute('**/api/admin/checklist')
    await overview.getByRole('button', { name: 'Retry' }).click()
    const backup = overview.getByRole('listitem').filter({ hasText: 'Your data has no recent backup, needs attention' })
    await expect(backup).toContainText('No backups yet')
    await expect(overview.getByRole('alert')).toHaveCount(0)
  },
)
