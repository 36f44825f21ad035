import { inspectBoth } from './inspect.ts'
import { ask, beep, confirmEmail, expect, logIn, register, share, signOut, test } from './site.ts'

// This test uses sounds of its own, because the site would refuse them in later tests once they are withdrawn.
test('a keeper adds a spoken permission; the person who gave it withdraws it, and the recording is deleted', async ({
  page,
  site,
  complaints,
}) => {
  const giver = await register(page, { name: 'Sample Giver' })
  await confirmEmail(page, site, giver.email)
  await signOut(page)
  await logIn(page)
  const title = 'Sample recording to be withdrawn'
  const { id } = await share(
    page,
    { name: 'voice.wav', type: 'audio/wav', bytes: beep(1, 8002) },
    { title, visibility: 'public' },
  )
  await page.goto(`/dashboard/media/${id}`)
  await page.getByRole('link', { name: 'Permissions', exact: true }).click()
  await page.getByRole('button', { name: 'Add permission' }).click()
  await page.getByLabel('People who are heard or seen').fill('Sample Singer')
  await page.keyboard.press('Enter')
  await page.getByLabel('Who gave the permission').fill('Sample Giver')
  await page.getByLabel('Their email, if they are a member').fill(giver.email)
  await inspectBoth(page, 'the form of a consent', 1280)
  const upload = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'yes.wav', mimeType: 'audio/wav', buffer: beep(2, 8002) })
  await upload
  await page.getByLabel('The community (members of this site)').check()
  await expect(page.getByRole('textbox', { name: 'Given on' })).toBeVisible()
  await page.getByRole('button', { name: 'Save permission' }).click()
  // Without “Everyone”, the entry is limited to members.
  await expect(page.getByText('Only members can see the entry now.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sample Giver' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Play.*Spoken permission from Sample Giver/ })).toBeVisible()
  await inspectBoth(page, 'the consents of an entry', 1280)
  await signOut(page)
  expect((await page.request.get(`/api/media/${id}`)).status()).toBe(404)

  await logIn(page, giver, '/profile')
  const mine = page.getByRole('region', { name: 'Permissions you’ve given' })
  await expect(mine.getByRole('heading', { name: title })).toBeVisible()
  await mine.getByRole('button', { name: 'Withdraw permission' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Sample reason')
  await dialog.getByRole('button', { name: 'Withdraw permission' }).click()
  await expect(mine.getByText('You haven’t given any yet.')).toBeVisible()
  await page.goto(`/dashboard/media/${id}`)
  await expect(page.getByText('This doesn’t exist, or you don’t have access to it.')).toBeVisible()
  await signOut(page)

  await logIn(page, undefined, '/dashboard/keepers/consents?tab=ledger')
  const line = page.getByRole('listitem').filter({ hasText: title })
  await expect(line).toContainText('Withdrawn')
  await expect(line).toContainText('Sample reason')
  await expect(line).toContainText('2 files')
  await inspectBoth(page, 'the ledger', 1280)
  expect(complaints.filter((one) => !one.includes('404'))).toEqual([])
})

test('a point is typed or pasted, blurred for others, and exact for its author', async ({ page }) => {
  await register(page)
  const file = { name: 'voice.wav', type: 'audio/wav', bytes: beep() }
  const { id } = await share(page, file, { title: 'Sample recording with a place', visibility: 'public' })
  await page.goto(`/dashboard/media/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'More details' }).click()
  await page.getByLabel('Latitude').fill('1.023456, 35.512345')
  await expect(page.getByLabel('Longitude')).toHaveValue('35.512345')
  await page.getByLabel('Latitude').fill('91')
  await expect(page.getByText('Enter latitude (−90 to 90)')).toBeVisible()
  await page.getByLabel('Latitude').fill('1.023456')
  await page.getByLabel(/This place is sacred or fragile/).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('within about 5 km')).toBeVisible()
  await expect(page.getByRole('link', { name: /^1\.0\d+, 35\.\d+$/ })).toHaveAttribute(
    'href',
    /^geo:1\.\d+,35\.\d+;u=5000$/,
  )
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Latitude')).toHaveValue('1.023456')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const own = await ask<{ point: object }>(page, `/api/entries/${id}/point`)
  expect(own.point).toMatchObject({ latitude: 1.023456, longitude: 35.512345, accuracy: null })
  const html = await (await page.request.get(`/media/${id}`, { headers: { cookie: '' } })).text()
  // The entry is still public, because its visibility was not changed.
  expect(html).toContain('within about 5 km')
  expect(html).not.toContain('35.512345')
})
