import type { Browser, BrowserContext, Page, Request, Worker } from '@playwright/test'
import { words } from './artificial.ts'
import { searches } from './searches.ts'
import { cpuSlowdown, inChromium, phone } from './slow-line.ts'

/**
 * Results for the dictionary on a phone. `megabytes` is the size of the download. Without network, `keyPresses` are the
 * ms from a key press to the results, and `memory` is the maximum MB of page and worker.
 */
export type OfflineDictionary = { words: number; megabytes: number; keyPresses: number[]; memory: number }

/** Bytes of a thread: JavaScript objects, the browser's objects for them, and buffers (Chrome DevTools protocol). */
type Heap = { usedSize: number; embedderHeapUsedSize: number; backingStorageSize: number }

const path = '/language/vocabulary'
const wordsToType = 25
/** Time between two key presses, in which the page can search and show the results. */
const betweenKeysMs = 450
const downloadMs = 10 * 60_000

/** Measures a site with that many artificial words; returns undefined without Chromium. */
export function measureOfflineDictionary(
  url: string,
  count: number,
  signal: AbortSignal,
): Promise<OfflineDictionary | undefined> {
  return inChromium(signal, async (browser) => {
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    await page.goto(url + path, { waitUntil: 'networkidle' })
    const megabytes = await download(context, page)
    await page.reload({ waitUntil: 'networkidle' })
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('The site has no worker to search without signal.')
    await context.setOffline(true)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    const heapOfWorker = await heapOf(browser, worker.url())
    let memory = 0
    const times = await recordTimes(page, worker)
    const field = page.locator('[data-live-form] [type=search]')
    for (const word of searches(words(count), wordsToType))
      for (let length = 1; length <= word.length; length++) {
        await field.fill(word.slice(0, length))
        await page.waitForTimeout(betweenKeysMs)
        const bytes = usedBytes(await devtools.send('Runtime.getHeapUsage')) + (await heapOfWorker())
        memory = Math.max(memory, bytes / 1e6)
      }
    return { words: count, megabytes, keyPresses: await times(), memory }
  })
}

async function download(context: BrowserContext, page: Page): Promise<number> {
  const sizes: Promise<number>[] = []
  const weigh = (request: Request) =>
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize))
  context.on('requestfinished', weigh)
  await page.locator('button[data-save]').click()
  await page.locator('button[data-remove]').waitFor({ timeout: downloadMs })
  context.off('requestfinished', weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1e6
}

/**
 * Makes the page and the worker record each search. Returns a function that returns the times in ms. Chromium throttles
 * only the page's thread, so the worker's time is multiplied by the slowdown.
 */
async function recordTimes(page: Page, worker: Worker): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    let startedAt = 0
    const post = ServiceWorker.prototype.postMessage
    ServiceWorker.prototype.postMessage = function (...args: unknown[]) {
      startedAt = performance.now()
      return Reflect.apply(post, this, args)
    }
    const isResults = (node: Node) => node instanceof Element && node.id === 'results'
    new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => [...addedNodes].some(isResults))) times.push(performance.now() - startedAt)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await worker.evaluate(() => {
    const times: number[] = []
    Object.assign(self, { times })
    let startedAt = 0
    // Another listener would be called only after the worker's own has answered.
    const { prototype } = (self as unknown as { ExtendableMessageEvent: { prototype: Event } }).ExtendableMessageEvent
    const data = Object.getOwnPropertyDescriptor(prototype, 'data')
    Object.defineProperty(prototype, 'data', {
      get(this: Event) {
        startedAt = this.timeStamp
        return data?.get?.call(this)
      },
    })
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (...args: unknown[]) {
      times.push(performance.now() - startedAt)
      return Reflect.apply(post, this, args)
    }
  })
  return async () => {
    const readTimes = () => (globalThis as unknown as { times: number[] }).times
    const [inPage, inWorker] = await Promise.all([page.evaluate(readTimes), worker.evaluate(readTimes)])
    if (inPage.length === 0 || inPage.length !== inWorker.length)
      throw new Error(`The page showed ${inPage.length} answers, but the worker sent ${inWorker.length}.`)
    return inPage.map((ms, at) => ms + (cpuSlowdown - 1) * (inWorker[at] ?? 0))
  }
}

/** Returns a function that reads how many bytes the objects and buffers of the script at this address take. */
async function heapOf(browser: Browser, address: string): Promise<() => Promise<number>> {
  const devtools = await browser.newBrowserCDPSession()
  const { targetInfos } = await devtools.send('Target.getTargets')
  const targetId = targetInfos.find(({ url }) => url === address)?.targetId ?? ''
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false })
  let answered: (message: string) => void = () => {}
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => answered(message))
  return async () => {
    const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' })
    const answer = new Promise<string>((resolve) => {
      answered = resolve
    })
    await devtools.send('Target.sendMessageToTarget', { sessionId, message })
    return usedBytes(JSON.parse(await answer).result)
  }
}

function usedBytes({ usedSize, embedderHeapUsedSize, backingStorageSize }: Heap): number {
  return usedSize + embedderHeapUsedSize + backingStorageSize
}
