import { expect, openDeviceSettings, pixel, register, share, test } from './site.ts'

test('on a device that saves data, a picture waits for a tap, and Settings shows the data used', async ({
  page,
  browser,
  complaints,
}) => {
  await register(page)
  const picture = { name: 'pixel.png', type: 'image/png', bytes: pixel }
  const { id } = await share(page, picture, { title: 'Sample light title', visibility: 'public' })

  const guest = await browser.newPage()
  await guest.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const pictures: string[] = []
  guest.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/files/')) pictures.push(request.url())
  })
  await guest.goto(`/media/${id}`, { waitUntil: 'networkidle' })
  await expect(guest.locator('picture')).toHaveAttribute('data-tap', /^Sample light title\nShow the picture/)
  await expect(guest.locator('picture img')).toBeHidden()
  expect(pictures).toEqual([])
  await guest.locator('.pic').click()
  await expect(guest.locator('picture img')).toBeVisible()
  await expect.poll(() => pictures.length).toBe(1)
  expect(guest.url()).toMatch(new RegExp(`/media/${id}$`))

  // After a reload, the choice overrides the device's setting.
  await openDeviceSettings(guest)
  await guest.getByLabel('Always').check()
  pictures.length = 0
  await guest.reload({ waitUntil: 'networkidle' })
  await expect(guest.locator('picture img')).toBeVisible()
  // The picture is requested before the page is laid out, and only once.
  await expect(guest.locator('head link[rel=preload][as=image]')).toHaveCount(1)
  expect(pictures).toHaveLength(1)

  await page.goto('/settings?tab=preferences')
  await expect(
    page.getByText(/This device has used about [\d.]+ (KB|MB) of data on this site this month\./),
  ).toBeVisible()
  await page.getByRole('main').getByLabel('Only when tapped').check()
  await page.goto(`/dashboard/media/${id}`)
  await expect(page.locator('picture img')).toBeHidden()
  await page.locator('.pic').click()
  await expect(page.locator('picture img')).toBeVisible()
  expect(complaints).toEqual([])
})
