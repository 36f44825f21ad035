import type { Browser, Page } from '@playwright/test'
import type { RunningSite } from '../running-site.ts'
import { inspectBoth } from './inspect.ts'
import { confirmEmail, expect, logIn, openElsewhere, pixel, post, register, test } from './site.ts'

async function someone(browser: Browser, site: RunningSite, name: string): Promise<Page> {
  const page = await openElsewhere(browser)
  const { email } = await register(page, { name })
  await confirmEmail(page, site, email)
  return page
}

test('a keeper limits an entry to a new group: its member and the author see the entry, the keeper doesn’t', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  test.setTimeout(180_000)
  const author = await someone(browser, site, 'Sample Author')
  const insider = await someone(browser, site, 'Sample Insider')
  const outsider = await someone(browser, site, 'Sample Outsider')
  const { id } = await post(author, { title: 'Sample article for a group', visibility: 'public' })

  await logIn(page, undefined, '/dashboard/keepers/groups')
  await page.getByRole('button', { name: 'Create group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save group' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Name').fill('Sample group of elders')
  await dialog.getByLabel('Who is in this group').fill('Sample purpose')
  await dialog.getByRole('button', { name: 'Save group' }).click()
  await page.waitForURL(/\/dashboard\/keepers\/groups\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Sample group of elders' })).toBeVisible()
  const group = page.url()
  await page
    .getByRole('search')
    .getByRole('searchbox', { name: /Part of a name/ })
    .fill('sample ins')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add Sample Insider' }).click()
  await expect(
    page.getByRole('region', { name: 'Members', exact: true }).getByText('Sample Insider').first(),
  ).toBeVisible()
  await inspectBoth(page, 'group', 1280)

  await page.goto(`/dashboard/articles/${id}`)
  await page.getByRole('button', { name: 'Who can see this' }).click()
  await dialog.getByText('More options: groups, labels, a warning').click()
  await dialog.getByLabel('Sample group of elders').check()
  await expect(dialog.getByRole('status')).toContainText('you won’t be able to see this')
  await dialog.getByLabel(/^Non-commercial use only/).check()
  await inspectBoth(page, 'audience dialog', 1280)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/dashboard\/articles$/)

  await insider.goto(`/dashboard/articles/${id}`)
  await expect(insider.getByRole('heading', { level: 1 })).toHaveText('Sample article for a group')
  await expect(insider.getByText('The community asks you not to make money with this.')).toBeVisible()
  await insider.goto('/profile')
  await expect(insider.getByRole('heading', { name: 'Sample group of elders' })).toBeVisible()
  await author.goto(`/dashboard/articles/${id}`)
  await expect(author.getByRole('heading', { level: 1 })).toHaveText('Sample article for a group')
  for (const one of [outsider, page]) {
    expect((await one.goto(`/articles/${id}`))?.status()).toBe(404)
    await one.goto(`/dashboard/articles/${id}`)
    await expect(one.getByText('This article doesn’t exist, or you don’t have access to it.')).toBeVisible()
  }

  await page.goto(group)
  await page.getByRole('button', { name: 'Delete group' }).click()
  await dialog.getByRole('button', { name: 'Delete group' }).click()
  await expect(dialog.getByText(/You can’t delete this group/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove Sample Insider' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No members yet. Search for one above.')).toBeVisible()
  expect((await insider.goto(`/articles/${id}`))?.status()).toBe(404)
  expect(complaints.filter((one) => !/404|409/.test(one))).toEqual([])
})

test('a picture of someone who has died stays hidden until readers choose to see it, even without JavaScript', async ({
  page,
  browser,
}) => {
  await register(page, { name: 'Sample Author' })
  const { id, coverImage } = await post(page, {
    title: 'Sample article with a warning',
    category: 'Culture',
    content: '<p>Sample covered text.</p>',
    visibility: 'public',
    deceased: true,
    coverImage: `data:image/png;base64,${pixel.toString('base64')}`,
  })
  const files: string[] = []
  page.on('request', (request) => request.url().includes(String(coverImage)) && files.push(request.url()))
  for (const path of ['/dashboard', '/dashboard/articles']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByText('This contains the voice or picture of someone who has died.').first()).toBeVisible()
  }
  expect(files).toEqual([])

  await page.goto(`/articles/${id}`, { waitUntil: 'networkidle' })
  expect(files).toEqual([])
  await page.getByText('Show anyway').click()
  await expect.poll(() => files.length).toBe(1)

  const bare = await browser.newPage({ javaScriptEnabled: false })
  await bare.goto(`/articles/${id}`)
  await expect(bare.getByText('Sample covered text.')).toBeHidden()
  await bare.getByText('Show anyway').click()
  await expect(bare.getByText('Sample covered text.')).toBeVisible()
  await bare.getByText('Hide again').click()
  await expect(bare.getByText('Sample covered text.')).toBeHidden()
})
