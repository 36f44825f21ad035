import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { deep } from '../depth.ts'
import { long } from './long.ts'
import { expect, logIn, test } from './site.ts'

/** Returns a table of twenty artificial rows, two of them invalid. */
function table(name: string): Buffer {
  const rows = Array.from({ length: 18 }, (_, at) => `sample${name}${'abcdefghijklmnopqr'[at]};sample gloss ${at}`)
  return Buffer.from(
    ['form;gloss', ...rows.slice(0, 9), ';no form', ...rows.slice(9), `${'x'.repeat(201)};too long`].join('\n'),
  )
}

// The page has one layout; the long form also checks it at desktop width.
for (const width of deep ? [360, 1440] : [360])
  test(`at ${width} px, a keeper imports a table, sees its errors, and undoes the import`, async ({
    page,
    complaints,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await logIn(page, undefined, '/dashboard/keepers/import')
    const file = { name: 'sample.csv', mimeType: 'text/csv', buffer: table(width === 360 ? 'a' : 'b') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.waitForURL(/\/dashboard\/keepers\/import\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('status').filter({ hasText: 'Checked, not yet imported' })).toBeVisible({
      timeout: 30_000,
    })
    await expect(page.getByRole('tab', { name: 'Will be added 18' })).toBeVisible()
    await page.getByRole('tab', { name: 'With errors 2' }).click()
    const wrong = page.getByRole('tabpanel').getByRole('row')
    await expect(wrong.nth(1)).toContainText('11')
    await expect(wrong.nth(1)).toContainText('Marakwet: This field is required.')
    await expect(wrong.nth(2)).toContainText('Use at most 200 characters.')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download these rows as CSV' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain('form: This field is required.')
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)

    await page.getByText('File settings').click()
    await page.getByLabel('“gloss”').selectOption('Don’t import')
    await page.getByRole('button', { name: 'Check file again' }).click()
    await expect(page.getByText('Choose the column that contains “english”.')).toBeVisible({
      timeout: 30_000,
    })
    await page.getByLabel('“gloss”').selectOption('English')
    await page.getByRole('button', { name: 'Check file again' }).click()

    await page.getByRole('button', { name: 'Import 18 words' }).click({ timeout: 30_000 })
    await expect(page.getByRole('status').filter({ hasText: /^Imported$/ })).toBeVisible({ timeout: 30_000 })
    await page.reload()
    await page.getByRole('tab', { name: 'Added 18' }).click()
    await page.getByRole('tabpanel').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('sample')
    await page.goBack()

    await page.getByRole('button', { name: 'Undo import' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Nobody has edited these entries since the import.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Import undone' })).toBeVisible({ timeout: 30_000 })
    await page.getByRole('link', { name: 'All imports' }).click()
    await expect(page.getByRole('link', { name: 'sample.csv' }).first()).toBeVisible()
    expect(complaints).toEqual([])
  })

long('a keeper sees what an edited table changes, and changes one entry and then all', async ({ page, complaints }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await logIn(page)
  const upload = async (rows: string[]) => {
    await page.goto('/dashboard/keepers/import')
    const buffer = Buffer.from(['source_id;form;gloss', ...rows].join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'edited.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByRole('status').filter({ hasText: 'Checked, not yet imported' })).toBeVisible({
      timeout: 30_000,
    })
  }
  await upload(['list/1;sampleedita;first', 'list/2;sampleeditb;second', 'list/3;sampleeditc;third'])
  await page.getByRole('button', { name: 'Import 3 words' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Imported$/ })).toBeVisible({ timeout: 30_000 })

  await upload([
    'list/1;sampleedita;first, other',
    'list/2;sampleeditb;second, other',
    'list/3;sampleeditc;third, other',
  ])
  // If no row is new, the differences are shown first.
  await expect(page.getByRole('tab', { name: 'Different 3' })).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('row').nth(1)).toContainText('sampleedita')
  await expect(panel.getByRole('row').nth(2)).toHaveText('Englishfirstfirst, other')
  // Both values are beside each other on a phone without scrolling.
  expect(await panel.getByRole('region').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await panel.getByRole('button', { name: 'Change row 3' }).click()
  await expect(page.getByRole('tab', { name: 'Changed 1' })).toBeVisible()
  await panel.getByRole('button', { name: 'Change all 2' }).click()
  await page.getByRole('tab', { name: 'Changed 3' }).click()
  await expect(page.getByRole('tabpanel').getByRole('row')).toHaveCount(4)
  expect(complaints).toEqual([])
})
