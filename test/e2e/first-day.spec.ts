import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { deep } from '../depth.ts'
import { composerForms } from './every-form.ts'
import { long } from './long.ts'
import { ask, deaf, expect, logIn, register, scriptIsThere, test, waitUntilStored } from './site.ts'

/** The short form posts one kind, because all forms are downloaded, filled in and sent in the same way. */
const forms = composerForms.filter(({ kind }) => deep || kind === 'poem')

/** Opens a browser with a microphone and persistent storage, like a phone's. */
async function openBrowser(folder: string, baseURL: string) {
  const { launchOptions } = config.use ?? {}
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL,
    serviceWorkers: 'allow',
  })
  await deaf({ context }, async () => {})
  return context
}

type FormsRecord = { bytes: number; pages: string[] } | undefined

/** Returns the device's record of the downloaded forms. */
function formsHere(page: Page): Promise<FormsRecord> {
  return page.evaluate(async () => {
    // Opening a database that doesn't exist would create it without the worker's stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'urithi-offline')) return undefined
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('urithi-offline')
      opening.onsuccess = () => resolve(opening.result)
    })
    const request = opened.transaction('device').objectStore('device').get('forms')
    const record = await new Promise<FormsRecord>((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
    opened.close()
    return record
  })
}

/** Records which messages pages send to their worker. */
async function watchMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = ServiceWorker.prototype
    const types: string[] = []
    Object.assign(window, { types })
    ServiceWorker.prototype.postMessage = function (message, ...rest) {
      types.push(message.type)
      return postMessage.apply(this, [message, ...rest] as Parameters<typeof postMessage>)
    }
  })
}

/** Stops the clock of all pages, so that the time the worker takes to start doesn't count. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Lets the time pass after which a dashboard asks its worker for the forms. Returns whether it has asked. */
async function asksForForms(page: Page): Promise<boolean> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.clock.runFor(8_000)
  return page.evaluate(async () => {
    // The dashboard also waits for these before it asks, and began to wait earlier.
    await navigator.serviceWorker.getRegistration()
    await navigator.serviceWorker.ready
    return (window as unknown as { types: string[] }).types.includes('forms')
  })
}

const downloadedBytes = (page: Page) =>
  expect.poll(async () => (await formsHere(page))?.bytes ?? 0, { timeout: 30_000 })
const savedNote = (page: Page) => page.getByText('Saved on this device. It will be sent when you’re online.').first()

test('a member who has only opened the feed posts each kind of entry without signal, and each arrives once', async ({
  site,
}) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'urithi-browser-'))
  let browser = await openBrowser(folder, site.url)
  let page = await browser.newPage()
  // Admins can use every form.
  await logIn(page)
  await downloadedBytes(page).toBeGreaterThan(100_000)
  console.log(`the forms cost ${Math.round(((await formsHere(page))?.bytes ?? 0) / 1024)} KB`)
  await browser.setOffline(true)

  for (const { kind, path, fill, button } of forms) {
    await page.goto(path)
    await fill(page, `Offline ${kind}`)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(savedNote(page), kind).toBeVisible()
    // The next page would show the note again, before its own post is stored.
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(savedNote(page)).toBeHidden()
  }
  // Links of the Add menu name a section, for which no page is stored.
  for (const [path, section, label] of [
    ['/contribute/story', 'proverbs', 'What it’s about'],
    ['/contribute/heritage', 'custom', 'Section'],
  ] as const) {
    await page.goto(`${path}?section=${section}`)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(section)
  }
  await page.goto('/contribute/media')
  await page.getByLabel('Title').fill('Offline recording')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('timer')).toHaveText('0:01')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(savedNote(page)).toBeVisible()
  await browser.close()

  browser = await openBrowser(folder, site.url)
  page = await browser.newPage()
  await page.goto('/dashboard')
  await page.goto('/dashboard/outbox')
  // A failure shows what is left, and in which state.
  await expect.poll(() => page.getByRole('main').textContent(), { timeout: 60_000 }).toContain('No posts waiting')
  await expect(page.getByRole('heading', { name: 'No posts waiting' })).toBeVisible()
  for (const { kind, count } of forms) expect(await count(page, `Offline ${kind}`, false), kind).toBe(1)
  const media = await ask<{ items: { type: string }[] }>(page, '/api/media?q=Offline%20recording')
  expect(media.items.map(({ type }) => type)).toEqual(['AUDIO'])
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

test.describe('in Settings', () => {
  test.use({ serviceWorkers: 'allow' })

  long('a member sees how much data the forms used, and turns them off and on', async ({ page, context }) => {
    await stopClock(page)
    await watchMessages(page)
    await register(page)
    // Otherwise, downloads for these pages would count as downloads of the forms.
    for (const path of ['/dashboard', '/dashboard/outbox']) await waitUntilStored(page, path)
    expect(await asksForForms(page)).toBe(true)
    await page.clock.resume()
    await downloadedBytes(page).toBeGreaterThan(100_000)
    expect((await formsHere(page))?.pages.some((one) => one.endsWith('/contribute/artifacts'))).toBe(false)
    await page.goto('/settings?tab=preferences')
    const section = page.getByRole('region', { name: 'Posting without signal' })
    await expect(section.getByText(/Downloaded so far: \d+ KB/)).toBeVisible()
    await section.getByRole('checkbox').uncheck()
    await expect(section.getByText('Forms aren’t saved on this device.')).toBeVisible()
    await expect.poll(() => page.evaluate(() => caches.match('/contribute/poems').then(Boolean))).toBe(false)
    await context.setOffline(true)
    await page.goto('/contribute/poems')
    await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
    // A page whose script is missing reloads once there is signal, which would interrupt what follows.
    await scriptIsThere(page)
    await context.setOffline(false)
    // The download stays off until it is turned on in Settings.
    await page.goto('/dashboard')
    await scriptIsThere(page)
    expect(await asksForForms(page)).toBe(false)
    expect(await formsHere(page)).toBeUndefined()
    await page.goto('/settings?tab=preferences')
    await section.getByRole('checkbox').check()
    await downloadedBytes(page).toBeGreaterThan(1_000)
    await expect(section.getByText(/Downloaded so far: \d+ KB/)).toBeVisible()
  })

  long('a device that saves data doesn’t download forms by itself', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    )
    await stopClock(page)
    await watchMessages(page)
    await register(page)
    expect(await asksForForms(page)).toBe(false)
    await page.clock.resume()
    expect(await formsHere(page)).toBeUndefined()
    await page.goto('/settings?tab=preferences')
    const section = page.getByRole('region', { name: 'Posting without signal' })
    await expect(section.getByRole('checkbox')).not.toBeChecked()
    await section.getByRole('checkbox').check()
    await downloadedBytes(page).toBeGreaterThan(100_000)
  })
})
