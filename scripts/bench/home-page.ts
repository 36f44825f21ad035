import { existsSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { median } from './median.ts'

/** The home page as a phone on 3G meets it: `kilobytes` over the wire in all, by kind too; the median LCP in ms. */
export type HomePage = { kilobytes: number; parts: string; lcp: number }

const loads = 5
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const cpuSlowdown = 4
const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking']

/** Loads the home page in the system's Chromium; undefined where there is none. */
export async function measureHomePage(url: string, signal: AbortSignal): Promise<HomePage | undefined> {
  const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
  if (!existsSync(executablePath)) return undefined
  const { chromium } = await import('@playwright/test')
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const browser = await chromium.launch({ executablePath, args, ...signals })
  const close = () => browser.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    const all = []
    // The first load finds a browser that is still starting.
    for (let at = 0; at <= loads; at++) all.push(await loadOnce(browser, url))
    const { bytes } = all[1] ?? { bytes: new Map<string, number>() }
    const total = [...bytes.values()].reduce((sum, one) => sum + one, 0)
    const parts = [...bytes].map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`)
    return { kilobytes: total / 1000, parts: parts.join(', '), lcp: median(all.slice(1).map(({ lcp }) => lcp)) }
  } finally {
    signal.removeEventListener('abort', close)
    await close()
  }
}

async function loadOnce(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
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
  await context.close()
  return { bytes, lcp }
}
