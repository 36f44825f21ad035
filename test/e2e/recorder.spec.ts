import type { Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { hasNoFault } from './inspect.ts'
import { expect, test } from './parts/site.ts'

const launchOptions = config.use?.launchOptions
const args = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...args] } })

const voice = (page: Page) => page.getByRole('group', { name: 'Voice' })
const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })

/** Counts the microphone's tracks that are on. */
async function watchTracks(page: Page) {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { live: () => tracks.filter(({ readyState }) => readyState === 'live').length })
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
}
const live = (page: Page) => page.evaluate(() => (window as unknown as { live: () => number }).live())

test('a voice is recorded, paused, heard, and only then kept', async ({ page, complaints }) => {
  await watchTracks(page)
  await page.goto('/')
  await expect(page.getByRole('group', { name: 'Picture' }).getByRole('button', { name: 'Record' })).toHaveCount(0)
  await voice(page).getByRole('button', { name: 'Record' }).press('Enter')
  await expect(stop(page)).toBeFocused()
  await expect(page.getByRole('timer')).toHaveText('0:01')
  expect(await live(page)).toBe(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  const paused = await page.getByRole('timer').textContent()
  await page.waitForTimeout(1_200)
  await expect(page.getByRole('timer')).toHaveText(paused ?? '')
  await page.getByRole('button', { name: 'Go on' }).click()
  await stop(page).press('Enter')
  const keep = page.getByRole('button', { name: /^Keep it, \d+ KB$/ })
  await expect(keep).toBeFocused()
  expect(await live(page)).toBe(0)
  await page.getByRole('button', { name: /^Play.*your recording/ }).click()
  await expect(page.getByRole('button', { name: /^Pause.*your recording/ })).toBeVisible()
  await expect(voice(page).getByText('recording.webm', { exact: true })).toHaveCount(0)
  await keep.click()
  await expect(voice(page).getByText('recording.webm', { exact: true })).toBeVisible()
  await expect(voice(page)).toBeFocused()
  await expect(voice(page).getByRole('button', { name: /^Play.*recording.webm/ })).toBeVisible()
  expect(complaints).toEqual([])
})

test('it stops by itself at the limit, and begins again from nothing', async ({ page }) => {
  await watchTracks(page)
  await page.goto('/')
  await voice(page).getByRole('button', { name: 'Record' }).click()
  await expect(page.getByRole('button', { name: /^Keep it/ })).toBeVisible({ timeout: 6_000 })
  await page.getByRole('button', { name: 'Record again' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:01')
  expect(await live(page)).toBe(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => live(page)).toBe(0)
  await expect(voice(page).getByRole('button', { name: 'Record' })).toBeVisible()
})

for (const [name, sentence] of [
  ['NotAllowedError', 'The microphone is not allowed.'],
  ['NotFoundError', 'No microphone was found.'],
  ['NotReadableError', 'The microphone could not be used.'],
] as const)
  test(`${name} is one clear sentence, and a file can still be chosen`, async ({ page, complaints }) => {
    await page.addInitScript((reason) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', reason))
    }, name)
    await page.goto('/')
    await voice(page).getByRole('button', { name: 'Record' }).click()
    await expect(voice(page).getByText(sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(voice(page).getByText('Choose a file')).toBeVisible()
    expect(complaints).toEqual([])
  })

test('a file that does not fit is refused where it was dropped', async ({ page }) => {
  await page.goto('/')
  const drop = (name: string, type: string) =>
    page.evaluate(
      ([label, fileName, fileType]) => {
        const data = new DataTransfer()
        data.items.add(new File(['sample'], fileName ?? '', { type: fileType ?? '' }))
        const area = [...document.querySelectorAll('.f')].find((field) => field.textContent?.startsWith(label ?? ''))
        const target = area?.querySelector('.drop')
        target?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
      },
      ['Voice', name, type],
    )
  await drop('sample.pdf', 'application/pdf')
  await expect(voice(page).getByText('“sample.pdf” does not fit here.')).toBeVisible()
  await drop('sample.png', 'image/png')
  await expect(voice(page).getByText('sample.png')).toBeVisible()
  await expect(voice(page).getByText('does not fit here')).toHaveCount(0)
})

for (const width of [320, 1440])
  test(`has no fault for axe at ${width} px, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await voice(page).getByRole('button', { name: 'Record' }).click()
    await stop(page).click()
    await expect(page.getByRole('button', { name: /^Keep it/ })).toBeVisible()
    await hasNoFault(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
