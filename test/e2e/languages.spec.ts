import { expect, logIn, register, test } from './site.ts'

test('a keeper adds a language, a member adds a word in it, and readers see which language it is', async ({
  page,
  browser,
}) => {
  const keeper = await browser.newPage()
  await register(page, { at: '/contribute/linguistics' })
  await expect(page.getByLabel('Translation')).toBeVisible()
  await expect(page.getByLabel('Language', { exact: true })).toHaveCount(0)

  await logIn(keeper, undefined, '/dashboard/keepers/languages')
  await keeper.getByRole('searchbox', { name: 'Find a language' }).fill('no such language')
  await keeper.keyboard.press('Enter')
  await expect(keeper.getByText('No language matches “no such language”.')).toBeVisible()
  await keeper.getByRole('searchbox', { name: 'Find a language' }).fill('keiyo')
  await keeper.keyboard.press('Enter')
  await keeper.getByRole('button', { name: /Add.*Keiyo/ }).click()
  await expect(keeper.getByText('Keiyo was added.')).toBeVisible()
  await expect(keeper.getByText('Codes: eyo, keiy1238').first()).toBeVisible()

  await page.reload()
  await page.getByLabel('Word in Marakwet').fill('sampleform')
  await page.getByLabel('Translation', { exact: true }).fill('sample of another language')
  await page.getByLabel('Language', { exact: true }).selectOption('Keiyo')
  await page.getByRole('button', { name: 'Add word' }).click()
  await page.waitForURL(/\/language\/vocabulary\/[\w-]+$/)

  const guest = await browser.newPage()
  await guest.goto('/language/vocabulary?q=sampleform')
  await expect(guest.locator('.words .entry .word').first()).toHaveAttribute('lang', 'eyo')
  await guest.getByRole('link', { name: 'sampleform', exact: true }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'eyo')
  await expect(guest.locator('dl')).toContainText('LanguageKeiyo')

  await keeper.getByRole('button', { name: /Remove.*Keiyo/ }).click()
  await keeper.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(keeper.getByText('This language has entries or dialects')).toBeVisible()
})
