import type { Page } from '@playwright/test'
import { long } from './long.ts'
import { expect, fillLogIn, holdRequests, post, register, scriptIsThere, signOut, test } from './site.ts'

test('a wrong password is reported above the button and as a toast; the right one opens the requested page', async ({
  page,
}) => {
  const { email, password } = await register(page)
  await signOut(page)
  await page.goto('/contribute/articles')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcontribute%2Farticles$/)
  await fillLogIn(page, { email, password: 'not it' })
  await expect(page.getByRole('alert')).toContainText('Failed to login')
  await expect(page.getByText('Wrong email or password.')).toHaveCount(2)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/contribute\/articles$/)
  await expect(page.getByText('Successfully logged in')).toBeVisible()
  // It doesn't follow a person who goes on at once.
  await page.goto('/healthz')
  expect(await page.evaluate(() => sessionStorage.getItem('messages'))).toBeNull()
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
    await fillLogIn(page, { email, password })
    await page.waitForURL('**/dashboard')
  }
})

test('the sign-up form shows each error beside its field', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('ab')
  await page.getByLabel('Email').fill('nothing')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByLabel('Confirm password').fill('54321')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toContainText('Please check your input')
  for (const [label, message] of [
    ['Full name', 'Enter at least 3 characters.'],
    ['Email', 'Enter a full email address, with an @.'],
    ['Password', 'Use at least 6 characters.'],
    ['Confirm password', 'The passwords don’t match.'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAccessibleDescription(new RegExp(message.replace('.', '\\.')))
  }
})

test('on a phone, the first field with an error and its label are visible below the header', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/register')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  const header = await page.locator('header.top').boundingBox()
  const label = await page.locator('label', { hasText: 'Full name' }).boundingBox()
  expect(label?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
})

test('a form sent before the page’s script has loaded is sent afterwards, and never shows in the address', async ({
  page,
}) => {
  const { email, password } = await register(page)
  await signOut(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await fillLogIn(page, { email, password })
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'no')
  release()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(addresses.filter((address) => address.includes('password='))).toEqual([])
})

test('guests are redirected to the home page, members from home and login pages to the dashboard', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/dashboard/articles?q=sample')
  await expect(page).toHaveURL(/\/\?redirect=%2Fdashboard%2Farticles%3Fq%3Dsample$/)
  await expect(page.getByText('Log in to open the page you wanted.')).toBeVisible()
  await register(page)
  for (const path of ['/', '/login', '/register']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await page.goto('/about')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeHidden()
})

test('a revoked session leads to the login page at its next request, with the page to return to', async ({
  page,
  request,
}) => {
  await register(page)
  // This page sends no requests of its own, which would lead to the login page too early.
  await page.goto('/about')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.goto('/dashboard/articles?q=sample', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard%2Farticles%3Fq%3Dsample$/)
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([null, null])
})

const stored = (page: Page) =>
  page.evaluate(() => ['token', 'user', 'clockOffset', 'deviceKey'].map((name) => localStorage.getItem(name)))
const expired = `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"0","exp":1}')}.x`

test('an expired session ends at the next check, on the home page', async ({ page }) => {
  await page.clock.install()
  await register(page)
  await page.evaluate((token) => localStorage.setItem('token', token), expired)
  await page.clock.fastForward(60_000)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  expect(await stored(page)).toEqual([null, null, null, null])
})

const day = 24 * 60 * 60 * 1000
for (const [way, then, now] of [
  ['jumps ahead', 0, 400 * day],
  ['was behind at the login and is set right', -6000 * day, 0],
  ['was ahead at the login and is set right', 400 * day, 0],
] as const)
  test(`a session goes on if the device’s clock ${way}`, async ({ page }) => {
    const start = Date.now()
    await page.clock.install({ time: start + then })
    await register(page)
    await page.clock.setSystemTime(start + now)
    // Browsers delete cookies early if the clock is set right.
    await page.context().clearCookies({ name: 'session' })
    const renewed = page.waitForResponse('**/api/auth/renew')
    await page.clock.runFor(60_000)
    await page.keyboard.press('Shift')
    expect((await renewed).status()).toBe(200)
    const behind = () => page.evaluate(() => Number(localStorage.getItem('clockOffset')))
    await expect.poll(async () => Math.round((now + (await behind())) / day) + 0).toBe(0)
    expect((await page.context().cookies()).map(({ name }) => name)).toContain('session')
    await page.goto('/')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  })

test('a public page shows no account once the server has refused an expired token', async ({ page }) => {
  await register(page)
  await page.evaluate((token) => localStorage.setItem('token', token), expired)
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  expect(await stored(page)).toEqual([null, null, null, null])
})

long('a member who returns with an expired token logs in with the right password', async ({ page, complaints }) => {
  const { email, password } = await register(page)
  await page.evaluate((token) => localStorage.setItem('token', token), expired)
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await fillLogIn(page, { email, password })
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(complaints).toEqual([expect.stringMatching(/401 .*\/api\/auth\/renew$/)])
})

long('public pages remove an expired or unreadable token and the stored user', async ({ page, expectErrors }) => {
  expectErrors(/^Error checking token expiration/)
  const logged = new Set<string>()
  page.on('console', (message) => message.type() === 'error' && logged.add(message.text()))
  await register(page)
  for (const path of ['/', '/about', '/language/vocabulary', '/shop', '/explore'])
    for (const token of [expired, 'garbage']) {
      await page.goto('/healthz')
      await page.evaluate((token) => Object.assign(localStorage, { token, user: '{"id":"0"}', deviceKey: '{}' }), token)
      await page.goto(path)
      // Only the server knows whether a token that can be read has expired.
      await expect.poll(() => stored(page), path).toEqual([null, null, null, null])
    }
  // Nothing of the token itself is logged.
  expect([...logged].filter((text) => !text.includes('401'))).toEqual(['Error checking token expiration'])
})

long('a token that expires while the login page is open doesn’t prevent a login', async ({ page }) => {
  const { email, password } = await register(page)
  await signOut(page)
  await page.goto('/login')
  await scriptIsThere(page)
  await page.evaluate((token) => localStorage.setItem('token', token), expired)
  await fillLogIn(page, { email, password })
  await expect(page).toHaveURL(/\/dashboard$/)
})

long(
  'a token that was revoked elsewhere doesn’t prevent a login with the right password',
  async ({ page, request }) => {
    const { email, password } = await register(page)
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await page.goto('/forgot-password')
    await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
    const answer = await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
        return (await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(body) })).status
      },
      { email, password },
    )
    expect(answer).toBe(200)
    // The login page redirects a member who still counts as logged in, and the dashboard's first request leads back.
    await page.goto('/login')
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await fillLogIn(page, { email, password })
    await expect(page).toHaveURL(/\/dashboard$/)
  },
)

