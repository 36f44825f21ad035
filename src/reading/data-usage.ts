// Counts the bytes that this site received over the network this month on this device.

const name = 'data-used'
type Used = { month: string; bytes: number }

/** Returns the bytes received this month. */
export function dataUsed(): number {
  const month = new Date().toISOString().slice(0, 7)
  try {
    const stored = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Used>
    return stored.month === month ? (stored.bytes ?? 0) : 0
  } catch {
    return 0
  }
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
  try {
    localStorage.setItem(name, JSON.stringify(used))
  } catch {
    // On a full device the count stops, and the site keeps working.
  }
}
