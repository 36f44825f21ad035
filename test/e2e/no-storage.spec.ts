import { expect, fillLogIn, register, test } from './site.ts'

/** Makes storage throw, as it does on a full device, and if cookies are blocked. These run in the page before its scripts. */
const refusals = {
  full: () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    indexedDB.open = refuse
  },
  blocked: () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  },
}

for (const [name, refuse] of Object.entries(refusals))
  test(`if the browser’s storage is ${name}, members can log in, use pages and forms, and are told what isn’t stored`, async ({
    page,
    expectErrors,
  }) => {
    // React Router's script for scroll positions reports it, once on each page, and the page goes on.
    if (name === 'blocked') expectErrors(/SecurityError:? blocked/)
    const { email, password } = await register(page)
    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
    await page.addInitScript(refuse)
    const logIn = async (path: string) => {
      await page.goto(`/login?redirect=${path}`)
      await fillLogIn(page, { email, password })
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Something went wrong')).toHaveCount(0)
    }
    for (const path of ['/dashboard', '/settings', '/record']) await logIn(path)
    await logIn('/contribute/poems')
    await page.getByLabel('Title').fill(`Sample poem ${name}`)
    await page.getByLabel('Poem').fill('Sample line')
    await expect(page.getByText('This device can’t store your text.')).toBeVisible()
    await page.getByRole('button', { name: 'Add poem' }).click()
    await page.waitForURL(/\/language\/poems\/[0-9a-f-]{36}$/)
    // The session ends with the page: on a shared device, its cookie would open what the next person has no button to leave.
    await page.goto('/healthz')
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('session')
  })
