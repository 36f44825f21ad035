import type { Page } from '@playwright/test'
import { long } from './long.ts'
import {
  expect,
  letLinksExpire,
  linkInMail,
  logIn,
  ofSite,
  post,
  register,
  registerByForm,
  scriptIsThere,
  send,
  signOut,
  test,
} from './site.ts'

const newPassword = 'Sample password 2!'

test('a forgotten password is reset by a mailed link that works once, and an unknown email gets the same answer', async ({
  page,
  browser,
  site,
}) => {
  const member = await register(page)
  // An open dashboard could notice the reset by itself and go to the home page.
  await page.goto('/about')
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()

  await elsewhere.goto('/login')
  await elsewhere.getByRole('link', { name: 'Forgot password?' }).click()
  const answers: string[] = []
  for (const email of ['nobody-at-all@site.test', member.email]) {
    await elsewhere.goto('/forgot-password')
    await elsewhere.getByLabel('Email').fill(email)
    await elsewhere.getByRole('button', { name: 'Reset Password' }).click()
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    answers.push(String(await elsewhere.getByRole('status').textContent()).replace(email, ''))
  }
  expect(answers[0]).toBe(answers[1])

  const link = await linkInMail(site, member.email, '/reset-password')
  await elsewhere.goto(link)
  await elsewhere.getByLabel('New password', { exact: true }).fill(newPassword)
  await elsewhere.getByLabel('Confirm new password').fill('something else')
  await elsewhere.getByRole('button', { name: 'Save password' }).click()
  await expect(elsewhere.getByText('New passwords do not match')).toBeVisible()
  await elsewhere.getByLabel('Confirm new password').fill(newPassword)
  await elsewhere.getByRole('button', { name: 'Save password' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Password changed')

  // The reset ended the session of the first device.
  await page.goto('/dashboard/articles')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await logIn(elsewhere, { ...member, password: newPassword })

  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  for (const address of [link, '/reset-password?token=never-was-one']) {
    await guest.goto(address)
    await guest.getByLabel('New password', { exact: true }).fill(newPassword)
    await guest.getByLabel('Confirm new password').fill(newPassword)
    await guest.getByRole('button', { name: 'Save password' }).click()
    await expect(guest.getByRole('alert')).toContainText('Couldn’t change the password')
    await expect(guest.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
  }
})

test('the mailed link confirms the address once; a used link says so and offers another', async ({ page, site }) => {
  const member = await register(page, { at: '/profile' })
  await expect(page.getByText('Your email is not confirmed yet')).toBeVisible()
  // This site can't send mail, so the member's posts are listed anyway.
  await expect(page.getByText('your public posts aren’t shown')).toHaveCount(0)
  const link = await linkInMail(site, member.email, '/verify-email')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmed')
  await expect(page.getByRole('status')).toContainText(member.email)
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.goto('/profile')
  await expect(page.getByLabel('First name')).toHaveValue('Sample')
  await expect(page.getByText('Your email is not confirmed yet')).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Couldn’t confirm your email')
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('Your email is already confirmed.')).toBeVisible()
  await page.goto('/verify-email')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
})

long('expired links say so and change nothing, and new ones can be requested', async ({ page, site }) => {
  const member = await register(page)
  const old = await linkInMail(site, member.email, '/verify-email')
  await letLinksExpire(site, member.email)
  await page.goto(old)
  await expect(page.getByRole('alert')).toContainText('This link was already used or has expired.')
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText(`We sent an email to ${member.email}.`)).toBeVisible()
  await expect.poll(() => linkInMail(site, member.email, '/verify-email')).not.toBe(old)
  await page.goto(await linkInMail(site, member.email, '/verify-email'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmed')

  await page.goto('/dashboard')
  await signOut(page)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const link = await linkInMail(site, member.email, '/reset-password')
  await letLinksExpire(site, member.email)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm new password').fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link was already used or has expired.')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await logIn(page, member)
})

long('if the server doesn’t answer, the link stays valid and Retry confirms the address', async ({ page, site }) => {
  const member = await register(page)
  const link = await linkInMail(site, member.email, '/verify-email')
  await page.route('**/api/auth/verify-email', (route) => route.abort(), { times: 1 })
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Your email is not confirmed yet')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmed')
})

long(
  'a link for another account asks before it confirms, also if somebody is logged in',
  async ({ page, site, browser }) => {
    const member = await register(await (await browser.newContext({ baseURL: site.url })).newPage())
    await register(page, { at: await linkInMail(site, member.email, '/verify-email') })
    await expect(page.getByRole('status')).toContainText('Did you sign up here with this address')
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await expect(page.getByRole('status')).toContainText(`${member.email} is now confirmed as your email.`)
  },
)

long('a member with one name ticks a box instead of entering a last name', async ({ page }) => {
  await register(page, { name: 'Samplename', at: '/profile' })
  const oneName = page.getByLabel('I have only one name')
  const lastName = page.getByLabel('Last name')
  await expect(oneName).toBeChecked()
  await oneName.uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(lastName).toHaveAttribute('aria-invalid', 'true')
  await oneName.check()
  await expect(lastName).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Samplename, your profile' })).toBeVisible()
  await expect(oneName).toBeChecked()
})

test('a profile is saved and shown immediately, and a new email takes effect once its link is opened', async ({
  page,
  site,
}) => {
  const member = await register(page, { at: '/profile' })
  await expect(page.getByLabel('First name')).toBeVisible()
  // Another device changes it meanwhile.
  await send(page, '/api/auth/profile', { phone: '+254 700 000 000' }, 'PUT')
  await page.getByLabel('First name').fill('Changed')
  await page.getByLabel('Last name').fill('Person')
  await page.getByLabel('Bio').fill('Sample text about a person.')
  await page.getByLabel('Facebook').fill('http://example.org/sample')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Facebook')).toHaveAccessibleDescription(/begins with https/)
  await page.getByLabel('Facebook').fill('https://example.org/sample')
  const newEmail = `e2e-new-${Date.now()}@site.test`
  await page.getByLabel('Email').fill(newEmail)
  await page.getByLabel('Current password').fill(member.password)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`${newEmail} is waiting to be confirmed`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Changed Person, your profile' })).toBeVisible()
  await page.goto(await linkInMail(site, newEmail, '/verify-email'))
  await expect(page.getByRole('status')).toContainText(newEmail)
  await page.goto('/profile')
  await expect(page.getByLabel('Email')).toHaveValue(newEmail)
  await expect(page.getByLabel('Facebook')).toHaveValue('https://example.org/sample')
  await expect(page.getByLabel('Phone')).toHaveValue('+254 700 000 000')
  await expect(page.getByText('is waiting to be confirmed')).toHaveCount(0)
})

long('a photo is cropped by keyboard or mouse, shown in the header and in bylines, and removed', async ({ page }) => {
  await register(page)
  await post(page, { title: 'Sample with a face', category: 'Culture', content: 'x' })
  await page.goto('/profile')
  await page.locator('#photo-file').setInputFiles('docs/home.png')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Zoom').focus()
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
  await dialog.getByLabel('Left to right').focus()
  await page.keyboard.press('Home')
  await expect(dialog.getByLabel('Left to right')).toHaveValue('0')
  await dialog.getByLabel('Your photo').hover()
  await page.mouse.down()
  await page.mouse.move(10, 10)
  await page.mouse.up()
  await expect(dialog.getByLabel('Left to right')).not.toHaveValue('0')
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  await expect(page.getByText('Photo changed.')).toBeVisible()
  const photo = page.locator('.top .av img')
  await expect(photo).toBeVisible()
  expect(
    await photo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth === img.naturalHeight)),
  ).toBe(true)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Articles', exact: true }).click()
  await expect(page.locator('.card', { hasText: 'Sample with a face' }).locator('.by img')).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByText('Photo removed.')).toBeVisible()
  await expect(photo).toHaveCount(0)
})

