import { expect, letLinksExpire, linkInMail, logIn, post, register, registerByForm, signOut, test } from './site.ts'

const newPassword = 'Sample password 2!'

test('a forgotten password: the same answer for everybody, a mail, a new password, and the link works once', async ({
  page,
  browser,
  site,
}) => {
  const member = await register(page)
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()

  await elsewhere.goto('/login')
  await elsewhere.getByRole('link', { name: 'Forgot it?' }).click()
  const said: string[] = []
  for (const email of ['nobody-at-all@site.test', member.email]) {
    await elsewhere.goto('/forgot-password')
    await elsewhere.getByLabel('Email').fill(email)
    await elsewhere.getByRole('button', { name: 'Reset Password' }).click()
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Look into your mail')
    said.push(String(await elsewhere.getByRole('status').textContent()).replace(email, ''))
  }
  expect(said[0]).toBe(said[1])

  const link = await linkInMail(site, member.email, '/reset-password')
  await elsewhere.goto(link)
  await elsewhere.getByLabel('New password', { exact: true }).fill(newPassword)
  await elsewhere.getByLabel('New password again').fill('something else')
  await elsewhere.getByRole('button', { name: 'Keep this password' }).click()
  await expect(elsewhere.getByText('New passwords do not match')).toBeVisible()
  await elsewhere.getByLabel('New password again').fill(newPassword)
  await elsewhere.getByRole('button', { name: 'Keep this password' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your password is changed')

  // The reset ended the session of the first device.
  await page.goto('/dashboard/articles')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await logIn(elsewhere, { ...member, password: newPassword })

  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  for (const address of [link, '/reset-password?token=never-was-one']) {
    await guest.goto(address)
    await guest.getByLabel('New password', { exact: true }).fill(newPassword)
    await guest.getByLabel('New password again').fill(newPassword)
    await guest.getByRole('button', { name: 'Keep this password' }).click()
    await expect(guest.getByRole('alert')).toContainText('The password was not changed')
    await expect(guest.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
  }
})

test('the mail’s link confirms the address once; a used one says so and offers another', async ({ page, site }) => {
  const member = await register(page)
  await page.goto('/profile')
  await expect(page.getByText('Your email is not confirmed yet')).toBeVisible()
  const link = await linkInMail(site, member.email, '/verify-email')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')
  await expect(page.getByRole('status')).toContainText(member.email)
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.goto('/profile')
  await expect(page.getByLabel('First name')).toHaveValue('Sample')
  await expect(page.getByText('Your email is not confirmed yet')).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Your email was not confirmed')
  await page.getByRole('button', { name: 'Send a new mail' }).click()
  await expect(page.getByText('Your email is confirmed already.')).toBeVisible()
  await page.goto('/verify-email')
  await expect(page.getByRole('alert')).toContainText('This address lacks the code of the mail.')
})

test('links that are too old say so, change nothing, and another can be asked for', async ({ page, site }) => {
  const member = await register(page)
  const old = await linkInMail(site, member.email, '/verify-email')
  await letLinksExpire(site, member.email)
  await page.goto(old)
  await expect(page.getByRole('alert')).toContainText('This link has been used already, or is too old.')
  await page.getByRole('button', { name: 'Send a new mail' }).click()
  await expect(page.getByText(`A mail is on its way to ${member.email}.`)).toBeVisible()
  await expect.poll(() => linkInMail(site, member.email, '/verify-email')).not.toBe(old)
  await page.goto(await linkInMail(site, member.email, '/verify-email'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')

  await page.goto('/dashboard')
  await signOut(page)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const link = await linkInMail(site, member.email, '/reset-password')
  await letLinksExpire(site, member.email)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('New password again').fill(newPassword)
  await page.getByRole('button', { name: 'Keep this password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has been used already, or is too old.')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await logIn(page, member)
})

test('a server that does not answer leaves the link good: Retry confirms the address', async ({ page, site }) => {
  const member = await register(page)
  const link = await linkInMail(site, member.email, '/verify-email')
  await page.route('**/api/auth/verify-email', (route) => route.abort(), { times: 1 })
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Your email is not confirmed yet')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')
})

test('a profile is saved and shown at once; a new email waits for its link, and the old one stays', async ({
  page,
  site,
}) => {
  await register(page)
  await page.goto('/profile')
  await page.getByLabel('First name').fill('Changed')
  await page.getByLabel('Last name').fill('Person')
  await page.getByLabel('About you, in a few sentences').fill('Sample text about a person.')
  await page.getByLabel('Facebook').fill('http://example.org/sample')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Facebook')).toHaveAccessibleDescription(/begins with https/)
  await page.getByLabel('Facebook').fill('https://example.org/sample')
  const newEmail = `e2e-new-${Date.now()}@site.test`
  await page.getByLabel('Email').fill(newEmail)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`${newEmail} waits to be confirmed`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Changed Person, your profile' })).toBeVisible()
  await page.goto(await linkInMail(site, newEmail, '/verify-email'))
  await expect(page.getByRole('status')).toContainText(newEmail)
  await page.goto('/profile')
  await expect(page.getByLabel('Email')).toHaveValue(newEmail)
  await expect(page.getByLabel('Facebook')).toHaveValue('https://example.org/sample')
  await expect(page.getByText('waits to be confirmed')).toHaveCount(0)
})

test('a photo is cropped by keyboard, shown in bar and bylines at once, changed and removed', async ({ page }) => {
  await register(page)
  await post(page, { title: 'Sample with a face', category: 'Culture', content: 'x' })
  await page.goto('/profile')
  await page.locator('#photo-file').setInputFiles('docs/home.png')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Larger').focus()
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
  await dialog.getByLabel('Left to right').focus()
  await page.keyboard.press('Home')
  await expect(dialog.getByLabel('Left to right')).toHaveValue('0')
  await dialog.getByLabel('The square that is kept').hover()
  await page.mouse.down()
  await page.mouse.move(10, 10)
  await page.mouse.up()
  await expect(dialog.getByLabel('Left to right')).not.toHaveValue('0')
  await dialog.getByRole('button', { name: 'Keep this photo' }).click()
  await expect(page.getByText('Your photo is changed.')).toBeVisible()
  const inBar = page.locator('.bar .av img')
  await expect(inBar).toBeVisible()
  expect(
    await inBar.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth === img.naturalHeight)),
  ).toBe(true)
  await page.getByRole('link', { name: 'Articles' }).click()
  await expect(page.locator('.card', { hasText: 'Sample with a face' }).locator('.by img')).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your photo is removed.')).toBeVisible()
  await expect(inBar).toHaveCount(0)
})

test('a file that is no picture is refused in a sentence', async ({ page }) => {
  await register(page)
  await page.goto('/profile')
  await page
    .locator('#photo-file')
    .setInputFiles({ name: 'sample.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByText('This file is not a picture that can be opened here.')).toBeVisible()
})

test('the password is changed by keyboard alone, with the rules and the messages of spec §5', async ({ page }) => {
  const { email, password } = await register(page)
  await page.goto('/settings')
  const submit = page.getByRole('button', { name: 'Change the password' })
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
  await page.keyboard.press('Tab') // show the passwords
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The password was not changed')
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

test('each device is listed, and can be signed out alone or with all the others', async ({ page, site }) => {
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
  const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(page.getByText('This device')).toHaveCount(1)
  await page
    .getByRole('button', { name: /^Sign Out\s?:.*Android/ })
    .first()
    .click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused()
  expect((await Promise.all(tokens.map(statusOf))).filter((status) => status === 401)).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign Out All Other Devices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out All Other Devices' }).click()
  await expect(page.getByText('2 other devices are signed out.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign Out All Other Devices' })).toHaveCount(0)
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 401])
  await page.goto('/dashboard/articles')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Articles')
})

test('preferences are kept and take effect: items per page, order of lists, and the time zone of dates', async ({
  page,
}) => {
  await register(page)
  for (const number of [1, 2, 3, 4]) await post(page, { title: `Sample ${number}`, category: 'Culture', content: 'x' })
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Security' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?tab=preferences$/)
  await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati')
  await page.getByLabel('Mails about what concerns me').uncheck()
  await page.getByLabel('One below the other').check()
  await page.getByLabel('Entries on a page').fill('0')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Entries on a page')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Entries on a page').fill('3')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your preferences are saved.')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Kiritimati')
  await expect(page.getByLabel('Mails about what concerns me')).not.toBeChecked()
  await expect(page.getByLabel('One below the other')).toBeChecked()
  await expect(page.getByLabel('Entries on a page')).toHaveValue('3')

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

test('what can’t be loaded says so and can be tried again', async ({ page }) => {
  await register(page)
  const broken = (path: string) =>
    page.route(path, (route) => route.fulfill({ status: 500, json: { error: 'Something broke here.', code: 'fault' } }))
  for (const [path, address, title, then] of [
    ['**/api/auth/profile', '/profile', 'Your profile could not be loaded', 'First name'],
    ['**/api/auth/preferences', '/settings?tab=preferences', 'Your preferences could not be loaded', 'Time zone'],
  ] as const) {
    await broken(path)
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText(title)
    await page.unroute(path)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel(then)).toBeVisible()
  }
  await broken('**/api/auth/login-activity*')
  await page.goto('/settings')
  await expect(page.getByRole('alert')).toContainText('Where you are signed in could not be loaded')
  await page.unroute('**/api/auth/login-activity*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This device')).toBeVisible()
})

test('a session in use is renewed before its end, by one tab for all', async ({ page, context }) => {
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
  await page.keyboard.press('Tab')
  await page.waitForTimeout(300)
  expect(renewals).toBe(0)
  await context.clock.fastForward(4 * 24 * 3600 * 1000)
  await Promise.all([page.keyboard.press('Tab'), second.keyboard.press('Tab')])
  await expect.poll(token).not.toBe(before)
  expect(renewals).toBe(1)
  await signOut(page)
  await expect(second).toHaveURL(/\/$/)
})

test('a notification goes after its time or when it is dismissed', async ({ page }) => {
  await registerByForm(page, 'Sample Member')
  const greeting = page.getByText('Welcome. Your account is ready.')
  await expect(greeting).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(greeting).toHaveCount(0)
})

test('everything can be downloaded', async ({ page }) => {
  await register(page)
  await page.goto('/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})

test('an account is deleted with its password alone, and its entries stay under “A former member”', async ({
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
  await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your account was not deleted')
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(page).toHaveURL(/\/$/)
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  await guest.goto(`/articles/${id}`)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Sample that stays')
  await expect(guest.getByText('A former member').first()).toBeVisible()
})
