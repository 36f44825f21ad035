import { long } from './long.ts'
import { ask, beep, expect, logIn, pixel, register, scriptIsThere, send, test } from './site.ts'

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: pixel })

test('a keeper creates an artifact and a conservation record, and a guest reads both without JavaScript', async ({
  page,
  browser,
  complaints,
}) => {
  await logIn(page, undefined, '/culture/artifacts')
  await page.getByRole('link', { name: 'Add an entry' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name', { exact: true }).fill('Sample artifact name')
  await page.getByLabel('Local name').fill('Sample local name')
  const images = page.getByRole('group', { name: 'Pictures' })
  for (const name of ['front.png', 'back.png']) {
    await images.locator('input[type=file]').setInputFiles(picture(name))
    await expect(images.getByRole('button', { name: /^Remove/ })).toHaveCount(name === 'front.png' ? 1 : 2)
  }
  await images.getByLabel('Describe the picture File 1').fill('Sample front')
  await images.getByLabel('Describe the picture File 2').fill('Sample back')
  await images.getByRole('button', { name: 'Move to front File 2' }).click()
  await page.getByRole('textbox', { name: 'Materials' }).fill('Sample material')
  await page.getByRole('textbox', { name: 'Materials' }).press('Enter')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sample artifact name')
  await expect(images.getByLabel('Describe the picture File 1')).toHaveValue('Sample back')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/artifacts\/[0-9a-f-]{36}$/)
  const artifact = new URL(page.url()).pathname

  await page.getByRole('link', { name: 'Add a conservation record' }).click()
  await expect(page.getByLabel('Artifact (optional)', { exact: true })).toHaveText(/Sample artifact name/)
  await page.getByLabel('Title').fill('Sample conservation record')
  await page.getByLabel('Phase').selectOption('Done')
  await page.getByRole('textbox', { name: /^Started on/ }).fill('03/12/2026')
  await page.getByRole('textbox', { name: /^Finished on/ }).fill('03/11/2026')
  await page.getByLabel('Conservator').click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The end can’t be before the start.', { exact: false })).toBeVisible()
  await page.getByRole('textbox', { name: /^Finished on/ }).fill('03/20/2026')
  await page.getByLabel('Conservator').click()
  for (const [at, role] of ['Before', 'After'].entries()) {
    await images.locator('input[type=file]').setInputFiles(picture(`${role}.png`))
    await images.getByLabel(`Before or after conservation? File ${at + 1}`).selectOption(role)
  }
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/conservation\/[0-9a-f-]{36}$/)
  expect(complaints).toEqual([])

  const guest = await browser.newPage({ javaScriptEnabled: false })
  await guest.goto('/culture/artifacts')
  await guest.getByRole('link', { name: 'Sample artifact name' }).click()
  await expect(guest).toHaveURL(artifact)
  await expect(guest.getByRole('img', { name: 'Sample back' })).toBeVisible()
  await guest.getByRole('link', { name: 'Picture 2 of 2' }).click()
  await expect(guest.getByRole('link', { name: 'Picture 2 of 2' })).toHaveAttribute('aria-current', 'true')
  const large = await guest.getByRole('link', { name: 'View larger: Sample front' }).getAttribute('href')
  expect((await guest.request.get(large ?? '')).headers()['content-type']).toMatch(/^image\//)
  await expect(guest.getByRole('definition').filter({ hasText: 'Sample material' })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await guest.getByRole('link', { name: 'Sample conservation record' }).click()
  await expect(guest.getByRole('heading', { name: 'Before' })).toBeVisible()
  await expect(guest.getByText('Condition: Good. Done, 20 March 2026.')).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Sample artifact name' })).toHaveAttribute('href', artifact)
})

long('a keeper adds, edits and deletes a ceremony, and its section shows each change', async ({ page, complaints }) => {
  await logIn(page, undefined, '/traditions/ceremonies')
  await expect(page.getByRole('heading', { name: 'No entries yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Add an entry' }).click()
  await expect(page.getByLabel('Section')).toHaveValue('ceremony')
  await page.getByLabel('Title').fill('Sample ceremony title')
  await page.getByLabel('Summary').fill('Sample summary')
  await page.getByRole('textbox', { name: 'Full text' }).fill('Sample text')
  await page.getByLabel('Narrator').fill('Sample Narrator')
  const files = page.getByRole('group', { name: 'Pictures, recordings and videos' })
  await files.locator('input[type=file]').setInputFiles(picture('sample.png'))
  await files.getByLabel('Caption File 1').fill('Sample caption')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/heritage\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Sample text')).toBeVisible()
  await expect(page.getByRole('figure').filter({ hasText: 'Sample caption' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Full text' })).toHaveText('Sample text')
  await page.getByLabel('Title').fill('Another sample title')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Another sample title' })).toBeVisible()
  await page.getByRole('link', { name: 'Ceremonies' }).first().click()
  await page.getByRole('link', { name: 'Another sample title' }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/traditions/ceremonies')
  await expect(page.getByRole('heading', { name: 'No entries yet' })).toBeVisible()
  expect(complaints).toEqual([])
})

long('lists of files accept files whose type the device doesn’t know', async ({ page, complaints }) => {
  await logIn(page, undefined, '/contribute/artifacts')
  await page.getByLabel('Name', { exact: true }).fill('Sample untyped')
  const images = page.getByRole('group', { name: 'Pictures' })
  const untyped = { name: 'IMG_0001', mimeType: 'application/octet-stream', buffer: pixel }
  await images.locator('input[type=file]').setInputFiles(untyped)
  await expect(images.getByLabel('Describe the picture File 1')).toBeVisible()
  await expect(images.getByRole('img', { name: 'Preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/artifacts\/[0-9a-f-]{36}$/)
  const artifact = await ask<{ images: object[] }>(page, `/api/artifacts/${page.url().split('/').at(-1)}`)
  expect(artifact.images).toMatchObject([{ kind: 'image', contentType: 'image/png' }])

  await page.goto('/contribute/heritage')
  await page.getByLabel('Title').fill('Sample untyped')
  await page.getByLabel('Summary').fill('Sample summary')
  const files = page.getByRole('group', { name: 'Pictures, recordings and videos' })
  await files.locator('input[type=file]').evaluate(
    (input: HTMLInputElement, bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'voice'))
      input.files = transfer.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    [...beep(1)],
  )
  await expect(files.getByLabel('Caption File 1')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/heritage\/[0-9a-f-]{36}$/)
  const heritage = await ask<{ media: object[] }>(page, `/api/heritage/${page.url().split('/').at(-1)}`)
  expect(heritage.media).toMatchObject([{ kind: 'audio' }])
  expect(complaints).toEqual([])
})

long('members are told that the forms for the archive are for keepers', async ({ page }) => {
  await register(page)
  for (const type of ['heritage', 'artifacts', 'conservation']) {
    await page.goto(`/contribute/${type}`)
    await expect(page.getByText('This page is for keepers')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  }
})

long('a long list has pages without JavaScript, and grows in place with it', async ({ page, browser }) => {
  await logIn(page)
  for (let at = 1; at <= 26; at++)
    await send(page, '/api/heritage', { section: 'custom', title: `Sample custom title ${at}` })
  const cards = (one: typeof page) => one.locator('[data-list] > li')
  const guest = await browser.newPage({ javaScriptEnabled: false })
  await guest.goto('/traditions/customs')
  await expect(cards(guest)).toHaveCount(24)
  await guest.getByRole('link', { name: 'Load More' }).click()
  await expect(cards(guest)).toHaveText([/title 2$|title 2\D/, /title 1$|title 1\D/])
  await expect(guest.getByRole('link', { name: 'Load More' })).toHaveCount(0)
  await page.goto('/traditions/customs')
  await scriptIsThere(page)
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect(cards(page)).toHaveCount(26)
  await expect(page.getByRole('link', { name: 'Load More' })).toHaveCount(0)
  await page.getByRole('main').getByRole('searchbox').fill('title 26')
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('main').getByRole('searchbox').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  // A page without pictures lacks the shared drawing of a hill until the first row needs it.
  await page.reload()
  await expect(page.locator('#hill')).toHaveCount(0)
  await page.getByRole('main').getByRole('searchbox').fill('title 26')
  await expect(cards(page)).toHaveCount(1)
  await expect(page.locator('#hill')).toHaveCount(1)
})
