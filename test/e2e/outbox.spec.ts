import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { deep } from '../depth.ts'
import { startSite } from '../running-site.ts'
import { long } from './long.ts'
import {
  ask,
  beep,
  deaf,
  expect,
  keyHere,
  logIn,
  ofSite,
  piecesHere,
  pixel,
  post,
  register,
  saveDictionary,
  signOut,
  test,
  waitUntilStored,
} from './site.ts'

/** Opens a browser with persistent storage, like a phone's. */
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

const savedNote = (page: Page) => page.getByText('Saved on this device. It will be sent when you’re online.').first()

type Entry = { id: string; title?: string; form?: string }

async function waitingHere(page: Page): Promise<number> {
  return page.evaluate(
    () => Object.values(JSON.parse(localStorage.getItem('outbox') ?? '{}'))[0] ?? 0,
  ) as Promise<number>
}

long(
  'a post is stored while the browser is still asking whether the site may store data',
  async ({ page, context }) => {
    // Firefox asks the person, and the promise is pending until they answer.
    await page.addInitScript(() => {
      navigator.storage.persist = () => new Promise(() => {})
    })
    await register(page)
    await keyHere(page)
    await page.goto('/contribute/proverbs')
    await page.getByLabel('Proverb', { exact: true }).fill('Sample unanswered')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Add proverb', exact: true }).click()
    await expect(savedNote(page)).toBeVisible()
    expect(await waitingHere(page)).toBe(1)
  },
)

/** Posts a proverb on the page of its form, and waits until so many items are in the outbox. */
async function addWithoutSignal(page: Page, original: string, waiting: number): Promise<void> {
  await page.getByLabel('Proverb', { exact: true }).fill(original)
  await page.getByRole('button', { name: 'Add proverb', exact: true }).click()
  await expect.poll(() => waitingHere(page)).toBe(waiting)
}

/** Returns how many proverbs with this text the site has. */
async function countOf(page: Page, original: string): Promise<number> {
  const { items } = await ask<{ items: { original: string }[] }>(page, '/api/proverbs?limit=100')
  return items.filter((item) => item.original === original).length
}

test('an item that the site fails to handle doesn’t hold up others, and items that were never counted are sent', async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(/status of 500/)
  const [stuck, other] = ['Sample proverb that fails', 'Sample proverb behind it']
  await register(page, { at: '/contribute/proverbs' })
  await keyHere(page)
  await context.setOffline(true)
  for (const [at, original] of [stuck, other].entries()) await addWithoutSignal(page, original, at + 1)
  await context.route('**/api/proverbs', (route) =>
    route.request().postData()?.includes(stuck)
      ? route.fulfill(ofSite(500, { error: 'Sample fault.', code: 'internal' }))
      : route.continue(),
  )
  // A browser that is killed may have stored the posts, and not yet their number.
  await page.evaluate(() => {
    localStorage.removeItem('outbox')
    sessionStorage.clear()
  })
  await context.setOffline(false)
  await page.goto('/dashboard/outbox')
  await expect.poll(() => countOf(page, other)).toBe(1)
  expect([await countOf(page, stuck), await waitingHere(page)]).toEqual([0, 1])
  await context.unroute('**/api/proverbs')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No posts waiting' })).toBeVisible()
  expect([await countOf(page, stuck), await countOf(page, other)]).toEqual([1, 1])
})

