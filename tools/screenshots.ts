import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { inChromium } from './bench/slow-line.ts'
import { copiesMade, fill } from './demo/fill.ts'
import { accounts, type Who } from './demo/people.ts'
import { openDemo } from './demo/site.ts'
import { untilStopped } from './until-stopped.ts'

// This script takes the README's screenshots on a throwaway site with artificial content.

const folder = join(import.meta.dirname, '../docs')
const laptop = { width: 1366, height: 800 }
const phone = { width: 360, height: 740 }

type Shot = { name: string; viewport: typeof phone; path: string; as?: Who; dark?: true }

const shots: Shot[] = [
  { name: 'home', viewport: laptop, path: '/' },
  { name: 'explore', viewport: laptop, path: '/explore', dark: true },
  { name: 'recording', viewport: phone, path: '/media/latest' },
  { name: 'feed', viewport: phone, path: '/dashboard', as: 'member', dark: true },
]

await untilStopped(async (opened, signal) => {
  const site = await openDemo(opened, accounts.admin)
  const { url } = site
  console.log('Filling the site…')
  await copiesMade(site, await fill(site, signal), { signal })
  const recording = await latestRecording(url)
  const done = await inChromium(signal, async (browser) => {
    for (const shot of shots) await take(browser, url, { ...shot, path: shot.path.replace('latest', recording) })
    return true
  })
  if (!done) throw new Error('Chromium is missing. Set CHROMIUM_PATH to its path.')
})

async function take(browser: Browser, baseURL: string, { name, viewport, path, as, dark }: Shot): Promise<void> {
  const colorScheme = dark ? 'dark' : 'light'
  const options = { baseURL, viewport, colorScheme, locale: 'en-GB', serviceWorkers: 'block' } as const
  const context = await browser.newContext(options)
  const page = await context.newPage()
  if (as) await logIn(page, accounts[as])
  await page.goto(path)
  await page.locator('html[data-ready=yes]').waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  // Every account of the demo still has first steps to do.
  if (as) await page.getByRole('button', { name: 'Hide these steps' }).click()
  // The message after logging in would cover part of the picture.
  await page.evaluate(() => document.querySelector('.toasts')?.remove())
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  await context.close()
  console.log(`docs/${name}.png`)
}

/** Returns the id of the newest recording. */
async function latestRecording(url: string): Promise<string> {
  const { items } = (await (await fetch(`${url}/api/explore?kind=audio&limit=1`)).json()) as { items: { id: string }[] }
  if (!items[0]) throw new Error('There is no recording.')
  return items[0].id
}

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.locator('html[data-ready=yes]').waitFor({ state: 'attached' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard')
}
