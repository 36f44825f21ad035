import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningSite } from '../running-site.ts'
import { expect, logIn, post, register, test } from './site.ts'

// Several people and many pages, on a machine that may be slow.
test.setTimeout(180_000)

/** The newest mail to an address whose subject is this, as one line; waits until there is one. */
async function mailTo(site: RunningSite, to: string, subject: string): Promise<string> {
  const outbox = join(site.dataDir, 'outbox')
  for (let tries = 0; tries < 150; tries++) {
    const mails = readdirSync(outbox).filter((name) => name.endsWith(`-${to}.eml`))
    const texts = mails.map((name) => readFileSync(join(outbox, name), 'utf8').replace(/=\r?\n/g, ''))
    const found = texts.find((text) => text.includes(`Subject: ${subject}`))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no mail to ${to}: ${subject}`)
}

test('a reader reports, a moderator hides, the author reads why, and it is shown again', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  const author = await register(page, 'Sample Author')
  const { id } = await post(page, {
    title: 'Sample reported title',
    category: 'Culture',
    content: '<p>Sample text.</p>',
    visibility: 'public',
  })

  // A guest on the public page is asked to log in first, and comes to the form.
  const reader = await (await browser.newContext({ baseURL: site.url })).newPage()
  await reader.goto(`/articles/${id}`)
  await reader.getByRole('link', { name: 'Report' }).click()
  await expect(reader).toHaveURL(/\/login\?redirect=/)
  await register(reader, 'Sample Reader')
  await reader.goto(`/articles/${id}`)
  await reader.getByRole('link', { name: 'Report' }).click()
  await expect(reader.getByText('It is about “Sample reported title”.')).toBeVisible()
  await reader.getByRole('button', { name: 'Send the report' }).click()
  await expect(reader.getByText('Please choose what is wrong.')).toBeVisible()
  await reader.getByLabel('Something else').check()
  await reader.getByRole('button', { name: 'Send the report' }).click()
  await expect(reader.getByLabel('In your own words')).toHaveAttribute('aria-invalid', 'true')
  await reader.getByLabel('In your own words').fill('Sample words of the reader')
  await reader.reload()
  await expect(reader.getByLabel('In your own words')).toHaveValue('Sample words of the reader')
  await reader.getByRole('button', { name: 'Send the report' }).click()
  await expect(reader.getByText('Thank you. A moderator will look at it.')).toBeVisible()

  // On the member's page it is a dialog; a second report is refused with a sentence, and what was typed stays.
  await reader.goto(`/dashboard/articles/${id}`)
  await reader.getByRole('button', { name: 'Report' }).click()
  const dialog = reader.getByRole('dialog')
  await dialog.getByLabel('It is not right').check()
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByText('You have reported this already.')).toBeVisible()
  await expect(dialog.getByLabel('It is not right')).toBeChecked()
  await page.goto(`/dashboard/articles/${id}`)
  await expect(page.getByRole('heading', { name: 'Sample reported title' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report' })).toHaveCount(0)

  const moderator = await (await browser.newContext({ baseURL: site.url })).newPage()
  await logIn(moderator)
  await moderator.getByRole('link', { name: /^Reports.*1 open/ }).click()
  await expect(moderator.getByText('Sample words of the reader')).toBeVisible()
  await moderator.getByRole('button', { name: 'Look at it here' }).click()
  await expect(moderator.getByText('Sample text.')).toBeVisible()
  await moderator.getByRole('button', { name: /^Hide it/ }).click()
  await moderator.getByRole('dialog').getByRole('button', { name: 'Hide it' }).click()
  await expect(moderator.getByRole('dialog').getByText('This is needed.')).toBeVisible()
  await moderator.getByLabel('Your reason, for the author to read').fill('Sample reason')
  await moderator.getByRole('dialog').getByRole('button', { name: 'Hide it' }).click()
  await expect(moderator.getByRole('heading', { name: 'Nothing is reported.' })).toBeVisible()
  await expect(moderator.getByRole('link', { name: 'Reports', exact: true })).toBeVisible()

  const mail = await mailTo(site, author.email, 'A moderator has hidden your post')
  expect(mail).toContain('Their reason: Sample reason')
  expect(mail).not.toContain('Sample Reader')
  await page.goto(`/articles/${id}`)
  await expect(page.getByText('Their reason: Sample reason')).toBeVisible()
  expect((await reader.goto(`/articles/${id}`))?.status()).toBe(404)

  await moderator.getByLabel('Which reports').selectOption('Closed')
  await expect(moderator.getByText('Note: Sample reason')).toBeVisible()
  await moderator.getByRole('button', { name: /^Show it again/ }).click()
  await expect(moderator.getByText('Shown again', { exact: true })).toBeVisible()
  await mailTo(site, author.email, 'Your post is shown again')
  expect((await reader.goto(`/articles/${id}`))?.status()).toBe(200)
  expect(complaints).toEqual([])
})

test('a moderator hides all posts of one account, and takes it back as a whole', async ({ page, browser, site }) => {
  const author = await register(page, 'Sample Flooder')
  const ids: string[] = []
  for (const at of [1, 2, 3])
    ids.push(
      (
        await post(page, {
          title: `Sample flood ${at}`,
          category: 'Culture',
          content: '<p>x</p>',
          visibility: 'public',
        })
      ).id,
    )
  const moderator = await (await browser.newContext({ baseURL: site.url })).newPage()
  await logIn(moderator)
  await moderator.goto(`/dashboard/articles/${ids[0]}`)
  await moderator.getByRole('button', { name: 'Report' }).click()
  await moderator.getByLabel('It is advertising').check()
  await moderator.getByRole('button', { name: 'Send the report' }).click()
  await expect(moderator.getByText('Thank you. A moderator will look at it.')).toBeVisible()
  await moderator.goto('/admin/reports')
  await moderator.getByRole('button', { name: /^Hide all their posts/ }).click()
  await moderator.getByLabel('Your reason, for the author to read').fill('Sample reason')
  await moderator.getByRole('button', { name: 'Hide 3 posts' }).click()
  await expect(moderator.getByRole('heading', { name: 'Nothing is reported.' })).toBeVisible()
  expect(await mailTo(site, author.email, 'A moderator has hidden your posts')).toContain('3 posts')
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  for (const id of ids) expect((await guest.goto(`/articles/${id}`))?.status()).toBe(404)
  await moderator.getByLabel('Which reports').selectOption('Hidden at once')
  await moderator.getByRole('button', { name: /^Show them again/ }).click()
  await moderator.getByRole('dialog').getByRole('button', { name: 'Show them again' }).click()
  await expect(moderator.getByText(/^Shown again on/)).toBeVisible()
  for (const id of ids) expect((await guest.goto(`/articles/${id}`))?.status()).toBe(200)
})