test('a post is sent again if a connection never answers, or the device’s storage fails for a while', async ({
  page,
  context,
}) => {
  const [silence, failure] = ['Sample proverb into silence', 'Sample proverb in a bad moment']
  // A minute of silence takes half a second in this test.
  await page.addInitScript(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 120)
  })
  await register(page, { at: '/contribute/proverbs' })
  await keyHere(page)
  await context.setOffline(true)
  await addWithoutSignal(page, silence, 1)
  let posted = 0
  await context.route('**/api/proverbs', (route) => {
    if (route.request().method() === 'POST' && ++posted === 1) return
    return route.continue()
  })
  await context.setOffline(false)
  await expect.poll(() => countOf(page, silence)).toBe(1)
  expect(posted).toBe(2)
  await expect.poll(() => waitingHere(page)).toBe(0)

  await context.setOffline(true)
  await addWithoutSignal(page, failure, 1)
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    let failures = 2
    IDBDatabase.prototype.transaction = function (...args) {
      if (failures-- > 0) throw new DOMException('Sample failure', 'UnknownError')
      return transaction.apply(this, args)
    }
  })
  await context.setOffline(false)
  await expect.poll(() => countOf(page, failure)).toBe(1)
})

test('a post with a file whose answer was lost isn’t posted twice, even if the phone was off for a day', async ({
  page,
  context,
}) => {
  await register(page, { at: '/contribute/linguistics' })
  await keyHere(page)
  await context.setOffline(true)
  await page.getByLabel('Word in Marakwet').fill('samplelost')
  await page.getByLabel('Translation').first().fill('Sample meaning')
  const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep(2) }
  await page.locator('input[type=file][accept^="audio/*"]').setInputFiles(sound)
  await page.getByRole('button', { name: 'Add word' }).click()
  await expect(savedNote(page)).toBeVisible()
  let [posted, hasSignal] = [0, false]
  await context.route('**/api/vocabulary', async (route) => {
    if (route.request().method() !== 'POST' || hasSignal) return route.continue()
    if (posted++ === 0) await route.fetch()
    await route.abort()
  })
  await context.setOffline(false)
  await expect.poll(() => posted).toBeGreaterThan(0)
  await page.clock.setSystemTime(Date.now() + 24 * 3_600_000)
  hasSignal = true
  await page.goto('/dashboard/outbox')
  await expect(page.getByRole('heading', { name: 'No posts waiting' })).toBeVisible()
  expect((await ask<{ items: Entry[] }>(page, '/api/vocabulary?q=samplelost')).items).toHaveLength(1)
})

