import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { startSite } from '../running-site.ts'
import { beep, deaf, expect, pixel, post, register, signOut, test } from './site.ts'

/** A browser whose storage outlives it, as a phone's does. */
async function openBrowser(folder: string, baseURL: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...config.use?.launchOptions,
    baseURL,
    serviceWorkers: 'block',
  })
  await deaf({ context }, async () => {})
  return context
}

const keyHere = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('deviceKey'))).toContain('key')

const kept = (page: Page) => page.getByText('Kept on this device. It goes out when there is signal.').first()

type Entry = { id: string; title?: string; marakwet?: string }

/** What the API answers the member of the page. */
function ask<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })
    return answer.json()
  }, path)
}

async function waitingHere(page: Page): Promise<number> {
  return page.evaluate(
    () => Object.values(JSON.parse(localStorage.getItem('outbox') ?? '{}'))[0] ?? 0,
  ) as Promise<number>
}

test('what is written without signal goes out once, after the browser was closed', async ({ site }) => {
  test.slow()
  const folder = mkdtempSync(join(tmpdir(), 'urithi-browser-'))
  let browser = await openBrowser(folder, site.url)
  const page = await browser.newPage()
  await register(page)
  await keyHere(page)
  const liked = await post(page, { title: 'Sample to like', category: 'History', content: 'text' })
  const [writing, speaking] = [await browser.newPage(), await browser.newPage()]
  await page.goto(`/dashboard/articles/${liked.id}`)
  await expect(page.getByRole('heading', { name: 'Sample to like' })).toBeVisible()
  await writing.goto('/contribute/articles')
  const text = writing.getByRole('textbox', { name: 'Your text' })
  await expect(text).toBeVisible()
  await speaking.goto('/contribute/linguistics')
  await expect(speaking.getByLabel('Word in Marakwet')).toBeVisible()

  await browser.setOffline(true)
  await page.getByRole('button', { name: /^Like/ }).click()
  await expect(kept(page)).toBeVisible()
  await expect(page.getByRole('button', { pressed: true })).toHaveText('1')

  await writing.getByLabel('Title').fill('Sample of no signal')
  await writing
    .getByRole('button', { name: 'Cover picture (optional)' })
    .setInputFiles({ name: 'sample.png', mimeType: 'image/png', buffer: pixel })
  await expect(writing.getByText('it goes out with your post')).toBeVisible()
  await text.fill('Sample text without signal')
  await writing.getByRole('button', { name: 'Publish' }).click()
  await expect(kept(writing)).toBeVisible()
  await expect(writing.getByLabel('Title')).toHaveValue('')

  await speaking.getByLabel('Word in Marakwet').fill('sampleword')
  await speaking.getByLabel('Translation').first().fill('Sample meaning')
  const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep(2) }
  await speaking.locator('input[type=file][accept="audio/*"]').setInputFiles(sound)
  await expect(speaking.getByText('it goes out with your post')).toBeVisible()
  await speaking.getByRole('button', { name: 'Add the word' }).click()
  await expect(kept(speaking)).toBeVisible()
  expect(await waitingHere(page)).toBe(3)
  await browser.close()

  browser = await openBrowser(folder, site.url)
  // The first answer is lost on the way back, and two tabs begin at once.
  let lost = 0
  await browser.route('**/api/vocabulary', async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const tabs = [await browser.newPage(), await browser.newPage()]
  await Promise.all(tabs.map((tab) => tab.goto('/dashboard/outbox')))
  const [tab] = tabs as [Page]
  await expect(tab.getByRole('heading', { name: 'Nothing waits' })).toBeVisible({ timeout: 30_000 })
  expect(lost).toBe(2)
  const articles = await ask<{ items: (Entry & { cover: object | null })[] }>(tab, '/api/articles?q=signal')
  expect(articles.items.map(({ title, cover }) => [title, cover !== null])).toEqual([['Sample of no signal', true]])
  const words = await ask<{ items: Entry[] }>(tab, '/api/vocabulary?q=sampleword')
  expect(words.items.map(({ marakwet }) => marakwet)).toEqual(['sampleword'])
  const voices = await ask<{ items: object[] }>(tab, `/api/vocabulary/${words.items[0]?.id}/pronunciations`)
  expect(voices.items).toHaveLength(1)
  expect(await ask(tab, `/api/articles/${liked.id}`)).toMatchObject({ liked: true, likes: 1 })
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

test('30 MB go on where they were after the server was killed and the browser closed', async () => {
  test.slow()
  const [data, folder] = ['urithi-run-', 'urithi-browser-'].map((name) => mkdtempSync(join(tmpdir(), name))) as [
    string,
    string,
  ]
  const settings = { MAX_UPLOAD_MB: '40' }
  let site = await startSite(data, settings)
  let browser = await openBrowser(folder, site.url)
  const page = await browser.newPage()
  await register(page)
  await keyHere(page)
  await page.goto('/contribute/media')
  const head = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex')
  const bytes = Buffer.concat([head, randomBytes(30 * 1024 * 1024 - head.length)])
  let pieces = 0
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH' && ++pieces === 12) process.kill(site.serverPid, 'SIGKILL')
  })
  await page.locator('input[type=file]').setInputFiles({ name: 'sample.mp4', mimeType: 'video/mp4', buffer: bytes })
  await page.getByLabel('Title').fill('Sample of 30 MB')
  await expect(page.getByText('it goes out with your post')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(kept(page)).toBeVisible({ timeout: 60_000 })
  await browser.close()

  await site.stop()
  site = await startSite(data, { ...settings, PORT: new URL(site.url).port })
  browser = await openBrowser(folder, site.url)
  const tab = await browser.newPage()
  let resent = 0
  tab.on('request', (request) => {
    if (request.method() === 'PATCH') resent++
  })
  await tab.goto('/dashboard/outbox')
  await expect(tab.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(resent).toBeGreaterThan(0)
  expect(resent).toBeLessThanOrEqual(30 - 11)
  const { items } = await ask<{ items: { title: string; link: string }[] }>(tab, '/api/media?q=Sample')
  expect(items.map(({ title }) => title)).toEqual(['Sample of 30 MB'])
  const digest = await tab.evaluate(async (address) => {
    const file = await (await fetch(`${address}?download`)).arrayBuffer()
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', file))]
  }, items[0]?.link ?? '')
  expect(Buffer.from(digest).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  await browser.close()
  await site.stop()
  for (const path of [data, folder]) rmSync(path, { recursive: true, force: true })
})

test('signing out asks; what stays is locked until its author is back, who is told what was refused', async ({
  page,
}) => {
  const { email, password } = await register(page)
  await keyHere(page)
  await page.goto('/contribute/linguistics')
  await page.route('**/api/vocabulary', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Word in Marakwet').fill('samplesecret')
  await page.getByLabel('Translation').first().fill('Sample meaning')
  await page.getByRole('button', { name: 'Add the word' }).click()
  await expect(kept(page)).toBeVisible()
  await page.goto('/dashboard/linguistics')
  await expect(page.getByRole('list', { name: 'Yours, waiting for the signal' })).toContainText('samplesecret')
  await page.getByRole('link', { name: '1 post waits in your outbox' }).click()
  await expect(page.getByText('samplesecret')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'Keep and sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.evaluate(() => localStorage.getItem('deviceKey'))).toBeNull()

  await register(page, 'Other Sample')
  await keyHere(page)
  await page.goto('/dashboard/outbox')
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  expect(await page.evaluate(openWithOwnKey)).toEqual({ rows: 1, opened: 0, readable: false })
  await signOut(page)

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard')
  await page.unroute('**/api/vocabulary')
  // What the server refuses waits for the person, with its sentence.
  await page.route('**/api/vocabulary', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error: 'Sample sentence of a refusal.', code: 'invalid' } })
      : route.continue(),
  )
  await page.goto('/dashboard/outbox')
  await expect(page.getByText('Sample sentence of a refusal.')).toBeVisible()
  await page.unroute('**/api/vocabulary')
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.waitForURL('**/contribute/linguistics')
  await expect(page.getByLabel('Word in Marakwet')).toHaveValue('samplesecret')
  await page.getByRole('button', { name: 'Add the word' }).click()
  await page.waitForURL('**/language/vocabulary/*')
})

/** What the account of the page can read of all that waits on the device. */
async function openWithOwnKey() {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open('urithi-outbox')
    asked.onsuccess = () => resolve(asked.result)
  })
  type Row = { key: string; sealed: { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer } }
  const rows = await new Promise<Row[]>((resolve) => {
    const asked = db.transaction('items').objectStore('items').getAll()
    asked.onsuccess = () => resolve(asked.result)
  })
  const raw = Uint8Array.from(atob(JSON.parse(localStorage.getItem('deviceKey') ?? '').key), (one) => one.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
  let opened = 0
  for (const { key: place, sealed } of rows)
    await crypto.subtle
      .decrypt({ name: 'AES-GCM', iv: sealed.iv, additionalData: new TextEncoder().encode(place) }, key, sealed.bytes)
      .then(
        () => opened++,
        () => {},
      )
  const readable = rows.some(({ sealed }) => new TextDecoder('latin1').decode(sealed.bytes).includes('samplesecret'))
  return { rows: rows.length, opened, readable }
}
