import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { long } from './long.ts'
import { ask, deaf, expect, holdRequests, keyHere, piecesHere, pixel, register, test } from './site.ts'

const launchOptions = config.use?.launchOptions

/** Opens a browser with persistent storage, like a phone's. */
async function openBrowser(folder: string, baseURL: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL,
    serviceWorkers: 'block',
  })
  await deaf({ context }, async () => {})
  return context
}

/** Kills all processes of a browser, as if the battery had died. */
async function kill(browser: BrowserContext, folder: string): Promise<void> {
  const closed = new Promise((resolve) => browser.once('close', resolve))
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // The process has ended meanwhile.
    }
  await closed
}

/** Waits until the text is in the database of the browser, a few milliseconds after it was typed. */
const isCopied = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { promise, resolve } = Promise.withResolvers<unknown>()
        const opening = indexedDB.open('urithi-drafts')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('changes').objectStore('changes').getAll()
          reading.onsuccess = () => resolve(reading.result)
        }
        return JSON.stringify(await promise)
      }),
    )
    .toContain(text)

/** Waits until the browser has stored a file of a form, which it does a moment after the file was picked. */
const isStored = (page: Page) => expect.poll(async () => (await piecesHere(page)).length).toBeGreaterThan(1)

/** Opens a browser in which a new member is logged in, and which was used and closed before. */
async function usedBrowser(folder: string, baseURL: string): Promise<BrowserContext> {
  const browser = await openBrowser(folder, baseURL)
  const page = await browser.newPage()
  await register(page)
  await keyHere(page)
  await browser.close()
  return openBrowser(folder, baseURL)
}

const yours = (page: Page) => page.getByText('Your recording', { exact: true })
const stopRecording = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true }).click()

test('a press on Record before the page’s script has loaded is answered once it has', async ({ site }) => {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-browser-'))
  const browser = await usedBrowser(folder, site.url)
  const page = await browser.newPage()
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/contribute/poems', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'no')
  release()
  await expect(page.getByRole('timer')).toBeVisible()
  await browser.close()
  rmSync(folder, { recursive: true })
})

for (const [moment, reach] of [
  ['while it records', async () => {}],
  [
    'after the recording was stopped',
    async (page: Page) => {
      await page.context().route('**/uploads/**', () => {})
      await stopRecording(page)
      await expect(yours(page)).toBeVisible()
    },
  ],
  [
    'after the recording was uploaded',
    async (page: Page) => {
      const stored = page.waitForResponse((answer) => answer.url().includes('/uploads/') && answer.ok())
      await stopRecording(page)
      await stored
    },
  ],
] as const) {
  const isShort = moment === 'after the recording was stopped'
  const kills = isShort ? test : long
  kills(
    `a browser that is killed ${moment} still has the recording and the text when it is opened again`,
    async ({ site }) => {
      test.slow()
      const folder = mkdtempSync(join(tmpdir(), 'urithi-browser-'))
      let browser = await usedBrowser(folder, site.url)
      let page = await browser.newPage()
      await page.goto('/contribute/poems')
      await keyHere(page)
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(page.getByRole('timer')).toHaveText('0:03')
      await reach(page)
      const title = `Sample ${moment}`
      await page.getByLabel('Title').fill(title)
      await isCopied(page, title)
      // A disk that is busy may take seconds to write the first pieces.
      await isStored(page)
      await kill(browser, folder)

      browser = await openBrowser(folder, site.url)
      page = await browser.newPage()
      await page.goto('/contribute/poems')
      await expect(yours(page)).toBeVisible()
      await expect(page.getByLabel('Title')).toHaveValue(title)
      await page.getByLabel('Poem', { exact: true }).fill('Sample line')
      await page.getByRole('button', { name: 'Add poem', exact: true }).click()
      await page.waitForURL(/\/language\/poems\/./)
      type Poems = { items: { title: string; recording: { size: number; duration: number | null } | null }[] }
      const { items } = await ask<Poems>(page, `/api/poems?q=${encodeURIComponent(title)}`)
      expect(items.map((poem) => poem.title)).toEqual([title])
      expect(items[0]?.recording?.size).toBeGreaterThan(1000)
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  )
}

long('a browser that is killed after a picture was picked has it when it is opened again', async ({ site }) => {
  test.slow()
  const folder = mkdtempSync(join(tmpdir(), 'urithi-browser-'))
  let browser = await usedBrowser(folder, site.url)
  let page = await browser.newPage()
  await page.route('**/uploads', () => {})
  await page.goto('/contribute/media')
  await keyHere(page)
  await page.getByLabel(/Choose a file/).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel })
  await page.getByLabel('Title').fill('Sample picture picked before')
  await isStored(page)
  await isCopied(page, 'Sample picture picked before')
  await kill(browser, folder)

  browser = await openBrowser(folder, site.url)
  page = await browser.newPage()
  await page.goto('/contribute/media')
  await expect(page.getByRole('button', { name: 'Remove a.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/\/dashboard\/media\/./)
  const { items } = await ask<{ items: { type: string }[] }>(page, '/api/media?q=Sample%20picture%20picked%20before')
  expect(items.map(({ type }) => type)).toEqual(['IMAGE'])
  await page.goto('/contribute/media')
  await expect(page.getByLabel(/Choose a file/)).toBeVisible()
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})
