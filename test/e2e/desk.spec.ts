import type { Browser, Page } from '@playwright/test'
import { admin, expect, logIn, register, send, test } from './site.ts'

const idIn = (page: Page) => page.url().split('/').at(-1) ?? ''

async function keeperOf(browser: Browser, url: string): Promise<Page> {
  const keeper = await (await browser.newContext({ baseURL: url })).newPage()
  await keeper.route('**/api/stream', (route) => route.fulfill({ status: 204 }))
  await logIn(keeper, admin)
  return keeper
}

test('a word is returned with a reason, mended, confirmed, and brought back from its history', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  await register(page, 'Sample Giver')
  await page.goto('/contribute/linguistics')
  await page.getByLabel('Word in Marakwet').fill('samplejourney')
  await page.getByLabel('Translation').fill('sample gloss')
  await page.getByRole('button', { name: 'Add the word' }).click()
  await page.waitForURL(/\/language\/vocabulary\/[0-9a-f-]{36}$/)
  const id = idIn(page)

  const keeper = await keeperOf(browser, site.url)
  await keeper.goto('/dashboard/keepers?from=members')
  const waiting = keeper.getByRole('article', { name: 'samplejourney' })
  await expect(waiting).toContainText('Sample Giver')
  await waiting.getByRole('button', { name: /^Return/ }).click()
  await keeper.getByRole('button', { name: 'Return it' }).click()
  await expect(keeper.getByText('Please say why, in writing or aloud.')).toBeVisible()
  await keeper.getByLabel('Your reason').fill('Sample reason')
  await keeper.getByRole('button', { name: 'Return it' }).click()
  await expect(keeper.getByText('Returned.', { exact: true })).toBeVisible()
  await expect(waiting).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('What they write: Sample reason')).toBeVisible()
  await page.getByRole('link', { name: 'Change it' }).click()
  await expect(page.getByLabel('Word in Marakwet')).toHaveValue('samplejourney')
  await page.getByLabel('Translation').fill('sample gloss, mended')
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.waitForURL(`**/language/vocabulary/${id}`)
  await expect(page.getByText('Sample reason')).toHaveCount(0)
  await expect(page.getByText('sample gloss, mended').first()).toBeVisible()

  await keeper.reload()
  await expect(waiting).toContainText('sample gloss, mended')
  await waiting.getByRole('button', { name: /^Confirm/ }).click()
  await expect(keeper.getByText('Confirmed.', { exact: true })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Confirmed by a keeper')).toBeVisible()

  await keeper.goto(`/dashboard/keepers/history/${id}`)
  const changes = keeper.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveText([/^Confirmed/, /^Changed/, /^Returned/, /^Added/])
  await changes
    .nth(1)
    .getByRole('button', { name: /^What changed/ })
    .click()
  await expect(changes.nth(1).locator('ins', { hasText: 'mended' })).toBeVisible()
  await changes
    .nth(3)
    .getByRole('button', { name: /^Bring it back/ })
    .click()
  await keeper.getByRole('dialog').getByRole('button', { name: 'Bring it back' }).click()
  await expect(changes).toHaveCount(5)
  await expect(changes.first()).toContainText('Brought back as it was before')
  await page.reload()
  await expect(page.getByText('sample gloss', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Not yet confirmed by a keeper').first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('the queue by keyboard alone: walk, confirm, take back; the keys rest outside the list', async ({
  page,
  browser,
  site,
}) => {
  await register(page, 'Sample Giver')
  for (const title of ['Sample poem one', 'Sample poem two', 'Sample poem three'])
    await send(page, '/api/poems', { title, original: 'sample line' })
  const keeper = await keeperOf(browser, site.url)
  await keeper.goto('/dashboard/keepers?from=members&type=poem')
  const entry = (name: string) => keeper.getByRole('article', { name })
  await expect(entry('Sample poem three')).toBeVisible()
  // Outside the list a letter does nothing.
  await keeper.getByRole('combobox', { name: 'Kind' }).focus()
  await keeper.keyboard.press('Tab')
  await keeper.getByRole('link', { name: 'Introductions' }).focus()
  await keeper.keyboard.press('c')
  await expect(keeper.getByRole('article')).toHaveCount(3)

  await entry('Sample poem one').getByRole('link', { name: 'Sample poem one', exact: true }).focus()
  await keeper.keyboard.press('j')
  await expect(entry('Sample poem two')).toBeFocused()
  await keeper.keyboard.press('k')
  await expect(entry('Sample poem one')).toBeFocused()
  await keeper.keyboard.press('c')
  await expect(entry('Sample poem one')).toHaveCount(0)
  await expect(entry('Sample poem two')).toBeFocused()
  await keeper.keyboard.press('r')
  await expect(keeper.getByRole('dialog')).toContainText('Sample poem two')
  await keeper.keyboard.press('Escape')
  await expect(entry('Sample poem two')).toBeFocused()
  await keeper.keyboard.press('u')
  await expect(entry('Sample poem one')).toBeVisible()

  await keeper.getByRole('button', { name: 'Confirm all 3 shown' }).click()
  await expect(keeper.getByText('Nothing of this kind waits for you')).toBeVisible()
  await keeper.getByRole('button', { name: 'Undo' }).click()
  await expect(keeper.getByRole('article')).toHaveCount(3)
})

test('an introduction that keepers write stands on its page for guests at once', async ({ page, browser, site }) => {
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  await guest.goto('/traditions/rituals')
  await expect(guest.getByText('Sample introduction')).toHaveCount(0)
  await logIn(page, admin)
  await page.goto('/dashboard/keepers/introductions')
  await page.getByRole('link', { name: 'Write : Rituals' }).click()
  await page.getByRole('textbox', { name: 'Introduction' }).fill('Sample introduction')
  await page.getByRole('button', { name: 'Save the introduction' }).click()
  await expect(page.getByText('Saved. The page shows it now.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('Sample introduction')).toBeVisible()
  await expect(guest.locator('script[src]')).toHaveCount(1) // the reading script alone
})

test('keepers put the letters in another order, and guests find the dictionary in it', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  const letters = guest.getByRole('navigation', { name: 'First letter' }).getByRole('link')
  await guest.goto('/language/vocabulary')
  await expect(letters.nth(1)).toHaveText('a')

  await logIn(page, admin)
  await page.goto('/dashboard/keepers')
  await page.getByRole('link', { name: 'Letters' }).click()
  const list = page.getByLabel('The letters in their order')
  const before = await list.inputValue()
  const other = ['t', ...before.split('\n').filter((line) => line !== 't')].join('\n')
  await list.fill(`${other}\nT`)
  await expect(page.getByRole('listitem').filter({ hasText: /^t$/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Save the letters' }).click()
  await expect(page.getByText('“T” stands in the list twice.')).toBeVisible()
  await expect(list).toHaveValue(`${other}\nT`)
  complaints.length = 0 // the refusal, which the console tells as well
  await list.fill(other)
  await page.getByRole('button', { name: 'Save the letters' }).click()
  await expect(page.getByText('Saved. The dictionary stands in this order now.')).toBeVisible()
  await guest.reload()
  await expect(letters.nth(1)).toHaveText('t')

  await list.fill(before)
  await page.getByRole('button', { name: 'Save the letters' }).click()
  await expect(async () => {
    await guest.reload()
    await expect(letters.nth(1)).toHaveText('a', { timeout: 500 })
  }).toPass()
  expect(complaints).toEqual([])
})
