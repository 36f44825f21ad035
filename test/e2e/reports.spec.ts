import { long } from './long.ts'
import { expect, logIn, mailTo, post, register, test } from './site.ts'

// The tests open many pages for several people, which takes a long time on a slow computer.
test.setTimeout(180_000)

test('a reader reports a post, a moderator hides it, its author sees why, and it is restored', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  const author = await register(page, { name: 'Sample Author' })
  const { id } = await post(page, { title: 'Sample reported title', visibility: 'public' })

  // A guest on the public page logs in first and then gets the form.
  const reader = await browser.newPage()
  await reader.goto(`/articles/${id}`)
  await reader.getByRole('link', { name: 'Report' }).click()
  await expect(reader).toHaveURL(/\/login\?redirect=/)
  await register(reader, { name: 'Sample Reader', at: `/articles/${id}` })
  await reader.getByRole('link', { name: 'Report' }).click()
  await expect(reader.getByText('About “Sample reported title”.')).toBeVisible()
  await reader.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByText('Choose what’s wrong.')).toBeVisible()
  await reader.getByLabel('Something else').check()
  await reader.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByLabel('In your own words')).toHaveAttribute('aria-invalid', 'true')
  await reader.getByLabel('In your own words').fill('Sample words of the reader')
  await reader.reload()
  await expect(reader.getByLabel('In your own words')).toHaveValue('Sample words of the reader')
  await reader.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByText('Thank you. A moderator will look at it.')).toBeVisible()

  // In the dashboard, the form is a dialog. A second report is refused with a message, and the choice stays.
  await reader.goto(`/dashboard/articles/${id}`)
  await reader.getByRole('button', { name: 'Report' }).click()
  const dialog = reader.getByRole('dialog')
  await dialog.getByLabel('It contains a mistake').check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('You’ve already reported this.')).toBeVisible()
  await expect(dialog.getByLabel('It contains a mistake')).toBeChecked()
  await page.goto(`/dashboard/articles/${id}`)
  await expect(page.getByRole('heading', { name: 'Sample reported title' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report' })).toHaveCount(0)

  const moderator = await browser.newPage()
  await logIn(moderator)
  await moderator
    .getByRole('navigation')
    .getByText(/^Keepers.*1 open/)
    .click()
  await moderator.getByRole('link', { name: /^Reports.*1 open/ }).click()
  await expect(moderator.getByText('Sample words of the reader')).toBeVisible()
  await moderator.getByRole('button', { name: 'Preview post' }).click()
  await expect(moderator.getByText('Sample text.')).toBeVisible()
  await moderator.getByRole('button', { name: /^Hide post/ }).click()
  await moderator.getByRole('dialog').getByRole('button', { name: 'Hide post' }).click()
  await expect(moderator.getByRole('dialog').getByText('This field is required.')).toBeVisible()
  await moderator.getByLabel('Reason (the author will read it)').fill('Sample reason')
  await moderator.getByRole('dialog').getByRole('button', { name: 'Hide post' }).click()
  await expect(moderator.getByText('All done. There are no open reports.')).toBeVisible()
  await expect(moderator.getByRole('link', { name: 'Reports', exact: true })).toBeVisible()

  const mail = await mailTo(site, author.email, /^Subject: A moderator hid your post/m)
  expect(mail).toContain('Their reason: Sample reason')
  expect(mail).not.toContain('Sample Reader')
  await page.goto(`/articles/${id}`)
  await expect(page.getByText('Reason: Sample reason')).toBeVisible()
  expect((await reader.goto(`/articles/${id}`))?.status()).toBe(404)

  await moderator.getByLabel('Which reports to show').selectOption('Closed')
  await expect(moderator.getByText('Note: Sample reason')).toBeVisible()
  await moderator.getByRole('button', { name: /^Show post again/ }).click()
  await expect(moderator.getByText('Shown again', { exact: true })).toBeVisible()
  await mailTo(site, author.email, /^Subject: Your post is visible again/m)
  expect((await reader.goto(`/articles/${id}`))?.status()).toBe(200)
  expect(complaints).toEqual([])
})

long('a moderator hides all posts of an account, and shows all of them again', async ({ page, browser, site }) => {
  const author = await register(page, { name: 'Sample Flooder' })
  const ids: string[] = []
  for (const at of [1, 2, 3]) ids.push((await post(page, { title: `Sample flood ${at}`, visibility: 'public' })).id)
  const moderator = await browser.newPage()
  await logIn(moderator, undefined, `/dashboard/articles/${ids[0]}`)
  await moderator.getByRole('button', { name: 'Report' }).click()
  await moderator.getByLabel('It’s advertising').check()
  await moderator.getByRole('button', { name: 'Send report' }).click()
  await expect(moderator.getByText('Thank you. A moderator will look at it.')).toBeVisible()
  await moderator.goto('/admin/reports')
  await moderator.getByRole('button', { name: /^Hide all posts/ }).click()
  await moderator.getByLabel('Reason (the author will read it)').fill('Sample reason')
  await moderator.getByRole('button', { name: 'Hide 3 posts and comments' }).click()
  await expect(moderator.getByText('All done. There are no open reports.')).toBeVisible()
  expect(await mailTo(site, author.email, /^Subject: A moderator hid your posts/m)).toContain('(3 in total)')
  const guest = await browser.newPage()
  for (const id of ids) expect((await guest.goto(`/articles/${id}`))?.status()).toBe(404)
  await moderator.getByLabel('Which reports to show').selectOption('Hidden in bulk')
  await moderator.getByRole('button', { name: /^Show posts and comments again/ }).click()
  await moderator.getByRole('dialog').getByRole('button', { name: 'Show posts and comments again' }).click()
  await expect(moderator.getByText(/^Shown again on/)).toBeVisible()
  for (const id of ids) expect((await guest.goto(`/articles/${id}`))?.status()).toBe(200)
})
