// What this site has cost this device: the bytes the browser received in this month, from the network alone.

const name = 'data-used'
type Used = { month: string; bytes: number }

/** Bytes received since this month began. */
export function dataUsed(): number {
  const month = new Date().toISOString().slice(0, 7)
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Used>
    return kept.month === month ? (kept.bytes ?? 0) : 0
  } catch {
    return 0
  }
}

/** Counts the page and all that it asks for, and what the service worker fetched for it. */
export function countData(): void {
  let page = false
  const add = (list: PerformanceObserverEntryList) => {
    let bytes = 0
    for (const one of list.getEntries() as PerformanceNavigationTiming[]) {
      // The page is told of twice by some browsers; one that the worker answered is counted there.
      const again = one.entryType === 'navigation' && (page || one.workerStart > 0)
      if (one.entryType === 'navigation') page = true
      if (!again) bytes += one.transferSize
    }
    addReceived(bytes)
  }
  for (const type of ['navigation', 'resource']) new PerformanceObserver(add).observe({ type, buffered: true })
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === 'received') addReceived(data.bytes)
  })
}

/** Adds to what this month has cost. */
function addReceived(bytes: number): void {
  if (bytes === 0) return
  const used: Used = { month: new Date().toISOString().slice(0, 7), bytes: dataUsed() + bytes }
  try {
    localStorage.setItem(name, JSON.stringify(used))
  } catch {
    // A full device counts no more; the site goes on.
  }
}
