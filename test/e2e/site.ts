import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, type WorkerFixture } from '@playwright/test'
import { Client } from 'pg'
import { type Challenge, proofHeader, prove } from '../../src/core/proof-of-work.ts'
import { siteMark } from '../../src/offline/site-answer.ts'
import { wav } from '../../tools/wav.ts'
import { admin, type RunningSite, startSite } from '../running-site.ts'
import { test as base, watchConsole } from './console.ts'

export { admin, expect }

type Fixtures = {
  /** Unexpected console messages and uncaught errors. */
  complaints: string[]
  /**
   * Whether the page may open the stream of live updates. This is off by default, because most tests wait for an idle
   * network, which an open stream prevents.
   */
  live: boolean
}

/**
 * Keeps a page or a context from opening the stream of live updates, because with it the network is never idle.
 * Intercepting its request would turn off the browser's cache, and each page would load and compile its scripts again.
 */
export function withoutNews(target: Pick<BrowserContext, 'addInitScript'>): Promise<unknown> {
  return target.addInitScript(() => {
    const { fetch } = window
    window.fetch = (input, init) =>
      input === '/api/stream' ? Promise.resolve(new Response(null, { status: 204 })) : fetch(input, init)
  })
}

/** Opens a page in the browser of somebody else, without the stream of live updates. */
export async function openElsewhere(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await withoutNews(page)
  return page
}

/** Provides a context without the stream of live updates, and watches its console. */
export async function deaf(
  { context }: { context: BrowserContext },
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  watchConsole(context)
  await withoutNews(context)
  await use(context)
}

/**
 * Returns the fixture of a running site per worker. A file that passes its own fixture to `test.extend` shares its site
 * with no other file.
 * @param settings additional environment variables
 */
export function siteOfWorker(
  settings: () => Promise<Record<string, string>> = async () => ({}),
): [WorkerFixture<RunningSite, object>, { scope: 'worker'; timeout: number }] {
  return [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const site = await startSite(undefined, await settings())
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ]
}

/** Tests that share one running site per worker; pages must log no unexpected errors. */
export const test = base.extend<Fixtures, { site: RunningSite }>({
  site: siteOfWorker(),
  live: [false, { option: true }],
  context: ({ context, live }, use) => (live ? use(context) : deaf({ context }, use)),
  baseURL: async ({ site }, use) => use(site.url),
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    listen(page, complaints)
    await use(complaints)
  },
})