test('members read, search and write without signal, and each post is sent once after a browser restart', async ({
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
  await waitUntilStored(page, '/about')
  const liked = await post(page, { title: 'Sample to like', category: 'History', content: 'text' })
  const [writing, speaking] = [await browser.newPage(), await browser.newPage()]
  await page.goto(`/dashboard/articles/${liked.id}`)
  await expect(page.getByRole('heading', { name: 'Sample to like' })).toBeVisible()
  await writing.goto('/contribute/articles')
  const text = writing.getByRole('textbox', { name: 'Content' })
  await expect(text).toBeVisible()
  await speaking.goto('/contribute/linguistics')
  await expect(speaking.getByLabel('Word in Marakwet')).toBeVisible()

  await browser.setOffline(true)
  await page.getByRole('button', { name: /^Like/ }).click()
  await expect(savedNote(page)).toBeVisible()
  await expect(page.getByRole('button', { pressed: true })).toHaveText('1')

  await writing.getByLabel('Title').fill('Sample of no signal')
  await writing
    .getByRole('button', { name: 'Cover picture (optional)' })
    .setInputFiles({ name: 'sample.png', mimeType: 'image/png', buffer: pixel })
  await expect(writing.getByText('It will be sent with your post')).toBeVisible()
  await text.fill('Sample text without signal')
  await writing.getByRole('button', { name: 'Publish' }).click()
  await expect(savedNote(writing)).toBeVisible()
  await expect(writing.getByLabel('Title')).toHaveValue('')

  await speaking.getByLabel('Word in Marakwet').fill('sampleword')
  await speaking.getByLabel('Translation').first().fill('Sample meaning')
  const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep(2) }
  await speaking.locator('input[type=file][accept^="audio/*"]').setInputFiles(sound)
  await expect(speaking.getByText('It will be sent with your post')).toBeVisible()
  await speaking.getByRole('button', { name: 'Add word' }).click()
  await expect(savedNote(speaking)).toBeVisible()
  expect(await waitingHere(page)).toBe(3)

  await page.goto('/about')
  await expect(page.getByText('This is a copy saved on this device')).toBeVisible()
  await page.goto(`/language/vocabulary?q=${encodeURIComponent(english)}`)
  await expect(page.locator('#results .entry', { hasText: english }).first()).toBeVisible()
  await browser.close()

  browser = await openBrowser(folder, site.url, 'allow')
  // The first answer is lost, and two tabs start at the same time.
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
  await expect(tab.getByRole('heading', { name: 'No posts waiting' })).toBeVisible({ timeout: 30_000 })
  expect(lost).toBe(2)
  const articles = await ask<{ items: (Entry & { cover: object | null })[] }>(tab, '/api/articles?q=signal')
  expect(articles.items.map(({ title, cover }) => [title, cover !== null])).toEqual([['Sample of no signal', true]])
  const words = await ask<{ items: Entry[] }>(tab, '/api/vocabulary?q=sampleword')
  // Tests that share the site may have added longer words.
  const own = words.items.filter(({ form }) => form === 'sampleword')
  expect(own).toHaveLength(1)
  const voices = await ask<{ items: object[] }>(tab, `/api/vocabulary/${own[0]?.id}/pronunciations`)
  expect(voices.items).toHaveLength(1)
  expect(await ask(tab, `/api/articles/${liked.id}`)).toMatchObject({ liked: true, likes: 1 })
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Wakes the worker as Background Sync does, and waits until the page gets the message. */
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
  const syncEvent = { origin, registrationId: await registered, tag: 'flush-outbox', lastChance: false }
  await expect(async () => {
    await devtools.send('ServiceWorker.dispatchSyncEvent', syncEvent)
    await expect(page.locator('html')).toHaveAttribute('data-synced', '', { timeout: 1000 })
  }).toPass()
  await devtools.detach()
}

/** The size in MB of a file sent in pieces of 1 MB, and the number of the piece after which the server is killed. */
const large = deep ? { size: 30, killedAt: 12 } : { size: 4, killedAt: 2 }

long('an upload continues where it stopped after the server was killed and the browser closed', async () => {
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
  const bytes = Buffer.concat([head, randomBytes(large.size * 1024 * 1024 - head.length)])
  let pieces = 0
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH' && ++pieces === large.killedAt) process.kill(site.serverPid, 'SIGKILL')
  })
  await page.locator('input[type=file]').setInputFiles({ name: 'sample.mp4', mimeType: 'video/mp4', buffer: bytes })
  await page.getByLabel('Title').fill('Sample large file')
  await expect(page.getByText('It will be sent with your post')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(savedNote(page)).toBeVisible({ timeout: 60_000 })
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
  expect(resent).toBeLessThanOrEqual(large.size - (large.killedAt - 1))
  const { items } = await ask<{ items: { title: string; link: string }[] }>(tab, '/api/media?q=Sample')
  expect(items.map(({ title }) => title)).toEqual(['Sample large file'])
  const digest = await tab.evaluate(async (address) => {
    const file = await (await fetch(`${address}?download`)).arrayBuffer()
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', file))]
  }, items[0]?.link ?? '')
  expect(Buffer.from(digest).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  await browser.close()
  await site.stop()
  for (const path of [data, folder]) rmSync(path, { recursive: true, force: true })
})

test('logging out asks first; posts that stay are locked until their author logs in, and refused ones say why', async ({
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
  await page.getByRole('button', { name: 'Add word' }).click()
  await expect(savedNote(page)).toBeVisible()
  await page.goto('/dashboard/linguistics')
  await expect(page.getByRole('list', { name: 'Waiting for signal' })).toContainText('samplesecret')
  await page.getByRole('link', { name: '1 post in your outbox' }).click()
  await expect(page.getByRole('button', { name: 'Edit “samplesecret”' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Keep and log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.evaluate(() => localStorage.getItem('deviceKey'))).toBeNull()

  await register(page, { name: 'Other Sample' })
  await keyHere(page)
  await page.goto('/dashboard/outbox')
  await expect(page.getByRole('heading', { name: 'No posts waiting' })).toBeVisible()
  expect(await page.evaluate(openWithOwnKey)).toEqual({ rows: 1, opened: 0, readable: false })
  await signOut(page)

  // A refused item waits for the person, with the server's message. It is sent as soon as they have logged in.
  await page.unroute('**/api/vocabulary')
  await page.route('**/api/vocabulary', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill(ofSite(400, { error: 'Sample sentence of a refusal.', code: 'invalid' }))
      : route.continue(),
  )
  await logIn(page, { email, password })
  await page.goto('/dashboard/outbox')
  await expect(page.getByText('Sample sentence of a refusal.')).toBeVisible()
  await page.unroute('**/api/vocabulary')
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.waitForURL('**/contribute/linguistics')
  await expect(page.getByLabel('Word in Marakwet')).toHaveValue('samplesecret')
  await page.getByRole('button', { name: 'Add word' }).click()
  await page.waitForURL('**/language/vocabulary/*')
})

/**
 * Returns how many items are stored, how many of them the page's account can decrypt, and whether the word of the test
 * is readable without a key.
 */
async function openWithOwnKey() {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('urithi-outbox')
    opening.onsuccess = () => resolve(opening.result)
  })
  type Row = { key: string; sealed: { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer } }
  const rows = await new Promise<Row[]>((resolve) => {
    const request = db.transaction('items').objectStore('items').getAll()
    request.onsuccess = () => resolve(request.result)
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

long('once a tab that was sending posts is closed, another tab sends them', async ({ page, context }) => {
  await register(page)
  await keyHere(page)
  // This page sends nothing by itself. It holds the lock of the outbox, like a tab that is sending a large file.
  const other = await context.newPage()
  await other.goto('/healthz')
  await other.evaluate(
    () =>
      new Promise<void>((isHeld) => {
        void navigator.locks.request('outbox', () => {
          isHeld()
          return new Promise(() => {})
        })
      }),
  )
  await page.goto('/contribute/proverbs')
  await context.setOffline(true)
  await page.getByLabel('Proverb').fill('Sample proverb of two tabs')
  await page.getByRole('button', { name: 'Add proverb' }).click()
  await expect(savedNote(page)).toBeVisible()
  await context.setOffline(false)
  await page.goto('/dashboard/outbox')
  await expect(page.getByText('Sample proverb of two tabs', { exact: true })).toBeVisible()
  const queue = () => page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name) ?? [])
  await expect.poll(queue).toContain('outbox')
  expect(await waitingHere(page)).toBe(1)
  await other.close()
  await expect(page.getByRole('heading', { name: 'No posts waiting' })).toBeVisible()
})

long(
  'no input is lost if the device is full, refuses storage or has a wrong clock, or if the entry was deleted',
  async ({ page, context, site }) => {
    test.slow()
    const year = 365 * 24 * 60 * 60 * 1000
    await page.clock.install({ time: Date.now() + year })
    await register(page)
    await keyHere(page)
    const liked = await post(page, { title: 'Sample to like when full', category: 'History', content: 'text' })
    const liking = await context.newPage()
    await liking.goto(`/dashboard/articles/${liked.id}`)
    await expect(liking.getByRole('heading', { name: 'Sample to like when full' })).toBeVisible()
    const storyPage = await context.newPage()
    await storyPage.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('refused', 'SecurityError')
      }
    })
    await storyPage.goto('/contribute/story')
    await page.goto('/contribute/poems')

    await context.setOffline(true)
    await page.getByLabel('Title').fill('Sample poem title')
    await page.getByLabel('Poem').fill('Sample line')
    const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep(90) }
    await page.locator('input[type=file]').setInputFiles(sound)
    await expect(page.getByText('It will be sent with your post')).toBeVisible()
    const makeRoom = await fill(page)
    await page.getByRole('button', { name: 'Add poem' }).click()
    await expect(page.getByText('this device is full. Free some space and try again.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Sample poem title')
    // Only the form has stored the file.
    const isOfForm = (piece: string) => piece.startsWith('recording:')
    expect((await piecesOf(page)).filter((piece) => !isOfForm(piece))).toEqual([])
    await makeRoom()
    await page.getByRole('button', { name: 'Add poem' }).click()
    await expect(savedNote(page)).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect.poll(async () => (await piecesOf(page)).filter(isOfForm)).toEqual([])

    await storyPage.getByLabel('In your own words').fill('Sample story')
    await storyPage.getByRole('button', { name: 'Send to the keepers' }).click()
    await expect(storyPage.getByText('Keep this page open and try again.')).toBeVisible()
    await expect(storyPage.getByLabel('In your own words')).toHaveValue('Sample story')

    await liking.getByRole('button', { name: /^Like/ }).click()
    await expect(savedNote(liking)).toBeVisible()
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const removal = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }
    expect((await fetch(`${site.url}/api/articles/${liked.id}`, removal)).status).toBe(200)
    await liking.close()
    // This simulates a browser that was closed while it stored a file.
    const pieces = await piecesOf(page)
    expect(pieces.length).toBeGreaterThan(1)
    await page.evaluate(changeOutbox, true)
    expect(await piecesOf(page)).toHaveLength(pieces.length + 1)

    // The device's clock is now a year behind instead of a year ahead, as can happen when the battery dies.
    await page.clock.setSystemTime(Date.now() - year)
    await context.route('**/api/poems', (route) => route.abort())
    await context.setOffline(false)
    await page.goto('/dashboard/outbox')
    // An item of an older version doesn't list its files, so no piece is deleted while it is there.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('outbox-keeping'))).toBeNull()
    expect(await piecesOf(page)).toHaveLength(pieces.length + 1)
    await page.evaluate(changeOutbox, false)
    await page.reload()
    await expect.poll(() => piecesOf(page)).toEqual(pieces)
    await context.unroute('**/api/poems')
    // The post would be sent after a while; a network event sends it now.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { name: 'No posts waiting' })).toBeVisible()
    await expect(page.getByText('This post no longer exists.')).toBeVisible()
    const { items } = await ask<{ items: (Entry & { recording: object | null })[] }>(page, '/api/poems?q=Sample')
    // Other tests of this site may have posted poems that the search finds, too.
    const mine = items.filter(({ title }) => title === 'Sample poem title')
    expect(mine.map(({ recording }) => recording !== null)).toEqual([true])
    expect(await piecesOf(page)).toEqual([])
    // The story that could not be stored is sent from its form.
    await storyPage.getByRole('button', { name: 'Send to the keepers' }).click()
    await expect(storyPage.getByText('Sent to the keepers. Thank you.')).toBeVisible()
  },
)

