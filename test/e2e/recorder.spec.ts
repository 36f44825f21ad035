import type { Page } from '@playwright/test'
import { deep } from '../depth.ts'
import { hasNoFault } from './inspect.ts'
import { longOf } from './long.ts'
import { expect, test } from './parts/site.ts'

const long = longOf(test)

const voice = (page: Page) => page.getByRole('group', { name: 'Voice' })
const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })

/** Opens the page with a stopped clock. Counts the microphone's live tracks and the recorded seconds of sound. */
async function openStill(page: Page) {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    let seconds = 0
    const live = () => tracks.filter(({ readyState }) => readyState === 'live').length
    Object.assign(window, { live, heard: () => seconds })
    const { start } = MediaRecorder.prototype
    MediaRecorder.prototype.start = function (...each) {
      this.addEventListener('dataavailable', () => seconds++)
      return start.apply(this, each)
    }
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await page.clock.install()
  await page.goto('/')
  await page.clock.pauseAt(Date.now() + 60_000)
}

type Counts = { live(): number; heard(): number }
const live = (page: Page) => page.evaluate(() => (window as unknown as Counts).live())

/** Waits for a second of sound, which the browser records by its own clock. */
const sound = (page: Page) =>
  expect.poll(() => page.evaluate(() => (window as unknown as Counts).heard())).toBeGreaterThan(0)

test('a recording can be paused, and becomes the field’s file as soon as it stops', async ({ page, complaints }) => {
  await openStill(page)
  await expect(page.getByRole('group', { name: 'Picture' }).getByRole('button', { name: 'Record' })).toHaveCount(0)
  await voice(page).getByRole('button', { name: 'Record' }).press('Enter')
  await expect(stop(page)).toBeFocused()
  await page.clock.runFor(1_000)
  await expect(page.getByRole('timer')).toHaveText('0:01')
  await sound(page)
  expect(await live(page)).toBe(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page.getByRole('timer')).toHaveText('0:01')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(page.getByRole('timer')).toHaveText('0:02')
  await stop(page).press('Enter')
  await expect(voice(page).getByText('Your recording', { exact: true })).toBeVisible()
  await expect(voice(page)).toBeFocused()
  expect(await live(page)).toBe(0)
  // The recording loops, so that it plays until it is paused, however short it is.
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => Object.assign(audio, { loop: true }))
  await page.getByRole('button', { name: /^Play.*Your recording/ }).click()
  await expect(page.getByRole('button', { name: /^Pause.*Your recording/ })).toBeVisible()
  // The previous recording stays until a new one has been made.
  await page.getByRole('button', { name: 'Record again' }).click()
  await expect(stop(page)).toBeFocused()
  await page.clock.runFor(1_000)
  await expect(page.getByRole('timer')).toHaveText('0:01')
  await page.getByRole('button', { name: 'Delete recording' }).click()
  await expect(voice(page).getByText('Your recording', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Delete recording' }).click()
  await expect(voice(page).getByRole('button', { name: 'Record' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a recording stops at the limit, and a new one starts from zero', async ({ page }) => {
  await openStill(page)
  await voice(page).getByRole('button', { name: 'Record' }).click()
  await expect(stop(page)).toBeFocused()
  await sound(page)
  await page.clock.runFor(2_900)
  await expect(page.getByRole('timer')).toHaveText('0:03')
  await expect(stop(page)).toBeVisible()
  await page.clock.runFor(200)
  await expect(voice(page).getByText('Your recording', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Record again' }).click()
  await expect(stop(page)).toBeFocused()
  await page.clock.runFor(1_000)
  await expect(page.getByRole('timer')).toHaveText('0:01')
  expect(await live(page)).toBe(1)
  await page.getByRole('button', { name: 'Delete recording' }).click()
  await expect.poll(() => live(page)).toBe(0)
  await expect(voice(page).getByText('Your recording', { exact: true })).toBeVisible()
})

for (const interruption of ['mute', 'freeze'] as const)
  test(`a recording ends and is not lost when ${interruption === 'mute' ? 'a call takes the microphone' : 'the page is frozen'}`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const locks = { requested: 0, released: 0 }
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted)
        Object.assign(window, { microphone: stream.getAudioTracks()[0] })
        return stream
      }
      const wakeLock = {
        request: async () => {
          locks.requested++
          return { release: async () => void locks.released++ }
        },
      }
      Object.defineProperty(navigator, 'wakeLock', { value: wakeLock })
      Object.assign(window, { locks })
    })
    await openStill(page)
    await voice(page).getByRole('button', { name: 'Record' }).click()
    await expect(stop(page)).toBeFocused()
    await sound(page)
    await page.clock.runFor(1_000)
    expect(await page.evaluate('locks')).toEqual({ requested: 1, released: 0 })
    const target = interruption === 'mute' ? 'microphone' : 'document'
    await page.evaluate(`${target}.dispatchEvent(new Event('${interruption}'))`)
    await page.clock.runFor(1_000)
    await expect(voice(page).getByText('Your recording', { exact: true })).toBeVisible()
    await expect.poll(() => page.evaluate('locks')).toEqual({ requested: 1, released: 1 })
  })

for (const [name, sentence] of [
  ['NotAllowedError', 'The microphone is blocked.'],
  ['NotFoundError', 'No microphone found.'],
  ['NotReadableError', 'Couldn’t use the microphone.'],
] as const)
  (name === 'NotAllowedError' ? test : long)(
    `${name} shows one clear message, and a file can still be chosen`,
    async ({ page, complaints }) => {
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
    },
  )

test('an empty recording is reported, and can be repeated', async ({ page }) => {
  await page.addInitScript(() => {
    MediaRecorder.prototype.start = function () {
      Object.defineProperty(this, 'state', { value: 'recording' })
    }
    MediaRecorder.prototype.stop = function () {
      this.dispatchEvent(new Event('stop'))
    }
  })
  await openStill(page)
  await voice(page).getByRole('button', { name: 'Record' }).click()
  await stop(page).click()
  await expect(voice(page).getByText('Nothing was recorded.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(stop(page)).toBeVisible()
})

for (const [fault, message] of [
  ['muted', 'No voice could be heard in this recording.'],
  ['headerOnly', 'Nothing was recorded.'],
] as const)
  test(`a recording that is ${fault} isn’t accepted, and is recorded again by one press`, async ({ page }) => {
    await page.addInitScript((fault) => {
      const faulty: Record<string, boolean> = { [fault]: true }
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints)
        for (const track of stream.getTracks()) track.enabled = !faulty.muted
        return stream
      }
      const data = Object.getOwnPropertyDescriptor(BlobEvent.prototype, 'data')
      let first: Blob | undefined
      Object.defineProperty(BlobEvent.prototype, 'data', {
        get() {
          const chunk: Blob = data?.get?.call(this)
          first ??= chunk
          return faulty.headerOnly ? chunk.slice(0, chunk === first ? 110 : 0) : chunk
        },
      })
      Object.assign(window, { faulty })
    }, fault)
    await openStill(page)
    await voice(page).getByRole('button', { name: 'Record' }).click()
    await expect(stop(page)).toBeFocused()
    await sound(page)
    await stop(page).click()
    await expect(voice(page).getByText(message)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Play.*Your recording/ })).toBeVisible()
    await page.evaluate((fault) => Object.assign((window as any).faulty, { [fault]: false }), fault)
    const heard = () => page.evaluate(() => (window as unknown as Counts).heard())
    const before = await heard()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(stop(page)).toBeFocused()
    await expect.poll(heard).toBeGreaterThan(before)
    await stop(page).click()
    await expect(page.getByRole('button', { name: 'Record again' })).toBeVisible()
  })

