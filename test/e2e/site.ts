import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { admin, type RunningSite, startSite } from '../running-site.ts'

export { admin, expect }

type Fixtures = {
  /** Everything the console said that it should not have, and every uncaught error. */
  complaints: string[]
  /** Whether the page may listen for what is new; most tests wait for a network that has fallen silent. */
  live: boolean
}

/** A context that hears no stream of news: while one is open the network is never idle. */
export async function deaf(
  { context }: { context: BrowserContext },
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  await context.route('**/api/stream', (route) => route.fulfill({ status: 204 }))
  await use(context)
}

/** Tests that share one running site per worker; a page's console has to stay silent. */
export const test = base.extend<Fixtures, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
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
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`)
  })
}

let people = 0

/** Registers a new member by the form; the page stands in the dashboard then. */
export async function registerByForm(page: Page, name: string): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(`e2e-${process.pid}-${++people}@site.test`)
  await page.getByLabel('Password', { exact: true }).fill('sample password')
  await page.getByLabel('The same password again').fill('sample password')
  await page.getByRole('button', { name: 'Make an account' }).click()
  await page.waitForURL('**/dashboard')
}

/** Makes an account, signed in on this device as by the form; the page stands in the dashboard then. */
export async function register(page: Page, name = 'Sample Member'): Promise<{ email: string; password: string }> {
  const member = { email: `e2e-${process.pid}-${++people}@site.test`, password: 'sample password' }
  await enter(page, '/api/auth/register', { name, ...member })
  return member
}

/** As the forms of log-in and registration do it once the server has answered. */
async function enter(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data })
  if (!answer.ok()) throw new Error(await answer.text())
  const { token, user } = (await answer.json()) as { token: string; user: object }
  // A page of the site that does nothing by itself.
  await page.goto('/healthz')
  const kept = { token, user: JSON.stringify(user), now: Date.now() }
  await page.evaluate(
    ({ token, user, now }) => Object.assign(localStorage, { token, user, clockOffset: String(now - Date.now()) }),
    kept,
  )
  await page.goto('/dashboard')
  await scriptIsThere(page)
}

/** Until then a page does by itself only what its links and forms do; a reading page asks for its script once it is painted. */
export async function scriptIsThere(page: Page): Promise<void> {
  await page.locator('html[data-ready=yes]').waitFor({ state: 'attached' })
}

/** Posts an article over the API as the member of the page, for tests of reading. */
export function post(page: Page, article: Record<string, unknown>): Promise<{ id: string }> {
  return send(page, '/api/articles', article)
}

/** Announces a public event a week from now over the API as the member of the page. */
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

/** Adds an artifact, a record of its care, a ceremony and a product over the API as the keeper of the page; answers their pages. */
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

/** Posts something over the API as the member of the page. */
export function send(page: Page, path: string, body: Record<string, unknown>): Promise<{ id: string }> {
  return page.evaluate(
    async ([address, json]) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` },
        body: json,
      })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },
    [path, JSON.stringify(body)] as const,
  )
}

/** What the API answers the member of the page. */
export function ask<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })
    return answer.json()
  }, path)
}

/** Waits until the device has the key that locks what waits for the signal. */
export const keyHere = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('deviceKey'))).toContain('key')

/** Waits until the worker keeps the page of this path. */
export async function waitUntilKept(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined, path))
    .toBe(true)
}

/** Saves the dictionary from the page of the vocabulary, and answers an English word of it. */
export async function saveDictionary(page: Page): Promise<string> {
  await page.goto('/language/vocabulary')
  const block = page.locator('[data-dictionary]')
  await expect(block).toContainText(/about \d+ KB to download/)
  await block.getByRole('button', { name: 'Save the dictionary' }).click()
  await expect(block).toContainText('are on this device')
  await waitUntilKept(page, '/language/vocabulary')
  const glosses = await page.locator('#results .entry .strong').allTextContents()
  return glosses.find((gloss) => /^[a-z]{5,}$/.test(gloss)) ?? ''
}

/** The smallest PNG. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** A tone as a WAV of 16 bits, mono. */
export function beep(seconds = 1, rate = 8000): Buffer {
  const length = seconds * rate * 2
  const bytes = Buffer.alloc(44 + length)
  bytes.write('RIFF')
  bytes.writeUInt32LE(36 + length, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(length, 40)
  for (let at = 0; at < length / 2; at++) bytes.writeInt16LE(Math.round(8000 * Math.sin(at / 3)), 44 + at * 2)
  return bytes
}

type SharedFile = { name: string; type: string; bytes: Buffer }

/** Posts a picture, video or recording over the API as the member of the page. */
export async function share(
  page: Page,
  file: SharedFile,
  fields: Record<string, unknown> = {},
): Promise<{ id: string }> {
  const { bytes, ...named } = file
  return page.evaluate(
    async ({ named, data, fields }) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      const send = async (path: string, body: unknown) => {
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
        if (!answer.ok) throw new Error(await answer.text())
        return answer.json()
      }
      const { uploadUrl, fileUrl } = await send('/api/uploads', { filename: named.name, contentType: named.type })
      await fetch(uploadUrl, { method: 'PUT', body: Uint8Array.from(atob(data), (one) => one.charCodeAt(0)) })
      return send('/api/media', { title: 'Sample media title', link: fileUrl, ...fields })
    },
    { named, data: bytes.toString('base64'), fields },
  )
}

/** Signs out, and waits until the page that follows is there. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Signs in on this device; the page stands in the dashboard then. The form has its own tests (session). */
export async function logIn(page: Page, account: { email: string; password: string } = admin): Promise<void> {
  await enter(page, '/api/auth/login', account)
}

/** The address in the newest mail to `to` that holds `path`, as a path of the site; waits until there is one. */
export async function linkInMail(site: RunningSite, to: string, path: string): Promise<string> {
  const outbox = join(site.dataDir, 'outbox')
  for (let tries = 0; tries < 150; tries++) {
    const mails = readdirSync(outbox).filter((name) => name.endsWith(`-${to}.eml`))
    for (const name of mails.sort().reverse()) {
      const text = readFileSync(join(outbox, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
      const [link] = new RegExp(`${path}\\?token=[\\w.-]+`).exec(text) ?? []
      if (link) return link
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no mail to ${to} with ${path}`)
}

/** Makes every link that was mailed to `email` older than it is good for, by the database's own clock. */
export async function letLinksExpire(site: RunningSite, email: string): Promise<void> {
  const kept = (name: string) => readFileSync(join(site.dataDir, name), 'utf8').trim()
  const elsewhere = existsSync(join(site.dataDir, 'socket-dir'))
  const client = new Client({
    host: elsewhere ? kept('socket-dir') : join(site.dataDir, 'run'),
    user: 'urithi',
    database: 'urithi',
    password: kept('postgres-password'),
  })
  await client.connect()
  const { rowCount } = await client.query(
    "update account_tokens set expires_at = now() - interval '1 second' where email = $1",
    [email],
  )
  await client.end()
  if (!rowCount) throw new Error(`no link was mailed to ${email}`)
}
