import type { RunningSite } from '../running-site.ts'
import { test as base } from './console.ts'
import { inspectAll, open } from './inspect.ts'
import { longOf } from './long.ts'
import { deaf, expect, logIn, register, siteOfWorker } from './site.ts'

/** A site where an admin admits each new account. */
const test = base.extend<object, { site: RunningSite }>({
  site: siteOfWorker(async () => ({ MEMBERSHIP: 'approval' })),
  context: deaf,
  baseURL: async ({ site }, use) => use(site.url),
})

const long = longOf(test)

const note = 'Your account is waiting for an admin’s approval.'

test('people waiting for approval see a note on every page, keep their input, and can post once approved', async ({
  page,
  browser,
}) => {
  await register(page, { name: 'Sample Waiting' })
  for (const path of ['/dashboard', '/dashboard/articles', '/profile', '/settings']) {
    await page.goto(path)
    await expect(page.getByText(note)).toBeVisible()
  }
  await page.goto('/contribute/articles')
  await page.getByLabel('Title').fill('Sample article title')
  await page.getByRole('textbox', { name: 'Content' }).fill('Sample text')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('alert')).toContainText(note)
  await expect(page.getByLabel('Title')).toHaveValue('Sample article title')

  const admin = await browser.newPage()
  await logIn(admin, undefined, '/admin/members')
  await admin.getByRole('button', { name: /Approve.*Sample Waiting/ }).click()
  await expect(admin.getByText('Sample Waiting is now a member.')).toBeVisible()

  await page.reload()
  await expect(page.getByText(note)).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Sample article title')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Article published.')).toBeVisible()
})

long('the note about waiting causes no sideways scroll and no axe violation', async ({ page }) => {
  await register(page)
  await open(page, '/dashboard')
  await expect(page.getByText(note)).toBeVisible()
  await inspectAll(page, 'the dashboard of a person waiting for approval')
})
