import { long } from './long.ts'
import { expect, logIn, register, test } from './site.ts'

// The tests open many pages for several people, which takes a long time on a slow computer.
test.setTimeout(180_000)

test('a keeper links a proverb to a word; both pages show the link until it is removed', async ({
  page,
  browser,
  complaints,
}) => {
  await logIn(page, undefined, '/contribute/proverbs')
  await page.getByLabel('Proverb').fill('sample original of a proverb')
  await page.getByRole('button', { name: 'Add proverb' }).click()
  await page.waitForURL(/\/language\/proverbs\/[0-9a-f-]{36}$/)
  const proverb = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Link to other entries' }).click()
  await expect(page.getByText('No links yet.')).toBeVisible()
  await page.getByLabel('Find the other entry').fill('nothing like it')
  await expect(page.getByText('Nothing found. Try fewer words.')).toBeVisible()
  await page.getByLabel('Find the other entry').fill('ɒ́kɔ́ːŋɔ')
  await page.getByRole('button', { name: 'Link to ɒ́kɔ́ːŋɔ', exact: true }).click()
  await expect(page.getByText('Link added.')).toBeVisible()
  await page.getByRole('button', { name: 'Link to ɒ́kɔ́ːŋɔ', exact: true }).click()
  await expect(page.getByText('These two entries are already linked.')).toBeVisible()

  const guest = await browser.newPage({ javaScriptEnabled: false })
  await guest.goto(proverb)
  const uses = guest.getByRole('region', { name: 'Uses or mentions' })
  await expect(uses.getByText('one', { exact: true })).toBeVisible()
  await uses.getByRole('link', { name: 'ɒ́kɔ́ːŋɔ' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'ɒ́kɔ́ːŋɔ' })).toBeVisible()
  const word = guest.url()
  await expect(guest.getByRole('link', { name: 'Link to other entries' })).toHaveCount(0)
  await guest.getByRole('region', { name: 'Used or mentioned in' }).getByRole('link').click()
  await expect(guest).toHaveURL(proverb)

  await page.goto(word)
  await page.getByRole('link', { name: 'Link to other entries' }).click()
  await page.getByRole('button', { name: /^Remove link/ }).click()
  await expect(page.getByText('No links yet.')).toBeVisible()
  await guest.goto(proverb)
  await expect(guest.getByRole('heading', { name: 'Related entries' })).toHaveCount(0)
  // The browser logs the refusal of the duplicate link above.
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([])
})

long('members are told that they can’t link an entry that isn’t their own', async ({ page }) => {
  await register(page)
  const { items } = await page.request.get('/api/vocabulary?limit=1').then((answer) => answer.json())
  await page.goto(`/dashboard/links/${items[0].id}`)
  await page.getByLabel('Find the other entry').fill('sun')
  await page
    .getByRole('button', { name: /^Link to/ })
    .first()
    .click()
  await expect(page.getByText('You can’t link this entry')).toBeVisible()
})