function listen(page: Page, complaints: string[]) {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    // All members of a test run sign up from one address, so the site may require a proof of work, which the page
    // computes.
    if (/status of 429/.test(message.text()) && message.location().url.endsWith('/api/auth/register')) return
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`)
  })
}

/** Returns an answer for `route.fulfill` that a page takes for the site's own. */
export function ofSite(status: number, json: unknown, headers: Record<string, string> = {}) {
  return { status, json, headers: { ...headers, [siteMark]: '1' } }
}

let people = 0

/** Registers a new member with the form and waits for the dashboard. */
export async function registerByForm(page: Page, name: string): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(`e2e-${process.pid}-${++people}@site.test`)
  await page.getByLabel('Password', { exact: true }).fill('sample password')
  await page.getByLabel('Confirm password').fill('sample password')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/dashboard')
}

/**
 * Creates an account over the API and logs in on this device, as the form would; the page is then at `at`, with its
 * script running.
 */
export async function register(
  page: Page,
  { name = 'Sample Member', at = '/dashboard' } = {},
): Promise<{ email: string; password: string }> {
  const member = { email: `e2e-${process.pid}-${++people}@site.test`, password: 'sample password' }
  await enter(page, '/api/auth/register', { name, ...member }, at)
  return member
}

/** Sends a form's request over the API, does what the form does after the answer, and opens `at`. */
async function enter(page: Page, path: string, data: object, at: string): Promise<void> {
  let answer = await page.request.post(path, { data })
  // All members of these tests sign up from one address; a page would compute the proof of work itself.
  if (answer.status() === 429) {
    const { challenge } = (await answer.json()) as { challenge?: Challenge }
    if (challenge) answer = await page.request.post(path, { data, headers: { [proofHeader]: await prove(challenge) } })
  }
  if (!answer.ok()) throw new Error(await answer.text())
  const { token, user } = (await answer.json()) as { token: string; user: object }
  // This page of the site has no scripts.
  await page.goto('/healthz')
  const session = { token, user: JSON.stringify(user), now: Date.now() }
  await page.evaluate(
    ({ token, user, now }) => Object.assign(localStorage, { token, user, clockOffset: String(now - Date.now()) }),
    session,
  )
  await page.goto(at)
  await scriptIsThere(page)
}

/** Holds back all requests to an address until the returned function is called. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const arrival = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await arrival.promise
    await route.continue()
  })
  return arrival.resolve
}

/** Holds back a script, given by the start of its name, until the returned function is called. */
export function holdBack(page: Page, script: string): Promise<() => void> {
  return holdRequests(page, new RegExp(`/${script}-[^/]+\\.js$`))
}

/** Opens the settings for language, theme and data in the footer. */
export const openDeviceSettings = (page: Page): Promise<void> =>
  page.locator('.foot').getByText('Language, theme and data saver').click()

/**
 * Waits for the page's script. Before that, only links and forms work; a reading page loads its script after its first
 * paint.
 */
export async function scriptIsThere(page: Page): Promise<void> {
  await page.locator('html[data-ready=yes]').waitFor({ state: 'attached' })
}

/** Posts an article for members over the API as the member who is logged in on the page. */
export function post(page: Page, article: Record<string, unknown>): Promise<Sent> {
  return send(page, '/api/articles', { category: 'Culture', content: '<p>Sample text.</p>', ...article })
}

/** Posts a public event a week from now over the API as the member who is logged in on the page. */
export function announce(page: Page, event: Record<string, unknown>): Promise<{ id: string }> {
  const week = 7 * 24 * 60 * 60 * 1000
  return send(page, '/api/events', {
    type: 'in-person',
    category: 'community',
    location: 'Sample location',
    startDate: new Date(Date.now() + week).toISOString(),
    endDate: new Date(Date.now() + week).toISOString(),
    description: 'Sample description of an event.',
    visibility: 'public',
    ...event,
  })
}

/**
 * Adds an artifact, a conservation record, a ceremony, a product and a group over the API as the keeper who is logged
 * in on the page; returns the paths of their pages, edit forms and lists.
 */
export async function keep(page: Page): Promise<string[]> {
  const long = 'that runs over several lines on a narrow phone, with Averylongwordwithoutanybreakinitatallwhichgoeson'
  const image = `data:image/png;base64,${pixel.toString('base64')}`
  const artifact = await send(page, '/api/artifacts', {
    name: `Sample artifact name ${long}`,
    localName: 'Sample local name',
    materials: ['Sample material', 'Averylongwordwithoutanybreakinitatallwhichgoeson'],
    description: 'Sample description.',
    images: [{ url: image, alt: 'Sample front' }, { url: image }],
  })
  const record = await send(page, '/api/conservation', {
    title: `Sample conservation record ${long}`,
    condition: 'good',
    artifactId: artifact.id,
    threat: 'Sample threat',
    startedAt: '2026-03-12',
    images: [
      { url: image, role: 'before' },
      { url: image, role: 'after' },
    ],
  })
  const ceremony = await send(page, '/api/heritage', {
    section: 'ceremony',
    title: `Sample ceremony title ${long}`,
    summary: 'Sample summary',
    body: '<h2>Sample heading</h2><p>Sample text</p>',
    narrator: 'Sample Narrator',
    media: [{ url: image, caption: 'Sample caption' }],
    cover: image,
    labels: ['attribution', 'verified', 'noncommercial', 'seasonal', 'women', 'sacred'],
    deceased: true,
  })
  const product = await send(page, '/api/products', {
    name: `Sample product name ${long}`,
    price: 110_000,
    stock: 3,
    maker: 'Averylongwordwithoutanybreakinitatallwhichgoeson',
    description: 'Sample description.',
    images: [{ url: image, alt: 'Sample front' }, { url: image }],
  })
  const group = await send(page, '/api/groups', { name: `Sample group ${Date.now()} ${long.slice(-60)}` })
  return [
    `/dashboard/keepers/groups/${group.id}`,
    `/artifacts/${artifact.id}`,
    `/artifacts/${artifact.id}?picture=2`,
    `/contribute/artifacts?id=${artifact.id}`,
    `/conservation/${record.id}`,
    `/contribute/conservation?id=${record.id}`,
    '/conservation',
    `/heritage/${ceremony.id}`,
    '/traditions/ceremonies',
    `/contribute/heritage?id=${ceremony.id}`,
    `/shop/${product.id}`,
    '/shop',
    `/contribute/products?id=${product.id}`,
  ]
}

type Sent = { id: string; coverImage?: string | null }

/** Sends a body to the API as the member who is logged in on the page. */
export function send(
  page: Page,
  path: string,
  body: Record<string, unknown>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
): Promise<Sent> {
  return page.evaluate(
    async ([address, json, method]) => {
      const answer = await fetch(address, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` },
        body: json,
      })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },
    [path, JSON.stringify(body), method] as const,
  )
}

