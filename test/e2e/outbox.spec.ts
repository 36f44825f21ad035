import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { startSite } from '../running-site.ts'
import {
  ask,
  beep,
  deaf,
  expect,
  keyHere,
  logIn,
  pixel,
  post,
  register,
  saveDictionary,
  signOut,
  test,
  waitUntilKept,
} from './site.ts'

/** A browser whose storage outlives it, as a phone's does. */
async function openBrowser(
  folder: string,
  baseURL: string,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...config.use?.launchOptions,
    baseURL,
    serviceWorkers,
  })
  await deaf({ context }, async () => {})
  return context
}

const kept = (page: Page) => page.getByText('Kept on this device. It goes out when there is signal.').first()

type Entry = { id: string; title?: string; marakwet?: string }

async function waitingHere(page: Page): Promise<number> {
  return page.evaluate(
    () => Object.values(JSON.parse(localStorage.getItem('outbox') ?? '{}'))[0] ?? 0,
  ) as Promise<number>
}

test('without signal one reads, searches and writes; after the browser was closed it goes out once', async ({
  site,
}) => {
  test.slow()
  const folder = mkdtempSync(join(tmpdir(), 'urithi-browser-'))
  let browser = await openBrowser(folder, site.url, 'allow')
  const page = await browser.newPage()
  await register(page)
  await keyHere(page)
  const english = await saveDictionary(page)
  await page.goto('/about')
  await waitUntilKept(page, '/about')
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

  await page.goto('/about')
  await expect(page.getByText('This is a copy kept on this device')).toBeVisible()
  await page.goto(`/language/vocabulary?q=${encodeURIComponent(english)}`)
  await expect(page.locator('#results .entry', { hasText: english }).first()).toBeVisible()
  await browser.close()

  browser = await openBrowser(folder, site.url, 'allow')
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
  await sync(tab, site.url)
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

/** Wakes the worker for what waits, as the browser does once there is signal; until the page has heard of it. */
async function sync(page: Page, origin: string): Promise<void> {
  await page.evaluate(() =>
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data.type === 'flush-outbox') document.documentElement.dataset.synced = ''
    }),
  )
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (mine) resolve(mine.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const asked = { origin, registrationId: await registered, tag: 'flush-outbox', lastChance: false }
  await expect(async () => {
    await devtools.send('ServiceWorker.dispatchSyncEvent', asked)
    await expect(page.locator('html')).toHaveAttribute('data-synced', '', { timeout: 1000 })
  }).toPass()
  await devtools.detach()
}

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
  await expect(page.getByRole('button', { name: 'Edit “samplesecret”' })).toBeVisible()
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

  await logIn(page, { email, password })
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