long('a photo that this browser can’t open is uploaded as it is', async ({ page }) => {
  await page.addInitScript(() => {
    window.createImageBitmap = () => Promise.reject(new DOMException('unknown', 'InvalidStateError'))
  })
  await register(page, { at: '/profile' })
  await page.locator('#photo-file').setInputFiles('docs/home.png')
  await expect(page.getByText('Photo changed.')).toBeVisible()
  await expect(page.locator('.top .av img')).toBeVisible()
})

long('a file that is not a picture is refused with a message', async ({ page }) => {
  await register(page, { at: '/profile' })
  await page
    .locator('#photo-file')
    .setInputFiles({ name: 'sample.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByText('Couldn’t open this file as a picture.')).toBeVisible()
})

test('the password is changed by keyboard alone, with the rules and the messages of spec 3.6', async ({ page }) => {
  const { email, password } = await register(page, { at: '/settings' })
  const submit = page.getByRole('button', { name: 'Change password' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Current password').focus()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Sample')
  await expect(page.locator('.rules .met')).toHaveText(['One uppercase letter, done'])
  await page.keyboard.press('Tab')
  await expect(page.getByText('Please ensure your password meets all requirements')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(newPassword)
  await expect(page.locator('.rules .met')).toHaveCount(4)
  await page.keyboard.press('Tab')
  await page.keyboard.type(newPassword.slice(0, -1))
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.keyboard.type(newPassword.slice(-1))
  await expect(page.getByText('New passwords do not match')).toHaveCount(0)
  await page.keyboard.press('Tab') // the button that shows the passwords
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Couldn’t change the password')
  await page.getByLabel('Current password').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await signOut(page)
  await logIn(page, { email, password: newPassword })
})

test('every device is listed, and one of them or all but this one can be logged out', async ({ page, site }) => {
  const member = await register(page)
  const phone =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'
  const signIn = async (userAgent: string) => {
    const answer = await fetch(`${site.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(member),
    })
    return ((await answer.json()) as { token: string }).token
  }
  const tokens = [await signIn(phone), await signIn(phone), await signIn('curl/8')]
  const statusOf = async (token: string) =>
    (await fetch(`${site.url}/api/auth/profile`, { headers: { authorization: `Bearer ${token}` } })).status
  await page.goto('/settings')
  const rows = page.getByRole('region', { name: 'Login activity' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(page.getByText('This device', { exact: true })).toHaveCount(1)
  await page
    .getByRole('button', { name: /^Sign Out\s?:.*Android/ })
    .first()
    .click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Login activity' })).toBeFocused()
  expect((await Promise.all(tokens.map(statusOf))).filter((status) => status === 401)).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign Out All Other Devices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out All Other Devices' }).click()
  await expect(page.getByText('Signed out on 2 other devices.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign Out All Other Devices' })).toHaveCount(0)
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 401])
  await page.goto('/dashboard/articles')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Articles')
})

long('preferences are stored, and the items per page and the time zone are applied', async ({ page }) => {
  await register(page)
  for (const number of [1, 2, 3, 4]) await post(page, { title: `Sample ${number}`, category: 'Culture', content: 'x' })
  await page.goto('/settings')
  await scriptIsThere(page)
  await page.getByRole('tab', { name: 'Security' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?tab=preferences$/)
  await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati')
  await page.getByLabel('Email me about my activity').uncheck()
  await page.getByLabel('List').check()
  await page.getByLabel('Items per page').fill('0')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Items per page')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Items per page').fill('3')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Preferences saved.')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Kiritimati')
  await expect(page.getByLabel('Email me about my activity')).not.toBeChecked()
  await expect(page.getByLabel('List')).toBeChecked()
  await expect(page.getByLabel('Items per page')).toHaveValue('3')

  await page.route('**/api/articles?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const item of body.items) item.publishedAt = '2026-01-31T11:00:00.000Z'
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/dashboard/articles')
  await expect(page.locator('.card')).toHaveCount(3)
  await expect(page.getByText('1 February 2026').first()).toBeVisible()
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.locator('.card').nth(3)).toBeVisible()
})

long('if something can’t be loaded, a message offers to retry', async ({ page, expectErrors }) => {
  expectErrors(/status of 500/)
  await register(page)
  const breakRoute = (path: string) =>
    page.route(path, (route) => route.fulfill(ofSite(500, { error: 'Something broke here.', code: 'fault' })))
  for (const [path, address, title, label] of [
    ['**/api/auth/profile', '/profile', 'Couldn’t load your profile', 'First name'],
    ['**/api/auth/preferences', '/settings?tab=preferences', 'Couldn’t load your preferences', 'Time zone'],
  ] as const) {
    await breakRoute(path)
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText(title)
    await page.unroute(path)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel(label)).toBeVisible()
  }
  await breakRoute('**/api/auth/login-activity*')
  await page.goto('/settings')
  await expect(page.getByRole('alert')).toContainText('Couldn’t load login activity')
  await page.unroute('**/api/auth/login-activity*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
})

long('one tab renews an active session for all tabs before it expires', async ({ page, context }) => {
  await context.clock.install()
  await register(page)
  const second = await context.newPage()
  await second.goto('/dashboard/articles')
  let renewals = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/renew')) renewals += 1
  })
  const token = () => second.evaluate(() => localStorage.getItem('token'))
  const before = await token()
  // A renewal takes this lock at the key press, so this request waits until the renewal has ended.
  const renewalEnded = (tab: Page) => tab.evaluate(() => navigator.locks.request('session renewal', () => {}))
  await page.keyboard.press('Tab')
  await renewalEnded(page)
  expect(renewals).toBe(0)
  await context.clock.fastForward(4 * 24 * 3600 * 1000)
  await Promise.all([page.keyboard.press('Tab'), second.keyboard.press('Tab')])
  await expect.poll(token).not.toBe(before)
  for (const tab of [page, second]) await renewalEnded(tab)
  expect(renewals).toBe(1)
  await signOut(page)
  await expect(second).toHaveURL(/\/$/)
})

long('a notification disappears when it is dismissed', async ({ page }) => {
  await registerByForm(page, 'Sample Member')
  const greeting = page.getByText('Welcome. You’re now logged in.')
  await expect(greeting).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(greeting).toHaveCount(0)
})

test('personal data can be downloaded as a ZIP file', async ({ page }) => {
  await register(page, { at: '/settings' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})

test('deleting an account requires its password, and its entries stay under “A former member”', async ({
  page,
  browser,
  site,
}) => {
  const member = await register(page)
  const { id } = await post(page, {
    title: 'Sample that stays',
    category: 'Culture',
    content: 'x',
    visibility: 'public',
  })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not it')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t delete your account')
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/$/)
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  await guest.goto(`/articles/${id}`)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Sample that stays')
  await expect(guest.getByText('A former member').first()).toBeVisible()
})