/** Requests a path of the API as the member who is logged in on the page, and returns the body of the answer. */
export function ask<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })
    return answer.json()
  }, path)
}

/** Waits until the device has the key that encrypts the outbox, even if the page navigates meanwhile. */
export async function keyHere(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('deviceKey')?.includes('key'))
}

/** Returns the name and position of each piece of a file that the device has stored, for the outbox or for a form. */
export function piecesHere(page: Page): Promise<[string, number][]> {
  return page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<[string, number][]>()
    const opening = indexedDB.open('urithi-outbox')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('pieces').objectStore('pieces').getAllKeys()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result as [string, number][])
      }
    }
    return promise
  })
}

/** Waits until the worker has stored the page at this path, even if the tab navigates meanwhile. */
export async function waitUntilStored(page: Page, path: string): Promise<void> {
  // waitForFunction would treat the promise of an asynchronous function as true.
  const isStored = () =>
    page.evaluate(async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined, path)
  await expect.poll(() => isStored().catch(() => false)).toBe(true)
}

/** Opens the dictionary's page, which saves it, and returns an English word from the first results. */
export async function saveDictionary(page: Page): Promise<string> {
  await page.goto('/language/vocabulary')
  const block = page.locator('[data-dictionary]')
  await expect(block).toContainText('Words on this device')
  await waitUntilStored(page, '/language/vocabulary')
  const glosses = await page.locator('#results .entry .strong').allTextContents()
  return glosses.find((gloss) => /^[a-z]{5,}$/.test(gloss)) ?? ''
}

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** Returns a tone as a 16-bit mono WAV file. */
export function beep(seconds = 1, rate = 8000): Buffer {
  return wav(seconds, rate, (at) => 8000 * Math.sin(at / 3))
}

type SharedFile = { name: string; type: string; bytes: Buffer }

/** Posts a picture, video or recording over the API as the member who is logged in on the page. */
export async function share(
  page: Page,
  file: SharedFile,
  fields: Record<string, unknown> = {},
): Promise<{ id: string }> {
  const { bytes, ...fileInfo } = file
  return page.evaluate(
    async ({ fileInfo, data, fields }) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      const send = async (path: string, body: unknown) => {
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
        if (!answer.ok) throw new Error(await answer.text())
        return answer.json()
      }
      const { uploadUrl, fileUrl } = await send('/api/uploads', { filename: fileInfo.name, contentType: fileInfo.type })
      await fetch(uploadUrl, { method: 'PUT', body: Uint8Array.from(atob(data), (one) => one.charCodeAt(0)) })
      return send('/api/media', { title: 'Sample media title', link: fileUrl, ...fields })
    },
    { fileInfo, data: bytes.toString('base64'), fields },
  )
}

