import type { Browser } from '@playwright/test'

type Target = {
  /** Returns the awaited value of an expression; undefined if it throws. */
  evaluate(expression: string): Promise<unknown>
  /** Empties the browser's HTTP cache. */
  clearCache(): Promise<unknown>
}

/** A tab that is visible only until another is opened. Playwright keeps all of its own pages visible. */
export type Tab = Target

type Window = {
  open(url: string): Promise<Tab>
  /** Returns the window's service workers. */
  workers(): Promise<Target[]>
  close(): Promise<void>
}

/** Opens a window in which only the newest tab is visible. It shares nothing with other windows. */
export async function openWindow(browser: Browser): Promise<Window> {
  const cdp = await browser.newBrowserCDPSession()
  const { browserContextId } = await cdp.send('Target.createBrowserContext')
  const waiting = new Map<number, (value: unknown) => void>()
  let lastId = 0
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    waiting.get(id)?.(result?.result?.value)
    waiting.delete(id)
  })
  async function attach(targetId: string): Promise<Target> {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false })
    function send(method: string, params?: object): Promise<unknown> {
      const id = ++lastId
      const answer = new Promise((resolve) => waiting.set(id, resolve))
      const message = JSON.stringify({ id, method, params })
      return cdp.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer)
    }
    return {
      evaluate: (expression) => send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }),
      clearCache: () => send('Network.clearBrowserCache'),
    }
  }
  return {
    async open(url) {
      return attach((await cdp.send('Target.createTarget', { url, browserContextId })).targetId)
    },
    async workers() {
      const { targetInfos } = await cdp.send('Target.getTargets')
      const mine = targetInfos.filter(
        (one) => one.type === 'service_worker' && one.browserContextId === browserContextId,
      )
      return Promise.all(mine.map(({ targetId }) => attach(targetId)))
    },
    async close() {
      await cdp.send('Target.disposeBrowserContext', { browserContextId })
      await cdp.detach()
    },
  }
}