test('a full device, one that refuses, a clock that is a year off, an entry that is gone: nothing typed is lost', async ({
  page,
  context,
  site,
}) => {
  test.slow()
  const year = 365 * 24 * 60 * 60 * 1000
  await page.clock.install({ time: Date.now() + year })
  await register(page)
  await keyHere(page)
  const liked = await post(page, { title: 'Sample to like', category: 'History', content: 'text' })
  const liking = await context.newPage()
  await liking.goto(`/dashboard/articles/${liked.id}`)
  await expect(liking.getByRole('heading', { name: 'Sample to like' })).toBeVisible()
  const telling = await context.newPage()
  await telling.goto('/contribute/story')
  await page.goto('/contribute/poems')

  await context.setOffline(true)
  await page.getByLabel('Title').fill('Sample poem title')
  await page.getByLabel('The poem, as it is said').fill('Sample line')
  const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep(90) }
  await page.locator('input[type=file]').setInputFiles(sound)
  await expect(page.getByText('it goes out with your post')).toBeVisible()
  const makeRoom = await fill(page)
  await page.getByRole('button', { name: 'Add the poem' }).click()
  await expect(page.getByText('this device is full. Please make room, then press the button again.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Sample poem title')
  expect(await piecesOf(page)).toEqual([])
  await makeRoom()
  await page.getByRole('button', { name: 'Add the poem' }).click()
  await expect(kept(page)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')

  await telling.evaluate(() => {
    indexedDB.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await telling.getByLabel('Your words').fill('Sample story')
  await telling.getByRole('button', { name: 'Give it to the keepers' }).click()
  await expect(telling.getByText('Please leave this page open and try again.')).toBeVisible()
  await expect(telling.getByLabel('Your words')).toHaveValue('Sample story')

  await liking.getByRole('button', { name: /^Like/ }).click()
  await expect(kept(liking)).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const removal = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }
  expect((await fetch(`${site.url}/api/articles/${liked.id}`, removal)).status).toBe(200)
  await liking.close()
  // A browser that ended in the middle of keeping a file.
  const pieces = await piecesOf(page)
  expect(pieces.length).toBeGreaterThan(1)
  await page.evaluate(changeOutbox, true)
  expect(await piecesOf(page)).toHaveLength(pieces.length + 1)

  // The device's battery ran out: its clock begins anew, a year behind.
  await page.clock.setSystemTime(Date.now() - year)
  await context.route('**/api/poems', (route) => route.abort())
  await context.setOffline(false)
  await page.goto('/dashboard/outbox')
  // What a former build kept does not name its files: nothing is swept beside it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('outbox-keeping'))).toBeNull()
  expect(await piecesOf(page)).toHaveLength(pieces.length + 1)
  await page.evaluate(changeOutbox, false)
  await page.reload()
  await expect.poll(() => piecesOf(page)).toEqual(pieces)
  await context.unroute('**/api/poems')
  // It goes by itself after a while; a sign of the network makes that now.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await expect(page.getByText('It is no longer there to like.')).toBeVisible()
  const { items } = await ask<{ items: (Entry & { recording: object | null })[] }>(page, '/api/poems?q=Sample')
  expect(items.map(({ title, recording }) => [title, recording !== null])).toEqual([['Sample poem title', true]])
  expect(await piecesOf(page)).toEqual([])
  // What the page could not keep goes out from there.
  await telling.getByRole('button', { name: 'Give it to the keepers' }).click()
  await expect(telling.getByText('Thank you. The keepers have it now.')).toBeVisible()
})

/** Makes the device full after the first piece of a file, as its database says it; answers what makes room. */
async function fill(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    let left = 1
    IDBObjectStore.prototype.put = function (...row) {
      if (left-- > 0) return put.apply(this, row)
      throw new DOMException('no room', 'QuotaExceededError')
    }
    Object.assign(window, { makeRoom: () => Object.assign(IDBObjectStore.prototype, { put }) })
  })
  return () => page.evaluate(() => void (window as unknown as { makeRoom(): void }).makeRoom())
}

/** The keys of all pieces of files that wait on the device. */
function piecesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('urithi-outbox')
      asked.onsuccess = () => resolve(asked.result)
    })
    const asked = opened.transaction('pieces').objectStore('pieces').getAllKeys()
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      asked.onsuccess = () => resolve(asked.result)
    })
    opened.close()
    return keys.map(String)
  })
}

/**
 * Puts a piece that nothing names beside another account's row of a former build, or takes that row away; then the mark
 * that stands while a file is being kept.
 */
async function changeOutbox(former: boolean): Promise<void> {
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open('urithi-outbox')
    asked.onsuccess = () => resolve(asked.result)
  })
  const transaction = opened.transaction(['items', 'pieces'], 'readwrite')
  const [items, pieces] = [transaction.objectStore('items'), transaction.objectStore('pieces')]
  const order = 1000
  if (former) {
    items.put({ order, key: 'sample', account: 'sample', sending: false, sealed: {} })
    pieces.put({ file: 'held:sample', at: 0, sealed: {} })
  } else items.delete(order)
  await new Promise<void>((resolve) => {
    transaction.oncomplete = () => resolve()
  })
  opened.close()
  localStorage.setItem('outbox-keeping', 'yes')
}
