import type { Browser, Page } from '@playwright/test'
import { inspectBoth } from './inspect.ts'
import { deaf, expect, logIn, pixel, post, register, test } from './site.ts'

async function someone(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  await deaf({ context }, async () => {})
  const page = await context.newPage()
  await register(page, name)
  return page
}

test('a keeper makes a group and limits an entry to it: its member sees it, another not, nor the keeper', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  test.setTimeout(180_000)
  const author = await someone(browser, site.url, 'Sample Author')
  const insider = await someone(browser, site.url, 'Sample Insider')
  const outsider = await someone(browser, site.url, 'Sample Outsider')
  const article = { title: 'Sample article for a group', category: 'Culture', content: '<p>Sample text.</p>' }
  const { id } = await post(author, { ...article, visibility: 'public' })

  await logIn(page)
  await page.goto('/dashboard/keepers/groups')
  await page.getByRole('button', { name: 'Make a group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Name').fill('Sample group of elders')
  await dialog.getByLabel('Who belongs to it').fill('Sample purpose')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/dashboard\/keepers\/groups\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample group of elders')
  const group = page.url()
  await page
    .getByRole('search')
    .getByRole('searchbox', { name: /part of the name/ })
    .fill('sample ins')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add Sample Insider' }).click()
  await expect(
    page.getByRole('region', { name: 'Members of this group' }).getByText('Sample Insider').first(),
  ).toBeVisible()
  await inspectBoth(page, 'group', 1280)

  await page.goto(`/dashboard/articles/${id}`)
  await page.getByRole('button', { name: 'Who may see it' }).click()
  await dialog.getByText('Groups, labels and a warning').click()
  await dialog.getByLabel('Sample group of elders').check()
  await expect(dialog.getByRole('status')).toContainText('you will no longer see it')
  await dialog.getByLabel(/^Not for sale/).check()
  await inspectBoth(page, 'audience dialog', 1280)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/dashboard\/articles$/)

  await insider.goto(`/dashboard/articles/${id}`)
  await expect(insider.getByRole('heading', { level: 1 })).toHaveText(article.title)
  await expect(insider.getByText('The community asks that nobody makes money with this.')).toBeVisible()
  await insider.goto('/profile')
  await expect(insider.getByRole('heading', { name: 'Sample group of elders' })).toBeVisible()
  await author.goto(`/dashboard/articles/${id}`)
  await expect(author.getByRole('heading', { level: 1 })).toHaveText(article.title)
  for (const one of [outsider, page]) {
    expect((await one.goto(`/articles/${id}`))?.status()).toBe(404)
    await one.goto(`/dashboard/articles/${id}`)
    await expect(one.getByText('This article is not here')).toBeVisible()
  }

  await page.goto(group)
  await page.getByRole('button', { name: 'Delete the group' }).click()
  await dialog.getByRole('button', { name: 'Delete the group' }).click()
  await expect(dialog.getByText(/Entries are limited to this group/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Take out Sample Insider' }).click()
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await expect(page.getByText('Nobody belongs to this group yet.')).toBeVisible()
  expect((await insider.goto(`/articles/${id}`))?.status()).toBe(404)
  expect(complaints.filter((one) => !/404|409/.test(one))).toEqual([])
})

test('what has the picture of someone who has died stays covered until the reader chooses, without JavaScript, too', async ({
  page,
  browser,
  site,
}) => {
  await register(page, 'Sample Author')
  const { id } = await post(page, {
    title: 'Sample article with a warning',
    category: 'Culture',
    content: '<p>Sample covered text.</p>',
    visibility: 'public',
    deceased: true,
    coverImage: `data:image/png;base64,${pixel.toString('base64')}`,
  })
  const files: string[] = []
  page.on('request', (request) => request.url().includes('/files/') && files.push(request.url()))
  for (const path of ['/dashboard', '/dashboard/articles']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByText('This holds the voice or picture of someone who has died.').first()).toBeVisible()
  }
  expect(files).toEqual([])

  await page.goto(`/articles/${id}`, { waitUntil: 'networkidle' })
  expect(files).toEqual([])
  await page.getByText('Show it all the same').click()
  await expect.poll(() => files.length).toBe(1)

  const bare = await (await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })).newPage()
  await bare.goto(`/articles/${id}`)
  await expect(bare.getByText('Sample covered text.')).toBeHidden()
  await bare.getByText('Show it all the same').click()
  await expect(bare.getByText('Sample covered text.')).toBeVisible()
  await bare.getByText('Cover it again').click()
  await expect(bare.getByText('Sample covered text.')).toBeHidden()
})
