import { long } from './long.ts'
import { expect, ofSite, register, registerByForm, signOut, test } from './site.ts'

/** Returns a picture drawn by the browser: 900 by 600 pixels, a few KB. */
async function picture(page: import('@playwright/test').Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const context = canvas.getContext('2d')
    for (let i = 0; i < 60; i++) {
      if (context) context.fillStyle = `hsl(${i * 6} 60% 50%)`
      context?.fillRect(i * 15, 0, 15, 600)
    }
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

test('a visitor reads a word, signs up, writes an article with a cover, and finds it in the feed', async ({
  page,
  complaints,
}) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('searchbox', { name: 'Search everything' }).fill('one')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search\?q=one/)
  await page.getByRole('link', { name: 'ɒ́kɔ́ːŋɔ', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ɒ́kɔ́ːŋɔ')
  await expect(page.getByText('From published research, not yet confirmed by a speaker').first()).toBeVisible()

  await page.getByRole('link', { name: 'Sign up' }).first().click()
  await registerByForm(page, 'Sample Author')
  await expect(page.getByText('Welcome. You’re now logged in.')).toBeVisible()

  await page.getByRole('button', { name: 'Write article' }).click()
  const composer = page.getByRole('dialog')
  await composer.getByLabel('Title').fill('Sample article with a cover')
  await composer.getByLabel('Category').selectOption('History')
  const file = { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await picture(page) }
  await composer.locator('input[type=file]:not([hidden])').setInputFiles(file)
  await composer.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('Sample text of the article.')
  await composer.getByLabel('Tags').fill('sample tag')
  await page.keyboard.press('Enter')
  await composer.getByLabel('Who can see this').selectOption('public')
  await expect(composer.getByText(/ KB$/)).toBeVisible()
  await composer.getByRole('button', { name: 'Publish' }).click()

  await expect(page.getByText('Article published.')).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: 'Sample article with a cover' })
  await expect(card.getByText('Article', { exact: true })).toBeVisible()
  await expect(card.getByText('Sample Author')).toBeVisible()
  await expect
    .poll(() =>
      card
        .locator('img')
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0)

  await card.getByRole('link', { name: 'Sample article with a cover' }).click()
  await expect(page.getByText('Sample text of the article.')).toBeVisible()
  await page.getByRole('button', { name: /^Like/ }).click()
  await expect(page.getByRole('button', { name: 'Unlike, 1' })).toBeVisible()

  const address = page.url().replace('/dashboard/articles/', '/articles/')
  await signOut(page)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'Sample article with a cover' })).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article with a cover')
  expect(complaints).toEqual([])
})

test('a member edits and deletes their own article', async ({ page, complaints }) => {
  await register(page, { at: '/contribute/articles' })
  await page.getByLabel('Title').fill('Sample article to change')
  await page.getByLabel('Category').selectOption('Other')
  await page.getByLabel('Your own category').fill('Sample category')
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('First text.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('Sample article, changed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article, changed')
  await expect(page.getByText('Sample category')).toHaveText(['Sample category', 'Sample category'])
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dashboard\/articles$/)
  await expect(page.getByText('No articles found').or(page.getByRole('article').first())).toBeVisible()
  await expect(page.getByText('Sample article, changed')).toHaveCount(0)
  expect(complaints).toEqual([])
})

long('input survives a reload and a refusal', async ({ page, expectErrors }) => {
  expectErrors(/status of 500/)
  await register(page, { at: '/contribute/articles' })
  await page.getByLabel('Title').fill('Kept while writing')
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('Kept text.')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Kept while writing')
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('Kept text.')

  await page.route('**/api/articles', (route) =>
    route.fulfill(ofSite(500, { error: 'Something went wrong on our side.', code: 'internal' })),
  )
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('alert')).toContainText('Couldn’t save the article. Your text is still here.')
  await expect(page.getByLabel('Title')).toHaveValue('Kept while writing')

  await page.unroute('**/api/articles')
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check your input' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Title').fill('Kept while writing')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kept while writing')
})

test('a draft is saved in the account, and listed under My posts', async ({ page }) => {
  await register(page, { at: '/contribute/articles' })
  await page.getByLabel('Title').fill('Sample listed draft')
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('Not ready.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.goto('/dashboard/articles')
  await expect(page.getByText('Sample listed draft')).toHaveCount(0)
  await page.getByRole('link', { name: 'My drafts' }).click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Sample listed draft' })).toBeVisible()
})

test('a member adds a word and finds it in the dictionary', async ({ page, complaints }) => {
  await register(page)
  await page.getByRole('button', { name: 'Add linguistics' }).click()
  const composer = page.getByRole('dialog')
  await composer.getByLabel('Word in Marakwet').fill('samplewordone')
  await composer.getByLabel('Translation').fill('artificial sample one')
  await composer.getByRole('button', { name: 'Add word' }).click()
  await expect(page.getByText('Word added.')).toBeVisible()
  await page.goto('/language/vocabulary?q=samplewordone')
  await expect(page.getByRole('link', { name: 'samplewordone', exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})
