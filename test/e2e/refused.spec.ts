import type { Page } from '@playwright/test'
import { composerForms } from './every-form.ts'
import { long } from './long.ts'
import { announce, beep, expect, logIn, ofSite, post, register, test } from './site.ts'

// If the server refuses a form because of its size, too many requests, high load or a lack of space, the form says so
// and keeps its content.

// The tests open many pages, which takes a long time on a slow computer.
test.setTimeout(240_000)

const refusals = [
  { status: 413, code: 'too_large' },
  { status: 429, code: 'too_many' },
  { status: 503, code: 'busy' },
  { status: 507, code: 'no_room' },
].map((refusal) => ({ ...refusal, error: `Sample refusal ${refusal.status}.` }))

type FilledForm = {
  name: string
  path: string
  /** Opens the form; omitted if the page shows the form. */
  open?: (page: Page) => Promise<unknown>
  /** Role of the element that contains the form, `main` by default. */
  place?: 'main' | 'dialog'
  /** Text to type, by label of its field. */
  fields?: Record<string, string>
  /** Fills the form, except for `fields`; omitted if these are enough. */
  fill?: (page: Page) => Promise<unknown>
  /** Label of the submit button. */
  button: string
}

/** Returns the content of every field of the page, except for files. */
function content(page: Page) {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        'input:not([type=file]), textarea, select, [contenteditable=true]',
      ),
    ].map((field) => (['checkbox', 'radio'].includes(field.type) ? field.checked : (field.value ?? field.textContent))),
  )
}

/** Refuses every change that the page sends, except for copies of drafts. */
async function refuseChanges(page: Page, { status, code, error }: (typeof refusals)[number]) {
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' || route.request().url().includes('/api/drafts/')
      ? route.fallback()
      : route.fulfill(ofSite(status, { error, code }, { 'retry-after': '5' })),
  )
}

async function pressRefused(page: Page, { name, path, open, place = 'main', fields = {}, fill, button }: FilledForm) {
  page.setDefaultTimeout(15_000)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const form = page.getByRole(place)
  await open?.(page)
  await fill?.(page)
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).first().fill(value)
  // The code of its editor comes after the form.
  await expect(form.locator('[aria-busy=true]')).toHaveCount(0)
  const before = await content(page)
  for (const refusal of refusals) {
    await refuseChanges(page, refusal)
    await form.getByRole('button', { name: button, exact: true }).click()
    await expect.soft(page.getByText(refusal.error).first(), `${name}: ${refusal.status}`).toBeVisible()
    expect.soft(await content(page), `${name}: ${refusal.status}`).toEqual(before)
    await page.unroute('**/api/**')
  }
}

const sound = { name: 'beep.wav', mimeType: 'audio/wav', buffer: beep() }
const loggedStatus = /status of 50[37]/

test('a refused form for guests keeps its content', async ({ page, expectErrors }) => {
  expectErrors(loggedStatus)
  const email = 'refused@site.test'
  const password = 'sample password'
  const forms: FilledForm[] = [
    {
      name: 'registration',
      path: '/register',
      fields: { 'Full name': 'Sample Person', Email: email, Password: password, 'Confirm password': password },
      button: 'Sign up',
    },
    { name: 'login', path: '/login', fields: { Email: email, Password: password }, button: 'Log in' },
    { name: 'a forgotten password', path: '/forgot-password', fields: { Email: email }, button: 'Reset Password' },
    {
      name: 'a new password',
      path: '/reset-password',
      fields: {
        'Code from an admin': 'sample',
        'New password': 'Sample1!word',
        'Confirm new password': 'Sample1!word',
      },
      button: 'Save password',
    },
    {
      name: 'a message',
      path: '/contact/send',
      fields: { Message: 'Sample message' },
      button: 'Send message',
    },
  ]
  for (const form of forms) await pressRefused(page, form)
})

