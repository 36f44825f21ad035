import type { Browser } from '@playwright/test'

/** A tab that is in sight only while none was opened over it: Playwright keeps each of its own pages in sight. */
export type Tab = {
  /** What an expression comes to, awaited; undefined where it throws. */
  evaluate(expression: string): Promise<unknown>
}

/** A window of tabs; the one that was opened last is in sight. It shares nothing with other windows. */
export async function openWindow(
  browser: Browser,
): Promise<{ open(url: string): Promise<Tab>; close(): Promise<void> }> {
  const cdp = await browser.newBrowserCDPSession()
  const { browserContextId } = await cdp.send('Target.createBrowserContext')
  const waiting = new Map<number, (value: unknown) => void>()
  let asked = 0
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    waiting.get(id)?.(result?.result?.value)
    waiting.delete(id)
  })
  return {
    async open(url) {
      const { targetId } = await cdp.send('Target.createTarget', { url, browserContextId })
      const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false })
      return {
        evaluate(expression) {
          const id = ++asked
          const params = { expression, awaitPromise: true, returnByValue: true }
          const answer = new Promise((resolve) => waiting.set(id, resolve))
          const message = JSON.stringify({ id, method: 'Runtime.evaluate', params })
          return cdp.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer)
        },
      }
    },
    async close() {
      await cdp.send('Target.disposeBrowserContext', { browserContextId })
      await cdp.detach()
    },
  }
}