/** Logs out and waits for the page that follows. On a phone the button is in the menu behind "Me". */
export async function signOut(page: Page): Promise<void> {
  const me = page.getByRole('link', { name: 'Me', exact: true })
  if (await me.isVisible()) await me.click()
  await page.getByRole('button', { name: 'Log out' }).click()
  // This checks the address of this tab only; another tab may still be navigating.
  await expect(page).toHaveURL((url) => url.pathname === '/')
}

/** Fills in the login form that the page shows, and sends it. */
export async function fillLogIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Logs in on this device; the page is then at `at`. The form has its own tests (session.spec.ts). */
export async function logIn(
  page: Page,
  account: { email: string; password: string } = admin,
  at = '/dashboard',
): Promise<void> {
  await enter(page, '/api/auth/login', account, at)
}

/** Returns the newest email to `to` that matches, with each paragraph on one line; waits for it. */
export async function mailTo(site: RunningSite, to: string, pattern: RegExp): Promise<string> {
  const folder = join(site.dataDir, 'outbox')
  const find = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(`-${to}.eml`))
      .sort()
      .reverse()
      .map((name) =>
        readFileSync(join(folder, name), 'utf8')
          .replace(/=\r?\n/g, '')
          .replaceAll('=3D', '='),
      )
      .find((mail) => pattern.test(mail))
  await expect.poll(find, { message: `an email to ${to} with ${pattern}`, timeout: 30_000 }).toBeDefined()
  return find() ?? ''
}

/** Returns the link to `path` in the newest email to `to` that has one, as a path of the site; waits for it. */
export async function linkInMail(site: RunningSite, to: string, path: string): Promise<string> {
  const pattern = new RegExp(`${path}\\?token=[\\w.-]+`)
  return pattern.exec(await mailTo(site, to, pattern))?.[0] ?? ''
}

/** Confirms the email address of a registered member with the link that was sent to it. */
export async function confirmEmail(page: Page, site: RunningSite, email: string): Promise<void> {
  const link = await linkInMail(site, email, '/verify-email')
  const data = { token: link.split('=')[1] }
  const answer = await page.request.post('/api/auth/verify-email', { data })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Expires every link mailed to `email`, by the database's clock. Throws if there is none. */
export async function letLinksExpire(site: RunningSite, email: string): Promise<void> {
  const expired = "update account_tokens set expires_at = now() - interval '1 second' where email = $1"
  if (!(await inDatabase(site, expired, email))) throw new Error(`no link was mailed to ${email}`)
}

/** Makes every login of an account too old to count as recent. Throws if the account is not logged in. */
export async function letSignInsAge(site: RunningSite, email: string): Promise<void> {
  const aged = `update sessions set authenticated_at = now() - interval '16 minutes' from accounts
    where accounts.id = sessions.account_id and accounts.email = $1`
  if (!(await inDatabase(site, aged, email))) throw new Error(`${email} is not logged in`)
}

/** Runs a statement in the site's database and returns how many rows it changed. */
export async function inDatabase(site: RunningSite, statement: string, value: string): Promise<number | null> {
  const readFile = (name: string) => readFileSync(join(site.dataDir, name), 'utf8').trim()
  const isSocketElsewhere = existsSync(join(site.dataDir, 'socket-dir'))
  const client = new Client({
    host: isSocketElsewhere ? readFile('socket-dir') : join(site.dataDir, 'run'),
    user: 'urithi',
    database: 'urithi',
    password: readFile('postgres-password'),
  })
  await client.connect()
  const { rowCount } = await client.query(statement, [value])
  await client.end()
  return rowCount
}
