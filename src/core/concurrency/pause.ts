/** Resolves after `ms` milliseconds, or immediately once `signal` is aborted. Also runs in browsers and workers. */
export function pause(ms: number, signal?: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(undefined)
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
    function end() {
      clearTimeout(timer)
      resolve(undefined)
    }
  })
}
