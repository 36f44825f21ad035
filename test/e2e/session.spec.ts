import { expect, post, register, signOut, test } from './site.ts'

test('a wrong password is said above the button and as a toast; the right one goes where one wanted to go', async ({
  page,
}) => {
  const { email, password } = await register(page)
  await signOut(page)
  await page.goto('/contribute/articles')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcontribute%2Farticles$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not it')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to login')
  await expect(page.getByText('The email or the password is not right.')).toHaveCount(2)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/contribute\/articles$/)
  await expect(page.getByText('Successfully logged in')).toBeVisible()
})

test('a redirect never leaves the site', async ({ page }) => {
  const { email, password } = await register(page)
  for (const target of [
    'https://elsewhere.test/',
    '//elsewhere.test/',
    '/..//elsewhere.test',
    '/\\elsewhere.test',
    'javascript:alert(1)',
  ]) {
    await signOut(page)
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/dashboard') // loaded: what is pressed before React runs is lost
  }
})

test('the form says what is wrong beside each field', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('ab')
  await page.getByLabel('Email').fill('nothing')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByLabel('The same password again').fill('54321')
  await page.getByRole('button', { name: 'Make an account' }).click()
  await expect(page.getByRole('alert')).toContainText('Please check your input')
  for (const [label, message] of [
    ['Full name', 'Please write at least 3 characters.'],
    ['Email', 'Please write the whole address, with an @.'],
    ['Password', 'Please use at least 6 characters.'],
    ['The same password again', 'The two passwords are not the same.'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAccessibleDescription(new RegExp(message.replace('.', '\\.')))
  }
})

test('what is sent before the page works is sent once it does, and stands in no address', async ({ page }) => {
  const { email, password } = await register(page)
  await signOut(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'no')
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(addresses.filter((address) => address.includes('password='))).toEqual([])
})

test('guests are sent to the root, members from the gates to the dashboard', async ({ page }) => {
  for (const path of ['/dashboard', '/dashboard/articles']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
  }
  await register(page)
  for (const path of ['/', '/login', '/register']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeHidden()
})

test('a revoked session leads to the log-in page at its next request, and back afterwards', async ({
  page,
  request,
}) => {
  await register(page)
  // A page that asks for nothing, or its own next request would already lead away.
  await page.goto('/about')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.goto('/dashboard/articles?q=sample', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard%2Farticles%3Fq%3Dsample$/)
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([null, null])
})

test('an expired session ends at the minute’s check, at the site’s root', async ({ page }) => {
  await page.clock.install()
  await register(page)
  await page.clock.fastForward(8 * 24 * 3600 * 1000)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
})

test('what is refused while one signs out leads nowhere else', async ({ page }) => {
  await register(page)
  let answer = () => {}
  const ended = new Promise<void>((resolve) =>
    page.route('**/api/auth/logout', async (route) => {
      const response = await route.fetch()
      resolve()
      await new Promise<void>((go) => {
        answer = go
      })
      await route.fulfill({ response })
    }),
  )
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await ended
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.getByRole('link', { name: 'Articles', exact: true }).click()
  await refused
  answer()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
})

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await register(page)
  const second = await context.newPage()
  await second.goto('/dashboard/articles')
  await signOut(page)
  await expect(second).toHaveURL(/\/$/)
})

test('a members’ article is hidden from guests, on every address', async ({ page, browser, site }) => {
  await register(page)
  const { id } = await post(page, { title: 'Members alone', category: 'Culture', content: 'x' })
  await page.goto(`/articles/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members alone')
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  expect((await guest.goto(`/articles/${id}`))?.status()).toBe(404)
  expect((await guest.request.get(`/api/articles/${id}`)).status()).toBe(404)
  await guest.goto('/')
  await expect(guest.getByText('Members alone')).toHaveCount(0)
})
