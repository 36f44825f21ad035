// Counts the bytes that this site received over the network this month on this device.

import { local } from '#src/offline/storage.ts'

const name = 'data-used'
type Used = { month: string; bytes: number }

/** Returns the bytes received this month. */
export function dataUsed(): number {
  const month = new Date().toISOString().slice(0, 7)
  const stored = local.readJson<Used>(name)
  return stored?.month === month ? stored.bytes : 0
}

/** Counts the bytes of the page, of its requests and of what the service worker fetched for it. */
export function countData(): void {
  let page = false
  const add = (list: PerformanceObserverEntryList) => {
    let bytes = 0
    for (const one of list.getEntries() as PerformanceNavigationTiming[]) {
      // Some browsers report the page twice. A page that the worker fetched is counted by the worker.
      const isCounted = one.entryType === 'navigation' && (page || one.workerStart > 0)
      if (one.entryType === 'navigation') page = true
      if (!isCounted) bytes += one.transferSize
    }
    addReceived(bytes)
  }
  for (const type of ['navigation', 'resource']) new PerformanceObserver(add).observe({ type, buffered: true })
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === 'received') addReceived(data.bytes)
  })
}

function addReceived(bytes: number): void {
  if (bytes === 0) return
  const used: Used = { month: new Date().toISOString().slice(0, 7), bytes: dataUsed() + bytes }
  local.write(name, JSON.stringify(used))
}
