import type { Page } from '@playwright/test'
import { long } from './long.ts'
import { ask, expect, logIn, post, register, send, test } from './site.ts'

const article = { title: 'Sample article of a member' }

long('an admin changes another member’s article from its page', async ({ page, browser, complaints }) => {
  const author = await browser.newPage()
  await register(author)
  const { id } = await post(author, article)
  await logIn(page, undefined, `/dashboard/articles/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('Sample article, corrected')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sample article, corrected' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a keeper is offered neither Edit nor Delete on a member’s article', async ({ page, browser }) => {
  await register(page)
  const { id } = await post(page, article)
  const admin = await browser.newPage()
  await logIn(admin)
  const keeper = await browser.newPage()
  await makeKeeper(admin, (await register(keeper, { name: 'Sample Keeper' })).email)
  await keeper.goto(`/dashboard/articles/${id}`)
  await expect(keeper.getByRole('heading', { level: 1, name: article.title })).toBeVisible()
  await expect(keeper.getByRole('button', { name: 'Copy link' })).toBeVisible()
  for (const name of ['Edit', 'Delete']) await expect(keeper.getByRole('button', { name })).toHaveCount(0)
})

/** Gives the account the role of a keeper, as the admin who is logged in on the page. */
async function makeKeeper(admin: Page, email: string): Promise<void> {
  const { items } = await ask<{ items: { id: string }[] }>(admin, `/api/members?q=${encodeURIComponent(email)}`)
  await send(admin, `/api/members/${items[0]?.id}`, { roles: ['keeper'] }, 'PATCH')
}
