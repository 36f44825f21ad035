import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { wav } from '../../tools/wav.ts'
import { long } from './long.ts'
import { ask, expect, register, test } from './site.ts'

// The microphone plays a word every few seconds. Each word is a different tone, by which its take is recognised. Times
// are in seconds.
const words = Number(process.env.RECORDED_WORDS ?? 6)
const rate = 16_000
const firstWordAt = 4
const interval = 3.5
const wordLength = 0.5
// In Hz. Words are as far apart as they can be: on a busy machine, a take can lack a few ms, so that the tone measured is
// a few percent higher.
const lowest = 300
const step = Math.min(100, Math.floor(4000 / words))
const toneOf = (word: number) => lowest + step * word

const folder = mkdtempSync(join(tmpdir(), 'urithi-voice-'))
const voice = join(folder, 'voice.wav')
writeFileSync(
  voice,
  wav(firstWordAt + (words + 2) * interval, rate, (at) => {
    const time = at / rate - firstWordAt
    const word = Math.floor(time / interval)
    return time < 0 || word >= words || time % interval > wordLength
      ? 0
      : 9000 * Math.sin((2 * Math.PI * toneOf(word) * at) / rate)
  }),
)
test.afterAll(() => rmSync(folder, { recursive: true }))

const launchOptions = config.use?.launchOptions
const args = [`--use-file-for-fake-audio-capture=${voice}%noloop`]
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...args] } })

type Take = { english: string; bytes: Buffer }

/** Returns the words that the page shows, in their order. */
async function promptsOf(page: Page): Promise<{ id: string; english: string; form: string }[]> {
  return (await ask<{ items: { id: string; english: string; form: string }[] }>(page, '/api/record/words')).items
}

/** Returns the takes of the member, in the order in which the page showed the words. */
async function takesOf(page: Page, prompts: { id: string; english: string }[]): Promise<Take[]> {
  const takes = await page.evaluate(
    async (ids) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      const read = async (address: string) => (await fetch(address, { headers })).arrayBuffer()
      return Promise.all(
        ids.map(async (id) => {
          const { items } = await (await fetch(`/api/vocabulary/${id}/pronunciations`, { headers })).json()
          return items[0] ? [...new Uint8Array(await read(items[0].file.url))] : null
        }),
      )
    },
    prompts.map(({ id }) => id),
  )
  return takes.flatMap((bytes, at) =>
    bytes ? [{ english: prompts[at]?.english ?? '', bytes: Buffer.from(bytes) }] : [],
  )
}

/** Returns the tone of a take, and the silence before and after it in ms. */
function measureTake(bytes: Buffer): { tone: number; before: number; after: number } {
  const file = join(folder, 'take')
  writeFileSync(file, bytes)
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 's16le', '-ac', '1', '-ar', String(rate), '-'])
  const samples = new Int16Array(raw.buffer, raw.byteOffset, raw.length / 2)
  const isLoud = (sample: number) => Math.abs(sample) > 1500
  const begin = samples.findIndex(isLoud)
  const end = samples.findLastIndex(isLoud)
  const inside = samples.subarray(begin, end)
  const crossings = inside.reduce((sum, sample, at) => sum + (sample >= 0 && (inside[at - 1] ?? 0) < 0 ? 1 : 0), 0)
  const ms = (count: number) => Math.round((count / rate) * 1000)
  return { tone: crossings / (inside.length / rate), before: ms(begin), after: ms(samples.length - end) }
}

/** Ways in which a recorder fails, until `window.fault` is emptied. They run in the page before its scripts. */
const faults = {
  'writes only a header': () => {
    const data = Object.getOwnPropertyDescriptor(BlobEvent.prototype, 'data')
    Object.defineProperty(BlobEvent.prototype, 'data', {
      get() {
        const chunk: Blob = data?.get?.call(this)
        return (window as unknown as Faulty).fault ? chunk.slice(0, 110) : chunk
      },
    })
  },
  'stops when its encoder fails': () => {
    const { start } = MediaRecorder.prototype
    MediaRecorder.prototype.start = function (...each) {
      this.addEventListener('start', () => {
        if (!(window as unknown as Faulty).fault) return
        this.dispatchEvent(new Event('error'))
        this.stop()
      })
      return start.apply(this, each)
    }
  },
}
type Faulty = { fault: boolean }

