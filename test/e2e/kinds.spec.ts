import { sound } from '../samples.ts'
import { long } from './long.ts'
import { admin, expect, logIn, register, test } from './site.ts'

const recording = { name: 'sample.mp3', mimeType: 'audio/mpeg', buffer: sound() }

test('a member adds a poem with a recording, and a guest reads both languages side by side', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  await register(page, { name: 'Sample Giver', at: '/contribute/poems' })
  await page.getByRole('button', { name: 'Add poem' }).click()
  await expect(page.getByRole('alert')).toContainText('Please check your input')
  await page.getByLabel('Title').fill('Sample poem title')
  await page.getByLabel('Poem').fill('sample line one\nsample line two\n\nsample stanza two')
  await page.getByLabel(/^Translation/).fill('translated line one\ntranslated line two')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Sample poem title')
  await page.locator('input[type=file]').first().setInputFiles(recording)
  await expect(page.getByText('sample.mp3').first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add poem' }).click()
  await page.waitForURL(/\/language\/poems\/[0-9a-f-]{36}$/)

  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  await guest.goto(page.url())
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Sample poem title')
  const original = guest.locator('.word[lang=enb]')
  await expect(original.locator('p')).toHaveCount(2)
  await expect(original).toContainText('sample line two')
  await expect(guest.getByText('translated line one')).toBeVisible()
  await expect(guest.getByRole('button', { name: /^Play, .* KB ?: Sample poem title/ })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(guest.locator('script[src]')).toHaveCount(1) // only the reading script
  await guest.goto('/language/poems?q=translated')
  await expect(guest.getByRole('link', { name: 'Sample poem title' })).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sample poem title')
  await page.getByLabel('Title').fill('Sample poem, changed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample poem, changed')
  await expect(page.getByRole('button', { name: /^Play/ })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('article').filter({ hasText: 'Sample poem, changed' })).toBeVisible()
  expect(complaints).toEqual([])
})

long('a moderator hides a proverb added by keyboard, and its author sees why', async ({ page, browser, site }) => {
  await register(page, { at: '/contribute/proverbs' })
  await page.getByLabel('Proverb').focus()
  await page.keyboard.type('sample original of a proverb')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(/^Translation/)).toBeFocused()
  await page.keyboard.type('sample translation')
  await page.getByRole('button', { name: 'Add proverb' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/language\/proverbs\/[0-9a-f-]{36}$/)
  const address = page.url()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('sample original of a proverb')

  const moderator = await (await browser.newContext({ baseURL: site.url })).newPage()
  await logIn(moderator, admin, address)
  await moderator.getByRole('link', { name: 'Edit' }).click()
  await moderator.getByRole('button', { name: 'Hide' }).click()
  await moderator.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await expect(moderator.getByText('Enter a reason.')).toBeVisible()
  await moderator.getByLabel('Reason').fill('Sample reason')
  await moderator.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await expect(moderator.getByText('Reason: Sample reason')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Reason: Sample reason')).toBeVisible()
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage()
  expect((await guest.goto(address))?.status()).toBe(404)
  await moderator.goto(`/contribute/proverbs?id=${address.split('/').at(-1)}`)
  await moderator.getByRole('button', { name: 'Show again' }).click()
  await expect(moderator.getByRole('heading', { level: 1 })).toHaveText('sample original of a proverb')
})

long('a story reaches the keepers, and their reply reaches its sender', async ({ page, browser, site, complaints }) => {
  await page.goto('/traditions/ceremonies')
  await page.getByRole('link', { name: 'Tell the keepers' }).click()
  await expect(page).toHaveURL(/\/register\?redirect=%2Fcontribute%2Fstory%3Fsection%3Dceremonies/)
  await register(page, { name: 'Sample Giver', at: '/contribute/story?section=ceremonies' })
  await expect(page.getByLabel('What it’s about')).toHaveValue('ceremonies')
  await page.getByRole('button', { name: 'Send to the keepers' }).click()
  await expect(page.getByRole('alert')).toContainText('Write something, or add a recording, picture or video.')
  await page.locator('input[type=file]').first().setInputFiles(recording)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send to the keepers' }).click()
  await expect(page.getByText('Sent to the keepers. Thank you.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What you’ve sent' })).toBeVisible()

  const keeper = await (await browser.newContext({ baseURL: site.url })).newPage()
  await logIn(keeper, admin)
  const menu = keeper.getByRole('navigation', { name: 'Dashboard' })
  await menu.locator('summary', { hasText: 'Keepers' }).click()
  await menu.getByRole('link', { name: /^Suggestions/ }).click()
  const row = keeper.getByRole('listitem').filter({ hasText: 'Sample Giver' }).first()
  await expect(row.getByRole('button', { name: /^Play, .* KB ?: Recording by Sample Giver/ })).toBeVisible()
  await row.getByRole('button', { name: 'Reply to Sample Giver' }).click()
  await keeper.getByLabel('Message to the sender').fill('Sample note')
  await keeper.getByRole('button', { name: 'Save reply' }).click()
  await expect(keeper.getByText('Reply saved.')).toBeVisible()

  await page.reload()
  const mine = page.getByRole('listitem').filter({ hasText: 'Ceremonies' })
  await expect(mine.getByText('Done')).toBeVisible()
  await expect(mine.getByText('Sample note')).toBeVisible()
  await page.goto('/keepers/suggestions')
  await expect(page.getByText('This page is for keepers.')).toBeVisible()
  expect(complaints).toEqual([])
})
