import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { median } from './median.ts'
import { enter } from './member.ts'

/** A phone's first visit to a page on Slow 4G: total `kilobytes` and by type; times in ms. */
type Weight = { kilobytes: number; parts: string }
export type ReadingPage = Weight & { path: string; lcp: number }
/** `interactive` is when React runs the page, `feed` is when its first entry is shown. */
export type Dashboard = Weight & { interactive: number; feed: number }

/** Number of runs for the median. With only three, the results for one page varied from 0.44 to 0.64 s. */
const turns = 9
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
export const cpuSlowdown = 4
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking']

/**
 * Measures these pages, each in a new browser context; returns undefined without Chromium. The pages take turns, so
 * that other load on the machine affects all of them.
 */
export function measureReadingPages(urls: string[], signal: AbortSignal): Promise<ReadingPage[] | undefined> {
  return inChromium(signal, async (browser) => {
    const all = await inTurns(urls.map((url) => () => loadOnce(browser, (page) => loadPage(page, url))))
    return urls.map((url, at) => {
      const loaded = all[at] ?? []
      const path = url.slice(new URL(url).origin.length)
      return { path, ...weightOf(loaded), lcp: median(loaded.map(({ times }) => times.lcp)) }
    })
  })
}

/** Measures the dashboard of a new member; returns undefined without Chromium. */
export function measureDashboard(url: string, signal: AbortSignal): Promise<Dashboard | undefined> {
  return inChromium(signal, async (browser) => {
    const enter = await newSession(url)
    const [all = []] = await inTurns([() => loadOnce(browser, (page) => loadDashboard(page, url), enter)])
    const [interactive, feed] = (['interactive', 'feed'] as const).map((name) =>
      median(all.map(({ times }) => times[name])),
    ) as [number, number]
    return { ...weightOf(all), interactive, feed }
  })
}

/** Runs `work` with Chromium, or returns undefined if it is missing. */
export async function inChromium<T>(
  signal: AbortSignal,
  work: (browser: Browser) => Promise<T>,
): Promise<T | undefined> {
  const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
  if (!existsSync(executablePath)) return undefined
  const { chromium } = await import('@playwright/test')
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const browser = await chromium.launch({ executablePath, args, ...signals })
  const close = () => browser.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    return await work(browser)
  } finally {
    signal.removeEventListener('abort', close)
    await close()
  }
}

type Loaded<T> = { bytes: Map<string, number>; times: T }

/** Repeats all pieces of work in turns. The first turn, while the browser is still starting, doesn't count. */
async function inTurns<T>(works: (() => Promise<T>)[]): Promise<T[][]> {
  const done = works.map((work) => ({ work, answers: [] as T[] }))
  for (let turn = 0; turn <= turns; turn++) for (const { work, answers } of done) answers.push(await work())
  return done.map(({ answers }) => answers.slice(1))
}

async function loadOnce<T>(
  browser: Browser,
  load: (page: Page) => Promise<T>,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<Loaded<T>> {
  const context = await browser.newContext(phone)
  await prepare(context)
  const page = await context.newPage()
  const bytes = await slowDown(page)
  const times = await load(page)
  await context.close()
  return { bytes, times }
}

/** Puts the page on a slow connection. Returns the bytes by type as they arrive. */
async function slowDown(page: Page): Promise<Map<string, number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => kinds.set(requestId, type ?? 'Other'))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  return bytes
}

async function loadPage(page: Page, url: string): Promise<{ lcp: number }> {
  await page.goto(url, { waitUntil: 'networkidle' })
  const lcp = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      ),
  )
  return { lcp }
}

/** Returns times that the page itself records, because measurements from outside would come too late. */
async function loadDashboard(page: Page, url: string): Promise<{ interactive: number; feed: number }> {
  await page.addInitScript(() => {
    const times: Record<string, number> = {}
    Object.assign(window, { times })
    new MutationObserver(() => {
      if (document.documentElement.dataset.ready === 'yes') times.interactive ??= performance.now()
      if (document.querySelector('main article')) times.feed ??= performance.now()
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  await page.goto(`${url}/dashboard`)
  const times = await page.waitForFunction(() => {
    const { times } = window as unknown as { times: { interactive?: number; feed?: number } }
    return times.feed && times.interactive ? (times as { interactive: number; feed: number }) : null
  })
  return times.jsonValue() as Promise<{ interactive: number; feed: number }>
}

/** Creates a new member. Returns a function that gives a browser the member's session. */
async function newSession(url: string): Promise<(context: BrowserContext) => Promise<void>> {
  const { token, user } = await enter(url, 'register', 'reader')
  return async (context) => {
    await context.addCookies([{ name: 'session', value: token, url }])
    await context.addInitScript(
      ([token, user]) => {
        localStorage.setItem('token', token)
        localStorage.setItem('user', user)
      },
      [token, JSON.stringify(user)] as const,
    )
  }
}

function weightOf([first]: Loaded<unknown>[]): Weight {
  const bytes = [...(first?.bytes ?? [])]
  const total = bytes.reduce((sum, [, one]) => sum + one, 0)
  return {
    kilobytes: total / 1000,
    parts: bytes.map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`).join(', '),
  }
}
