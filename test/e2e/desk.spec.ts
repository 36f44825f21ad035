import type { Browser, Locator, Page } from '@playwright/test'
import { long } from './long.ts'
import { admin, expect, logIn, openElsewhere, register, send, test } from './site.ts'

const idIn = (page: Page) => page.url().split('/').at(-1) ?? ''

async function keeperOf(browser: Browser): Promise<Page> {
  const keeper = await openElsewhere(browser)
  await logIn(keeper, admin)
  return keeper
}

/** Opens a row of the queue, unless it is open already. */
async function openRow(row: Locator): Promise<void> {
  await expect(row).toBeVisible()
  if ((await row.locator('details[open]').count()) === 0) await row.locator('summary').click()
}

test('a word is returned with a reason, corrected, confirmed, and restored from its history', async ({
  page,
  browser,
  complaints,
}) => {
  await register(page, { name: 'Sample Giver', at: '/contribute/linguistics' })
  await page.getByLabel('Word in Marakwet').fill('samplejourney')
  await page.getByLabel('Translation').fill('sample gloss')
  await page.getByRole('button', { name: 'Add word' }).click()
  await page.waitForURL(/\/language\/vocabulary\/[0-9a-f-]{36}$/)
  const id = idIn(page)

  const keeper = await keeperOf(browser)
  await keeper.goto('/dashboard/keepers?from=members')
  const waiting = keeper.getByRole('article', { name: 'samplejourney' })
  await expect(waiting).toContainText('Sample Giver')
  await openRow(waiting)
  await expect(waiting.getByText('Markweeta', { exact: true })).toBeVisible()
  await waiting.getByRole('button', { name: /^Return/ }).click()
  await keeper.getByRole('button', { name: 'Return entry' }).click()
  await expect(keeper.getByText('Write or record a reason.')).toBeVisible()
  await keeper.getByLabel('Reason', { exact: true }).fill('Sample reason')
  await keeper.getByRole('button', { name: 'Return entry' }).click()
  await expect(keeper.getByText('Entry returned.')).toBeVisible()
  await expect(waiting).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('Reason: Sample reason')).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Word in Marakwet')).toHaveValue('samplejourney')
  await page.getByLabel('Translation').fill('sample gloss, mended')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.waitForURL(`**/language/vocabulary/${id}`)
  await expect(page.getByText('Sample reason')).toHaveCount(0)
  await expect(page.getByText('sample gloss, mended').first()).toBeVisible()

  await keeper.reload()
  await openRow(waiting)
  await expect(waiting).toContainText('sample gloss, mended')
  await waiting.getByRole('button', { name: /^Confirm/ }).click()
  await expect(keeper.getByText('Entry confirmed.')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Confirmed by a keeper')).toBeVisible()

  await keeper.goto(`/dashboard/keepers/history/${id}`)
  const changes = keeper.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveText([/^Confirmed/, /^Edited/, /^Returned/, /^Added/])
  await changes
    .nth(1)
    .getByRole('button', { name: /^Show changes/ })
    .click()
  await expect(changes.nth(1).locator('ins', { hasText: 'mended' })).toBeVisible()
  await changes
    .nth(3)
    .getByRole('button', { name: /^Restore this version/ })
    .click()
  await keeper.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await expect(changes).toHaveCount(5)
  await expect(changes.first()).toContainText('Restored an earlier version')
  await page.reload()
  await expect(page.getByText('sample gloss', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Not yet confirmed by a keeper').first()).toBeVisible()
  expect(complaints).toEqual([])
})

long(
  'the queue works by keyboard alone: move, confirm, undo; outside the list, only moving works',
  async ({ page, browser }) => {
    await register(page, { name: 'Sample Giver' })
    for (const title of ['Sample poem one', 'Sample poem two', 'Sample poem three'])
      await send(page, '/api/poems', { title, original: 'sample line' })
    const keeper = await keeperOf(browser)
    await keeper.goto('/dashboard/keepers?from=members&type=poem')
    const entry = (name: string) => keeper.getByRole('article', { name })
    await expect(entry('Sample poem three')).toBeVisible()
    // Only J and K work outside the list.
    await keeper
      .getByRole('navigation', { name: 'Dashboard', exact: true })
      .getByRole('link', { name: 'Introductions' })
      .focus()
    await keeper.keyboard.press('c')
    await expect(keeper.getByRole('article')).toHaveCount(3)
    await keeper.keyboard.press('j')
    await expect(entry('Sample poem one')).toBeFocused()

    await entry('Sample poem one').locator('summary').focus()
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

    // Nothing is confirmed together that the keeper has neither opened nor played.
    await keeper.setViewportSize({ width: 900, height: 720 })
    await keeper.reload()
    const together = keeper.getByRole('button', { name: /you have opened$/ })
    await expect(entry('Sample poem three')).toBeVisible()
    await expect(together).toHaveCount(0)
    await keeper.keyboard.press('j')
    await keeper.keyboard.press('Enter')
    await expect(entry('Sample poem one').getByText('sample line')).toBeVisible()
    await keeper.keyboard.press('j')
    await expect(entry('Sample poem two').getByText('sample line')).toBeVisible()
    await expect(together).toHaveText('Confirm the 2 you have opened')
    await keeper.keyboard.press('j')
    await together.click()
    await keeper.getByRole('dialog').getByRole('button', { name: 'Confirm the 3 you have opened' }).click()
    await expect(keeper.getByText('No entries of this type are waiting.')).toBeVisible()
    await keeper.getByRole('button', { name: 'Undo' }).click()
    await expect(keeper.getByRole('article')).toHaveCount(3)
  },
)

long('guests see an introduction as soon as a keeper saves it', async ({ page, browser }) => {
  const guest = await browser.newPage()
  await guest.goto('/traditions/rituals')
  await expect(guest.getByText('Sample introduction')).toHaveCount(0)
  await logIn(page, admin, '/dashboard/keepers/introductions')
  await page.getByRole('link', { name: 'Write : Rituals' }).click()
  await page.getByRole('textbox', { name: 'Introduction' }).fill('Sample introduction')
  await page.getByRole('button', { name: 'Save introduction' }).click()
  await expect(page.getByText('Introduction saved.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('Sample introduction')).toBeVisible()
  await expect(guest.locator('script[src]')).toHaveCount(1) // only the reading script
})

long(
  'keepers change the order of letters, and guests see the dictionary in that order',
  async ({ page, browser, complaints }) => {
    const guest = await browser.newPage()
    const letters = guest.getByRole('navigation', { name: 'First letter' }).getByRole('link')
    await guest.goto('/language/vocabulary')
    await expect(letters.nth(1)).toHaveText('a')

    await logIn(page, admin, '/dashboard/keepers')
    await page
      .getByRole('navigation', { name: 'Dashboard', exact: true })
      .getByRole('link', { name: 'Alphabet' })
      .click()
    const list = page.getByLabel('Letters in order')
    const before = await list.inputValue()
    const other = ['t', ...before.split('\n').filter((line) => line !== 't')].join('\n')
    await list.fill(`${other}\nT`)
    await expect(page.getByRole('listitem').filter({ hasText: /^t$/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Save alphabet' }).click()
    await expect(page.getByText('“T” is in the list twice.')).toBeVisible()
    await expect(list).toHaveValue(`${other}\nT`)
    complaints.length = 0 // the browser also logs the refusal
    await list.fill(other)
    await page.getByRole('button', { name: 'Save alphabet' }).click()
    await expect(page.getByText('Alphabet saved. The dictionary uses this order now.')).toBeVisible()
    await guest.reload()
    await expect(letters.nth(1)).toHaveText('t')

    await list.fill(before)
    const saving = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save alphabet' }).click()
    await saving
    await guest.reload()
    await expect(letters.nth(1)).toHaveText('a')
    expect(complaints).toEqual([])
  },
)
