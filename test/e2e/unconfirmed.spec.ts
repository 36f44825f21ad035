import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readMail } from '../../tools/mail-files.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { inspectBoth } from './inspect.ts'
import { longOf } from './long.ts'
import { ask, expect, logIn, openElsewhere, register, test as shared } from './site.ts'

// This site sends mail, so the posts of members with an unconfirmed email are not listed for guests.

type Mails = { tokensTo(address: string): Promise<string[]> }

const test = shared.extend<object, { mails: Mails & { url: string }; site: RunningSite }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const received: string[] = []
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData(stream, _session, done) {
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            received.push(Buffer.concat(chunks).toString())
            done()
          })
        },
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.server.address() as AddressInfo
      const tokensTo = async (address: string) =>
        received
          .map(readMail)
          .filter(({ to }) => to === address)
          .map(({ token = '' }) => token)
      await use({ url: `smtp://127.0.0.1:${port}`, tokensTo })
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mails }, use) => {
      const site = await startSite(undefined, { SMTP_URL: mails.url })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const long = longOf(test)

test('a public post is listed once its author’s email is confirmed, and the page says so after posting', async ({
  page,
  browser,
  mails,
  complaints,
}) => {
  test.setTimeout(180_000)
  const title = 'Sample article of a newcomer'
  const member = await register(page, { name: 'Sample Newcomer' })
  await page.getByRole('button', { name: 'Write article' }).click()
  const composer = page.getByRole('dialog')
  await composer.getByLabel('Title').fill(title)
  await composer.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('Sample text of the article.')
  await composer.getByLabel('Who can see this').selectOption('public')
  await composer.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Your post is not shown to everyone until you confirm your email.')).toBeVisible()
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('Email sent.')).toBeVisible()

  await page.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Confirm your email to show this to everyone.')).toBeVisible()
  await inspectBoth(page, 'a post of an unconfirmed member', 1280)
  const path = new URL(page.url()).pathname.replace('/dashboard', '')

  const guest = await openElsewhere(browser)
  await guest.goto('/')
  await expect(guest.getByText(title)).toHaveCount(0)
  await guest.goto(path)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(guest.getByText('Confirm your email')).toHaveCount(0)

  // A reading page has no React; the reading script handles its button.
  await page.goto(path)
  await expect(page.getByText('Confirm your email to show this to everyone.')).toBeVisible()
  await inspectBoth(page, 'the public page of an unconfirmed member’s post', 1280)
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.locator('form').getByRole('status')).toHaveText('Email sent.')
  await expect.poll(async () => (await mails.tokensTo(member.email)).length).toBe(3)

  // Opening the link where nobody is logged in changes nothing, because somebody else may have typed the address.
  await guest.goto(`/verify-email?token=${(await mails.tokensTo(member.email)).at(-1)}`)
  await expect(guest.getByText('Someone else entered your address')).toBeVisible()
  expect(await ask<object>(page, '/api/auth/profile')).toMatchObject({ emailVerified: false })
  await guest.getByRole('button', { name: 'Confirm email' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Email confirmed')
  await guest.goto('/')
  await expect(guest.getByText(title).first()).toBeVisible()
  await page.goto(`/dashboard${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Confirm your email')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('an admin finds unconfirmed members from the first steps, and confirms one by hand', async ({ page, browser }) => {
  const other = await openElsewhere(browser)
  const member = await register(other, { name: 'Sample Known Person' })
  await logIn(page)
  await expect(page.getByText(/n’t confirmed their email/)).toBeVisible()
  await page.getByRole('link', { name: 'Confirm members you know' }).click()
  await expect(page).toHaveURL(/status=unconfirmed/)
  const row = page.getByRole('listitem').filter({ hasText: member.email })
  await row.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Email not confirmed' })).toBeVisible()
  await inspectBoth(page, 'an unconfirmed member', 1280)
  await dialog.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Sample Known Person’s email is confirmed.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: member.email })).toHaveCount(0)
})

long(
  'a change of email requires the password, and can be cancelled from the old address without logging in',
  async ({ page, browser, mails, complaints }) => {
    const member = await register(page)
    const newEmail = `wanted-${Date.now()}@site.test`
    await page.goto('/profile')
    await expect(page.getByText('your public posts aren’t shown on public pages')).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await page.getByLabel('Last name').fill('Person')
    await page.getByLabel('Email').fill(newEmail)
    await inspectBoth(page, 'a profile with a new email', 1280)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/Enter your current password/)
    await page.getByLabel('Current password').fill('wrong password')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/is wrong/)
    await page.getByLabel('Current password').fill(member.password)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText(`${newEmail} is waiting to be confirmed`)).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveCount(0)

    await expect.poll(async () => (await mails.tokensTo(member.email)).length).toBe(2)
    const link = `/cancel-email?token=${(await mails.tokensTo(member.email)).at(-1)}`
    const guest = await openElsewhere(browser)
    await guest.goto(link)
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Cancel email change')
    await inspectBoth(guest, 'cancelling a change of email', 1280)
    // Opening the link changes nothing.
    await page.reload()
    await expect(page.getByText(`${newEmail} is waiting to be confirmed`)).toBeVisible()
    await guest.getByRole('button', { name: 'Cancel the change' }).click()
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Change cancelled')
    await expect(guest.getByRole('status')).toContainText(member.email)
    await page.reload()
    await expect(page.getByLabel('Email')).toHaveValue(member.email)
    await expect(page.getByText('is waiting to be confirmed')).toHaveCount(0)

    await guest.goto(link)
    await guest.getByRole('button', { name: 'Cancel the change' }).click()
    await expect(guest.getByRole('alert')).toContainText('There is nothing to cancel')
    await guest.goto('/cancel-email')
    await expect(guest.getByRole('alert')).toContainText('This link is incomplete')
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([])
  },
)