long(
  'the outbox registers files as forms do: a file of any name is sent, and one of a refused type is not',
  async ({ page, context }) => {
    await register(page)
    await keyHere(page)
    await page.goto('/contribute/media')
    await expect(page.getByLabel('Title')).toBeVisible()
    await context.setOffline(true)
    const zip = Buffer.concat([Buffer.from('504b030414000000', 'hex'), Buffer.alloc(5_000)])
    const files = { 'Sample name': ['a\u0001.jpg', pixel], 'Sample archive': ['sample.jpg', zip] } as const
    for (const [title, [name, buffer]] of Object.entries(files)) {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
      await expect(page.getByText('It will be sent with your post')).toBeVisible()
      await page.getByLabel('Title').fill(title)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(page.getByLabel('Title')).toHaveValue('')
    }
    const sent = new Set<string>()
    context.on('request', (request) => {
      if (['PUT', 'PATCH'].includes(request.method()) && request.url().includes('/uploads/'))
        sent.add(new URL(request.url()).pathname)
    })
    await context.setOffline(false)
    await page.goto('/dashboard/outbox')
    const refused = page.getByRole('listitem').filter({ hasText: 'Sample archive' })
    await expect(refused.getByText(/^Choose a picture/)).toBeVisible()
    const { items } = await ask<{ items: { title: string }[] }>(page, '/api/media?q=Sample+name')
    expect(items).toMatchObject([{ title: 'Sample name' }])
    expect(sent.size).toBe(1)
    // Sending it again would be refused again.
    await expect(refused.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(refused.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  },
)

test('a post whose file the device has lost says so and goes back to its form with its text', async ({
  page,
  context,
}) => {
  await register(page, { at: '/contribute/media' })
  await keyHere(page)
  await context.setOffline(true)
  await page.locator('input[type=file]').setInputFiles({ name: 'sample.png', mimeType: 'image/png', buffer: pixel })
  await expect(page.getByText('It will be sent with your post')).toBeVisible()
  await page.getByLabel('Title').fill('Sample without a file')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const opening = indexedDB.open('urithi-outbox')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('pieces', 'readwrite')
      transaction.objectStore('pieces').clear()
      transaction.oncomplete = () => resolve()
    }
    return promise
  })
  await context.setOffline(false)
  await page.goto('/dashboard/outbox')
  await expect(page.getByText('A file is no longer on this device. Choose it again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sample without a file')
})