test('a recording that can’t be played says so, each time', async ({ page }) => {
  await page.goto('/')
  const broken = { name: 'sample.webm', mimeType: 'audio/webm', buffer: Buffer.alloc(5000, 7) }
  await voice(page).locator('input[type=file]').setInputFiles(broken)
  for (let time = 0; time < 2; time++) {
    await page.getByRole('button', { name: /^Play.*sample.webm/ }).click()
    await expect(voice(page).getByRole('alert')).toHaveText(/^Couldn’t play this recording/)
  }
})

test('a file of the wrong type is refused where it was dropped', async ({ page }) => {
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
  await expect(voice(page).getByText('“sample.pdf” can’t be used here.')).toBeVisible()
  await drop('sample.png', 'image/png')
  await expect(voice(page).getByText('sample.png')).toBeVisible()
  await expect(voice(page).getByText('can’t be used here')).toHaveCount(0)
})

for (const width of deep ? [320, 1440] : [320])
  test(`the recorder has no axe violation at ${width} px, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openStill(page)
    await voice(page).getByRole('button', { name: 'Record' }).click()
    await expect(stop(page)).toBeFocused()
    await page.clock.runFor(1_000)
    await expect(page.getByRole('timer')).toHaveText('0:01')
    await sound(page)
    await stop(page).click()
    await expect(page.getByRole('button', { name: 'Record again' })).toBeVisible()
    await page.clock.resume()
    await hasNoFault(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