for (const [fault, inPage] of Object.entries(faults))
  (fault === 'writes only a header' ? test : long)(
    `if the recorder ${fault}, the word stays undone, and is recorded again by one press`,
    async ({ page }) => {
      await page.addInitScript(() => Object.assign(window, { fault: true }))
      await page.addInitScript(inPage)
      await register(page, { name: 'Sample Speaker', at: '/record' })
      const prompts = await promptsOf(page)
      await page.getByRole('button', { name: 'Start recording' }).click()
      await expect(page.getByText('Nothing could be heard. Say it again.')).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText(/^0 of \d+$/)).toBeVisible()
      await page.evaluate(() => Object.assign(window, { fault: false }))
      await page.getByRole('button', { name: 'Skip' }).click()
      const english = page.getByText(prompts[0]?.english ?? '', { exact: true })
      // A later word may have the same meaning.
      const word = page.getByRole('listitem').filter({ has: english }).first()
      await expect(word).toContainText('nothing heard')
      await word.getByRole('button', { name: 'Record again' }).click()
      await expect(page.getByText(/^1 of \d+$/)).toBeVisible({ timeout: 20_000 })
      await expect(word).toContainText('done')
      await page.getByRole('button', { name: 'Stop and save recordings' }).click()
      await expect(page.getByRole('heading', { name: 'You recorded 1 word' })).toBeVisible()
      await expect.poll(async () => (await takesOf(page, prompts.slice(0, 1))).length, { timeout: 30_000 }).toBe(1)
    },
  )

test('a microphone that hears nothing is reported after ten seconds', async ({ page }) => {
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints)
      for (const track of stream.getTracks()) track.enabled = false
      return stream
    }
  })
  await page.clock.install()
  await register(page, { name: 'Sample Speaker', at: '/record' })
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Say it now.' })).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('status').filter({ hasText: 'check that nothing covers the microphone' })).toBeVisible()
})

long('a microphone that is taken away in mid-word leaves the word undone, and is asked for again', async ({ page }) => {
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints)
      Object.assign(window, { takeAway: () => stream.getTracks()[0]?.dispatchEvent(new Event('ended')) })
      return stream
    }
  })
  await register(page, { name: 'Sample Speaker', at: '/record' })
  const prompts = await promptsOf(page)
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect(page.getByText('Listening…')).toBeVisible({ timeout: 20_000 })
  await page.evaluate(() => (window as unknown as { takeAway(): void }).takeAway())
  await expect(page.getByText('The microphone was disconnected.').first()).toBeVisible()
  await expect(page.getByText(/^0 of \d+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Turn on the microphone' }).click()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Stop and save recordings' }).click()
  await expect.poll(async () => (await takesOf(page, prompts.slice(0, 1))).length, { timeout: 30_000 }).toBe(1)
})

long(
  'a take that the device can’t store is not lost when Stop is pressed, and can be stored later',
  async ({ page }) => {
    await register(page, { name: 'Sample Speaker', at: '/record' })
    const prompts = await promptsOf(page)
    await page.getByRole('button', { name: 'Start recording' }).click()
    await expect(page.getByText('Say it now.')).toBeVisible()
    const key = await page.evaluate(() => {
      const key = localStorage.getItem('deviceKey')
      localStorage.removeItem('deviceKey')
      return key ?? ''
    })
    await expect(page.getByRole('status').filter({ hasText: 'Couldn’t save this recording' })).toBeVisible()
    // Once the first message is gone, the next one says that Stop has tried to store the take again.
    const message = page.getByText('this browser can’t store it safely', { exact: false })
    await expect(message).toHaveCount(0)
    await page.getByRole('button', { name: 'Stop and save recordings' }).click()
    await expect(message).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.evaluate((key) => localStorage.setItem('deviceKey', key), key)
    await page.getByRole('button', { name: 'Stop and save recordings' }).click()
    await expect(page.getByRole('heading', { name: 'You recorded 1 word' })).toBeVisible()
    await expect.poll(async () => (await takesOf(page, prompts.slice(0, 1))).length, { timeout: 30_000 }).toBe(1)
  },
)

