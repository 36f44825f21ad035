import type { Browser } from '@playwright/test'

/** A tab that is visible only while no other was opened over it: Playwright keeps each of its own pages visible. */
export type Tab = {
  /** Returns the awaited value of an expression; undefined if it throws. */
  evaluate(expression: string): Promise<unknown>
}

/** A window of tabs, of which the last opened is visible. It shares nothing with other windows. */
export async function openWindow(
  browser: Browser,
): Promise<{ open(url: string): Promise<Tab>; close(): Promise<void> }> {
  const cdp = await browser.newBrowserCDPSession()
  const { browserContextId } = await cdp.send('Target.createBrowserContext')
  const waiting = new Map<number, (value: unknown) => void>()
  let lastId = 0
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
          const id = ++lastId
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
