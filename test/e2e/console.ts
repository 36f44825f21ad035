import { type BrowserContext, test as base, expect } from '@playwright/test'
import { cpuSecondsOfTree } from '../../tools/bench/processes.ts'

type Fixtures = {
  /** Declares console errors that this test expects. Any other error fails the test. */
  expectErrors: (...patterns: RegExp[]) => void
  consoleIsClean: undefined
  /** Reports the test's processor time, which `npm test` limits. */
  measured: undefined
}

/**
 * Matches what the browser and the site log about refused requests and missing answers. Tests cause them all the time,
 * so they need no declaration; a 500 does.
 */
const refusedRequest =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_)|^(Failed to fetch \w+|Upload failed) no answer/
const blockedWorker = /^Service Worker registration blocked by Playwright$/

const watched = new WeakSet<BrowserContext>()
let errors: string[] = []

/** Watches every page of a context that a test launches itself. Other contexts are already watched. */
export function watchConsole(context: BrowserContext): void {
  if (watched.has(context)) return
  watched.add(context)
  context.on('weberror', (error) =>
    errors.push(`uncaught: ${error.error().name} ${error.error().stack || error.error().message}`),
  )
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() !== 'error' || refusedRequest.test(text) || blockedWorker.test(text)) return
    errors.push(`${text} (${message.location().url})`)
  })
}

/** A test that is measured, and fails if any page of its contexts throws or logs an error that the test doesn't declare. */
export const test = base.extend<Fixtures>({
  // This is the first fixture, so that it includes the others.
  measured: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use, { annotations }) => {
      const before = cpuSecondsOfTree(process.pid)
      await use(undefined)
      annotations.push({ type: 'processor seconds', description: (cpuSecondsOfTree(process.pid) - before).toFixed(2) })
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  expectErrors: async ({}, use) => {
    const declared: RegExp[] = []
    await use((...patterns) => void declared.push(...patterns))
    errors = errors.filter((error) => !declared.some((pattern) => pattern.test(error)))
  },
  consoleIsClean: [
    async ({ browser }, use, testInfo) => {
      errors = []
      const { newContext } = browser
      browser.newContext = async (...options) => {
        const context = await newContext.apply(browser, options)
        watchConsole(context)
        return context
      }
      await use(undefined)
      browser.newContext = newContext
      if (testInfo.status === testInfo.expectedStatus) expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    watchConsole(context)
    await use(context)
  },
})
