/** Reports the bytes this worker receives, which pages can't see. */
export function watchReceived(tell: (bytes: number) => void): void {
  new PerformanceObserver((list) => {
    const bytes = (list.getEntries() as PerformanceResourceTiming[]).reduce((sum, one) => sum + one.transferSize, 0)
    if (bytes > 0) tell(bytes)
  }).observe({ type: 'resource' })
}
