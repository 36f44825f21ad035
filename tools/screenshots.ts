import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { inChromium } from './bench/slow-line.ts'
import { accounts, fill } from './demo/fill.ts'
import { openDemo } from './demo/site.ts'

// Takes the pictures of the README from a throw-away site with artificial content.

const folder = join(import.meta.dirname, '../docs')
const laptop = { width: 1366, height: 800 }
const phone = { width: 360, height: 740 }
/** Small copies of recordings and pictures are made after they are posted. */
const copiesWithin = 180_000

type Shot = { name: string; viewport: typeof phone; path: string; as?: keyof typeof accounts }

const shots: Shot[] = [
  { name: 'home', viewport: laptop, path: '/' },
  { name: 'explore', viewport: laptop, path: '/explore' },
  { name: 'recording', viewport: phone, path: '/media/latest' },
  { name: 'feed', viewport: phone, path: '/dashboard', as: 'member' },
]

const opened = new AsyncDisposableStack()
try {
  const url = await openDemo(opened, accounts.admin)
  console.log('Filling it…')
  await fill(url)
  const recording = await latestRecording(url)
  const done = await inChromium(new AbortController().signal, async (browser) => {
    for (const shot of shots) await take(browser, url, { ...shot, path: shot.path.replace('latest', recording) })
    return true
  })
  if (!done) throw new Error('There is no Chromium: set CHROMIUM_PATH to one.')
} finally {
  await opened.disposeAsync()
  if (process.connected) process.disconnect?.()
}

async function take(browser: Browser, baseURL: string, { name, viewport, path, as }: Shot): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport, locale: 'en-GB', serviceWorkers: 'block' })
  const page = await context.newPage()
  if (as) await logIn(page, accounts[as])
  await page.goto(path)
  await page.locator('html[data-ready=yes]').waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  // Every account of the demo still has first steps to do.
  if (as) await page.getByRole('button', { name: 'Hide these steps' }).click()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  await context.close()
  console.log(`docs/${name}.png`)
}

/** Returns the id of the newest recording once it has a small copy. */
async function latestRecording(url: string): Promise<string> {
  const until = Date.now() + copiesWithin
  for (;;) {
    const { items } = (await (await fetch(`${url}/api/explore?kind=audio&limit=1`)).json()) as Explored
    const [first] = items
    if (first?.cover?.peaks) return first.id
    if (Date.now() > until) throw new Error('The newest recording has no copy.')
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.locator('html[data-ready=yes]').waitFor({ state: 'attached' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard')
}

type Explored = { items: { id: string; cover: { peaks: number[] | null } | null }[] }