test('a refused form for members keeps its content', async ({ page, expectErrors }) => {
  expectErrors(loggedStatus)
  await register(page, { name: 'Sample Member' })
  const event = await announce(page, { title: 'Sample event title' })
  const article = await post(page, { title: 'Sample title' })
  const forms: FilledForm[] = [
    {
      name: 'preferences',
      path: '/settings?tab=preferences',
      fields: { 'Items per page': '17' },
      button: 'Save Changes',
    },
    { name: 'the profile', path: '/profile', fields: { 'First name': 'Changed' }, button: 'Save Changes' },
    {
      name: 'deleting the account',
      path: '/settings',
      open: (page) => page.getByRole('button', { name: 'Delete my account' }).click(),
      place: 'dialog',
      fields: { 'Your password': 'sample password' },
      button: 'Delete my account',
    },
    {
      name: 'registering for an event',
      path: `/dashboard/events/${event.id}`,
      open: (page) => page.getByRole('button', { name: 'Register' }).click(),
      place: 'dialog',
      fields: { 'Full Name': 'Changed Name', 'Phone Number': '+254 700 000000' },
      button: 'Register',
    },
    {
      name: 'a request to sell',
      path: '/seller/dashboard',
      fields: { 'What do you make?': 'Sample goods' },
      button: 'Ask to sell',
    },
    {
      name: 'a comment',
      path: `/dashboard/articles/${article.id}`,
      fields: { 'Your comment': 'Sample comment' },
      button: 'Post comment',
    },
    {
      name: 'a report',
      path: `/contribute/report?entry=${event.id}`,
      fill: (page) => page.getByRole('radio').first().check(),
      button: 'Send report',
    },
  ]
  for (const form of forms) await pressRefused(page, form)
})

long('a refused form for entries, groups or permissions keeps its content', async ({ page, expectErrors }) => {
  expectErrors(loggedStatus)
  await logIn(page)
  const article = await post(page, { title: 'Sample title' })
  const forms: FilledForm[] = [
    ...composerForms.map(({ kind, path, fill, button }) => ({
      ...{ name: kind, path, button },
      fill: (page: Page) => fill(page, 'Sample refused title'),
    })),
    {
      name: 'a permission',
      path: `/dashboard/consents/${article.id}`,
      open: (page) => page.getByRole('button', { name: 'Add permission' }).click(),
      fields: { 'People who are heard or seen': 'Sample Person', 'Who gave the permission': 'Sample Person' },
      fill: (page) => page.getByRole('main').getByRole('checkbox').first().check(),
      button: 'Save permission',
    },
    {
      name: 'a group',
      path: '/dashboard/keepers/groups',
      open: (page) => page.getByRole('button', { name: 'Create group' }).click(),
      place: 'dialog',
      fields: { Name: 'Sample group' },
      button: 'Save group',
    },
    {
      name: 'a recording',
      path: '/contribute/media',
      async fill(page) {
        await page.locator('input[type=file]').first().setInputFiles(sound)
        await expect(page.getByRole('progressbar')).toHaveCount(0)
      },
      fields: { Title: 'Sample recording' },
      button: 'Publish',
    },
    {
      name: 'letters',
      path: '/dashboard/keepers/letters',
      fields: { 'Letters in order': 'a b c' },
      button: 'Save alphabet',
    },
  ]
  for (const form of forms) await pressRefused(page, form)
})

long('a refused file can be sent again, with the fields as they were', async ({ page, expectErrors }) => {
  expectErrors(loggedStatus, /Upload failed/)
  await register(page, { at: '/contribute/media' })
  await page.getByLabel('Title').fill('Sample title of a refused file')
  for (const refusal of refusals) {
    await refuseChanges(page, refusal)
    await page.locator('input[type=file]').first().setInputFiles(sound)
    await expect.soft(page.getByText(refusal.error).first(), String(refusal.status)).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Sample title of a refused file')
    await page.unroute('**/api/**')
    if (refusal !== refusals.at(-1)) await page.getByRole('button', { name: /^Remove/ }).click()
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/\/dashboard\/media\/./)
})