/** Gives the page an English voice. `window.spoken` lists what it was told to say; `endSpeech` ends what it says. */
function haveVoice() {
  class Utterance extends EventTarget {
    text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const spoken: string[] = []
  let current: Utterance | undefined
  const speechSynthesis = {
    getVoices: () => [{ lang: 'en-KE', localService: true }],
    speak(utterance: Utterance) {
      spoken.push(utterance.text)
      current = utterance
      utterance.dispatchEvent(new Event('start'))
    },
    cancel: () => current?.dispatchEvent(new Event('error')),
  }
  for (const [name, value] of Object.entries({ SpeechSynthesisUtterance: Utterance, speechSynthesis }))
    Object.defineProperty(window, name, { value })
  Object.assign(window, { spoken, endSpeech: () => current?.dispatchEvent(new Event('end')) })
}

test('words are asked for aloud, nothing that sounds meanwhile is recorded, and the spelling is hidden', async ({
  page,
}) => {
  await page.addInitScript(haveVoice)
  await register(page, { name: 'Sample Speaker', at: '/record' })
  const [first, second] = await promptsOf(page)
  const choice = page.getByRole('checkbox', { name: 'Ask me for each word aloud' })
  await choice.uncheck()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await choice.check()
  await page.getByRole('button', { name: 'Start recording' }).click()
  const status = page.getByRole('status').filter({ hasText: first?.english ?? '' })
  await expect(status).toContainText('Listen to the question…')
  // A word sounds during the question.
  const level = () =>
    page.locator('.big-rec').evaluate((button) => Number((button as HTMLElement).style.getPropertyValue('--level')))
  await expect.poll(level, { intervals: [50], timeout: 15_000 }).toBeGreaterThan(0.4)
  await expect.poll(level, { intervals: [50] }).toBeLessThan(0.2)
  await expect(page.getByText(/^0 of \d+$/)).toBeVisible()
  await expect(status).toContainText('Listen to the question…')
  for (const text of ['How do you say', first?.english]) {
    await expect.poll(() => page.evaluate(() => (window as unknown as Speaking).spoken.at(-1))).toBe(text)
    await page.evaluate(() => (window as unknown as Speaking).endSpeech())
  }
  await expect(status).toContainText('Say it now.')
  await expect(page.getByText(first?.form ?? '', { exact: true })).toBeHidden()
  await page.getByText('Show spelling').click()
  await expect(page.getByText(first?.form ?? '', { exact: true })).toBeVisible()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(second?.form ?? '', { exact: true })).toBeHidden()
  // A question that is left is over, and the next one isn't recorded either.
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText('Listen to the question…')).toBeVisible()
  await page.getByRole('button', { name: 'Stop and save recordings' }).click()
  await expect(page.getByRole('heading', { name: 'You recorded 1 word' })).toBeVisible()
})
type Speaking = { spoken: string[]; endSpeech(): void }

test('words are recorded one after another by voice alone, and each take belongs to the right word', async ({
  page,
  complaints,
}) => {
  test.setTimeout(60_000 + (words + 4) * interval * 1000)
  await register(page, { name: 'Sample Speaker', at: '/record' })
  await expect(page.getByRole('heading', { name: 'Record words' })).toBeVisible()
  const prompts = await promptsOf(page)
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect(page.getByText(/^\d+ of \d+$/)).toHaveText(new RegExp(`^${words} of `), {
    timeout: (words + 3) * interval * 1000,
  })
  await page.getByRole('button', { name: 'Stop and save recordings' }).click()
  await expect(page.getByRole('heading', { name: `You recorded ${words} words` })).toBeVisible()
  await expect.poll(async () => (await takesOf(page, prompts.slice(0, words))).length, { timeout: 30_000 }).toBe(words)
  const results = (await takesOf(page, prompts.slice(0, words))).map(({ bytes }) => measureTake(bytes))
  console.log(results.map(({ tone, before, after }) => `${Math.round(tone)} Hz, ${before} ms, ${after} ms`).join('\n'))
  const nearest = (tone: number) => toneOf(Math.round((tone - lowest) / step))
  expect(results.map(({ tone }) => nearest(tone))).toEqual(Array.from({ length: words }, (_, at) => toneOf(at)))
  for (const { before, after } of results) {
    expect(before).toBeLessThanOrEqual(300)
    expect(after).toBeLessThanOrEqual(300)
  }
  expect(complaints).toEqual([])
})
