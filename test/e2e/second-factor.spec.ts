import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { freePort } from '../../tools/free-port.ts'
import type { RunningSite } from '../running-site.ts'
import { inspectBoth } from './inspect.ts'
import { longOf } from './long.ts'
import {
  admin,
  test as base,
  confirmEmail,
  expect,
  fillLogIn,
  letSignInsAge,
  linkInMail,
  logIn,
  register,
  scriptIsThere,
  signOut,
  siteOfWorker,
} from './site.ts'

/** Passkeys require a host name, so this site uses localhost and not 127.0.0.1. */
const test = base.extend<object, { site: RunningSite }>({
  site: siteOfWorker(async () => {
    const port = String(await freePort())
    return { PORT: port, BASE_URL: `http://localhost:${port}`, REQUIRE_MFA: 'seller' }
  }),
})

const long = longOf(test)

/** Gives the page's browser a virtual authenticator whose owner always consents. `lose` takes it away again. */
async function withAuthenticator(page: Page): Promise<{ session: CDPSession; lose: () => Promise<unknown> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, lose: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) }
}

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

/** Sets up an authenticator app in Settings and returns its secret. Uses the code of the previous time step. */
async function setUpApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = String(await dialog.locator('code').textContent())
  await dialog.getByLabel('Code from the app').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('That code isn’t right', { exact: false }).first()).toBeVisible()
  await dialog.getByLabel('Code from the app').fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  return secret
}

/** Returns the recovery codes shown once, and closes the dialog. */
async function readRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(dialog.locator('code')).toHaveCount(10)
  const codes = await dialog.locator('code').allTextContents()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download codes' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

async function typePassword(page: Page, { email, password }: { email: string; password: string }, redirect = '') {
  await page.goto(`/login${redirect}`)
  await fillLogIn(page, { email, password })
}

test('an authenticator app is set up and used to log in, and a recovery code can replace it', async ({
  page,
  complaints,
}) => {
  const member = await register(page, { at: '/settings' })
  await expect(page.getByText('Two-step verification is off.')).toBeVisible()
  const secret = await setUpApp(page)
  const codes = await readRecoveryCodes(page)
  await expect(page.getByText('Recovery codes: 10 codes left')).toBeVisible()
  await signOut(page)

  await typePassword(page, member, '?redirect=/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step verification')
  const code = page.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await page.context().setOffline(true)
  await code.fill(codeOf(secret))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to login' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/profile')
  await scriptIsThere(page)
  await signOut(page)

  await typePassword(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(String(codes[0]).toLowerCase())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/settings')
  await expect(page.getByText('Recovery codes: 9 codes left')).toBeVisible()
  // The browser logs each refused request and the lost network.
  expect(complaints.filter((one) => !/Failed to load resource|net::ERR/.test(one))).toEqual([])
})

long(
  'a passkey is added, used as the second step and alone, replaced by a recovery code once its device is lost, and removed',
  async ({ page }) => {
    const { lose } = await withAuthenticator(page)
    const member = await register(page, { at: '/settings' })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Sample phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const codes = await readRecoveryCodes(page)
    await expect(page.getByRole('listitem').filter({ hasText: 'Sample phone' })).toContainText('not used yet')
    await signOut(page)

    await typePassword(page, member)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await scriptIsThere(page)
    await signOut(page)

    await page.goto('/login?redirect=/settings')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.waitForURL((url) => url.pathname === '/settings')
    await page.getByRole('button', { name: /Rename.*Sample phone/ }).click()
    const rename = page.getByRole('dialog')
    await rename.getByLabel('Name').fill('')
    await rename.getByRole('button', { name: 'Save name' }).click()
    await expect(rename.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(rename.getByLabel('Name')).toBeFocused()
    await rename.getByLabel('Name').fill('Sample second phone')
    await rename.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('Passkey renamed.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Sample phone' })).toHaveCount(0)
    await signOut(page)

    await lose()
    await typePassword(page, member, '?redirect=/settings')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(String(codes[0]))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/settings')
    await expect(page.getByText('Recovery codes: 9 codes left')).toBeVisible()
    await page.getByRole('button', { name: /Remove.*Sample second phone/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Two-step verification is off.')).toBeVisible()
  },
)

long(
  'a passkey that someone else added is removed with the link in the email, without logging in',
  async ({ page, browser, site }) => {
    await withAuthenticator(page)
    const member = await register(page)
    await confirmEmail(page, site, member.email)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Sample phone of a thief')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await readRecoveryCodes(page)

    const link = await linkInMail(site, member.email, '/undo-factor')
    const owner = await browser.newPage()
    await owner.goto(link)
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Did someone else change your account?')
    await inspectBoth(owner, 'undoing a second factor', 1280)
    // Opening the link changes nothing.
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: 'Sample phone of a thief' })).toBeVisible()
    await owner.getByRole('button', { name: 'Undo it and log out everywhere' }).click()
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Undone, and logged out everywhere')
    await expect(owner.getByRole('status')).toContainText(member.email)
    await page.goto('/settings')
    await expect(page).toHaveURL((url) => url.pathname === '/login')

    await owner.getByRole('link', { name: 'Choose a new password' }).click()
    await owner.getByLabel('Email').fill(member.email)
    await owner.getByRole('button', { name: 'Reset Password' }).click()
    const reset = await linkInMail(site, member.email, '/reset-password')
    const changed = { token: reset.split('=')[1], newPassword: 'Sample changed 1!' }
    expect((await owner.request.post('/api/auth/password/reset', { data: changed })).ok()).toBe(true)
    await typePassword(owner, { ...member, password: changed.newPassword })
    await expect(owner).toHaveURL(/\/dashboard$/)

    await owner.goto(link)
    await owner.getByRole('button', { name: 'Undo it and log out everywhere' }).click()
    await expect(owner.getByRole('alert')).toContainText('There is nothing to undo')
    await owner.goto('/undo-factor')
    await expect(owner.getByRole('alert')).toContainText('This link is incomplete')
  },
)