long('a refused request while logging out leads to no other page', async ({ page }) => {
  await register(page)
  let answer = () => {}
  const sessionEnded = new Promise<void>((resolve) =>
    page.route('**/api/auth/logout', async (route) => {
      const response = await route.fetch()
      resolve()
      await new Promise<void>((go) => {
        answer = go
      })
      await route.fulfill({ response })
    }),
  )
  await page.getByRole('button', { name: 'Log out' }).click()
  await sessionEnded
  const refusal = page.waitForResponse((response) => response.status() === 401)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Articles', exact: true }).click()
  await refusal
  answer()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
})

test('logging out in one tab logs out the other, and each goes to the home page once', async ({ page, context }) => {
  await register(page)
  const second = await context.newPage()
  await second.goto('/dashboard/articles')
  await scriptIsThere(second)
  const visits: Page[] = []
  context.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).pathname === '/') visits.push(request.frame().page())
  })
  await signOut(page)
  await expect(second).toHaveURL(/\/$/)
  for (const tab of [page, second]) {
    await scriptIsThere(tab)
    expect(visits.filter((one) => one === tab)).toHaveLength(1)
  }
})

test('an article for members is hidden from guests on pages and in the API', async ({ page, browser }) => {
  await register(page)
  const { id } = await post(page, { title: 'Members alone' })
  await page.goto(`/articles/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members alone')
  const guest = await browser.newPage()
  expect((await guest.goto(`/articles/${id}`))?.status()).toBe(404)
  expect((await guest.request.get(`/api/articles/${id}`)).status()).toBe(404)
  await guest.goto('/')
  await expect(guest.getByText('Members alone')).toHaveCount(0)
})

test('a guest who wants to record words logs in and comes back, instead of being sent home', async ({ page }) => {
  const { email, password } = await register(page)
  await signOut(page)
  await page.goto('/record')
  await expect(page).toHaveURL(/\/login\?redirect=%2Frecord$/)
  await fillLogIn(page, { email, password })
  await expect(page).toHaveURL(/\/record$/)
})

test('a newcomer who wants to give something signs up, on a page that says what and fits a phone', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/contribute')
  await page.getByRole('link', { name: 'A proverb' }).click()
  await expect(page).toHaveURL(/\/register\?redirect=%2Fcontribute%2Fproverbs$/)
  await scriptIsThere(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a proverb')
  const tabs = page.getByRole('navigation', { name: 'Sign up or log in' })
  await expect(tabs.getByRole('link')).toHaveText(['Sign up', 'Log in'])
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toContainText('Please check your input')
  await tabs.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcontribute%2Fproverbs$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a proverb')
  for (const value of ['en', 'sw']) {
    await page.context().addCookies([{ name: 'language', value, url: site.url }])
    for (const path of ['/register?redirect=/contribute/media', '/login?redirect=/contribute/media']) {
      await page.goto(path)
      await scriptIsThere(page)
      const hero = await page.locator('.gate .hero').boundingBox()
      expect.soft(hero?.height, `${path} ${value}`).toBe(96)
      const [button, bar] = await Promise.all([
        page.locator('main button[type=submit]').boundingBox(),
        page.locator('.bottom-bar').boundingBox(),
      ])
      expect.soft((button?.y ?? 0) + (button?.height ?? 0), `${path} ${value}`).toBeLessThanOrEqual(bar?.y ?? 0)
    }
  }
  await page.goto('/register')
  await scriptIsThere(page)
  await page.getByLabel('Onyesha manenosiri').check()
  await expect(page.locator('input[type=password]')).toHaveCount(0)
})

test('nothing that guests can press on public pages sends them home', async ({ page }) => {
  const guarded = /^\/(dashboard|profile|settings|seller|admin|keepers)(\/|$)/
  const linksOf = (selector: string) =>
    page.evaluate(
      (links) =>
        [...document.querySelectorAll<HTMLAnchorElement>(links)]
          .filter((link) => link.origin === location.origin && link.checkVisibility())
          .map(({ pathname, search }) => pathname + search),
      selector,
    )
  for (const path of ['/', '/explore', '/shop', '/language/vocabulary', '/people', '/recordings', '/contribute']) {
    await page.goto(path)
    const links = await linksOf('a[href]')
    expect(links.length, path).toBeGreaterThan(5)
    expect(
      links.filter((link) => guarded.test(link)),
      path,
    ).toEqual([])
  }
  for (const form of await linksOf('main a[href]')) {
    await page.goto(form)
    await expect(page).toHaveURL(`/register?redirect=${encodeURIComponent(form)}`)
  }
})

test('a guest who opens a link to a members’ page, such as from an email, gets there by logging in', async ({
  page,
  browser,
}) => {
  const account = await register(page)
  const { id } = await post(page, { title: 'Sample for members' })
  const guest = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await guest.goto(`/articles/${id}`)
  await expect(guest.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await guest.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  // A person without an account opens the sign-up page and comes back.
  await guest.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await guest.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await fillLogIn(guest, account)
  await expect(guest).toHaveURL(`/articles/${id}`)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Sample for members')
  // The page before this one said so, too, but was left before it could be read.
  await expect(guest.getByRole('status').filter({ hasText: 'Successfully logged in' })).toBeVisible()
  await guest.reload()
  await scriptIsThere(guest)
  await expect(guest.getByText('Successfully logged in')).toBeHidden()
  await guest.goto('/articles/00000000-0000-7000-8000-000000000001')
  await expect(guest.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(guest.getByRole('main').getByRole('link', { name: 'Log in' })).toBeHidden()
  await guest.context().close()
})

test('the header’s login link leads back to the current search', async ({ page }) => {
  await page.goto('/search?q=one')
  await scriptIsThere(page)
  const logIn = page.locator('header').getByRole('link', { name: 'Log in' }).first()
  await expect(logIn).toHaveAttribute('href', '/login?redirect=%2Fsearch%3Fq%3Done')
  await page.getByRole('main').getByRole('searchbox').fill('sun')
  await expect(page).toHaveURL(/q=sun/)
  await expect(logIn).toHaveAttribute('href', /\/login\?redirect=%2Fsearch%3F.*q%3Dsun/)
})
