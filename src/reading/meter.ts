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

/** Counts the page and all that it asks for. */
export function countData(): void {
  const add = (list: PerformanceObserverEntryList) => {
    const bytes = (list.getEntries() as PerformanceResourceTiming[]).reduce((sum, one) => sum + one.transferSize, 0)
    if (bytes === 0) return
    const used: Used = { month: new Date().toISOString().slice(0, 7), bytes: dataUsed() + bytes }
    try {
      localStorage.setItem(name, JSON.stringify(used))
    } catch {
      // A full device counts no more; the site goes on.
    }
  }
  for (const type of ['navigation', 'resource']) new PerformanceObserver(add).observe({ type, buffered: true })
}