test('an old login is confirmed in a dialog, and the request continues by itself', async ({ page, site }) => {
  const { session } = await withAuthenticator(page)
  const member = await register(page, { at: '/settings' })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const addDialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await addDialog.getByLabel('Name').fill('Sample laptop')
  await letSignInsAge(site, member.email)
  const confirmDialog = page.getByRole('dialog', { name: 'Confirm it’s you' })

  // After cancelling, the form is unchanged.
  await addDialog.getByRole('button', { name: 'Continue' }).click()
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmDialog).toHaveCount(0)
  await expect(addDialog.getByRole('alert')).toContainText('Confirm it’s you to continue')
  await expect(addDialog.getByLabel('Name')).toHaveValue('Sample laptop')

  await addDialog.getByRole('button', { name: 'Continue' }).click()
  await confirmDialog.getByLabel('Password', { exact: true }).fill('wrong password')
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmDialog.getByRole('alert')).toBeVisible()
  await confirmDialog.getByLabel('Password', { exact: true }).fill(member.password)
  await confirmDialog.getByLabel('Password', { exact: true }).press('Enter')
  await readRecoveryCodes(page)
  await expect(page.getByText('Sample laptop').first()).toBeVisible()

  // With a passkey no password is needed; the first dialog stays open meanwhile.
  await letSignInsAge(site, member.email)
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click()
  await confirmDialog.getByRole('button', { name: 'Use a passkey' }).click()
  await readRecoveryCodes(page)

  await letSignInsAge(site, member.email)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await confirmDialog.getByRole('button', { name: 'Use a passkey' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await session.detach()
})

test('an admin grants a role and downloads the archive after confirming with the password', async ({
  page,
  browser,
  site,
}) => {
  const device = await browser.newPage()
  const member = await register(device, { name: 'Confirmed Sample' })
  await logIn(page)
  await letSignInsAge(site, admin.email)
  await page.goto(`/admin/members?q=${member.email}`)
  await page.getByRole('button', { name: /Edit.*Confirmed Sample/ }).click()
  await page.getByLabel(/^Seller/).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const confirmDialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmDialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.locator('.person')).toContainText('Seller')

  // The role requires two-step verification, and a note links to the page that sets it up.
  await device.goto('/dashboard')
  await expect(device.getByText('Set up two-step verification to use your role')).toBeVisible()
  await device.goto('/seller/dashboard')
  await expect(device.getByText('If you have this role, set up two-step verification')).toBeVisible()
  await expect(device.getByRole('button', { name: 'Ask to sell' })).toHaveCount(0)
  await device.goto('/dashboard')
  await device.getByRole('link', { name: 'Set it up' }).click()
  await expect(device.getByText('You need two-step verification to work as: Seller.')).toBeVisible()
  await setUpApp(device)
  await readRecoveryCodes(device)
  await expect(device.getByText('Set up two-step verification to use your role')).toHaveCount(0)

  await letSignInsAge(site, admin.email)
  await page.goto('/admin/care')
  await page.getByRole('button', { name: 'Download the archive' }).click()
  const download = page.waitForEvent('download')
  await confirmDialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)

  // The member loses the phone.
  await page.goto(`/admin/members?q=${member.email}`)
  await page.getByRole('button', { name: /Edit.*Confirmed Sample/ }).click()
  await page.getByRole('button', { name: 'Remove two-step verification' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Remove two-step verification' }).click()
  await expect(page.getByText('Confirmed Sample can now log in with just a password.')).toBeVisible()
  const newPhone = await browser.newPage()
  await typePassword(newPhone, member)
  await expect(newPhone).toHaveURL(/\/dashboard$/)
})
