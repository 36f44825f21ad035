import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { clip, ffmpegIsHere, probe, record } from '../recordings.ts'
import { long } from './long.ts'
import { expect, register, test } from './site.ts'

/** Returns a photo like a phone's: 12 megapixels, rotated by EXIF, with a location, and noise to make it large. */
function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1 2/1 3/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

test('a large picture is made smaller, upright and without its location; at full size it is sent unchanged', async ({
  page,
  complaints,
}) => {
  const original = await photo()
  expect((await sharp(original).metadata()).orientation).toBe(6)
  await register(page, { at: '/contribute/media' })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Sample photo.jpeg', mimeType: 'image/jpeg', buffer: original })
  await expect(page.getByText(/^Reduced from [\d.]+ MB to [\d.]+ [KM]B\.$/)).toBeVisible({ timeout: 30_000 })
  const checkbox = page.getByRole('checkbox', { name: 'Upload at full size' })
  await expect(checkbox).not.toBeChecked()
  await page.getByLabel('Title').fill('Sample picture')
  const small = await publish(page)
  expect(small.length).toBeLessThan(original.length / 2)
  const metadata = await sharp(small).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 1920, height: 2560 })
  expect(metadata.exif).toBeUndefined()

  await page.goto('/contribute/media')
  await checkbox.check()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Sample photo.jpeg', mimeType: 'image/jpeg', buffer: original })
  await page.getByLabel('Title').fill('Sample original')
  expect((await publish(page)).equals(original)).toBe(true)
  expect(complaints).toEqual([])
})

long('a large video is made smaller, with sound and without its location', async ({ page, complaints }) => {
  test.skip(!ffmpegIsHere, 'ffmpeg is not installed')
  const original = clip({ size: '1920x1080', rate: 15, seconds: 4, busy: true })
  expect(probe(original).format.tags).toHaveProperty('location')
  await register(page, { at: '/contribute/media' })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Sample video.mp4', mimeType: 'video/mp4', buffer: original })
  await expect(page.getByText(/^Reduced from [\d.]+ MB to [\d.]+ [KM]B\.$/)).toBeVisible({ timeout: 50_000 })
  await page.getByLabel('Title').fill('Sample video')
  const small = await publish(page)
  expect(small.length).toBeLessThan(original.length / 2)
  const { format, streams } = probe(small)
  expect(streams.map(({ codec_type }) => codec_type).sort()).toEqual(['audio', 'video'])
  expect(streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({ width: 1280, height: 720 })
  expect(Number(format.duration)).toBeCloseTo(4, 0)
  expect(JSON.stringify([format, streams])).not.toContain('35.5')
  expect(complaints).toEqual([])
})

long('sound in a file of a video type is sent as it is, without a note about its size', async ({ page }) => {
  test.skip(!ffmpegIsHere, 'ffmpeg is not installed')
  const buffer = record('sound.mp4', ['-f', 'lavfi', '-i', 'anoisesrc=d=130', '-c:a', 'aac', '-b:a', '320k'])
  expect(buffer.length).toBeGreaterThan(3 * 1024 * 1024)
  await register(page, { at: '/contribute/poems' })
  const field = page.getByRole('group', { name: 'Recording' })
  await field.locator('input[type=file]').setInputFiles({ name: 'sound.mp4', mimeType: 'video/mp4', buffer })
  await expect(field.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 30_000 })
  await expect(field.getByText('couldn’t make it smaller')).toHaveCount(0)
  await expect(field.getByRole('checkbox')).toHaveCount(0)
})

/** Posts the form once its file is sent; returns the bytes that the site stores. */
async function publish(page: Page): Promise<Buffer> {
  await expect(page.getByRole('button', { name: /^Remove Sample/ })).toBeVisible({ timeout: 30_000 })
  const answer = page.waitForResponse((one) => one.url().endsWith('/api/media') && one.request().method() === 'POST')
  await page.getByRole('button', { name: 'Publish' }).click()
  const { link } = await (await answer).json()
  await expect(page).not.toHaveURL(/contribute/)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const file = await page.request.get(`${link}?download`, { headers: { authorization: `Bearer ${token}` } })
  expect(file.status()).toBe(200)
  return file.body()
}