long(
  'if the browser refuses storage, posting works while there is signal, and a notice appears once',
  async ({ page, complaints }) => {
    await register(page)
    await keyHere(page)
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('refused', 'SecurityError')
      }
    })
    const notice = page.getByText('You can post only while you’re online')
    await page.goto('/contribute/poems')
    await expect(notice).toBeVisible()
    await page.getByLabel('Title').fill('Sample unkept poem')
    await page.getByLabel('Poem').fill('Sample line')
    const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep(2) }
    await page.locator('input[type=file]').setInputFiles(sound)
    // The file may still be uploading. Without the outbox, the form waits for it.
    await page.getByRole('button', { name: 'Add poem' }).click()
    await page.waitForURL(/\/language\/poems\/[0-9a-f-]{36}$/)
    const { items } = await ask<{ items: { title: string; recording: object | null }[] }>(page, '/api/poems?q=unkept')
    expect(items).toMatchObject([{ title: 'Sample unkept poem', recording: {} }])
    await page.goto('/contribute/story')
    await page.getByLabel('In your own words').fill('Sample story')
    await page.getByRole('button', { name: 'Send to the keepers' }).click()
    await expect(page.getByText('Sent to the keepers. Thank you.')).toBeVisible()
    await expect(notice).toHaveCount(0)
    expect(complaints).toEqual([])
  },
)

/** Fills the device's storage after the first piece of a file; returns a function that makes room. */
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

const piecesOf = async (page: Page) => (await piecesHere(page)).map(String)

/**
 * Adds another account's item of an older version, with a piece that it doesn't list, or removes that item. Then marks
 * a file as being stored.
 */
async function changeOutbox(hasOldItem: boolean): Promise<void> {
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('urithi-outbox')
    opening.onsuccess = () => resolve(opening.result)
  })
  const transaction = opened.transaction(['items', 'pieces'], 'readwrite')
  const [items, pieces] = [transaction.objectStore('items'), transaction.objectStore('pieces')]
  const order = 1000
  if (hasOldItem) {
    items.put({ order, key: 'sample', account: 'sample', sending: false, sealed: {} })
    pieces.put({ file: 'held:sample', at: 0, sealed: {} })
  } else items.delete(order)
  await new Promise<void>((resolve) => {
    transaction.oncomplete = () => resolve()
  })
  opened.close()
  localStorage.setItem('outbox-keeping', 'yes')
}
